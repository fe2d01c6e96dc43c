import { apiTokensSetting } from './api-tokens.ts'
import { authStrategiesSetting } from './auth-strategies.ts'
import { billingSetting } from './billing.ts'
import { captchaSetting } from './captcha.ts'
import { customLoginSetting } from './custom-login.ts'
import { customSocialProvidersSetting } from './custom-social-providers.ts'
import { emailDomainsSetting } from './email-domains.ts'
import { entitlementsSetting } from './entitlements.ts'
import { featureFlagsSetting } from './feature-flags.ts'
import { groupsSetting } from './groups.ts'
import { inviteLinksSetting } from './invite-links.ts'
import { lockoutSetting } from './lockout.ts'
import { mfaSetting } from './mfa.ts'
import { mfaStrategiesSetting } from './mfa-strategies.ts'
import { passwordSetting } from './password.ts'
import { passwordHistorySetting } from './password-history.ts'
import { planSetting } from './plan.ts'
import { portalMetadataSetting } from './portal-metadata.ts'
import { publicPolicySetting } from './public-policy.ts'
import { rememberDeviceSetting } from './remember-device.ts'
import { sessionsSetting } from './sessions.ts'
import { socialProvidersSetting } from './social-providers.ts'
import { temporaryUsersSetting } from './temporary-users.ts'
import { vendorSetting } from './vendor.ts'

/** Every setting by its kind, for code that handles all of them alike. */
export const ALL_SETTINGS = {
  'api-tokens': apiTokensSetting,
  'auth-strategies': authStrategiesSetting,
  billing: billingSetting,
  captcha: captchaSetting,
  'custom-login': customLoginSetting,
  'custom-social-providers': customSocialProvidersSetting,
  'email-domains': emailDomainsSetting,
  entitlements: entitlementsSetting,
  'feature-flags': featureFlagsSetting,
  groups: groupsSetting,
  'invite-links': inviteLinksSetting,
  lockout: lockoutSetting,
  mfa: mfaSetting,
  'mfa-strategies': mfaStrategiesSetting,
  password: passwordSetting,
  'password-history': passwordHistorySetting,
  plan: planSetting,
  'portal-metadata': portalMetadataSetting,
  'public-policy': publicPolicySetting,
  'remember-device': rememberDeviceSetting,
  sessions: sessionsSetting,
  'social-providers': socialProvidersSetting,
  'temporary-users': temporaryUsersSetting,
  vendor: vendorSetting,
}

export type SettingValues = { [kind in keyof typeof ALL_SETTINGS]: (typeof ALL_SETTINGS)[kind]['default'] }
