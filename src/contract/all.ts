import {
  accountAlias,
  accountEntry,
  accountPaths,
  settings,
  subTenantStatus,
  subTenants,
  subTenantTree,
  tenantDeletion,
} from './accounts.ts'
import { apiTokenPolicy, apiTokens, tokensTenant, tokensUser } from './api-tokens.ts'
import { auditLog, audits } from './audits.ts'
import { authorization } from './authorization.ts'
import { billing, pausedSubscriptions, planChanges, publicPlans } from './billing.ts'
import { entitlements } from './entitlements.ts'
import { federation } from './federation.ts'
import { groupList, groups } from './groups.ts'
import { guarantees, tokenGuarantors } from './guarantees.ts'
import { invitation } from './invitation.ts'
import { impersonation, login, quickPhone, social, ssoInitiation, ssoSession, ssoTests, stepUp } from './login.ts'
import { confirmations, mfaDevices, passkeyNames, phoneNumbers, selfService, sessions } from './me.ts'
import { metadata } from './metadata.ts'
import { mfa, mfaLogin, passkeys, rememberDevice } from './mfa.ts'
import { notifications } from './notifications.ts'
import { oauthServer } from './oauth-server.ts'
import { password, phoneReset } from './password.ts'
import { pictures } from './pictures.ts'
import { policies } from './policies.ts'
import { portal } from './portal.ts'
import { provisioning, provisioningConnections } from './provisioning.ts'
import { reports } from './reports.ts'
import { requestCounters } from './request-counters.ts'
import { domainRestrictions, emailDomains, ipRestrictions, ipRules } from './restrictions.ts'
import { permissions, roleList, roles } from './roles.ts'
import { scim } from './scim.ts'
import { recordSearch } from './search.ts'
import { lockoutGuard, securityCenter, sessionConfig } from './security.ts'
import { session } from './session.ts'
import { sessionLimits } from './session-limits.ts'
import { activation, linkOwner, signUp } from './sign-up.ts'
import { samlSettings, ssoConfigs, ssoConnections, ssoEnforcement, ssoSaml } from './sso.ts'
import { usage } from './usage.ts'
import {
  breachedPasswordEmails,
  inviteChecks,
  inviteLinkConfiguration,
  memberImpersonation,
  memberMfa,
  memberSecurity,
  members,
  team,
  temporaryUserConfiguration,
  users,
} from './users.ts'
import { connectivity, messageRecipients, slackApp, webhooks } from './webhooks.ts'

/**
 * Every table by name, resource by resource, for the backend and the published description. Features import only the
 * tables they need, so that a login box never loads the portal's.
 */
export const allTables = {
  portal,
  session,
  sessionLimits,
  login,
  social,
  quickPhone,
  stepUp,
  impersonation,
  ssoSession,
  ssoInitiation,
  ssoTests,
  signUp,
  activation,
  linkOwner,
  invitation,
  password,
  phoneReset,
  mfa,
  mfaLogin,
  passkeys,
  rememberDevice,
  sessions,
  phoneNumbers,
  selfService,
  confirmations,
  mfaDevices,
  passkeyNames,
  users,
  team,
  members,
  memberSecurity,
  memberMfa,
  memberImpersonation,
  inviteChecks,
  inviteLinkConfiguration,
  temporaryUserConfiguration,
  breachedPasswordEmails,
  groups,
  groupList,
  roles,
  permissions,
  roleList,
  settings,
  subTenants,
  subTenantStatus,
  subTenantTree,
  accountPaths,
  accountAlias,
  accountEntry,
  tenantDeletion,
  securityCenter,
  sessionConfig,
  lockoutGuard,
  policies,
  ipRestrictions,
  ipRules,
  domainRestrictions,
  emailDomains,
  ssoConfigs,
  ssoSaml,
  ssoConnections,
  ssoEnforcement,
  samlSettings,
  tokensUser,
  tokensTenant,
  apiTokens,
  apiTokenPolicy,
  guarantees,
  tokenGuarantors,
  entitlements,
  billing,
  planChanges,
  publicPlans,
  pausedSubscriptions,
  usage,
  audits,
  auditLog,
  provisioning,
  provisioningConnections,
  scim,
  connectivity,
  webhooks,
  slackApp,
  messageRecipients,
  notifications,
  reports,
  oauthServer,
  authorization,
  federation,
  metadata,
  recordSearch,
  pictures,
  requestCounters,
}

export type AllTables = typeof allTables
