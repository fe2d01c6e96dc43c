import type { Slice } from '../../feature/slice.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import { createRemoval } from '../../parts/page-kit/removal.ts'
import { createUserSearch } from '../../parts/user-picker/user-search.ts'
import { createRolesContext, type RolesContext, type RolesTables } from './roles.context.ts'
import { listActions } from './roles.list.slice.ts'
import { matrixActions } from './roles.matrix.slice.ts'
import { canCount, permissionChange, type RoleDraft, type RolesState, replaceRole } from './roles.state.ts'
import type { Impact, ListedRole } from './roles.types.ts'

/**
 * A lower level ranks higher. Roles created here rank below the vendor's, so users who may assign those may assign
 * these.
 */
const LEVEL = 1_000

const editing = (context: RolesContext, reload: () => Promise<void>) => {
  const { api, apply, get, submit, notify, fail, before, after } = context
  const createRole = async (draft: RoleDraft) => {
    const { permissionIds, ...fields } = draft
    const role = await api.roles.addRole({ body: { ...fields, level: LEVEL, permissions: [...permissionIds] } })
    after('create-role', { roleId: role?.id, key: draft.key })
  }
  const updateRole = async (role: ListedRole, draft: RoleDraft) => {
    const { permissionIds, ...fields } = draft
    const isRenamed = (['name', 'key', 'description', 'isDefault'] as const).some(
      (field) => fields[field] !== (role[field] ?? ''),
    )
    const { added, removed } = permissionChange(role.permissions, permissionIds)
    // Permissions are saved first, because the server may refuse them.
    if (added.length + removed.length > 0) {
      const path = { roleId: role.id }
      await api.roles.attachPermissions({ path, body: { permissionIds: [...permissionIds] } })
    }
    if (isRenamed) await api.roles.updateRole({ path: { roleId: role.id }, body: fields })
    after('update-role', { roleId: role.id, added, removed })
    apply(replaceRole({ ...role, ...fields, permissions: [...permissionIds] }))
  }
  const setDefault = async (role: ListedRole, isDefault: boolean): Promise<void> => {
    // The role may have changed before a retry.
    const put = (value: boolean) => {
      const now = get().list.rows.find(({ id }) => id === role.id)
      if (now) apply(replaceRole({ ...now, isDefault: value }))
    }
    put(isDefault)
    try {
      await api.roles.updateRole({ path: { roleId: role.id }, body: { isDefault } })
      notify('saved', { name: role.name })
    } catch (error) {
      put(!isDefault)
      fail(role.name, error, () => setDefault(role, isDefault))
    }
  }
  return {
    async save(role: ListedRole | undefined, draft: RoleDraft): Promise<void> {
      if (!before(role ? 'update-role' : 'create-role', { roleId: role?.id, ...draft })) return
      const isSaved = await submit(() => (role ? updateRole(role, draft) : createRole(draft)))
      if (!isSaved) return
      notify(role ? 'saved' : 'created', { name: draft.name })
      if (!role) await reload()
    },
    setDefault,
  }
}

/** Creates the actions that count the users affected by a change and list the users with a role. */
const asking = ({ api, apply, get, deps }: RolesContext) => {
  let running: AbortController | undefined
  const members = createUserSearch({
    deps,
    get: () => get().members,
    put: (patch) => apply((state) => ({ ...state, members: { ...state.members, ...patch } })),
  })
  const put = (impact: Impact) => apply((state) => ({ ...state, impact }))
  return {
    async loadImpact(role: ListedRole, permissionIds: readonly string[]): Promise<void> {
      running?.abort()
      const own = new AbortController()
      running = own
      if (!canCount(get()) || permissionIds.length === 0) return put({ phase: 'none' })
      put({ phase: 'loading' })
      try {
        const body = { permissionIds: [...permissionIds] }
        const result = await api.roleList.roleImpact({ path: { roleId: role.id }, body }, { signal: own.signal })
        if (running === own) put({ phase: 'ready', result })
      } catch (error) {
        if (running !== own || isAbort(error)) return
        put(isMissing(error) ? { phase: 'none' } : { phase: 'failed', error: messageOf(error) })
      }
    },
    findMembers: (role: ListedRole, search: string) => members.find({ roleId: role.id }, search),
    moreMembers: (role: ListedRole) => members.more({ roleId: role.id }),
    stopLoading: () => {
      running?.abort()
      members.stop()
    },
  }
}

const build = (context: RolesContext) => {
  const { stop, ...list } = listActions(context)
  const { stopLoading, ...questions } = asking(context)
  const { stopMatrix, ...matrix } = matrixActions(context)
  const { commitAll, ...removal } = createRemoval<ListedRole, RolesState, RolesTables>(context, {
    event: 'delete-role',
    detailOf: ({ id }) => ({ roleId: id }),
    nameOf: ({ name }) => name,
    remove: ({ id }, options) => context.api.roles.deleteRole({ path: { roleId: id } }, options),
    notice: 'deleted',
    failed: 'deletionFailed',
  })
  const { openDialog, closeDialog, dialogsMissing } = context
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...editing(context, list.reload),
    ...removal,
    ...questions,
    ...matrix,
    close(): void {
      stop()
      stopLoading()
      stopMatrix()
      commitAll()
      context.leave()
    },
  }
}

export type RolesActions = ReturnType<typeof build>

export const rolesSlice: Slice<RolesState, RolesActions> = (context) => build(createRolesContext(context))
