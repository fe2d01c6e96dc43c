import { accountPaths } from '../../contract/additions/account-paths.ts'
import { auditLog } from '../../contract/additions/audit-log.ts'
import { breachedPasswordEmails } from '../../contract/additions/breached-password-emails.ts'
import { emailDomains } from '../../contract/additions/email-domains.ts'
import { ipRules } from '../../contract/additions/ip-rules.ts'
import { linkOwner } from '../../contract/additions/link-owner.ts'
import { planChanges } from '../../contract/additions/plan-changes.ts'
import { publicPlans } from '../../contract/additions/public-plans.ts'
import { samlSettings } from '../../contract/additions/saml-settings.ts'
import { ssoConnections } from '../../contract/additions/sso-connections.ts'
import { ssoEnforcement } from '../../contract/additions/sso-enforcement.ts'
import { ssoTests } from '../../contract/additions/sso-tests.ts'
import { tenantDeletion } from '../../contract/additions/tenant-deletion.ts'
import { usage } from '../../contract/additions/usage.ts'
import { audits } from '../../contract/audits.ts'
import { billing } from '../../contract/billing.ts'
import { domainRestrictions } from '../../contract/domain-restrictions.ts'
import { ipRestrictions } from '../../contract/ip-restrictions.ts'
import { notifications } from '../../contract/notifications.ts'
import { securityCenter } from '../../contract/security-center.ts'
import { ssoConfigs } from '../../contract/sso-configs.ts'
import { ssoSaml } from '../../contract/sso-saml.ts'
import { type Route, routesOf } from '../http/router.ts'
import { accountPathsHandlers } from './account-paths.ts'
import { auditLogHandlers } from './audit-log.ts'
import { auditsHandlers } from './audits.ts'
import { billingReadHandlers, publicPlansHandlers } from './billing.ts'
import { billingChangeHandlers, planChangesHandlers } from './billing-changes.ts'
import { breachedPasswordEmailsHandlers } from './breached-passwords.ts'
import { domainRestrictionHandlers, emailDomainsHandlers } from './domain-restrictions.ts'
import { ipRestrictionsHandlers, ipRulesHandlers } from './ip-restrictions.ts'
import { linkOwnerHandlers } from './link-owner.ts'
import { notificationsHandlers } from './notifications.ts'
import { samlSettingsHandlers } from './saml-settings.ts'
import { securityCenterHandlers } from './security-center.ts'
import { ssoConfigsHandlers } from './sso-configs.ts'
import { ssoConnectionsHandlers, ssoTestsHandlers } from './sso-connections.ts'
import { ssoEnforcementHandlers } from './sso-enforcement.ts'
import { ssoSamlHandlers } from './sso-saml.ts'
import { tenantDeletionHandlers } from './tenant-deletion.ts'
import { usageHandlers } from './usage.ts'

/** Single sign-on, audits, security policies and billing: preview loads these handlers when a page of theirs is opened. */
export const administrationRoutes = (): Route[] => [
  ...routesOf('ssoSaml', ssoSaml, ssoSamlHandlers),
  ...routesOf('ssoConfigs', ssoConfigs, ssoConfigsHandlers),
  ...routesOf('audits', audits, auditsHandlers),
  ...routesOf('auditLog', auditLog, auditLogHandlers),
  ...routesOf('ipRestrictions', ipRestrictions, ipRestrictionsHandlers),
  ...routesOf('ipRules', ipRules, ipRulesHandlers),
  ...routesOf('domainRestrictions', domainRestrictions, domainRestrictionHandlers),
  ...routesOf('breachedPasswordEmails', breachedPasswordEmails, breachedPasswordEmailsHandlers),
  ...routesOf('securityCenter', securityCenter, securityCenterHandlers),
  ...routesOf('samlSettings', samlSettings, samlSettingsHandlers),
  ...routesOf('linkOwner', linkOwner, linkOwnerHandlers),
  ...routesOf('emailDomains', emailDomains, emailDomainsHandlers),
  ...routesOf('notifications', notifications, notificationsHandlers),
  ...routesOf('tenantDeletion', tenantDeletion, tenantDeletionHandlers),
  ...routesOf('ssoConnections', ssoConnections, ssoConnectionsHandlers),
  ...routesOf('ssoEnforcement', ssoEnforcement, ssoEnforcementHandlers),
  ...routesOf('ssoTests', ssoTests, ssoTestsHandlers),
  ...routesOf('accountPaths', accountPaths, accountPathsHandlers),
  ...routesOf('planChanges', planChanges, planChangesHandlers),
  ...routesOf('publicPlans', publicPlans, publicPlansHandlers),
  ...routesOf('billing', billing, { ...billingReadHandlers, ...billingChangeHandlers }),
  ...routesOf('usage', usage, usageHandlers),
]
