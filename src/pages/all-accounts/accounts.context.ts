import { additions } from '../../contract/additions.ts'
import { settings } from '../../contract/settings.ts'
import { subTenants } from '../../contract/sub-tenants.ts'
import { team } from '../../contract/team.ts'
import { users } from '../../contract/users.ts'
import type { SubTenantRow } from '../../entities/tenants.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { AccountRow, AccountsState, Transition } from './accounts.state.ts'

const tables = { additions, settings, subTenants, team, users }

/** A bearer is used for this long; it lives five minutes. */
const BEARER_MS = 240_000

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof HttpError && error.status === status

export const toRow = ({ tenantId, name, createdAt, metadata }: SubTenantRow): AccountRow => ({
  id: tenantId,
  name,
  createdAt: String(createdAt),
  type: metadata?.type,
  parentId: metadata?.parentId,
  isParent: metadata?.isParent === true,
})

/** What the groups of actions of this page share. */
export const createAccountsContext = ({ set, get, deps }: SliceContext<AccountsState>) => {
  const api = deps.client(tables)
  const bearers = new Map<string, { jwt: string; until: number }>()
  return {
    get,
    deps,
    api,
    apply: (...transitions: Transition[]) => set((state) => transitions.reduce((now, next) => next(now), state)),
    /** The `Authorization` for calls in that account (flows §32); refused when she may not enter it. */
    async bearerFor(tenantId: string): Promise<string> {
      const known = bearers.get(tenantId)
      if (known && known.until > deps.clock.now()) return known.jwt
      const { accessToken } = await api.users.getUserJwtForTenant({ body: { tenantId } })
      const jwt = `Bearer ${accessToken}`
      bearers.set(tenantId, { jwt, until: deps.clock.now() + BEARER_MS })
      return jwt
    },
    forgetBearers: () => bearers.clear(),
  }
}

export type AccountsContext = ReturnType<typeof createAccountsContext>
