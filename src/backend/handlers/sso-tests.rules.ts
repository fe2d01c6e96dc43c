import type { ssoTests } from '../../contract/login.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const ssoTestsRules = {
  completeSsoTest: {
    ...NEEDS_NO_RIGHTS,
    audit: { silent: 'ends a test of a connection, whose start leaves a row' },
    events: [],
  },
} satisfies RulesOf<typeof ssoTests>
