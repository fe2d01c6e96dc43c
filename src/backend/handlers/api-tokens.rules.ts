import type { apiTokens } from '../../contract/api-tokens.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const apiTokensRules = {
  exchangeApiToken: { permission: null, rank: 'none', fresh: 'never', audit: SIGNS_IN, grants: false, events: [] },
  updateUserApiToken: {
    permission: 'fe.secure.write.userApiTokens',
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: [],
  },
  updateTenantApiToken: {
    permission: 'fe.secure.write.tenantApiTokens',
    rank: 'none',
    fresh: ({ body }) => body.roleIds !== undefined,
    audit: 'change',
    grants: true,
    events: [],
  },
} satisfies RulesOf<typeof apiTokens>
