import type { CallId } from './operations.ts'
import { type CallResult, isBroken } from './results.ts'

interface FeatureDefinition {
  title: string
  /** The feature doesn't work without each of these calls. */
  needs: readonly CallId[]
  /** Optional parts: the rest of the feature works without them. */
  parts?: Readonly<Record<string, readonly CallId[]>>
}

const SESSION = ['session.refreshSession', 'session.getMe'] as const

/** The parts of the front end in the order in which users see them, and the calls that each one makes. */
const FEATURES: readonly FeatureDefinition[] = [
  {
    title: 'Sign-in box',
    needs: ['portal.getVendorPublicPolicy', 'login.login', ...SESSION],
    parts: {
      'appearance from the server': ['portal.getPortalMetadata'],
      'sign-out': ['session.logout'],
      'single sign-on': ['login.preLogin', 'login.samlPostLogin', 'login.oidcPostLogin'],
      'social sign-in': ['social.getSocialProvidersV2', 'social.loginWithSocialProvider'],
      'codes and magic links': ['login.passwordlessPreLogin', 'login.passwordlessPostLogin'],
      passkeys: ['login.webauthnPreLogin', 'login.webauthnPostLogin'],
      'switching accounts': ['session.getMyTenantsV3', 'session.switchTenant'],
    },
  },
  {
    title: 'Hosted sign-in',
    needs: ['session.authorizeRedirect', 'session.exchangeAuthorizationCode', 'portal.getJwks'],
    parts: {
      'silent refresh': ['session.silentAuthorize', 'session.exchangeRefreshToken'],
      'sign-out': ['session.oauthLogout'],
    },
  },
  { title: 'Sign-up', needs: ['signUp.signUp', 'password.getPasswordConfig'] },
  {
    title: 'Activation and invitations',
    needs: ['activation.activateAccount', 'activation.getActivationStrategy'],
    parts: {
      'a new activation email': ['activation.resendActivationEmail'],
      'accepting invitations': ['invitation.acceptInvitation', 'invitation.verifyInviteToken'],
      'a new invitation email': ['invitation.resendInvitationEmail'],
    },
  },
  {
    title: 'Password recovery',
    needs: ['password.forgotPassword', 'password.resetPassword', 'password.getPasswordConfig'],
    parts: {
      'a new phone number': [
        'phoneReset.resetPhoneNumber',
        'phoneReset.verifyResetPhoneNumber',
        'phoneReset.changePhoneNumber',
      ],
    },
  },
  {
    title: 'Two-factor sign-in',
    needs: ['mfaLogin.verifyCode'],
    parts: {
      'recovery codes': ['mfaLogin.recover'],
      'setting up an authenticator app': ['mfaLogin.enrollAuthenticator'],
      'codes by email': ['mfaLogin.preVerifyEmailCode', 'mfaLogin.verifyEmailCode'],
      'codes by text message': ['mfaLogin.preVerifySms', 'mfaLogin.verifySms'],
      'setting up text messages': ['mfaLogin.preEnrollSms', 'mfaLogin.enrollSms'],
      'security keys': ['mfaLogin.preVerifyWebauthn', 'mfaLogin.verifyWebauthn'],
      'setting up security keys': ['mfaLogin.preEnrollWebauthn', 'mfaLogin.enrollWebauthn'],
    },
  },
  { title: 'Step-up', needs: ['stepUp.generateStepUpSession'] },
  {
    title: 'Profile',
    needs: ['session.getMe', 'session.updateProfile'],
    parts: {
      picture: ['session.updateProfileImage'],
      'phone numbers': ['phoneNumbers.listPhoneNumbers', 'phoneNumbers.createPhoneNumber'],
    },
  },
  {
    title: 'Privacy',
    needs: ['sessions.listSessions'],
    parts: {
      'changing the password': ['password.changePassword', 'password.getPasswordConfig'],
      'two-factor authentication': ['mfa.listDevices', 'mfa.getStrategies', 'mfa.startEnroll', 'mfa.verifyEnroll'],
      'turning two-factor authentication off': ['mfa.disable'],
      passkeys: ['passkeys.listDevices', 'passkeys.startDeviceRegistration', 'passkeys.verifyDeviceRegistration'],
      'ending sessions': ['sessions.deleteSession', 'sessions.deleteAllSessions'],
    },
  },
  { title: 'Account', needs: ['settings.getAccountSettings', 'settings.saveAccountSettings'] },
  {
    title: 'Users',
    needs: ['users.listUsersV3', 'team.listAssignableRoles'],
    parts: {
      'inviting users': ['team.addUser'],
      'changing users': ['team.updateMember'],
      'removing users': ['team.deleteMember'],
      'activation emails': ['team.resendActivation'],
      'invite links': [
        'team.getInviteLinkConfig',
        'team.getInviteLink',
        'team.createInviteLink',
        'team.deleteInviteLink',
      ],
      'temporary users': ['team.getTemporaryUserConfig', 'team.extendTemporaryUser', 'team.makeUserPermanent'],
      'roles and groups in the list': ['users.getUsersRoles'],
    },
  },
  {
    title: 'Groups',
    needs: ['groups.listGroups', 'groups.getConfiguration'],
    parts: {
      'making and changing groups': ['groups.createGroup', 'groups.updateGroup', 'groups.deleteGroup'],
      'roles of groups': ['groups.addRoles', 'groups.removeRoles'],
      'users of groups': ['groups.addUsers', 'groups.removeUsers'],
    },
  },
  {
    title: 'Roles',
    needs: ['roles.listRoles', 'permissions.listPermissions', 'permissions.listCategories'],
    parts: {
      'making and changing roles': ['roles.addRole', 'roles.updateRole', 'roles.attachPermissions', 'roles.deleteRole'],
    },
  },
  {
    title: 'Security',
    needs: ['policies.getGlobalPolicy'],
    parts: {
      overview: ['securityCenter.getRecommendations', 'securityCenter.getInsights'],
      'required second factor': ['policies.getMfaPolicy', 'policies.createMfaPolicy', 'policies.updateMfaPolicy'],
      lockout: ['policies.getLockoutPolicy', 'policies.createLockoutPolicy', 'policies.updateLockoutPolicy'],
      'password history': [
        'policies.getPasswordHistoryPolicy',
        'policies.createPasswordHistoryPolicy',
        'policies.updatePasswordHistoryPolicy',
      ],
      'session limits': ['sessionConfig.getSessionConfig', 'sessionConfig.saveSessionConfig'],
      'IP restrictions': [
        'ipRestrictions.listIpRestrictions',
        'ipRestrictions.createIpRestriction',
        'ipRestrictions.deleteIpRestriction',
        'ipRestrictions.getIpConfig',
        'ipRestrictions.updateIpConfig',
      ],
      'email domain restrictions': [
        'domainRestrictions.listDomains',
        'domainRestrictions.createDomain',
        'domainRestrictions.deleteDomain',
        'domainRestrictions.getDomainConfig',
        'domainRestrictions.updateDomainConfig',
      ],
    },
  },
  {
    title: 'Audit log',
    needs: ['audits.listAudits', 'audits.getAuditMetadata'],
    parts: { figures: ['audits.getAuditStats'], export: ['audits.exportAudits'] },
  },
  {
    title: 'Single sign-on',
    needs: ['ssoConfigs.listConfigs', 'ssoConfigs.createConfig', 'ssoConfigs.updateConfig'],
    parts: {
      'removing connections': ['ssoConfigs.deleteConfig'],
      'set-up from metadata': ['ssoConfigs.createConfigByMetadata', 'ssoConfigs.createConfigByMetadataUrl'],
      domains: ['ssoConfigs.createDomain', 'ssoConfigs.validateDomain', 'ssoConfigs.deleteDomain'],
      'roles of connections': ['ssoConfigs.setDefaultRoles', 'ssoConfigs.listGroups', 'ssoConfigs.createGroup'],
    },
  },
  {
    title: 'Provisioning',
    needs: ['provisioning.listConnections', 'provisioning.createConnection'],
    parts: {
      'changing connections': ['provisioning.updateConnection', 'provisioning.deleteConnection'],
      'numbers of users': ['provisioning.countConnectionUsers'],
    },
  },
  {
    title: 'All accounts',
    needs: ['subTenants.searchSubTenants'],
    parts: {
      'making and changing accounts': [
        'subTenants.createSubTenant',
        'subTenants.updateSubTenant',
        'subTenants.deleteSubTenant',
      ],
      'tree of accounts': ['subTenants.getSubTenantTree', 'subTenants.getParentTenants'],
      'numbers of users': ['subTenants.countUsers'],
      'users of all accounts': ['subTenants.listAllUsers', 'subTenants.addUserToTenants', 'subTenants.setUserRoles'],
    },
  },
  {
    title: 'Subscription',
    needs: ['billing.managedListSubscriptions', 'billing.listPlans'],
    parts: {
      invoices: ['billing.listInvoices', 'billing.downloadInvoicePdf'],
      'payment methods': ['billing.listPaymentMethods', 'billing.createSetupIntent'],
      'changing the plan': ['billing.managedUpdateSubscription'],
      'canceling and renewing': ['billing.managedCancelSubscription', 'billing.managedRenewSubscription'],
    },
  },
  { title: 'Usage', needs: ['usage.listUsage'] },
  {
    title: 'Personal API tokens',
    needs: [
      'tokensUser.listClientCredentials',
      'tokensUser.createClientCredential',
      'tokensUser.deleteClientCredential',
    ],
    parts: {
      'access tokens': ['tokensUser.listAccessTokens', 'tokensUser.createAccessToken', 'tokensUser.deleteAccessToken'],
    },
  },
  {
    title: 'API tokens',
    needs: [
      'tokensTenant.listClientCredentials',
      'tokensTenant.createClientCredential',
      'tokensTenant.deleteClientCredential',
    ],
    parts: {
      'access tokens': [
        'tokensTenant.listAccessTokens',
        'tokensTenant.createAccessToken',
        'tokensTenant.deleteAccessToken',
      ],
    },
  },
  {
    title: 'Webhooks',
    needs: ['connectivity.listWebhooks', 'connectivity.listCategories', 'connectivity.listChannelEvents'],
    parts: {
      'making and changing webhooks': [
        'connectivity.createWebhook',
        'connectivity.updateWebhook',
        'connectivity.deleteWebhook',
      ],
      'delivery log': ['connectivity.listWebhookLogs'],
      'test events': ['connectivity.testWebhook'],
      'emails on events': ['connectivity.getEmailConfig', 'connectivity.createEmailConfig'],
      'text messages on events': ['connectivity.getSmsConfig', 'connectivity.createSmsConfig'],
      Slack: ['connectivity.getSlackConfig', 'connectivity.createSlackSubscription'],
    },
  },
  { title: 'Feature gates', needs: ['entitlements.loadEntitlementsV2'] },
]

/** `unknown` if none of its calls was tried. */
export type FeatureState = 'works' | 'partly' | 'fails' | 'unknown'

export interface FeatureResult {
  title: string
  state: FeatureState
  /** Calls that it requires, or that respond differently from the contract. */
  calls: readonly string[]
  /** Parts that don't work. */
  without: readonly string[]
}

const checkFeature = (definition: FeatureDefinition, results: ReadonlyMap<string, CallResult>): FeatureResult => {
  const { title, needs, parts = {} } = definition
  const found = (calls: readonly CallId[]) => calls.flatMap((call) => results.get(call) ?? [])
  const isDown = (result: CallResult) => isBroken(result) || result.state === 'absent'
  const needed = found(needs)
  const broken = needed.filter(isDown).map(({ call }) => call)
  if (broken.length > 0) return { title, state: 'fails', calls: broken, without: [] }
  const all = [...needed, ...found(Object.values(parts).flat())]
  if (needed.every(({ state }) => state === 'untried')) return { title, state: 'unknown', calls: [], without: [] }
  const without = Object.entries(parts)
    .filter(([, calls]) => found(calls).some(isDown))
    .map(([part]) => part)
  const calls = all.filter((result) => result.state === 'differs' && !isDown(result)).map(({ call }) => call)
  return { title, state: without.length + calls.length > 0 ? 'partly' : 'works', calls: [...new Set(calls)], without }
}

/** Returns whether each part of the front end works with the server. */
export const evaluateFeatures = (calls: readonly CallResult[]): FeatureResult[] => {
  const results = new Map(calls.map((result) => [result.call, result]))
  return FEATURES.map((definition) => checkFeature(definition, results))
}

/** Returns every call that the check of a part of the front end needs. */
export const checkedCalls = (): CallId[] =>
  FEATURES.flatMap(({ needs, parts = {} }) => [...needs, ...Object.values(parts).flat()])
