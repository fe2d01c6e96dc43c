import type { apiTokens } from '../../contract/api-tokens.ts'
import { SIGNS_IN } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const apiTokensRules = {
  exchangeApiToken: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: [] },
  updateUserApiToken: {
    permission: 'fe.secure.write.userApiTokens',
    ...PERMISSION_SUFFICES,
    audit: 'change',
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
