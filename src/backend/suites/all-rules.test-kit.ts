import type { AllTables } from '../../contract/all.ts'
import { accountAliasRules } from '../handlers/account-alias.rules.ts'
import { accountEntryRules } from '../handlers/account-entry.rules.ts'
import { accountPathsRules } from '../handlers/account-paths.rules.ts'
import { activationRules } from '../handlers/activation.rules.ts'
import { apiTokenPolicyRules } from '../handlers/api-token-policy.rules.ts'
import { apiTokensRules } from '../handlers/api-tokens.rules.ts'
import { auditLogRules } from '../handlers/audit-log.rules.ts'
import { auditsRules } from '../handlers/audits.rules.ts'
import { authorizationRules } from '../handlers/authorization.rules.ts'
import { billingRules } from '../handlers/billing.rules.ts'
import { breachedPasswordEmailsRules } from '../handlers/breached-password-emails.rules.ts'
import { confirmationsRules } from '../handlers/confirmations.rules.ts'
import { connectivityRules } from '../handlers/connectivity.rules.ts'
import { domainRestrictionsRules } from '../handlers/domain-restrictions.rules.ts'
import { emailDomainsRules } from '../handlers/email-domains.rules.ts'
import { entitlementsRules } from '../handlers/entitlements.rules.ts'
import { federationRules } from '../handlers/federation.rules.ts'
import { groupListRules } from '../handlers/group-list.rules.ts'
import { groupsRules } from '../handlers/groups.rules.ts'
import { guaranteesRules } from '../handlers/guarantees.rules.ts'
import { impersonationRules } from '../handlers/impersonation.rules.ts'
import { invitationRules } from '../handlers/invitation.rules.ts'
import { inviteChecksRules } from '../handlers/invite-checks.rules.ts'
import { inviteLinkConfigurationRules } from '../handlers/invite-link-configuration.rules.ts'
import { ipRestrictionsRules } from '../handlers/ip-restrictions.rules.ts'
import { ipRulesRules } from '../handlers/ip-rules.rules.ts'
import { linkOwnerRules } from '../handlers/link-owner.rules.ts'
import { lockoutGuardRules } from '../handlers/lockout-guard.rules.ts'
import { loginRules } from '../handlers/login.rules.ts'
import { memberImpersonationRules } from '../handlers/member-impersonation.rules.ts'
import { memberMfaRules } from '../handlers/member-mfa.rules.ts'
import { memberSecurityRules } from '../handlers/member-security.rules.ts'
import { membersRules } from '../handlers/members.rules.ts'
import { messageRecipientsRules } from '../handlers/message-recipients.rules.ts'
import { metadataRules } from '../handlers/metadata.rules.ts'
import { mfaRules } from '../handlers/mfa.rules.ts'
import { mfaDevicesRules } from '../handlers/mfa-devices.rules.ts'
import { mfaLoginRules } from '../handlers/mfa-login.rules.ts'
import { notificationsRules } from '../handlers/notifications.rules.ts'
import { oauthServerRules } from '../handlers/oauth-server.rules.ts'
import { passkeyNamesRules } from '../handlers/passkey-names.rules.ts'
import { passkeysRules } from '../handlers/passkeys.rules.ts'
import { passwordRules } from '../handlers/password.rules.ts'
import { pausedSubscriptionsRules } from '../handlers/paused-subscriptions.rules.ts'
import { permissionsRules } from '../handlers/permissions.rules.ts'
import { phoneNumbersRules } from '../handlers/phone-numbers.rules.ts'
import { phoneResetRules } from '../handlers/phone-reset.rules.ts'
import { picturesRules } from '../handlers/pictures.rules.ts'
import { planChangesRules } from '../handlers/plan-changes.rules.ts'
import { policiesRules } from '../handlers/policies.rules.ts'
import { portalRules } from '../handlers/portal.rules.ts'
import { provisioningRules } from '../handlers/provisioning.rules.ts'
import { provisioningConnectionsRules } from '../handlers/provisioning-connections.rules.ts'
import { publicPlansRules } from '../handlers/public-plans.rules.ts'
import { quickPhoneRules } from '../handlers/quick-phone.rules.ts'
import { recordSearchRules } from '../handlers/record-search.rules.ts'
import { rememberDeviceRules } from '../handlers/remember-device.rules.ts'
import { reportsRules } from '../handlers/reports.rules.ts'
import { requestCountersRules } from '../handlers/request-counters.rules.ts'
import { roleListRules } from '../handlers/role-list.rules.ts'
import { rolesRules } from '../handlers/roles.rules.ts'
import { samlSettingsRules } from '../handlers/saml-settings.rules.ts'
import { scimRules } from '../handlers/scim.rules.ts'
import { securityCenterRules } from '../handlers/security-center.rules.ts'
import { selfServiceRules } from '../handlers/self-service.rules.ts'
import { sessionRules } from '../handlers/session.rules.ts'
import { sessionConfigRules } from '../handlers/session-config.rules.ts'
import { sessionLimitsRules } from '../handlers/session-limits.rules.ts'
import { sessionsRules } from '../handlers/sessions.rules.ts'
import { settingsRules } from '../handlers/settings.rules.ts'
import { signUpRules } from '../handlers/sign-up.rules.ts'
import { slackAppRules } from '../handlers/slack-app.rules.ts'
import { socialRules } from '../handlers/social.rules.ts'
import { ssoConfigsRules } from '../handlers/sso-configs.rules.ts'
import { ssoConnectionsRules } from '../handlers/sso-connections.rules.ts'
import { ssoEnforcementRules } from '../handlers/sso-enforcement.rules.ts'
import { ssoInitiationRules } from '../handlers/sso-initiation.rules.ts'
import { ssoSamlRules } from '../handlers/sso-saml.rules.ts'
import { ssoSessionRules } from '../handlers/sso-session.rules.ts'
import { ssoTestsRules } from '../handlers/sso-tests.rules.ts'
import { stepUpRules } from '../handlers/step-up.rules.ts'
import { subTenantStatusRules } from '../handlers/sub-tenant-status.rules.ts'
import { subTenantTreeRules } from '../handlers/sub-tenant-tree.rules.ts'
import { subTenantsRules } from '../handlers/sub-tenants.rules.ts'
import { teamRules } from '../handlers/team.rules.ts'
import { temporaryUserConfigurationRules } from '../handlers/temporary-user-configuration.rules.ts'
import { tenantDeletionRules } from '../handlers/tenant-deletion.rules.ts'
import { tokenGuarantorsRules } from '../handlers/token-guarantors.rules.ts'
import { tokensTenantRules } from '../handlers/tokens-tenant.rules.ts'
import { tokensUserRules } from '../handlers/tokens-user.rules.ts'
import { usageRules } from '../handlers/usage.rules.ts'
import { usersRules } from '../handlers/users.rules.ts'
import { webhooksRules } from '../handlers/webhooks.rules.ts'
import { type ChangeRules, isChangeRules, type Rules, type RulesOf } from '../http/rules.ts'

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
    isChangeRules(rules) ? [[operation, rules]] : [],
  ),
)
