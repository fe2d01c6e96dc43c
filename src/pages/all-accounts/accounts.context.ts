import { accountPaths } from '../../contract/additions/account-paths.ts'
import { subTenantTree } from '../../contract/additions/sub-tenant-tree.ts'
import { settings } from '../../contract/settings.ts'
import { subTenants } from '../../contract/sub-tenants.ts'
import { team } from '../../contract/team.ts'
import { users } from '../../contract/users.ts'
import type { SubTenantRow } from '../../entities/tenants.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError } from '../../kernel/errors.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import { type AccountRow, type AccountsState, initialAccounts } from './accounts.state.ts'

const tables = { accountPaths, settings, subTenantTree, subTenants, team, users }

/** A bearer is reused for this long; it expires after five minutes. */
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

/** What all actions of the page share. */
export const createAccountsContext = (context: SliceContext<AccountsState>) => {
  const page = createPageContext(context, { tables, initial: initialAccounts })
  const { api, deps } = page
  const bearers = new Map<string, { jwt: string; until: number }>()
  return {
    ...page,
    /** The `Authorization` of calls in that account; refused when the user may not enter it. */
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
