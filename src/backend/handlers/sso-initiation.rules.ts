import type { ssoInitiation } from '../../contract/login.ts'
import { BEGINS_SIGN_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const ssoInitiationRules = {
  startSso: { ...NEEDS_NO_RIGHTS, audit: BEGINS_SIGN_IN, events: [] },
} satisfies RulesOf<typeof ssoInitiation>
