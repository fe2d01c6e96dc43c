import type { session } from '../../contract/session.ts'
import { ENDS_SESSION, RENEWS_SESSION, SIGNS_IN, TOO_LARGE } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const sessionRules = {
  refreshSession: { permission: null, rank: 'none', fresh: 'never', audit: RENEWS_SESSION, grants: false, events: [] },
  refreshSessionServer: { permission: null, rank: 'none', fresh: 'never', audit: 'change', grants: false, events: [] },
  exchangeAuthorizationCode: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { ...SIGNS_IN, partly: 'hands over a session whose beginning left a row' },
    grants: false,
    events: [],
  },
  exchangeRefreshToken: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: RENEWS_SESSION,
    grants: false,
    events: [],
  },
  silentAuthorize: { permission: null, rank: 'none', fresh: 'never', audit: RENEWS_SESSION, grants: false, events: [] },
  authorizeRedirect: { permission: null },
  logout: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { ...ENDS_SESSION, partly: 'there is no session to end' },
    grants: false,
    events: [],
  },
  oauthLogout: { permission: null },
  oauthLogoutRedirect: { permission: null },
  getMe: { permission: null },
  getProfile: { permission: null },
  updateProfile: { permission: null, rank: 'none', fresh: 'never', audit: 'change', grants: false, events: [] },
  getMyAuthorization: { permission: null },
  getMyTenantsV3: { permission: null },
  getMyTenantsV1: { permission: null },
  getMyTenantsV2: { permission: null },
  switchTenant: { permission: null, rank: 'none', fresh: 'never', audit: SIGNS_IN, grants: false, events: [] },
  updateProfileImage: { permission: null, rank: 'none', fresh: 'never', audit: TOO_LARGE, grants: false, events: [] },
} satisfies RulesOf<typeof session>
