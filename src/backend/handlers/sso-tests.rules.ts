import type { ssoTests } from '../../contract/login.ts'
import type { RulesOf } from '../http/rules.ts'

export const ssoTestsRules = {
  completeSsoTest: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { silent: 'ends a test of a connection, whose start leaves a row' },
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof ssoTests>
