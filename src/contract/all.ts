import { activation } from './activation.ts'
import { accountAlias } from './additions/account-alias.ts'
import { accountEntry } from './additions/account-entry.ts'
import { accountPaths } from './additions/account-paths.ts'
import { apiTokenPolicy } from './additions/api-token-policy.ts'
import { apiTokens } from './additions/api-tokens.ts'
import { auditLog } from './additions/audit-log.ts'
import { breachedPasswordEmails } from './additions/breached-password-emails.ts'
import { confirmations } from './additions/confirmations.ts'
import { emailDomains } from './additions/email-domains.ts'
import { groupList } from './additions/group-list.ts'
import { guarantees } from './additions/guarantees.ts'
import { inviteChecks } from './additions/invite-checks.ts'
import { inviteLinkConfiguration } from './additions/invite-link-configuration.ts'
import { ipRules } from './additions/ip-rules.ts'
import { linkOwner } from './additions/link-owner.ts'
import { lockoutGuard } from './additions/lockout-guard.ts'
import { memberImpersonation } from './additions/member-impersonation.ts'
import { memberMfa } from './additions/member-mfa.ts'
import { memberSecurity } from './additions/member-security.ts'
import { members } from './additions/members.ts'
import { messageRecipients } from './additions/message-recipients.ts'
import { mfaDevices } from './additions/mfa-devices.ts'
import { passkeyNames } from './additions/passkey-names.ts'
import { pausedSubscriptions } from './additions/paused-subscriptions.ts'
import { pictures } from './additions/pictures.ts'
import { planChanges } from './additions/plan-changes.ts'
import { provisioningConnections } from './additions/provisioning-connections.ts'
import { publicPlans } from './additions/public-plans.ts'
import { recordSearch } from './additions/record-search.ts'
import { rememberDevice } from './additions/remember-device.ts'
import { requestCounters } from './additions/request-counters.ts'
import { roleList } from './additions/role-list.ts'
import { samlSettings } from './additions/saml-settings.ts'
import { selfService } from './additions/self-service.ts'
import { sessionLimits } from './additions/session-limits.ts'
import { slackApp } from './additions/slack-app.ts'
import { ssoConnections } from './additions/sso-connections.ts'
import { ssoEnforcement } from './additions/sso-enforcement.ts'
import { ssoInitiation } from './additions/sso-initiation.ts'
import { ssoSession } from './additions/sso-session.ts'
import { ssoTests } from './additions/sso-tests.ts'
import { subTenantStatus } from './additions/sub-tenant-status.ts'
import { subTenantTree } from './additions/sub-tenant-tree.ts'
import { temporaryUserConfiguration } from './additions/temporary-user-configuration.ts'
import { tenantDeletion } from './additions/tenant-deletion.ts'
import { tokenGuarantors } from './additions/token-guarantors.ts'
import { usage } from './additions/usage.ts'
import { webhooks } from './additions/webhooks.ts'
import { audits } from './audits.ts'
import { authorization } from './authorization.ts'
import { billing } from './billing.ts'
import { connectivity } from './connectivity.ts'
import { domainRestrictions } from './domain-restrictions.ts'
import { entitlements } from './entitlements.ts'
import { federation } from './federation.ts'
import { groups } from './groups.ts'
import { impersonation } from './impersonation.ts'
import { invitation } from './invitation.ts'
import { ipRestrictions } from './ip-restrictions.ts'
import { login } from './login.ts'
import { metadata } from './metadata.ts'
import { mfa } from './mfa.ts'
import { mfaLogin } from './mfa-login.ts'
import { notifications } from './notifications.ts'
import { oauthServer } from './oauth-server.ts'
import { passkeys } from './passkeys.ts'
import { password } from './password.ts'
import { permissions } from './permissions.ts'
import { phoneNumbers } from './phone-numbers.ts'
import { phoneReset } from './phone-reset.ts'
import { policies } from './policies.ts'
import { portal } from './portal.ts'
import { provisioning } from './provisioning.ts'
import { quickPhone } from './quick-phone.ts'
import { reports } from './reports.ts'
import { roles } from './roles.ts'
import { scim } from './scim.ts'
import { securityCenter } from './security-center.ts'
import { session } from './session.ts'
import { sessionConfig } from './session-config.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { signUp } from './sign-up.ts'
import { social } from './social.ts'
import { ssoConfigs } from './sso-configs.ts'
import { ssoSaml } from './sso-saml.ts'
import { stepUp } from './step-up.ts'
import { subTenants } from './sub-tenants.ts'
import { team } from './team.ts'
import { tokensTenant } from './tokens-tenant.ts'
import { tokensUser } from './tokens-user.ts'
import { users } from './users.ts'

/**
 * Every table by name, for the backend and the published description. Features import only the tables they need, so
 * that a login box never loads the portal's.
 */
export const allTables = {
  portal,
  session,
  login,
  passkeys,
  signUp,
  password,
  activation,
  invitation,
  social,
  mfa,
  mfaLogin,
  stepUp,
  impersonation,
  phoneReset,
  phoneNumbers,
  quickPhone,
  entitlements,
  billing,
  team,
  users,
  subTenants,
  groups,
  roles,
  permissions,
  settings,
  tokensUser,
  tokensTenant,
  sessions,
  sessionConfig,
  policies,
  lockoutGuard,
  ipRestrictions,
  domainRestrictions,
  ssoSaml,
  ssoConfigs,
  securityCenter,
  audits,
  authorization,
  oauthServer,
  federation,
  provisioning,
  provisioningConnections,
  scim,
  connectivity,
  metadata,
  reports,
  notifications,
  // Calls that the wire lacks. A backend without them responds with 404, and the front end hides the control.
  members,
  breachedPasswordEmails,
  memberMfa,
  memberSecurity,
  inviteChecks,
  memberImpersonation,
  inviteLinkConfiguration,
  temporaryUserConfiguration,
  roleList,
  groupList,
  subTenantStatus,
  subTenantTree,
  recordSearch,
  apiTokens,
  apiTokenPolicy,
  tokenGuarantors,
  pausedSubscriptions,
  mfaDevices,
  confirmations,
  passkeyNames,
  accountAlias,
  accountPaths,
  rememberDevice,
  sessionLimits,
  ssoEnforcement,
  ssoInitiation,
  ssoSession,
  samlSettings,
  linkOwner,
  pictures,
  emailDomains,
  requestCounters,
  ipRules,
  webhooks,
  messageRecipients,
  slackApp,
  auditLog,
  guarantees,
  ssoConnections,
  ssoTests,
  planChanges,
  publicPlans,
  selfService,
  accountEntry,
  tenantDeletion,
  usage,
}

export type AllTables = typeof allTables
