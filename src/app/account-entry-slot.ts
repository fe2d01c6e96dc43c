import type { EntryPrompt } from '../rules/account-entry.ts'

/** The portal fills it while it is open, so that a user can prove over the page what another account asks for. */
export interface AccountEntrySlot {
  prompt?: EntryPrompt | undefined
}
