import type { SubTenantUser } from '../../entities/tenants.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import type { Places } from './accounts.hierarchy.ts'
import type { AccountsContext } from './all-accounts.calls.ts'
import { EVERYONE_PAGE, type Everyone, type EveryoneRow } from './all-accounts.state.ts'

const rowsOf = (user: SubTenantUser, places: Places | undefined): EveryoneRow[] =>
  user.tenants.map(({ tenantId, roles, activated }) => ({
    id: `${user.id} ${tenantId}`,
    user,
    accountId: tenantId,
    account: places?.get(tenantId),
    roles: roles.map(({ name }) => name),
    isInvited: activated === false,
  }))

/** Creates the actions that load the users of all accounts page by page. */
export const everyoneActions = ({ api, apply, get, known, places }: AccountsContext) => {
  let running: AbortController | undefined
  const put = (patch: Partial<Everyone>) => apply((state) => ({ ...state, everyone: { ...state.everyone, ...patch } }))

  return {
    /** Loads a page; the latest request wins. Returns `false` if this backend lacks the call. */
    async loadEveryone(page = 0): Promise<boolean> {
      running?.abort()
      const own = new AbortController()
      running = own
      put({ phase: 'loading', error: undefined, page })
      const { search, order } = get().query
      const query = { _offset: page, _limit: EVERYONE_PAGE, _filter: search.trim(), _sortBy: 'name', _order: order }
      try {
        const [found, all] = await Promise.all([
          known(
            'listAllUsers',
            () => api.subTenants.listAllUsers({ query }, { signal: own.signal }),
            async () => undefined,
          ),
          places(),
        ])
        if (running !== own) return true
        if (!found) return false
        const rows = found.items.flatMap((user) => rowsOf(user, all))
        put({ phase: 'ready', rows, total: found._metadata.totalItems })
      } catch (error) {
        if (running === own && !isAbort(error)) put({ phase: 'failed', error: messageOf(error) })
      }
      return true
    },
    stopEveryone: () => running?.abort(),
  }
}
