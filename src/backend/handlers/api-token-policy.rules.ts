import type { apiTokenPolicy } from '../../contract/api-tokens.ts'
import type { RulesOf } from '../http/rules.ts'

export const apiTokenPolicyRules = {
  getApiTokenPolicy: { permission: null },
  saveApiTokenPolicy: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['account'],
  },
} satisfies RulesOf<typeof apiTokenPolicy>
