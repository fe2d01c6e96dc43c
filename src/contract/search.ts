import { ours } from './endpoint.ts'

/** One record as the command bar shows it. */
export interface FoundRecord {
  id: string
  name: string
  /** Distinguishes two records of the same name, such as an email. */
  note?: string
  /** A user's picture. */
  pictureUrl?: string
  /** Names of the accounts above an account, from the caller's own down to its parent. */
  path?: string[]
}

/** At most five records of each kind; a kind that the caller may not see is empty. */
export interface FoundRecords {
  users: FoundRecord[]
  groups: FoundRecord[]
  roles: FoundRecord[]
  accounts: FoundRecord[]
}

export const recordSearch = {
  /**
   * Returns the first few users, groups, roles and accounts with this text in their names, among those that the caller
   * may see.
   */
  find: ours<{ text: string }, void, FoundRecords>()('GET', '/find'),
}
