import { after, before, beforeEach, describe } from 'node:test'
import { isWhole } from './prove/report.test-kit.ts'
import type { Store } from './store/store.ts'
import { describeAccessChanges } from './suites/access-changes.suite.ts'
import { describeAccount } from './suites/account.suite.ts'
import { describeAccountsAlone } from './suites/accounts-alone.suite.ts'
import { describeAdministratorStays } from './suites/administrator-stays.suite.ts'
import { describeAnnouncedLimits } from './suites/announced-limits.suite.ts'
import { describeApiTokenProof } from './suites/api-token-proof.suite.ts'
import { describeApiTokens } from './suites/api-tokens.suite.ts'
import { describeAuditChain } from './suites/audit-chain.suite.ts'
import { describeAuditCoverage } from './suites/audit-coverage.suite.ts'
import { describeAuditCursor } from './suites/audit-cursor.suite.ts'
import { describeAuditExportFaults } from './suites/audit-export-faults.suite.ts'
import { describeAuditTallies } from './suites/audit-tallies.suite.ts'
import { describeAudits } from './suites/audits.suite.ts'
import { describeBilling } from './suites/billing.suite.ts'
import { describeBillingAudits } from './suites/billing-audits.suite.ts'
import { describeBillingCards } from './suites/billing-cards.suite.ts'
import { describeBillingGuards } from './suites/billing-guards.suite.ts'
import { describeInvoices } from './suites/billing-invoices.suite.ts'
import { describeBillingTrials } from './suites/billing-trials.suite.ts'
import { describeBreachedPasswords } from './suites/breached-passwords.suite.ts'
import { describeChangeEvents } from './suites/change-events.suite.ts'
import { describeChannels } from './suites/channels.suite.ts'
import { describeClients } from './suites/clients.suite.ts'
import { describeCodeLimits } from './suites/code-limits.suite.ts'
import { describeCopiedProvider } from './suites/copied-provider.suite.ts'
import { describeDeclaredAccess } from './suites/declared-access.suite.ts'
import { describeDeletionLimits } from './suites/deletion-limits.suite.ts'
import { describeEntra } from './suites/directories/entra.suite.ts'
import { describeGoogle } from './suites/directories/google.suite.ts'
import { describeJumpCloud } from './suites/directories/jumpcloud.suite.ts'
import { describeOkta } from './suites/directories/okta.suite.ts'
import { describeOneLogin } from './suites/directories/onelogin.suite.ts'
import { describeDirectoryInvitations } from './suites/directory-invitations.suite.ts'
import { describeEdge } from './suites/edge.suite.ts'
import { describeEmailChange } from './suites/email-change.suite.ts'
import { describeEmailDomains } from './suites/email-domains.suite.ts'
import { describeEmptyDatabase } from './suites/empty-database.suite.ts'
import { describeEndedMemberships } from './suites/ended-memberships.suite.ts'
import { describeEnteredLimits } from './suites/entered-limits.suite.ts'
import { describeEntitlements } from './suites/entitlements.suite.ts'
import { describeEntryPaths } from './suites/entry-paths.suite.ts'
import { describeEntryPoints } from './suites/entry-points.suite.ts'
import { describeEventAreas } from './suites/event-areas.suite.ts'
import { describeEventChannels } from './suites/event-channels.suite.ts'
import { describeEvents } from './suites/events.suite.ts'
import { describeForeignFreshness } from './suites/foreign-freshness.suite.ts'
import { describeFoundedAccounts } from './suites/founded-accounts.suite.ts'
import { describeFreshProof } from './suites/fresh-proof.suite.ts'
import { describeGrants } from './suites/grants.suite.ts'
import { describeGroupRaces } from './suites/group-races.suite.ts'
import { describeGroups } from './suites/groups.suite.ts'
import { describeGuarantors } from './suites/guarantors.suite.ts'
import { describeGuarantorsBelow } from './suites/guarantors-below.suite.ts'
import { describeHalfFinished } from './suites/half-finished.suite.ts'
import { describeHalfProofs } from './suites/half-proofs.suite.ts'
import { describeHeldNews } from './suites/held-news.suite.ts'
import { describeHungUp } from './suites/hung-up.suite.ts'
import { describeIdTokenHint } from './suites/id-token-hint.suite.ts'
import { describeImpersonation } from './suites/impersonation.suite.ts'
import { describeInterruptions } from './suites/interruptions.suite.ts'
import { describeInvitationLimits } from './suites/invitation-limits.suite.ts'
import { describeInvitations } from './suites/invitations.suite.ts'
import { describeIpEntry } from './suites/ip-entry.suite.ts'
import { describeIpGuard } from './suites/ip-guard.suite.ts'
import { describeIpRestrictions } from './suites/ip-restrictions.suite.ts'
import { type Kit, type KitOptions, openKit } from './suites/kit.test-kit.ts'
import { describeKnownDevices } from './suites/known-devices.suite.ts'
import { describeLeftAlone } from './suites/left-alone.suite.ts'
import { describeLeftAloneFailures } from './suites/left-alone-failures.suite.ts'
import { describeLockout } from './suites/lockout.suite.ts'
import { describeLockoutGuard } from './suites/lockout-guard.suite.ts'
import { describeLogin } from './suites/login.suite.ts'
import { describeMailOutages } from './suites/mail-outages.suite.ts'
import { describeMailOutbox } from './suites/mail-outbox.suite.ts'
import { describeMailedLinks } from './suites/mailed-links.suite.ts'
import { describeMails } from './suites/mails.suite.ts'
import { describeMappedRoles } from './suites/mapped-roles.suite.ts'
import { describeMemberRank } from './suites/member-rank.suite.ts'
import { describeMemberSecurity } from './suites/member-security.suite.ts'
import { describeMessageRecipients } from './suites/message-recipients.suite.ts'
import { describeMfa } from './suites/mfa.suite.ts'
import { describeMfaEnrollment } from './suites/mfa-enrollment.suite.ts'
import { describeMfaPolicy } from './suites/mfa-policy.suite.ts'
import { describeNames } from './suites/names.suite.ts'
import { describeNetworkLimits } from './suites/network-limits.suite.ts'
import { describeNotifications } from './suites/notifications.suite.ts'
import { describeOauth } from './suites/oauth.suite.ts'
import { describeOauthClients } from './suites/oauth-clients.suite.ts'
import { describeOauthLogout } from './suites/oauth-logout.suite.ts'
import { describeOauthParameters } from './suites/oauth-parameters.suite.ts'
import { describeOidcArrivals } from './suites/oidc-arrivals.suite.ts'
import { describeOidcLogout } from './suites/oidc-logout.suite.ts'
import { describeOpenInvitations, describeSharedUsers } from './suites/open-invitations.suite.ts'
import { describeOperatorAccount } from './suites/operator-account.suite.ts'
import { describeOperatorPrivacy } from './suites/operator-privacy.suite.ts'
import { describeOtherAccounts } from './suites/other-accounts.suite.ts'
import { describeOutlivedRights } from './suites/outlived-rights.suite.ts'
import { describeOutsideMessages } from './suites/outside-messages.suite.ts'
import { describeOwnerKeptIn } from './suites/owner-kept-in.suite.ts'
import { describePasskeys } from './suites/passkeys.suite.ts'
import { describePassword } from './suites/password.suite.ts'
import { describePasswordless } from './suites/passwordless.suite.ts'
import { describePermissions } from './suites/permissions.suite.ts'
import { describePhones } from './suites/phones.suite.ts'
import { describePlantedCookies } from './suites/planted-cookies.suite.ts'
import { describePlantedProofs } from './suites/planted-proofs.suite.ts'
import { describePolicies } from './suites/policies.suite.ts'
import { describePortalAudit } from './suites/portal-audit.suite.ts'
import { describePreHijack } from './suites/pre-hijack.suite.ts'
import { describeProviderCredentials } from './suites/provider-credentials.suite.ts'
import { describeProvisioning } from './suites/provisioning.suite.ts'
import { describePublicPlans } from './suites/public-plans.suite.ts'
import { describeRanks } from './suites/ranks.suite.ts'
import { describeRefusedCalls } from './suites/refused-calls.suite.ts'
import { describeReports } from './suites/reports.suite.ts'
import { describeRightsOfToday } from './suites/rights-of-today.suite.ts'
import { describeRoles } from './suites/roles.suite.ts'
import { describeSaml } from './suites/saml.suite.ts'
import { describeSamlEncryption } from './suites/saml-encryption.suite.ts'
import { describeSamlForms } from './suites/saml-forms.suite.ts'
import { describeSamlLogout } from './suites/saml-logout.suite.ts'
import { describeSamlRefusals } from './suites/saml-refusals.suite.ts'
import { describeSamlSharedIssuer } from './suites/saml-shared-issuer.suite.ts'
import { describeScim } from './suites/scim.suite.ts'
import { describeScimAgreement } from './suites/scim-agreement.suite.ts'
import { describeScimClients } from './suites/scim-clients.suite.ts'
import { describeScimFilters } from './suites/scim-filters.suite.ts'
import { describeScimForms } from './suites/scim-forms.suite.ts'
import { describeScimLimits } from './suites/scim-limits.suite.ts'
import { describeSecurityCenter } from './suites/security-center.suite.ts'
import { describeSecurityNotices } from './suites/security-notices.suite.ts'
import { describeSelfService } from './suites/self-service.suite.ts'
import { describeSessionLimits } from './suites/session-limits.suite.ts'
import { describeSessionRanks } from './suites/session-ranks.suite.ts'
import { describeSessionRights } from './suites/session-rights.suite.ts'
import { describeSessionTokens } from './suites/session-tokens.suite.ts'
import { describeSessionVouchers } from './suites/session-vouchers.suite.ts'
import { describeSessions } from './suites/sessions.suite.ts'
import { describeSignUp } from './suites/sign-up.suite.ts'
import { describeSocialAccounts } from './suites/social-accounts.suite.ts'
import { describeSocialPicture } from './suites/social-picture.suite.ts'
import { describeSsoDomains } from './suites/sso-domains.suite.ts'
import { describeSsoEnforcement } from './suites/sso-enforcement.suite.ts'
import { describeSsoSetup } from './suites/sso-setup.suite.ts'
import { describeRequiredDomain, describeSeveralSso } from './suites/sso-several.suite.ts'
import { describeSsoSingle } from './suites/sso-single.suite.ts'
import { describeSsoTenant } from './suites/sso-tenant.suite.ts'
import { describeSsoTest } from './suites/sso-test.suite.ts'
import { describeSsoTestUsers } from './suites/sso-test-users.suite.ts'
import { describeSsoTrust } from './suites/sso-trust.suite.ts'
import { describeSsoUnprovenDomain } from './suites/sso-unproven-domain.suite.ts'
import { describeStaleProofs } from './suites/stale-proofs.suite.ts'
import { describeStepUp } from './suites/step-up.suite.ts'
import { describeStoppedEmails } from './suites/stopped-emails.suite.ts'
import { describeStoppedTogether } from './suites/stopped-together.suite.ts'
import { describeSubAccountUsers } from './suites/sub-account-users.suite.ts'
import { describeSubAccounts } from './suites/sub-accounts.suite.ts'
import { describeSupersededCookies } from './suites/superseded-cookie.suite.ts'
import { describeSuspension } from './suites/suspension.suite.ts'
import { describeTeam } from './suites/team.suite.ts'
import { describeTenantEntry } from './suites/tenant-entry.suite.ts'
import { describeTokenExchange } from './suites/token-exchange.suite.ts'
import { describeTokenGuarantors } from './suites/token-guarantors.suite.ts'
import { describeUsage } from './suites/usage.suite.ts'
import { describeWebhookFairness } from './suites/webhook-fairness.suite.ts'
import { describeWebhooks } from './suites/webhooks.suite.ts'

type DescribeSuite = (kit: () => Kit) => void

const SUITES: readonly (readonly [title: string, describeSuite: DescribeSuite])[] = [
  ['at its edge', describeEdge],
  ['over an empty database, which', describeEmptyDatabase],
  ['with an operator account, which', describeOperatorAccount],
  ['suspending accounts', describeSuspension],
  ['keeping the operator account to itself', describeOperatorPrivacy],
  ['signing in', describeLogin],
  ['by SAML', describeSaml],
  ['setting up single sign-on', describeSsoSetup],
  ['verifying domains of single sign-on', describeSsoDomains],
  ['setting up the one connection of older clients', describeSsoSingle],
  ['by SAML with encryption', describeSamlEncryption],
  ['by SAML with an issuer that accounts share', describeSamlSharedIssuer],
  ['by a provider that another account copied, which', describeCopiedProvider],
  ['by SAML, refused', describeSamlRefusals],
  ['by SAML in the forms of many providers', describeSamlForms],
  ['by single sign-on, roles of groups that', describeMappedRoles],
  ['by SAML with single logout', describeSamlLogout],
  ['by OpenID Connect, arriving', describeOidcArrivals],
  ['by OpenID Connect with single logout', describeOidcLogout],
  ['by single sign-on of a user of several accounts', describeSsoTenant],
  ['by single sign-on with an email of an unproven domain', describeSsoUnprovenDomain],
  ['trust in an identity provider', describeSsoTrust],
  ['requiring single sign-on', describeSsoEnforcement],
  ['testing connections of single sign-on', describeSsoTest],
  ['testing connections of single sign-on as a user', describeSsoTestUsers],
  ['several connections of single sign-on for one domain', describeSeveralSso],
  ['a new domain of required single sign-on', describeRequiredDomain],
  ['sending emails that', describeMails],
  ['with an outbox of emails that', describeMailOutbox],
  ['with an outbox and a mail server that fails, whose emails', describeMailOutages],
  ['with emails about security that', describeSecurityNotices],
  ['sending messages outside of an account that', describeOutsideMessages],
  ['serving several clients', describeClients],
  ['signing up', describeSignUp],
  ['while a user is impersonated', describeImpersonation],
  ['with accounts that a stranger prepared', describePreHijack],
  ['with accounts whose founder proves the email', describeFoundedAccounts],
  ['with phone numbers', describePhones],
  ['keeping sessions', describeSessions],
  ['reading cookies that were superseded', describeSupersededCookies],
  ['limiting sessions', describeSessionLimits],
  ['locking accounts', describeLockout],
  ['knowing devices', describeKnownDevices],
  ['guesses from anywhere, which', describeOwnerKeptIn],
  ['clients that hang up, which', describeHungUp],
  ['with planted cookies, which', describePlantedCookies],
  ['with planted proofs, which', describePlantedProofs],
  ['demanding a second factor', describeMfaPolicy],
  ['with policies', describePolicies],
  ['guarding against lockouts', describeLockoutGuard],
  ['before accounts are left alone, a check that', describeLeftAlone],
  ['reports of accounts left alone', describeLeftAloneFailures],
  ['with accounts that are left alone, a list that', describeAccountsAlone],
  ['keeping an administrator with a way in', describeAdministratorStays],
  ['with names that', describeNames],
  ['keeping profile and account', describeAccount],
  ['showing pictures of identity providers', describeSocialPicture],
  ['as an authorization server', describeOauth],
  ['serving ordinary clients of OpenID Connect, which', describeOauthClients],
  ['the parameters of OAuth, which', describeOauthParameters],
  ['as an authorization server, signing out', describeOauthLogout],
  ['as an authorization server, with a hint of the user', describeIdTokenHint],
  ['managing the team', describeTeam],
  ['securing members', describeMemberSecurity],
  ['weakening an account', describeFreshProof],
  ['a proof by another account’s provider', describeForeignFreshness],
  ['while a proof ages, which', describeStaleProofs],
  ['acting on members', describeMemberRank],
  ['checking who calls', describeDeclaredAccess],
  ['with roles', describeRoles],
  ['with groups', describeGroups],
  ['continuing an export of the audit log that', describeAuditCursor],
  ['exporting the audit log while the database fails', describeAuditExportFaults],
  ['ending memberships', describeEndedMemberships],
  ['refusing or undoing deletions', describeDeletionLimits],
  ['moving between accounts', describeTenantEntry],
  ['entering an account', describeEntryPaths],
  ['with the accounts that an identity provider doesn’t open', describeOtherAccounts],
  ['limiting sessions that enter from elsewhere', describeEnteredLimits],
  ['by entry points and trust', describeEntryPoints],
  ['restricting IP addresses', describeIpRestrictions],
  ['guarding IP restrictions against lockouts', describeIpGuard],
  ['entering an account that restricts IP addresses', describeIpEntry],
  ['with billing, a subscription', describeBilling],
  ['refusing what billing can’t do', describeBillingGuards],
  ['with billing, a trial', describeBillingTrials],
  ['with billing, an invoice', describeInvoices],
  ['with billing, card forms', describeBillingCards],
  ['with billing, an audit log that', describeBillingAudits],
  ['with billing, public plans', describePublicPlans],
  ['with billing, usage', describeUsage],
  ['with entitlements', describeEntitlements],
  ['restricting email domains', describeEmailDomains],
  ['inviting', describeInvitations],
  ['looking at mailed links', describeMailedLinks],
  ['with limits of invitations that', describeInvitationLimits],
  ['with invitations that are not accepted', describeOpenInvitations],
  ['with users of several accounts', describeSharedUsers],
  ['with second factors', describeMfa],
  ['enrolling second factors', describeMfaEnrollment],
  ['limiting codes of second factors', describeCodeLimits],
  ['without passwords', describePasswordless],
  ['with passkeys', describePasskeys],
  ['stepping up', describeStepUp],
  ['with passwords', describePassword],
  ['with breached passwords', describeBreachedPasswords],
  ['in the security center', describeSecurityCenter],
  ['with API tokens', describeApiTokens],
  ['exchanging API tokens, which', describeTokenExchange],
  ['proving for API tokens', describeApiTokenProof],
  ['showing the audit log', describeAudits],
  ['tallies of the audit log that', describeAuditTallies],
  ['chaining the audit log', describeAuditChain],
  ['logging changes of tokens and accounts', describePortalAudit],
  ['changing emails', describeEmailChange],
  ['linking social accounts', describeSocialAccounts],
  ['letting users decide about themselves', describeSelfService],
  ['with sub-accounts', describeSubAccounts],
  ['with users of sub-accounts', describeSubAccountUsers],
  ['with directories', describeProvisioning],
  ['by SCIM', describeScim],
  ['in groups that change at the same moment', describeGroupRaces],
  ['by SCIM, whose methods agree: it', describeScimAgreement],
  ['by SCIM, filtering', describeScimFilters],
  ['by SCIM, from Okta, which', describeOkta],
  ['by SCIM, from Microsoft Entra ID, which', describeEntra],
  ['by SCIM, from Google Workspace, which', describeGoogle],
  ['by SCIM, from OneLogin, which', describeOneLogin],
  ['by SCIM, from JumpCloud, which', describeJumpCloud],
  ['by SCIM, in unusual forms: it', describeScimForms],
  ['by SCIM, from less common clients: it', describeScimClients],
  ['by SCIM, within its limits', describeScimLimits],
  ['by SCIM, where directories', describeDirectoryInvitations],
  ['when users grant', describeGrants],
  ['with ranks of roles', describeRanks],
  ['with guarantors', describeGuarantors],
  ['with credentials from sessions of single sign-on, which', describeProviderCredentials],
  ['with sessions that only an identity provider vouches for, which', describeSessionRights],
  ['with what such sessions vouch for, which', describeSessionVouchers],
  ['with a sign-in that is half finished, which', describeHalfFinished],
  ['listing interruptions, which', describeInterruptions],
  ['checking changes of roles and groups, whose results', describeAccessChanges],
  ['emails about what stopped together, which', describeStoppedTogether],
  ['emails about what a directory stopped one by one, which', describeHeldNews],
  ['announcing limits of sessions, which', describeAnnouncedLimits],
  ['with proofs that are half finished, which', describeHalfProofs],
  ['with what lasts of sessions of a provider, which', describeSessionTokens],
  ['with callers for whom only a provider vouches, who', describeSessionRanks],
  ['with guarantors in a tree of accounts, who', describeGuarantorsBelow],
  ['by the rights of today', describeRightsOfToday],
  ['recording events that', describeEvents],
  ['recording events of settings that', describeChangeEvents],
  ['sending every type of event that', describeEventChannels],
  ['the bell that', describeNotifications],
  ['sending webhooks that', describeWebhooks],
  ['whose webhooks', describeWebhookFairness],
  ['with notifications by email, text message and Slack that', describeChannels],
  ['with recipients of messages, who', describeMessageRecipients],
  ['with emails to recipients of messages that', describeStoppedEmails],
  ['with reports that', describeReports],
  ['whose members vouch for API tokens that', describeTokenGuarantors],
  ['with areas of events that', describeEventAreas],
  ['with what members made, which', describeOutlivedRights],
  ['deciding who may', describePermissions],
  ['refusing calls that', describeRefusedCalls],
]

/** These run only where every case is tried: they make thousands of calls, and check that every call was made. */
const WHOLE_SUITES: typeof SUITES = [
  ['limiting each network', describeNetworkLimits],
  ['after everything above', describeAuditCoverage],
]

/**
 * `2/3` runs every third suite from the second one on: several processes, each with its own database, share the suites.
 */
const [part = 1, parts = 1] = (process.env.SUITES ?? '1/1').split('/').map(Number)

/**
 * Defines the tests of the backend that must pass on every store: in memory and on PostgreSQL, and on PGlite with
 * `npm run prove`.
 */
export const backendSuite = (name: string, openStore: () => Promise<Store>, options: KitOptions = {}): void => {
  describe(`The backend on ${name}`, () => {
    const isEvery = !options.isSampled || isWhole
    let kit: Kit
    before(async () => {
      kit = await openKit(openStore, { ...options, findsAuditRows: isEvery })
    })
    after(() => kit?.close())
    beforeEach(() => kit.reset())
    const suites = isEvery ? [...SUITES, ...WHOLE_SUITES] : SUITES
    for (const [title, describeSuite] of suites.filter((_, at) => at % parts === part - 1))
      describe(title, () => describeSuite(() => kit))
  })
}
