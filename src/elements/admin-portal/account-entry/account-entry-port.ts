import type { EntryRequest } from '../../../rules/account-entry.ts'

/** The parts of the portal that the dialog uses. */
export interface AccountEntryPort {
  request: EntryRequest
  /** Ends the dialog. If `isProven`, the account switch continues; otherwise it fails with the API's error. */
  end(isProven: boolean): void
}
