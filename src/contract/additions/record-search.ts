import { endpoint } from '../endpoint.ts'

/** One record as the command bar shows it. */
export interface FoundRecord {
  id: string
  name: string
  /** What tells two of the same name apart, such as an email address. */
  note?: string
}

/** At most five each; a kind the caller may not see is empty. */
export interface FoundRecords {
  users: FoundRecord[]
  groups: FoundRecord[]
  roles: FoundRecord[]
  accounts: FoundRecord[]
}

export const recordSearch = {
  /** The first few users, groups, roles and accounts with this in their names, of those the caller may see. */
  find: endpoint<{ text: string }, void, FoundRecords>()('GET', '/identity/resources/fe/v1/find'),
}
