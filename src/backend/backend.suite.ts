import { after, before, beforeEach, describe } from 'node:test'
import { isWhole } from './prove/report.test-kit.ts'
import type { Store } from './store/store.ts'
import { describeAccount } from './suites/account.suite.ts'
import { describeApiTokenProof } from './suites/api-token-proof.suite.ts'
import { describeApiTokens } from './suites/api-tokens.suite.ts'
import { describeAuditChain } from './suites/audit-chain.suite.ts'
import { describeAuditCoverage } from './suites/audit-coverage.suite.ts'
import { describeAudits } from './suites/audits.suite.ts'
import { describeBilling } from './suites/billing.suite.ts'
import { describeBreachedPasswords } from './suites/breached-passwords.suite.ts'
import { describeChannels } from './suites/channels.suite.ts'
import { describeEdge } from './suites/edge.suite.ts'
import { describeEmailChange } from './suites/email-change.suite.ts'
import { describeEmailDomains } from './suites/email-domains.suite.ts'
import { describeEntitlements } from './suites/entitlements.suite.ts'
import { describeEntryPaths } from './suites/entry-paths.suite.ts'
import { describeEvents } from './suites/events.suite.ts'
import { describeGrants } from './suites/grants.suite.ts'
import { describeGroups } from './suites/groups.suite.ts'
import { describeImpersonation } from './suites/impersonation.suite.ts'
import { describeInvitations } from './suites/invitations.suite.ts'
import { describeIpEntry } from './suites/ip-entry.suite.ts'
import { describeIpGuard } from './suites/ip-guard.suite.ts'
import { describeIpRestrictions } from './suites/ip-restrictions.suite.ts'
import { type Kit, type KitOptions, openKit } from './suites/kit.test-kit.ts'
import { describeLockout } from './suites/lockout.suite.ts'
import { describeLockoutGuard } from './suites/lockout-guard.suite.ts'
import { describeLogin } from './suites/login.suite.ts'
import { describeMails } from './suites/mails.suite.ts'
import { describeMemberSecurity } from './suites/member-security.suite.ts'
import { describeMfa } from './suites/mfa.suite.ts'
import { describeMfaEnrollment } from './suites/mfa-enrollment.suite.ts'
import { describeMfaPolicy } from './suites/mfa-policy.suite.ts'
import { describeNetworkLimits } from './suites/network-limits.suite.ts'
import { describeNotifications } from './suites/notifications.suite.ts'
import { describeOauth } from './suites/oauth.suite.ts'
import { describeOauthLogout } from './suites/oauth-logout.suite.ts'
import { describeOpenInvitations, describeSharedUsers } from './suites/open-invitations.suite.ts'
import { describePasskeys } from './suites/passkeys.suite.ts'
import { describePassword } from './suites/password.suite.ts'
import { describePasswordless } from './suites/passwordless.suite.ts'
import { describePermissions } from './suites/permissions.suite.ts'
import { describePhones } from './suites/phones.suite.ts'
import { describePolicies } from './suites/policies.suite.ts'
import { describePortalAudit } from './suites/portal-audit.suite.ts'
import { describePreHijack } from './suites/pre-hijack.suite.ts'
import { describeProvisioning } from './suites/provisioning.suite.ts'
import { describeRanks } from './suites/ranks.suite.ts'
import { describeReports } from './suites/reports.suite.ts'
import { describeRoles } from './suites/roles.suite.ts'
import { describeSaml } from './suites/saml.suite.ts'
import { describeSamlEncryption } from './suites/saml-encryption.suite.ts'
import { describeSamlLogout } from './suites/saml-logout.suite.ts'
import { describeSamlSharedIssuer } from './suites/saml-shared-issuer.suite.ts'
import { describeScim } from './suites/scim.suite.ts'
import { describeSecurityCenter } from './suites/security-center.suite.ts'
import { describeSelfService } from './suites/self-service.suite.ts'
import { describeSessionLimits } from './suites/session-limits.suite.ts'
import { describeSessions } from './suites/sessions.suite.ts'
import { describeSignUp } from './suites/sign-up.suite.ts'
import { describeSocialAccounts } from './suites/social-accounts.suite.ts'
import { describeSocialPicture } from './suites/social-picture.suite.ts'
import { describeSsoDomains } from './suites/sso-domains.suite.ts'
import { describeSsoEnforcement } from './suites/sso-enforcement.suite.ts'
import { describeSsoSetup } from './suites/sso-setup.suite.ts'
import { describeSsoSingle } from './suites/sso-single.suite.ts'
import { describeSsoTenant } from './suites/sso-tenant.suite.ts'
import { describeSsoTest } from './suites/sso-test.suite.ts'
import { describeStepUp } from './suites/step-up.suite.ts'
import { describeSubAccountUsers } from './suites/sub-account-users.suite.ts'
import { describeSubAccounts } from './suites/sub-accounts.suite.ts'
import { describeSupersededCookies } from './suites/superseded-cookie.suite.ts'
import { describeTeam } from './suites/team.suite.ts'
import { describeTenantEntry } from './suites/tenant-entry.suite.ts'
import { describeUsage } from './suites/usage.suite.ts'
import { describeWebhooks } from './suites/webhooks.suite.ts'

/** What the backend does whatever its store; run on memory, PGlite and PostgreSQL. */
export const backendSuite = (
  name: string,
  openStore: () => Promise<Store>,
  options: KitOptions & { skip?: string | false } = {},
): void => {
  describe(`The backend on ${name}`, { skip: options.skip ?? false }, () => {
    let kit: Kit
    before(async () => {
      kit = await openKit(openStore, options)
    })
    after(() => kit?.close())
    beforeEach(() => kit.reset())

    describe('at its edge', () => describeEdge(() => kit))
    describe('signing in', () => describeLogin(() => kit))
    describe('by SAML', () => describeSaml(() => kit))
    describe('setting up single sign-on', () => describeSsoSetup(() => kit))
    describe('verifying domains of single sign-on', () => describeSsoDomains(() => kit))
    describe('setting up the one connection of older clients', () => describeSsoSingle(() => kit))
    describe('by SAML with encryption', () => describeSamlEncryption(() => kit))
    describe('by SAML with an issuer that accounts share', () => describeSamlSharedIssuer(() => kit))
    describe('by SAML with single logout', () => describeSamlLogout(() => kit))
    describe('by single sign-on of a user of several accounts', () => describeSsoTenant(() => kit))
    describe('requiring single sign-on', () => describeSsoEnforcement(() => kit))
    describe('testing connections of single sign-on', () => describeSsoTest(() => kit))
    describe('sending emails that', () => describeMails(() => kit))
    // Thousands of calls that a store only counts.
    if (!options.isSampled || isWhole) describe('limiting each network', () => describeNetworkLimits(() => kit))
    describe('signing up', () => describeSignUp(() => kit))
    describe('while a user is impersonated', () => describeImpersonation(() => kit))
    describe('with accounts that a stranger prepared', () => describePreHijack(() => kit))
    describe('with phone numbers', () => describePhones(() => kit))
    describe('keeping sessions', () => describeSessions(() => kit))
    describe('reading cookies that were superseded', () => describeSupersededCookies(() => kit))
    describe('limiting sessions', () => describeSessionLimits(() => kit))
    describe('locking accounts', () => describeLockout(() => kit))
    describe('demanding a second factor', () => describeMfaPolicy(() => kit))
    describe('with policies', () => describePolicies(() => kit))
    describe('guarding against lockouts', () => describeLockoutGuard(() => kit))
    describe('keeping profile and account', () => describeAccount(() => kit))
    describe('showing pictures of identity providers', () => describeSocialPicture(() => kit))
    describe('as an authorization server', () => describeOauth(() => kit))
    describe('as an authorization server, signing out', () => describeOauthLogout(() => kit))
    describe('managing the team', () => describeTeam(() => kit))
    describe('securing members', () => describeMemberSecurity(() => kit))
    describe('with roles', () => describeRoles(() => kit))
    describe('with groups', () => describeGroups(() => kit))
    describe('moving between accounts', () => describeTenantEntry(() => kit))
    describe('entering an account', () => describeEntryPaths(() => kit))
    describe('restricting IP addresses', () => describeIpRestrictions(() => kit))
    describe('guarding IP restrictions against lockouts', () => describeIpGuard(() => kit))
    describe('entering an account that restricts IP addresses', () => describeIpEntry(() => kit))
    describe('with billing, a subscription', () => describeBilling(() => kit))
    describe('with billing, usage', () => describeUsage(() => kit))
    describe('with entitlements', () => describeEntitlements(() => kit))
    describe('restricting email domains', () => describeEmailDomains(() => kit))
    describe('inviting', () => describeInvitations(() => kit))
    describe('with invitations that are not accepted', () => describeOpenInvitations(() => kit))
    describe('with users of several accounts', () => describeSharedUsers(() => kit))
    describe('with second factors', () => describeMfa(() => kit))
    describe('enrolling second factors', () => describeMfaEnrollment(() => kit))
    describe('without passwords', () => describePasswordless(() => kit))
    describe('with passkeys', () => describePasskeys(() => kit))
    describe('stepping up', () => describeStepUp(() => kit))
    describe('with passwords', () => describePassword(() => kit))
    describe('with breached passwords', () => describeBreachedPasswords(() => kit))
    describe('in the security center', () => describeSecurityCenter(() => kit))
    describe('with API tokens', () => describeApiTokens(() => kit))
    describe('proving for API tokens', () => describeApiTokenProof(() => kit))
    describe('showing the audit log', () => describeAudits(() => kit))
    describe('chaining the audit log', () => describeAuditChain(() => kit))
    describe('logging changes of tokens and accounts', () => describePortalAudit(() => kit))
    describe('changing emails', () => describeEmailChange(() => kit))
    describe('linking social accounts', () => describeSocialAccounts(() => kit))
    describe('letting users decide about themselves', () => describeSelfService(() => kit))
    describe('with sub-accounts', () => describeSubAccounts(() => kit))
    describe('with users of sub-accounts', () => describeSubAccountUsers(() => kit))
    describe('with directories', () => describeProvisioning(() => kit))
    describe('by SCIM', () => describeScim(() => kit))
    describe('when users grant', () => describeGrants(() => kit))
    describe('with ranks of roles', () => describeRanks(() => kit))
    describe('recording events that', () => describeEvents(() => kit))
    describe('the bell that', () => describeNotifications(() => kit))
    describe('sending webhooks that', () => describeWebhooks(() => kit))
    describe('with notifications by email, text message and Slack that', () => describeChannels(() => kit))
    describe('with reports that', () => describeReports(() => kit))
    describe('deciding who may', () => describePermissions(() => kit))
    // Where cases are sampled, not every call is made.
    if (!options.isSampled || isWhole) describe('after everything above', () => describeAuditCoverage(() => kit))
  })
}
