import type { session } from '../../contract/session.ts'
import { ENDS_SESSION, NEEDS_NO_RIGHTS, RENEWS_SESSION, type RulesOf, SIGNS_IN, TOO_LARGE } from '../http/rules.ts'

export const sessionRules = {
  refreshSession: { ...NEEDS_NO_RIGHTS, audit: RENEWS_SESSION, events: [] },
  refreshSessionServer: { ...NEEDS_NO_RIGHTS, audit: 'change', events: [] },
  exchangeAuthorizationCode: {
    ...NEEDS_NO_RIGHTS,
    audit: { ...SIGNS_IN, partly: 'hands over a session whose beginning left a row' },
    events: [],
  },
  exchangeRefreshToken: { ...NEEDS_NO_RIGHTS, audit: RENEWS_SESSION, events: [] },
  silentAuthorize: { ...NEEDS_NO_RIGHTS, audit: RENEWS_SESSION, events: [] },
  authorizeRedirect: { permission: null },
  logout: { ...NEEDS_NO_RIGHTS, audit: { ...ENDS_SESSION, partly: 'there is no session to end' }, events: [] },
  oauthLogout: { permission: null },
  oauthLogoutRedirect: { permission: null },
  getMe: { permission: null },
  getProfile: { permission: null },
  updateProfile: { ...NEEDS_NO_RIGHTS, audit: 'change', events: [] },
  getMyAuthorization: { permission: null },
  getMyTenantsV3: { permission: null },
  getMyTenantsV1: { permission: null },
  getMyTenantsV2: { permission: null },
  switchTenant: { ...NEEDS_NO_RIGHTS, audit: SIGNS_IN, events: [] },
  updateProfileImage: { ...NEEDS_NO_RIGHTS, audit: TOO_LARGE, events: [] },
} satisfies RulesOf<typeof session>
