import type { EntryRequest } from '../../../rules/account-entry.ts'

/** What the dialog gets of the portal. */
export interface AccountEntryPort {
  request: EntryRequest
  /** `isProven`: the account is entered; else the switch fails as the API said. */
  end(isProven: boolean): void
}
