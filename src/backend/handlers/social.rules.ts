import type { social } from '../../contract/login.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const socialRules = {
  getSocialProvidersV1: { permission: null },
  getSocialProvidersV2: { permission: null },
  getSocialProvidersV2Authenticated: { permission: null },
  getCustomSocialProviders: { permission: null },
  loginWithSocialProvider: { ...NEEDS_NO_RIGHTS, audit: 'change', events: ['authentication', 'users'] },
} satisfies RulesOf<typeof social>
