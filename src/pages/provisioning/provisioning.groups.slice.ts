import type { GroupRow } from '../../contract/groups.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { loadGrantableRoles, setGroupRoles } from '../../parts/group-roles/group-roles.ts'
import type { ProvisioningContext } from './provisioning.context.ts'
import { type DirectoryGroups, GROUPS_LIMIT, type ListedConnection, NO_GROUPS } from './provisioning.state.ts'

interface Asked {
  search: string
  page: number
}

/** Creates the actions for a directory's groups and the roles they grant. Latest request wins. */
export const groupActions = (context: ProvisioningContext) => {
  const { api, apply, submit, openDialog, notify, after, deps } = context
  let running: AbortController | undefined
  const put = (patch: Partial<DirectoryGroups>) =>
    apply((state) => ({ ...state, groups: { ...state.groups, ...patch } }))
  return {
    /** Loads groups; earlier rows stay visible meanwhile. */
    async loadGroups({ id }: ListedConnection, { search, page }: Asked): Promise<void> {
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
