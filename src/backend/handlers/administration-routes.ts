import { accountPaths, subTenantStatus, subTenants, subTenantTree } from '../../contract/accounts.ts'
import { auditLog, audits } from '../../contract/audits.ts'
import { groupList, groups } from '../../contract/groups.ts'
import { ssoTests } from '../../contract/login.ts'
import { notifications } from '../../contract/notifications.ts'
import { domainRestrictions, emailDomains, ipRestrictions, ipRules } from '../../contract/restrictions.ts'
import { securityCenter } from '../../contract/security.ts'
import { sessionLimits } from '../../contract/session-limits.ts'
import { linkOwner } from '../../contract/sign-up.ts'
import { ssoConfigs, ssoConnections, ssoEnforcement, ssoSaml } from '../../contract/sso.ts'
import {
  breachedPasswordEmails,
  inviteChecks,
  memberSecurity,
  temporaryUserConfiguration,
} from '../../contract/users.ts'
import { type Route, routesOf } from '../http/router.ts'
import { auditLogRules, auditsRules } from './audits.rules.ts'
import { auditLogHandlers, auditsHandlers } from './audits.ts'
import { domainRestrictionHandlers, emailDomainsHandlers } from './domain-restrictions.ts'
import { groupListRules, groupsRules } from './groups.rules.ts'
import { groupListHandlers, groupsHandlers } from './groups.ts'
import { ipRestrictionsHandlers, ipRulesHandlers } from './ip-restrictions.ts'
import { linkOwnerHandlers } from './link-owner.ts'
import { notificationsRules } from './notifications.rules.ts'
import { notificationsHandlers } from './notifications.ts'
import { breachedPasswordEmailsHandlers } from './password.ts'
import { domainRestrictionsRules, emailDomainsRules, ipRestrictionsRules, ipRulesRules } from './restrictions.rules.ts'
import { securityCenterRules, sessionLimitsRules } from './security.rules.ts'
import { securityCenterHandlers } from './security-center.ts'
import { sessionLimitsHandlers } from './sessions.ts'
import { linkOwnerRules } from './sign-up.rules.ts'
import { ssoConfigsRules, ssoConnectionsRules, ssoEnforcementRules, ssoSamlRules, ssoTestsRules } from './sso.rules.ts'
import { ssoConfigsHandlers } from './sso-configs.ts'
import { ssoConnectionsHandlers, ssoEnforcementHandlers, ssoTestsHandlers } from './sso-connections.ts'
import { ssoSamlHandlers } from './sso-saml.ts'
import { accountPathsHandlers, subTenantTreeHandlers } from './sub-tenant-tree.ts'
import { subTenantUsersHandlers } from './sub-tenant-users.ts'
import { accountPathsRules, subTenantStatusRules, subTenantsRules, subTenantTreeRules } from './sub-tenants.rules.ts'
import { subTenantHandlers, subTenantMoveHandlers, subTenantStatusHandlers } from './sub-tenants.ts'
import { temporaryUserConfigurationHandlers } from './temporary-users.ts'
import {
  breachedPasswordEmailsRules,
  inviteChecksRules,
  memberSecurityRules,
  temporaryUserConfigurationRules,
} from './user-administration.rules.ts'
import { inviteChecksHandlers, memberSecurityHandlers } from './user-administration.ts'

/**
 * Returns the routes of single sign-on, audits and security policies. Preview loads these handlers when one of their
 * pages is opened.
 */
export const administrationRoutes = (): Route[] => [
  ...routesOf('ssoSaml', ssoSaml, ssoSamlHandlers, ssoSamlRules),
  ...routesOf('ssoConfigs', ssoConfigs, ssoConfigsHandlers, ssoConfigsRules),
  ...routesOf('audits', audits, auditsHandlers, auditsRules),
  ...routesOf('auditLog', auditLog, auditLogHandlers, auditLogRules),
  ...routesOf('ipRestrictions', ipRestrictions, ipRestrictionsHandlers, ipRestrictionsRules),
  ...routesOf('ipRules', ipRules, ipRulesHandlers, ipRulesRules),
  ...routesOf('domainRestrictions', domainRestrictions, domainRestrictionHandlers, domainRestrictionsRules),
  ...routesOf(
    'breachedPasswordEmails',
    breachedPasswordEmails,
    breachedPasswordEmailsHandlers,
    breachedPasswordEmailsRules,
  ),
  ...routesOf('securityCenter', securityCenter, securityCenterHandlers, securityCenterRules),
  ...routesOf('linkOwner', linkOwner, linkOwnerHandlers, linkOwnerRules),
  ...routesOf('emailDomains', emailDomains, emailDomainsHandlers, emailDomainsRules),
  ...routesOf('notifications', notifications, notificationsHandlers, notificationsRules),
  ...routesOf('ssoConnections', ssoConnections, ssoConnectionsHandlers, ssoConnectionsRules),
  ...routesOf('ssoEnforcement', ssoEnforcement, ssoEnforcementHandlers, ssoEnforcementRules),
  ...routesOf('ssoTests', ssoTests, ssoTestsHandlers, ssoTestsRules),
  ...routesOf('accountPaths', accountPaths, accountPathsHandlers, accountPathsRules),
  ...routesOf(
    'subTenants',
    subTenants,
    {
      ...subTenantHandlers,
      ...subTenantTreeHandlers,
      ...subTenantUsersHandlers,
    },
    subTenantsRules,
  ),
  ...routesOf('subTenantStatus', subTenantStatus, subTenantStatusHandlers, subTenantStatusRules),
  ...routesOf('subTenantTree', subTenantTree, subTenantMoveHandlers, subTenantTreeRules),
  ...routesOf('groups', groups, groupsHandlers, groupsRules),
  ...routesOf('groupList', groupList, groupListHandlers, groupListRules),
  ...routesOf(
    'temporaryUserConfiguration',
    temporaryUserConfiguration,
    temporaryUserConfigurationHandlers,
    temporaryUserConfigurationRules,
  ),
  ...routesOf('inviteChecks', inviteChecks, inviteChecksHandlers, inviteChecksRules),
  ...routesOf('sessionLimits', sessionLimits, sessionLimitsHandlers, sessionLimitsRules),
  ...routesOf('memberSecurity', memberSecurity, memberSecurityHandlers, memberSecurityRules),
]
