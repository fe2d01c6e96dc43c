import { type GroupRow, groupList, groups } from '../../contract/groups.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { itemsOf } from '../../contract/items-of.ts'
import { provisioning, provisioningConnections, type UsersAfterDelete } from '../../contract/provisioning.ts'
import { team } from '../../contract/users.ts'
import type { ProvisioningConnection, ScimSource } from '../../entities/sso.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Slice, SliceContext } from '../../feature/slice.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { loadGrantableRoles, setGroupRoles } from '../../parts/group-roles/group-roles.tsx'
import { createPageContext, type PageContext, recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import { pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../parts/record-list/list-state.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import { normalizeName } from '../../rules/names.ts'
import type { ProvisioningTexts } from './provisioning.messages.ts'
import {
  type DirectoryGroups,
  GROUPS_LIMIT,
  initialProvisioning,
  type ListedConnection,
  NO_GROUPS,
  type ProvisioningDialog,
  type ProvisioningState,
  provisioningUrl,
} from './provisioning.state.ts'

const tables = { groupList, groups, guarantees, provisioning, provisioningConnections, team }

type ProvisioningContext = PageContext<ProvisioningState, typeof tables>

/** Creates the context that all actions of the page share. */
const createProvisioningContext = (context: SliceContext<ProvisioningState>): ProvisioningContext =>
  createPageContext(context, { tables, initial: initialProvisioning })

type Counts = (
  connection: ProvisioningConnection,
) => Promise<Pick<ListedConnection, 'userCount' | 'groupCount' | 'guarantee' | 'failures'>>

/** Loads all counts with one call; on an older backend, with one call per connection. */
const countsFor = ({ api, apply, known }: ProvisioningContext, signal: AbortSignal): Promise<Counts> =>
  known<Counts>(
    'listConnectionCounts',
    async () => {
      const { baseUrl, connections } = await api.provisioningConnections.listConnectionCounts({}, { signal })
      apply((state) => ({ ...state, baseUrl }))
      const countsById = new Map(connections.map((counted) => [counted.id, counted]))
      return async ({ id }) => {
        const found = countsById.get(id)
        const { userCount = 0, groupCount, guarantee, failures } = found ?? {}
        return { userCount, groupCount, guarantee, failures }
      }
    },
    async () =>
      async ({ id }) => ({
        userCount: (await api.provisioning.countConnectionUsers({ path: { id } }, { signal })).count,
      }),
  )

const fetchConnections =
  (context: ProvisioningContext) =>
  async (query: ListQuery, signal: AbortSignal): Promise<ListPage<ListedConnection>> => {
    const [all, countsOf] = await Promise.all([
      context.api.provisioning.listConnections({}, { signal }),
      countsFor(context, signal),
    ])
    const rows = await Promise.all(
      itemsOf(all).map(async (connection) => ({
        ...connection,
        name: connection.connectionName,
        ...(await countsOf(connection)),
      })),
    )
    return pageOfAll<ListedConnection>(rows, query)
  }

/** Returns the dialog of a link, if the page offers it to this user. */
const dialogInUrl =
  ({ get }: ProvisioningContext) =>
  ({ name, id }: LinkedDialog<string>): ProvisioningDialog | undefined => {
    const { viewer, list, missing } = get()
    const may = viewer?.may
    if (name === 'new') return may?.edit ? { kind: 'new' } : undefined
    const connection = list.rows.find((row) => row.id === id)
    if (!connection) return undefined
    const isComplete = !missing.includes('listConnectionCounts')
    const offered: Readonly<Record<string, ProvisioningDialog | false | undefined>> = {
      setup: { kind: 'setup', connection },
      groups: isComplete && { kind: 'groups', connection },
      rotate: isComplete && may?.edit && { kind: 'rotate', connection },
      delete: may?.remove && { kind: 'delete', connection },
    }
    return offered[name] || undefined
  }

/** Creates the actions that load the list and follow the page's URL. */
const listActions = (context: ProvisioningContext) => {
  const list = recordList(context, { fetchPage: fetchConnections(context) })
  const following = followUrl(context, {
    url: provisioningUrl,
    show: (query) => list.show(query),
    dialogOf: dialogInUrl(context),
  })
  return { ...following, ...list }
}

interface GroupQuery {
  search: string
  page: number
}

/** Creates the actions for a directory's groups and the roles they grant. Latest request wins. */
const groupActions = (context: ProvisioningContext) => {
  const { api, apply, submit, openDialog, notify, after, deps } = context
  let running: AbortController | undefined
  const put = (patch: Partial<DirectoryGroups>) =>
    apply((state) => ({ ...state, groups: { ...state.groups, ...patch } }))
  return {
    /** Loads groups; earlier rows stay visible meanwhile. */
    async loadGroups({ id }: ListedConnection, { search, page }: GroupQuery): Promise<void> {
      running?.abort()
      const own = new AbortController()
      running = own
      apply((state) => {
        const phase = state.groups.rows.length ? 'reloading' : 'first'
        return { ...state, groups: { ...state.groups, phase, search, page, error: undefined } }
      })
      try {
        const query = { ...(search && { search }), offset: page, limit: GROUPS_LIMIT }
        const found = await api.provisioningConnections.listDirectoryGroups(
          { path: { id }, query },
          { signal: own.signal },
        )
        if (running === own) put({ phase: 'ready', rows: found.items, total: found._metadata.totalItems })
      } catch (error) {
        if (running === own && !isAbort(error)) put({ phase: 'failed', error: messageOf(error) })
      }
    },
    openGroups(connection: ListedConnection): void {
      apply((state) => ({ ...state, groups: NO_GROUPS }))
      openDialog({ kind: 'groups', connection })
    },
    async loadRoles(): Promise<void> {
      try {
        const roles = await loadGrantableRoles(context)
        apply((state) => ({ ...state, roles }))
      } catch (error) {
        deps.log.warn('The roles could not be loaded', error)
      }
    },
    async saveRoles(connection: ListedConnection, group: GroupRow, roleIds: readonly string[]): Promise<void> {
      const change = { groupId: group.id, before: group.roles?.map(({ id }) => id) ?? [], after: roleIds }
      if (!(await submit(() => setGroupRoles(api, change)))) return
      after('update-group', { groupId: group.id })
      notify('rolesSaved', { name: group.name })
      openDialog({ kind: 'groups', connection })
    },
    stopGroups(): void {
      running?.abort()
      running = undefined
    },
  }
}

export interface ConnectionDraft {
  source: ScimSource
  name: string
}

const createActions = (
  { api, submit, before, after, openDialog }: ProvisioningContext,
  reload: () => Promise<void>,
) => ({
  /** Creates a connection; its token is shown in a separate dialog. */
  async create({ source, name }: ConnectionDraft): Promise<void> {
    const connectionName = normalizeName(name)
    if (!before('create-provisioning-connection', { source, connectionName })) return
    const made = { id: '', name: connectionName, token: '' }
    const body = { source, ...(connectionName && { connectionName }) }
    const isMade = await submit(async () => {
      const created = await api.provisioning.createConnection({ body })
      Object.assign(made, { id: created.id, name: created.connectionName, token: created.token })
    })
    if (!isMade) return
    const { token, ...connection } = made
    after('create-provisioning-connection', { connectionId: made.id, source, connectionName: made.name })
    openDialog({ kind: 'token', connection: { ...connection, source }, token })
    await reload()
  },
  async rotate(connection: ListedConnection): Promise<void> {
    const { id } = connection
    if (!before('update-provisioning-connection', { connectionId: id })) return
    let token = ''
    const isDone = await submit(async () => {
      token = (await api.provisioningConnections.rotateToken({ path: { id } })).token
    })
    if (!isDone) return
    after('update-provisioning-connection', { connectionId: id })
    openDialog({ kind: 'token', connection, token })
  },
})

const changeActions = (context: ProvisioningContext, reload: () => Promise<void>) => {
  const { api, submit, before, after, known, notify, fail } = context
  /** Deletes a connection. A backend without the added call always keeps the users. */
  const deleteBy = (id: string, users: UsersAfterDelete) =>
    users === 'remove'
      ? api.provisioningConnections.deleteConnectionAndUsers({ path: { id }, query: { users } })
      : known(
          'listConnectionCounts',
          () => api.provisioningConnections.deleteConnectionAndUsers({ path: { id }, query: { users } }),
          () => api.provisioning.deleteConnection({ path: { id } }),
        )
  const setPaused = async (connection: ListedConnection, isPaused: boolean): Promise<void> => {
    const { id, name } = connection
    const syncToUserManagement = !isPaused
    if (!before('update-provisioning-connection', { connectionId: id, syncToUserManagement })) return
    try {
      await api.provisioning.updateConnection({ path: { id }, body: { syncToUserManagement } })
      after('update-provisioning-connection', { connectionId: id, syncToUserManagement })
      notify(isPaused ? 'paused' : 'resumed', { name })
    } catch (error) {
      fail(name, error, () => setPaused(connection, isPaused))
    }
    await reload()
  }
  return {
    setPaused,
    /** Makes the caller the guarantor of the directory's future changes. */
    async confirm({ id, name }: ListedConnection): Promise<void> {
      if (!before('update-provisioning-connection', { connectionId: id })) return
      if (!(await submit(() => api.guarantees.confirmGuaranteed({ body: { kind: 'directory', id } })))) return
      after('update-provisioning-connection', { connectionId: id })
      notify('confirmed', { name })
      await reload()
    },
    async remove({ id, name }: ListedConnection, users: UsersAfterDelete): Promise<void> {
      if (!before('delete-provisioning-connection', { connectionId: id, users })) return
      if (!(await submit(() => deleteBy(id, users)))) return
      after('delete-provisioning-connection', { connectionId: id, users })
      notify('deleted', { name })
      await reload()
    },
  }
}

const createProvisioningActions = (context: ProvisioningContext) => {
  const { stop, ...list } = listActions(context)
  const { stopGroups, ...groups } = groupActions(context)
  const { openDialog, closeDialog, dialogsMissing } = context
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...groups,
    ...createActions(context, list.reload),
    ...changeActions(context, list.reload),
    close(): void {
      stop()
      stopGroups()
      context.leave()
      context.apply((state) => ({ ...state, groups: NO_GROUPS }))
    },
  }
}

export type ProvisioningActions = ReturnType<typeof createProvisioningActions>

export const provisioningSlice: Slice<ProvisioningState, ProvisioningActions> = (context) =>
  createProvisioningActions(createProvisioningContext(context))

export type ProvisioningViewProps = FeatureProps<ProvisioningState, ProvisioningActions, ProvisioningTexts>
