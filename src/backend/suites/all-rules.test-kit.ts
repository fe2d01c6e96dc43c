import type { AllTables } from '../../contract/all.ts'
import { accountAliasRules, accountEntryRules, settingsRules } from '../handlers/accounts.rules.ts'
import {
  apiTokenPolicyRules,
  apiTokensRules,
  tokensTenantRules,
  tokensUserRules,
} from '../handlers/api-tokens.rules.ts'
import { auditLogRules, auditsRules } from '../handlers/audits.rules.ts'
import { authorizationRules } from '../handlers/authorization.rules.ts'
import {
  billingRules,
  pausedSubscriptionsRules,
  planChangesRules,
  publicPlansRules,
} from '../handlers/billing.rules.ts'
import { entitlementsRules } from '../handlers/entitlements.rules.ts'
import { federationRules } from '../handlers/federation.rules.ts'
import { groupListRules, groupsRules } from '../handlers/groups.rules.ts'
import { guaranteesRules, tokenGuarantorsRules } from '../handlers/guarantees.rules.ts'
import { impersonationRules, memberImpersonationRules } from '../handlers/impersonation.rules.ts'
import {
  loginRules,
  quickPhoneRules,
  socialRules,
  ssoInitiationRules,
  ssoSessionRules,
  stepUpRules,
} from '../handlers/login.rules.ts'
import {
  confirmationsRules,
  mfaDevicesRules,
  passkeyNamesRules,
  phoneNumbersRules,
  sessionsRules,
} from '../handlers/me.rules.ts'
import { metadataRules } from '../handlers/metadata.rules.ts'
import { mfaLoginRules, mfaRules, passkeysRules, rememberDeviceRules } from '../handlers/mfa.rules.ts'
import { notificationsRules } from '../handlers/notifications.rules.ts'
import { oauthServerRules } from '../handlers/oauth-server.rules.ts'
import { passwordRules, phoneResetRules } from '../handlers/password.rules.ts'
import { picturesRules } from '../handlers/pictures.rules.ts'
import { policiesRules } from '../handlers/policies.rules.ts'
import { portalRules } from '../handlers/portal.rules.ts'
import { provisioningConnectionsRules, provisioningRules } from '../handlers/provisioning.rules.ts'
import { recordSearchRules } from '../handlers/record-search.rules.ts'
import { reportsRules } from '../handlers/reports.rules.ts'
import { requestCountersRules } from '../handlers/request-counters.rules.ts'
import {
  domainRestrictionsRules,
  emailDomainsRules,
  ipRestrictionsRules,
  ipRulesRules,
} from '../handlers/restrictions.rules.ts'
import { permissionsRules, roleListRules, rolesRules } from '../handlers/roles.rules.ts'
import { samlSettingsRules } from '../handlers/saml-settings.rules.ts'
import { scimRules } from '../handlers/scim.rules.ts'
import {
  lockoutGuardRules,
  securityCenterRules,
  sessionConfigRules,
  sessionLimitsRules,
} from '../handlers/security.rules.ts'
import { selfServiceRules, tenantDeletionRules } from '../handlers/self-service.rules.ts'
import { sessionRules } from '../handlers/session.rules.ts'
import { activationRules, invitationRules, linkOwnerRules, signUpRules } from '../handlers/sign-up.rules.ts'
import {
  ssoConfigsRules,
  ssoConnectionsRules,
  ssoEnforcementRules,
  ssoSamlRules,
  ssoTestsRules,
} from '../handlers/sso.rules.ts'
import {
  accountPathsRules,
  subTenantStatusRules,
  subTenantsRules,
  subTenantTreeRules,
} from '../handlers/sub-tenants.rules.ts'
import { usageRules } from '../handlers/usage.rules.ts'
import {
  breachedPasswordEmailsRules,
  inviteChecksRules,
  memberSecurityRules,
  temporaryUserConfigurationRules,
} from '../handlers/user-administration.rules.ts'
import {
  inviteLinkConfigurationRules,
  memberMfaRules,
  membersRules,
  teamRules,
  usersRules,
} from '../handlers/users.rules.ts'
import { connectivityRules, messageRecipientsRules, slackAppRules, webhooksRules } from '../handlers/webhooks.rules.ts'
import type { ChangeRules, Rules, RulesOf } from '../http/rules.ts'

/** The rules of every table, by its name. */
const ALL = {
  portal: portalRules,
  session: sessionRules,
  login: loginRules,
  passkeys: passkeysRules,
  signUp: signUpRules,
  password: passwordRules,
  activation: activationRules,
  invitation: invitationRules,
  social: socialRules,
  mfa: mfaRules,
  mfaLogin: mfaLoginRules,
  stepUp: stepUpRules,
  impersonation: impersonationRules,
  phoneReset: phoneResetRules,
  phoneNumbers: phoneNumbersRules,
  quickPhone: quickPhoneRules,
  entitlements: entitlementsRules,
  billing: billingRules,
  team: teamRules,
  users: usersRules,
  subTenants: subTenantsRules,
  groups: groupsRules,
  roles: rolesRules,
  permissions: permissionsRules,
  settings: settingsRules,
  tokensUser: tokensUserRules,
  tokensTenant: tokensTenantRules,
  sessions: sessionsRules,
  sessionConfig: sessionConfigRules,
  policies: policiesRules,
  lockoutGuard: lockoutGuardRules,
  ipRestrictions: ipRestrictionsRules,
  domainRestrictions: domainRestrictionsRules,
  ssoSaml: ssoSamlRules,
  ssoConfigs: ssoConfigsRules,
  securityCenter: securityCenterRules,
  audits: auditsRules,
  authorization: authorizationRules,
  oauthServer: oauthServerRules,
  federation: federationRules,
  provisioning: provisioningRules,
  provisioningConnections: provisioningConnectionsRules,
  scim: scimRules,
  connectivity: connectivityRules,
  metadata: metadataRules,
  reports: reportsRules,
  notifications: notificationsRules,
  members: membersRules,
  breachedPasswordEmails: breachedPasswordEmailsRules,
  memberMfa: memberMfaRules,
  memberSecurity: memberSecurityRules,
  inviteChecks: inviteChecksRules,
  memberImpersonation: memberImpersonationRules,
  inviteLinkConfiguration: inviteLinkConfigurationRules,
  temporaryUserConfiguration: temporaryUserConfigurationRules,
  roleList: roleListRules,
  groupList: groupListRules,
  subTenantStatus: subTenantStatusRules,
  subTenantTree: subTenantTreeRules,
  recordSearch: recordSearchRules,
  apiTokens: apiTokensRules,
  mfaDevices: mfaDevicesRules,
  confirmations: confirmationsRules,
  passkeyNames: passkeyNamesRules,
  accountAlias: accountAliasRules,
  accountEntry: accountEntryRules,
  accountPaths: accountPathsRules,
  rememberDevice: rememberDeviceRules,
  sessionLimits: sessionLimitsRules,
  guarantees: guaranteesRules,
  apiTokenPolicy: apiTokenPolicyRules,
  tokenGuarantors: tokenGuarantorsRules,
  pausedSubscriptions: pausedSubscriptionsRules,
  ssoEnforcement: ssoEnforcementRules,
  ssoInitiation: ssoInitiationRules,
  ssoSession: ssoSessionRules,
  samlSettings: samlSettingsRules,
  linkOwner: linkOwnerRules,
  pictures: picturesRules,
  emailDomains: emailDomainsRules,
  requestCounters: requestCountersRules,
  ipRules: ipRulesRules,
  webhooks: webhooksRules,
  messageRecipients: messageRecipientsRules,
  slackApp: slackAppRules,
  auditLog: auditLogRules,
  ssoConnections: ssoConnectionsRules,
  ssoTests: ssoTestsRules,
  planChanges: planChangesRules,
  publicPlans: publicPlansRules,
  selfService: selfServiceRules,
  tenantDeletion: tenantDeletionRules,
  usage: usageRules,
} satisfies { [group in keyof AllTables]: RulesOf<AllTables[group]> }

/** The rules of every call, such as `users.listUsersV2`, even if it has no handler. */
export const ALL_RULES: ReadonlyMap<string, Rules> = new Map(
  Object.entries(ALL).flatMap(([group, rules]) =>
    Object.entries(rules).map(([operation, one]): [string, Rules] => [`${group}.${operation}`, one]),
  ),
)

/** The rules of calls that may change something. */
export const CHANGE_RULES: ReadonlyMap<string, ChangeRules> = new Map(
  [...ALL_RULES].flatMap(([operation, rules]): [string, ChangeRules][] =>
    'fresh' in rules ? [[operation, rules]] : [],
  ),
)
