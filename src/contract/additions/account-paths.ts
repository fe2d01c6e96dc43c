import { endpoint } from '../endpoint.ts'

export interface AccountPath {
  tenantId: string
  /** Names of the accounts above it, topmost first. */
  path: string[]
}

/** Where accounts are in the hierarchy; two of one name differ by it. */
export const accountPaths = {
  /** From the caller's account down; `ids` are joined by commas, and those of accounts that aren't below it are left out. */
  listPaths: endpoint<{ ids: string }, void, AccountPath[]>()('GET', '/identity/resources/fe/v1/sub-tenants/paths'),
  /** Of all accounts that the caller may enter, by those above that they may enter too. */
  listOwnPaths: endpoint<void, void, AccountPath[]>()('GET', '/identity/resources/fe/v1/me/account-paths'),
}
