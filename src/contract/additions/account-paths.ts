import { endpoint } from '../endpoint.ts'

export interface AccountPath {
  tenantId: string
  /** Names of the accounts above it, topmost first. */
  path: string[]
}

/** Paths of accounts in the hierarchy, which distinguish accounts of the same name. */
export const accountPaths = {
  /**
   * Lists paths from the caller's account down. `ids` are joined by commas; those of accounts that aren't below it are
   * omitted.
   */
  listPaths: endpoint<{ ids: string }, void, AccountPath[]>()('GET', '/identity/resources/fe/v1/sub-tenants/paths'),
  /**
   * Lists the paths of all accounts that the caller may enter, made of the accounts above them that the caller may
   * enter too.
   */
  listOwnPaths: endpoint<void, void, AccountPath[]>()('GET', '/identity/resources/fe/v1/me/account-paths'),
}
