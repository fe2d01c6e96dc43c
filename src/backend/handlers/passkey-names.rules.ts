import type { passkeyNames } from '../../contract/me.ts'
import { CHANGES_FACTOR } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const passkeyNamesRules = {
  listPasskeyNames: { permission: null },
  renamePasskey: { ...NEEDS_NO_RIGHTS, audit: CHANGES_FACTOR, events: [] },
} satisfies RulesOf<typeof passkeyNames>
