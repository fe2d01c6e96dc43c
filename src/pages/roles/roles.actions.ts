import type { FeatureProps } from '../../feature/define.ts'
import type { Slice } from '../../feature/slice.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { type AccessChanges, checkAccessChanges } from '../../parts/access-check/check-access-changes.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import { createRemoval } from '../../parts/page-kit/removal.ts'
import { createUserSearch } from '../../parts/user-picker/user-search.ts'
import { createRolesContext, listActions, type RolesContext, type RolesTables } from './roles.calls.ts'
import type { RolesTexts } from './roles.messages.ts'
import {
  canCount,
  changeOf,
  changesTo,
  discardDrafts,
  draftSaved,
  type Impact,
  impactLoaded,
  type ListedRole,
  type MatrixDraft,
  matrixSaving,
  permissionChange,
  type RoleDraft,
  type RolesState,
  replaceRole,
  togglePermission,
} from './roles.state.ts'

/** Delay after the last selected checkbox, so that several changes make one request. */
const REST_MS = 250

/** Creates the actions that change several roles in the matrix and save them together. */
const matrixActions = ({ api, apply, get, deps, before, after, notify, fail }: RolesContext) => {
  let rest: (() => void) | undefined
  const loadImpact = async (draft: MatrixDraft) => {
    const { added, removed } = changeOf(draft)
    try {
      const body = { permissionIds: [...removed, ...added] }
      const result = await api.roleList.roleImpact({ path: { roleId: draft.role.id }, body })
      apply(impactLoaded(draft, { phase: 'ready', result }))
    } catch (error) {
      if (isAbort(error)) return
      apply(impactLoaded(draft, isMissing(error) ? { phase: 'none' } : { phase: 'failed', error: messageOf(error) }))
    }
  }
  const loadAll = () => {
    for (const draft of Object.values(get().drafts)) if (draft.impact.phase === 'loading') void loadImpact(draft)
  }
  const saveOne = async (draft: MatrixDraft) => {
    const { role, permissionIds } = draft
    if (!before('update-role', { roleId: role.id, permissionIds })) return false
    await api.roles.attachPermissions({ path: { roleId: role.id }, body: { permissionIds: [...permissionIds] } })
    apply(draftSaved(role.id), replaceRole({ ...role, permissions: [...permissionIds] }))
    after('update-role', { roleId: role.id, ...changeOf(draft) })
    return true
  }
  const saveDrafts = async (roleIds: readonly string[]): Promise<void> => {
    if (get().saving) return
    apply(matrixSaving(true))
    let saved = 0
    for (const draft of roleIds.flatMap((id) => get().drafts[id] ?? [])) {
      const { id, name } = draft.role
      try {
        if (await saveOne(draft)) saved += 1
      } catch (error) {
        fail(name, error, () => saveDrafts([id]))
      }
    }
    apply(matrixSaving(false))
    if (saved > 0) notify('matrixSaved', { count: saved })
  }
  return {
    tick(role: ListedRole, permissionId: string): void {
      if (get().saving) return
      apply(togglePermission(role, permissionId))
      rest?.()
      if (canCount(get())) rest = deps.clock.schedule(loadAll, REST_MS)
    },
    discardMatrix: () => apply(discardDrafts),
    /** Saves one role after another. A refused one keeps its changes, and a toast shows the reason. */
    saveMatrix: () => saveDrafts(Object.keys(get().drafts)),
    stopMatrix: () => rest?.(),
  }
}

/**
 * A lower level ranks higher. Roles created here rank below the vendor's, so users who may assign those may assign
 * these.
 */
const LEVEL = 1_000

const editActions = (context: RolesContext, reload: () => Promise<void>) => {
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
  /** Switches at once, unless that interrupts something: then the role is opened, and saved there after a warning. */
  const askToSetDefault = async (role: ListedRole, isDefault: boolean): Promise<void> => {
    const { dialog } = get()
    if (await checkAccessChanges(context, changesTo(role, role.permissions, isDefault))) {
      return setDefault(role, isDefault)
    }
    if (get().dialog === dialog) context.openDialog({ kind: 'edit', role, isDefault })
  }
  return {
    async save(role: ListedRole | undefined, draft: RoleDraft): Promise<void> {
      if (!before(role ? 'update-role' : 'create-role', { roleId: role?.id, ...draft })) return
      const isSaved = await submit(() => (role ? updateRole(role, draft) : createRole(draft)))
      if (!isSaved) return
      notify(role ? 'saved' : 'created', { name: draft.name })
      if (!role) await reload()
    },
    setDefault: askToSetDefault,
  }
}

/** Creates the actions that count the users affected by a change and list the users with a role. */
const impactActions = ({ api, apply, get, deps }: RolesContext) => {
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

const createRolesActions = (context: RolesContext) => {
  const { stop, ...list } = listActions(context)
  const { stopLoading, ...questions } = impactActions(context)
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
    checkAccessChanges: (changes: AccessChanges) => checkAccessChanges(context, changes),
    ...list,
    ...editActions(context, list.reload),
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

export type RolesActions = ReturnType<typeof createRolesActions>

export const rolesSlice: Slice<RolesState, RolesActions> = (context) => createRolesActions(createRolesContext(context))

export type RolesViewProps = FeatureProps<RolesState, RolesActions, RolesTexts>
