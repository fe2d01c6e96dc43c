import { endpoint } from '../endpoint.ts'

/** One record as the command bar shows it. */
export interface FoundRecord {
  id: string
  name: string
  /** Distinguishes two records of the same name, such as an email. */
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
