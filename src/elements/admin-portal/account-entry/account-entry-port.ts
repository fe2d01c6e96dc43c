import type { EntryRequest } from '../../../rules/account-entry.ts'

/** The parts of the portal that the dialog gets. */
export interface AccountEntryPort {
  request: EntryRequest
  /** `isProven`: the account is entered; else the switch fails as the API said. */
  end(isProven: boolean): void
}
