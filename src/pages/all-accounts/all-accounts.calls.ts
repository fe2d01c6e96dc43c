import { accountPaths, settings, subTenantStatus, subTenants, subTenantTree } from '../../contract/accounts.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { team, users } from '../../contract/users.ts'
import type { HierarchyNode, SubTenantRow } from '../../entities/tenants.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError, isAbort } from '../../kernel/errors.ts'
import { lazy } from '../../kernel/lazy.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import { joinPath } from '../../rules/account-path.ts'
import { type AccountPlace, type AccountRow, type AccountsState, initialAccounts } from './all-accounts.state.ts'

export type Places = ReadonlyMap<string, AccountPlace>

/** Returns the place of each account of a tree. It avoids recursion, because a tree may have any depth. */
const placesOf = (root: HierarchyNode): Places => {
  const places = new Map<string, AccountPlace>()
  const left: { node: HierarchyNode; names: readonly string[]; above: readonly string[] }[] = [
    { node: root, names: [], above: [] },
  ]
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, names, above } = next
    const name = node.tenantName || node.tenantId
    const line = [...above, node.tenantId]
    places.set(node.tenantId, { name, path: joinPath([...names]), line })
    for (const child of node.children ?? []) left.push({ node: child, names: [...names, name], above: line })
  }
  return places
}

/** Returns whether an account is the given one or below it, so the given one can't be moved there. */
export const isWithin = (places: Places | undefined, id: string, accountId: string): boolean =>
  id === accountId || places?.get(id)?.line.includes(accountId) === true

const tables = { accountPaths, lockoutGuard, settings, subTenantStatus, subTenantTree, subTenants, team, users }

/** Time for which a bearer is reused; it expires after five minutes. */
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
  isSuspended: metadata?.isSuspended,
  trialEndsAt: metadata?.trialEndsAt === undefined ? undefined : String(metadata.trialEndsAt),
})

/** Creates the context that all actions of the page share. */
export const createAccountsContext = (context: SliceContext<AccountsState>) => {
  const page = createPageContext(context, { tables, initial: initialAccounts })
  const { api, deps } = page
  const loadPlaces = () => lazy(async () => placesOf(await api.subTenants.getSubTenantTree()))
  let places = loadPlaces()
  const bearers = new Map<string, { jwt: string; until: number }>()
  return {
    ...page,
    /** Returns the `Authorization` header for calls in that account. Rejects if the user may not enter it. */
    async bearerFor(tenantId: string): Promise<string> {
      const known = bearers.get(tenantId)
      if (known && known.until > deps.clock.now()) return known.jwt
      const { accessToken } = await api.users.getUserJwtForTenant({ body: { tenantId } })
      const jwt = `Bearer ${accessToken}`
      bearers.set(tenantId, { jwt, until: deps.clock.now() + BEARER_MS })
      return jwt
    },
    forgetBearers: () => bearers.clear(),
    /**
     * Returns the paths of all accounts, loaded with one call for many pages of a list; `undefined` if it failed, so
     * that names are left out.
     */
    places: () =>
      places().catch((error: unknown) => {
        if (!isAbort(error)) deps.log.info('Places of accounts are left out', error)
        return undefined
      }),
    /** Called after an account was created, moved, renamed or deleted. */
    forgetPlaces(): void {
      places = loadPlaces()
    },
  }
}

export type AccountsContext = ReturnType<typeof createAccountsContext>
