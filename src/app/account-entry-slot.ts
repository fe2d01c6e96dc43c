import type { EntryPrompt } from '../rules/account-entry.ts'

/** While the portal is open, it provides a prompt over the page for the proof that another account requires. */
export interface AccountEntrySlot {
  prompt?: EntryPrompt | undefined
}
