import type { social } from '../../contract/login.ts'
import type { RulesOf } from '../http/rules.ts'

export const socialRules = {
  getSocialProvidersV1: { permission: null },
  getSocialProvidersV2: { permission: null },
  getSocialProvidersV2Authenticated: { permission: null },
  getCustomSocialProviders: { permission: null },
  loginWithSocialProvider: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: ['authentication', 'users'],
  },
} satisfies RulesOf<typeof social>
