import { endpoint } from '../endpoint.ts'

export interface AccountAlias {
  /** The account's part of a host name or query that selects its login; empty for none. */
  alias: string
}

const ALIAS = '/identity/resources/fe/v1/account/alias'

export const accountAlias = {
  getAccountAlias: endpoint<void, void, AccountAlias>()('GET', ALIAS),
  /** Sets the alias; fails with 409 when another account has it. */
  saveAccountAlias: endpoint<void, AccountAlias, AccountAlias>()('PUT', ALIAS),
}
