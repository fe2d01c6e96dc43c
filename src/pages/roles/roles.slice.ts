import { additions } from '../../contract/additions.ts'
import { itemsOf } from '../../contract/answers.ts'
import { permissions } from '../../contract/permissions.ts'
import { roles } from '../../contract/roles.ts'
import type { Slice, SliceContext } from '../../feature/slice.ts'
import { HttpError, isAbort, messageOf } from '../../kernel/errors.ts'
import { createPeopleSearch } from '../../parts/people-picker/people-search.ts'
import { createListActions, pageOfAll } from '../../parts/record-list/list-actions.ts'
import { type ListQuery, listLeaving } from '../../parts/record-list/list-state.ts'
import { createUndoQueue } from '../../parts/undo/undo.ts'
import { viewerOf } from '../../parts/viewer/viewer.ts'
import { matrixActions } from './roles.matrix.slice.ts'
import {
  closeDialog,
  initialRoles,
  isBuiltIn,
  type ListedRole,
  noticed,
  openDialog,
  permissionChange,
  type RoleDraft,
  type RolesAddress,
  type RolesDialog,
  type RolesState,
  type RolesTab,
  replaceRole,
  rolesAddressFrom,
} from './roles.state.ts'

const tables = { additions, permissions, roles }

const NEEDED = {
  create: 'fe.secure.write.roles',
  edit: 'fe.secure.write.updateRole',
  remove: 'fe.secure.delete.role',
  seePeople: 'fe.secure.read.users',
} as const

/** A lower level ranks higher: roles made here rank below the vendor's, so that whoever may assign those may assign these. */
const LEVEL = 1_000

/** The backend does not know this call: an older or foreign one (DESIGN §9). */
const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404

const createContext = ({ set, get, deps }: SliceContext<RolesState>) => ({
  get,
  deps,
  api: deps.client(tables),
  apply: (...transitions: ((state: RolesState) => RolesState)[]) =>
    set(() => transitions.reduce((state, transition) => transition(state), get())),
})
export type RolesContext = ReturnType<typeof createContext>
type Context = RolesContext

const listing = (context: Context) => {
  const { api, apply, get, deps } = context
  const fetchPage = async (query: ListQuery, signal: AbortSignal) => {
    const { search, sort, order, page: offset, size: limit } = query
    if (get().canCount) {
      try {
        const asked = { ...(search && { search }), sort, order, offset, limit }
        const page = await api.additions.listRoles({ query: asked }, { signal })
        return { items: page.items as readonly ListedRole[], totalItems: page._metadata.totalItems }
      } catch (error) {
        if (!isMissing(error)) throw error
        apply((state) => ({ ...state, canCount: false }))
      }
    }
    return pageOfAll<ListedRole>(await api.roles.listRoles({}, { signal }), query)
  }
  const list = createListActions<ListedRole>({
    get: () => get().list,
    put: (change) => apply((state) => ({ ...state, list: change(state.list) })),
    fetchPage,
  })
  const loadPermissions = async () => {
    try {
      const [all, categories] = await Promise.all([
        api.permissions.listPermissions(),
        api.permissions.listCategories().catch(() => []),
      ])
      apply((state) => ({ ...state, permissions: itemsOf(all), categories }))
    } catch (error) {
      deps.log.warn('Loading the permissions failed', error)
    }
  }
  const roleOf = async (roleId: string): Promise<ListedRole | undefined> =>
    get().list.rows.find(({ id }) => id === roleId) ?? (await api.roles.listRoles()).find(({ id }) => id === roleId)
  /** What the page offers this person, and nothing else. */
  const dialogOf = async ({ name, id }: NonNullable<RolesAddress['dialog']>): Promise<RolesDialog | undefined> => {
    const { viewer, canCount } = get()
    if (name === 'new') return viewer?.may.create ? { kind: 'edit' } : undefined
    const role = await roleOf(id)
    if (!role) return undefined
    if (name === 'role') return { kind: 'edit', role }
    if (name === 'copy') return viewer?.may.create ? { kind: 'edit', copyOf: role } : undefined
    if (name === 'holders') return viewer?.may.seePeople && canCount ? { kind: name, role } : undefined
    return viewer?.may.remove && !isBuiltIn(role) ? { kind: name, role } : undefined
  }
  /** The dialog of a deep link: its role may stand on another page. */
  const openLinked = async (search: string) => {
    const { dialog: link } = rolesAddressFrom(search)
    if (!link) return apply(closeDialog)
    try {
      const dialog = await dialogOf(link)
      apply(dialog ? openDialog(dialog) : closeDialog)
    } catch (error) {
      deps.log.warn('Loading the linked role failed', error)
    }
  }
  return {
    async open(search: string): Promise<void> {
      const viewer = viewerOf(deps, NEEDED)
      const { query, tab } = rolesAddressFrom(search)
      // Another account shows nothing of the one before.
      apply((state) => ({ ...(state.viewer?.tenantId === viewer.tenantId ? state : initialRoles), viewer, tab }))
      await Promise.all([list.show(query), loadPermissions()])
      await openLinked(search)
    },
    async follow(search: string): Promise<void> {
      const { query, tab } = rolesAddressFrom(search)
      apply((state) => ({ ...state, tab }))
      await list.show(query)
      await openLinked(search)
    },
    change: list.change,
    reload: list.reload,
    stop: list.stop,
    showTab: (tab: RolesTab) => apply((state) => ({ ...state, tab })),
  }
}

const editing = ({ api, apply, get, deps }: Context, reload: () => Promise<void>) => {
  const createRole = async (draft: RoleDraft) => {
    const { permissionIds, ...fields } = draft
    const role = await api.roles.addRole({ body: { ...fields, level: LEVEL, permissions: [...permissionIds] } })
    deps.events.after('create-role', { roleId: role?.id, key: draft.key })
    apply((state) => ({ ...state, saving: false }), closeDialog, noticed('created', { name: draft.name }))
    await reload()
  }
  const updateRole = async (role: ListedRole, draft: RoleDraft) => {
    const { permissionIds, ...fields } = draft
    const isRenamed = (['name', 'key', 'description', 'isDefault'] as const).some(
      (field) => fields[field] !== (role[field] ?? ''),
    )
    const { added, removed } = permissionChange(role.permissions, permissionIds)
    // The permissions first: they are what can be refused.
    if (added.length + removed.length > 0) {
      const path = { roleId: role.id }
      await api.roles.attachPermissions({ path, body: { permissionIds: [...permissionIds] } })
    }
    if (isRenamed) await api.roles.updateRole({ path: { roleId: role.id }, body: fields })
    deps.events.after('update-role', { roleId: role.id, added, removed })
    apply(
      replaceRole({ ...role, ...fields, permissions: [...permissionIds] }),
      (state) => ({ ...state, saving: false }),
      closeDialog,
      noticed('saved', { name: draft.name }),
    )
  }
  return {
    async save(role: ListedRole | undefined, draft: RoleDraft): Promise<void> {
      if (!deps.events.before(role ? 'update-role' : 'create-role', { roleId: role?.id, ...draft })) return
      apply((state) => ({ ...state, saving: true, formError: undefined }))
      try {
        await (role ? updateRole(role, draft) : createRole(draft))
      } catch (error) {
        apply((state) => ({ ...state, saving: false, formError: messageOf(error) }))
      }
    },
    async setDefault(role: ListedRole, isDefault: boolean): Promise<void> {
      apply(replaceRole({ ...role, isDefault }))
      try {
        await api.roles.updateRole({ path: { roleId: role.id }, body: { isDefault } })
        apply(noticed('saved', { name: role.name }))
      } catch (error) {
        apply(replaceRole(role), noticed('failed', { name: role.name, reason: messageOf(error) }))
      }
    },
    openDialog: (dialog: RolesDialog) => apply(openDialog(dialog)),
    closeDialog: () => apply(closeDialog),
    dialogsMissing: () => apply(closeDialog, noticed('unavailable')),
    canCount: () => get().canCount,
  }
}

const deleting = ({ api, apply, deps }: Context) => {
  const queue = createUndoQueue(deps.clock)
  const back = (id: string) => apply((state) => ({ ...state, list: listLeaving(state.list, id, false) }))
  return {
    /** Out of sight at once; the server hears of it when it can no longer be taken back. */
    remove(role: ListedRole): void {
      if (!deps.events.before('delete-role', { roleId: role.id })) return
      apply(closeDialog, (state) => ({ ...state, list: listLeaving(state.list, role.id, true) }))
      const undo = queue.add({
        undo: () => back(role.id),
        commit: async ({ keepalive }) => {
          try {
            await api.roles.deleteRole({ path: { roleId: role.id } }, { keepalive })
            apply((state) => ({
              ...state,
              list: {
                ...state.list,
                rows: state.list.rows.filter(({ id }) => id !== role.id),
                totalItems: Math.max(0, state.list.totalItems - 1),
              },
            }))
            deps.events.after('delete-role', { roleId: role.id })
          } catch (error) {
            apply(noticed('failed', { name: role.name, reason: messageOf(error) }))
          }
          back(role.id)
        },
      })
      apply(noticed('deleted', { name: role.name }, undo))
    },
    undo: queue.undo,
    commit: (id: string) => void queue.commit(id),
    commitAll: queue.commitAll,
  }
}

/** How many people a change concerns, and who holds a role. */
const asking = ({ api, apply, get, deps }: Context) => {
  let running: AbortController | undefined
  const people = createPeopleSearch({
    deps,
    get: () => get().holders,
    put: (patch) => apply((state) => ({ ...state, holders: { ...state.holders, ...patch } })),
  })
  return {
    async askImpact(role: ListedRole, permissionIds: readonly string[]): Promise<void> {
      running?.abort()
      const own = new AbortController()
      running = own
      if (!get().canCount || permissionIds.length === 0) {
        apply((state) => ({ ...state, impact: { phase: 'none' } }))
        return
      }
      apply((state) => ({ ...state, impact: { phase: 'loading' } }))
      try {
        const body = { permissionIds: [...permissionIds] }
        const answer = await api.additions.roleImpact({ path: { roleId: role.id }, body }, { signal: own.signal })
        if (running === own) apply((state) => ({ ...state, impact: { phase: 'ready', answer } }))
      } catch (error) {
        if (running !== own || isAbort(error)) return
        const impact = isMissing(error)
          ? ({ phase: 'none' } as const)
          : ({ phase: 'failed', error: messageOf(error) } as const)
        apply((state) => ({ ...state, impact }))
      }
    },
    findHolders: (role: ListedRole, search: string) => people.find({ roleId: role.id }, search),
    moreHolders: (role: ListedRole) => people.more({ roleId: role.id }),
    stopAsking: () => {
      running?.abort()
      people.stop()
    },
  }
}

const build = (context: Context) => {
  const { stop, ...list } = listing(context)
  const { commitAll, ...removal } = deleting(context)
  const { stopAsking, ...questions } = asking(context)
  const { stopMatrix, ...matrix } = matrixActions(context)
  return {
    ...list,
    ...editing(context, list.reload),
    ...removal,
    ...questions,
    ...matrix,
    close(): void {
      stop()
      stopAsking()
      stopMatrix()
      commitAll()
    },
  }
}

export type RolesActions = ReturnType<typeof build>

export const rolesSlice: Slice<RolesState, RolesActions> = (context) => build(createContext(context))
