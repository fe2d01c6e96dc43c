import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants, subTenantTree } from '../../contract/accounts.ts'
import { apiTokens, tokensUser } from '../../contract/api-tokens.ts'
import { auditLog } from '../../contract/audits.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { quickPhone } from '../../contract/login.ts'
import { confirmations, selfService } from '../../contract/me.ts'
import { mfa, passkeys } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { reports } from '../../contract/reports.ts'
import { domainRestrictions, emailDomains, ipRestrictions } from '../../contract/restrictions.ts'
import { sessionConfig } from '../../contract/security.ts'
import { ssoEnforcement } from '../../contract/sso.ts'
import { memberImpersonation, team } from '../../contract/users.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { MULTI_FACTOR_ACR } from '../../rules/step-up.ts'
import { aMemberRecord } from '../../testing/records.ts'
import { EVENT_CATALOG } from '../domain/events/catalog.ts'
import { createApiToken } from '../domain/identity/api-tokens/issue-api-token.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import { createAuthenticator } from './authenticator.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { addAccount } from './sub-accounts.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

interface Weakening {
  endpoint: AnyEndpoint
  path?: Record<string, string>
  body?: object
  /** Sets up the state before the change. */
  arrange?: (kit: Kit) => Promise<unknown>
}

const LIMITS = (isActive: boolean) => ({
  sessionTimeoutConfiguration: { isActive, timeout: 86_400 },
  sessionIdleTimeoutConfiguration: { isActive, timeout: 3_600 },
  sessionConcurrentConfiguration: { isActive, maxSessions: 3 },
})

const DOMAINS = (listType: 'ALLOW' | 'BLOCK') => ({ active: true, listType, blockPublicDomains: false })

const policyId = async (kit: Kit, kind: string) => (await kit.store.policies.find({ tenantId: 'acme', kind }))?.id ?? ''

const ALL_EVENTS = EVENT_CATALOG.flatMap(({ events }) => events.map(({ key }) => key))

const aSetup = ({ store }: Kit) =>
  store.ssoSetups.insert({ id: 'c-1', tenantId: 'acme', ...EMPTY_SETUP, enforced: true, createdAt: 0, updatedAt: 0 })

const STRANGER = 'eve@evil.test'

const SUBSCRIPTION = { name: 'Alerts', enabled: true }

const subscribed = (recipient: string) => ({
  enabled: true,
  subscriptions: [{ ...SUBSCRIPTION, recipients: [recipient] }],
})

const aConfirmedRecipient = ({ store }: Kit) =>
  store.messageRecipients.insert({
    id: 'kept',
    tenantId: 'acme',
    channel: 'email',
    target: 'desk@partner.test',
    state: 'confirmed',
    sentAt: null,
    createdAt: 0,
    updatedAt: 0,
  })

/** Adds South and North below Acme, and an invitation of Tom to South, whose id differs from Tom's. */
const addSubAccounts = async (kit: Kit) => {
  await addAccount(kit, 'north', 'North', 'acme')
  await addAccount(kit, 'south', 'South', 'acme')
  const invited = { id: 'invited', userId: 'tom', email: 'tom@acme.test', activated: false }
  await kit.store.members.insert(aMemberRecord({ ...invited, tenantId: 'south' }))
}

const turnIpRulesOn = ({ peer, store }: Kit) => {
  peer.address = '203.0.113.9'
  const at = { createdAt: 0, updatedAt: 0 }
  return store.ipConfigs.insert({ id: 'acme', isActive: true, strategy: 'BLOCK', revision: '1', ...at })
}

/** Changes by which a stolen session would weaken the protection of an account. */
const WEAKENINGS: Readonly<Record<string, Weakening>> = {
  'required single sign-on off': {
    endpoint: ssoEnforcement.saveSsoEnforcement,
    path: { id: 'c-1' },
    body: { enforced: false, exemptUserIds: [] },
    arrange: aSetup,
  },
  'required second factor off': {
    endpoint: policies.updateMfaPolicy,
    body: { enforceMFAType: 'DontForce' },
    arrange: (kit) => setPolicy(kit, 'mfa', { enforceMFAType: 'ForceExceptSAML' }, 'acme'),
  },
  'IP rules off': { endpoint: ipRestrictions.updateIpConfig, body: { isActive: false }, arrange: turnIpRulesOn },
  'one more allowed IP address beside an empty list, which the call ignores': {
    endpoint: ipRestrictions.createIpRestriction,
    body: { ip: '198.51.100.7', strategy: 'ALLOW', ips: [] },
    arrange: turnIpRulesOn,
  },
  'promoting an administrator beside an account, which the call ignores': {
    endpoint: team.updateMember,
    body: { id: 'mel', roleIds: ['manager'], tenantId: 'globex' },
  },
  'promoting an administrator in an account beside another list, which the call ignores': {
    endpoint: subTenants.setUserRoles,
    path: { userId: 'mel' },
    body: { subTenantsRoles: [{ tenantId: 'acme', roleIds: ['manager'] }], subTenants: [] },
  },
  'inviting an administrator beside a list of accounts, which the call ignores': {
    endpoint: team.addUser,
    body: { email: 'new@acme.test', roleIds: ['admin'], provider: 'local', subTenants: [{ tenantId: 'globex' }] },
  },
  'adding an administrator beside a list of accounts, which the call ignores': {
    endpoint: subTenants.addUsers,
    body: {
      users: [{ email: 'new@acme.test' }],
      tenantId: 'acme',
      roleIds: ['admin'],
      subTenants: [{ tenantId: 'acme' }],
    },
  },
  'lockout off': { endpoint: policies.createLockoutPolicy, body: { enabled: false, maxAttempts: 5 } },
  'session limits off': {
    endpoint: sessionConfig.saveSessionConfig,
    body: LIMITS(false),
    arrange: (kit) => setPolicy(kit, 'sessions', LIMITS(true), 'acme'),
  },
  'inviting an administrator': {
    endpoint: team.addUser,
    body: { email: 'new@acme.test', roleIds: ['admin'], provider: 'local' },
  },
  'promoting an administrator': { endpoint: team.updateMember, body: { id: 'mel', roleIds: ['manager'] } },
  'demoting an administrator': { endpoint: team.updateMember, body: { id: 'tom', roleIds: ['member'] } },
  'removing an administrator': { endpoint: team.deleteMember, path: { userId: 'tom' } },
  'an invite link': { endpoint: team.createInviteLink, body: { expiresInMinutes: 60 } },
  'a webhook on all events': {
    endpoint: connectivity.createWebhook,
    body: {
      displayName: 'All',
      description: '',
      url: 'https://hooks.example.com/all',
      secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      eventKeys: ALL_EVENTS,
      isActive: true,
    },
  },
  'one more allowed email domain': {
    endpoint: domainRestrictions.createDomain,
    body: { domain: 'evil.test', type: 'ALLOW' },
    arrange: (kit) => setPolicy(kit, 'email-domains', DOMAINS('ALLOW'), 'acme'),
  },
  'more allowed email domains': {
    endpoint: emailDomains.createDomains,
    body: { domains: ['evil.test'], type: 'ALLOW' },
    arrange: (kit) => setPolicy(kit, 'email-domains', DOMAINS('ALLOW'), 'acme'),
  },
  'an email domain that is blocked no longer': {
    endpoint: domainRestrictions.deleteDomain,
    path: { id: 'blocked' },
    arrange: async (kit) => {
      await setPolicy(kit, 'email-domains', DOMAINS('BLOCK'), 'acme')
      await kit.store.domainRules.insert({
        id: 'blocked',
        tenantId: 'acme',
        type: 'BLOCK',
        domain: 'evil.test',
        createdAt: 0,
      })
    },
  },
  'an API token of one’s own': {
    endpoint: tokensUser.createAccessToken,
    body: { description: 'CI', expiresInMinutes: null },
  },
  'a client credential of one’s own': {
    endpoint: tokensUser.createClientCredential,
    body: { description: 'CI', expiresInMinutes: null },
  },
  'more roles for an API token': {
    endpoint: apiTokens.updateTenantApiToken,
    path: { tokenId: 'none' },
    body: { roleIds: ['admin'] },
  },
  'members from a directory that only listed users': {
    endpoint: provisioning.updateConnection,
    path: { id: 'none' },
    body: { syncToUserManagement: true },
  },
  'emails about events to someone else': {
    endpoint: connectivity.createEmailConfig,
    path: { eventKey: 'none' },
    body: subscribed(STRANGER),
  },
  'emails about events to someone more': {
    endpoint: connectivity.updateEmailSubscription,
    path: { eventKey: 'none', subscriptionId: 'none' },
    body: { ...SUBSCRIPTION, recipients: ['ada@acme.test', STRANGER] },
  },
  'text messages about events': {
    endpoint: connectivity.createSmsConfig,
    path: { eventKey: 'none' },
    body: subscribed('+12025550199'),
  },
  'a report to someone else': {
    endpoint: reports.sendReport,
    body: { templateId: 'none', to: [STRANGER] },
  },
  'another Slack workspace': { endpoint: connectivity.registerSlackCode, body: { code: 'none' } },
  'a passkey': { endpoint: passkeys.startDeviceRegistration },
  'a passkey that was begun': { endpoint: passkeys.verifyDeviceRegistration, body: {} },
  'an authenticator app': { endpoint: mfa.preEnrollAuthenticator },
  'an authenticator app that was begun': { endpoint: mfa.enrollAuthenticator, body: { token: '000000' } },
  'an authenticator app of older clients': { endpoint: mfa.startEnroll },
  'an authenticator app of older clients that was begun': { endpoint: mfa.verifyEnroll, body: { token: '000000' } },
  'codes by text message': { endpoint: mfa.preEnrollSms, body: { phoneNumber: '+12025550199' } },
  'a security key': { endpoint: mfa.preEnrollWebauthn },
  'a phone number to sign in with': { endpoint: quickPhone.setPhoneNumber, body: { phone: '+12025550199' } },
  'a social account': {
    endpoint: selfService.startSocialLink,
    body: { provider: 'google', state: 'x' },
  },
  'the removal of a directory’s members': {
    endpoint: provisioningConnections.deleteConnectionAndUsers,
    path: { id: 'none' },
  },
  'an export of the audit log': { endpoint: auditLog.exportAuditPart, body: { format: 'csv' } },
  'the removal of an administrator by the id of their invitation to another account': {
    endpoint: subTenants.removeUserFromTenants,
    body: { userId: 'invited', subTenants: [{ tenantId: 'acme' }] },
    arrange: addSubAccounts,
  },
  'access to sub-accounts for an administrator by the id of their invitation to another account': {
    endpoint: subTenants.setSubAccountAccess,
    path: { userId: 'invited' },
    body: { allowAccess: true },
    arrange: addSubAccounts,
  },
  'access to sub-accounts for an administrator who is added again': {
    endpoint: subTenants.addUsers,
    body: {
      users: [{ email: ' Tom@acme.test' }],
      tenantId: 'acme',
      roleIds: ['member'],
      allowSubAccountAccess: true,
    },
    arrange: addSubAccounts,
  },
  'the move of an account': {
    endpoint: subTenantTree.moveSubTenant,
    path: { tenantId: 'north' },
    body: { parentTenantId: 'south' },
    arrange: addSubAccounts,
  },
  'the deletion of a sub-account': {
    endpoint: subTenants.deleteSubTenant,
    path: { tenantId: 'north' },
    arrange: addSubAccounts,
  },
  'an impersonation': { endpoint: memberImpersonation.startImpersonation, path: { userId: 'mel' } },
}

/** The same calls with values that weaken nothing. */
const HARMLESS: Readonly<Record<string, Weakening>> = {
  'a stricter second factor policy': { endpoint: policies.createMfaPolicy, body: { enforceMFAType: 'DontForce' } },
  'a stricter lockout': { endpoint: policies.createLockoutPolicy, body: { enabled: true, maxAttempts: 3 } },
  'session limits on': { endpoint: sessionConfig.saveSessionConfig, body: LIMITS(true) },
  'inviting a member': {
    endpoint: team.addUser,
    body: { email: 'new@acme.test', roleIds: ['member'], provider: 'local' },
  },
  'one more blocked email domain': {
    endpoint: domainRestrictions.createDomain,
    body: { domain: 'evil.test', type: 'BLOCK' },
    arrange: (kit) => setPolicy(kit, 'email-domains', DOMAINS('BLOCK'), 'acme'),
  },
  'emails about events to oneself': {
    endpoint: connectivity.createEmailConfig,
    path: { eventKey: ALL_EVENTS[0] ?? '' },
    body: subscribed('Ada@acme.test'),
  },
  'emails about events to a recipient who confirmed them': {
    endpoint: connectivity.createEmailConfig,
    path: { eventKey: ALL_EVENTS[0] ?? '' },
    body: subscribed('desk@partner.test'),
    arrange: aConfirmedRecipient,
  },
  'renaming an administrator': { endpoint: team.updateMember, body: { id: 'tom', name: 'Tom T' } },
  'removing a member': { endpoint: team.deleteMember, path: { userId: 'mel' } },
}

export const describeFreshProof = (kit: () => Kit): void => {
  const stale = async (email = 'ada@acme.test') => {
    const { cookie } = await kit().signIn(email)
    kit().time.now += 301_000
    return String((await kit().refresh(cookie)).body.accessToken)
  }

  const send = async (token: string, { endpoint, path = {}, body }: Weakening) => {
    const id = endpoint === policies.updateMfaPolicy ? { id: await policyId(kit(), 'mfa') } : {}
    const sent = endpoint.method === 'GET' || body === undefined ? {} : { body: { ...body, ...id } }
    return kit().call(endpoint.method, fillPath(endpoint.path, path), { token, ...sent })
  }

  const challengeOf = ({ status, headers }: CallResponse) => {
    const header = headers.get('WWW-Authenticate') ?? ''
    if (status !== 401 || !header.includes('error="insufficient_user_authentication"')) return undefined
    assert.match(header, /max_age="300"/)
    return header.includes(`acr_values="${MULTI_FACTOR_ACR}"`) ? 'factor' : 'any'
  }

  const confirm = (token: string, password = PASSWORD) =>
    kit().call('POST', confirmations.confirmByPassword.path, { token, body: { password } })

  for (const [what, weakening] of Object.entries(WEAKENINGS)) {
    it(`requires a fresh proof before ${what}, and none within 300 s of one`, async () => {
      const token = await stale()
      await weakening.arrange?.(kit())
      assert.equal(challengeOf(await send(token, weakening)), 'any')
      const confirmed = await confirm(token)
      assert.equal(confirmed.status, 200)
      assert.equal(challengeOf(await send(token, weakening)), 'any')
      const after = await send(confirmed.body.accessToken, weakening)
      assert.notEqual(after.status, 401)
    })

    it(`requires the second factor of a user who has one before ${what}`, async () => {
      const { token } = await kit().signIn('ada@acme.test')
      await weakening.arrange?.(kit())
      await addFactor(kit().ports, 'ada', { kind: 'sms', value: { phone: '+12025550177' } })
      assert.equal(challengeOf(await send(token, weakening)), 'factor')
    })

    it(`requires no proof from an API token before ${what}`, async () => {
      await weakening.arrange?.(kit())
      const facts = { tenantId: 'acme', userId: null, kind: 'AccessToken', createdByUserId: 'ada' } as const
      const given = { ...facts, description: 'CI', roleIds: ['admin'], expiresInMinutes: null }
      const { secret } = await createApiToken(kit().ports, given)
      assert.notEqual((await send(secret, weakening)).status, 401)
    })
  }

  for (const [what, harmless] of Object.entries(HARMLESS)) {
    it(`requires no proof before ${what}`, async () => {
      await harmless.arrange?.(kit())
      assert.equal((await send(await stale(), harmless)).status, 200)
    })
  }

  it('rejects a wrong password, and any password of a user who has a second factor', async () => {
    const token = await stale()
    assert.equal((await confirm(token, 'wrong')).status, 400)
    await addFactor(kit().ports, 'ada', { kind: 'sms', value: { phone: '+12025550177' } })
    assert.equal((await confirm(token)).status, 403)
    const ways = await kit().call('GET', confirmations.listConfirmations.path, { token })
    assert.deepEqual(ways.body, { ways: ['second-factor'] })
  })

  it('rejects a password for a session with a stronger proof, whose tokens would claim that proof again', async () => {
    const { cookie } = await kit().signIn('ada@acme.test')
    await kit().store.sessions.update({ userId: 'ada' }, { amr: '["mfa","hwk"]' })
    const { accessToken } = (await kit().refresh(cookie)).body
    assert.equal((await confirm(accessToken)).status, 403)
    const ways = await kit().call('GET', confirmations.listConfirmations.path, { token: accessToken })
    assert.deepEqual(ways.body, { ways: ['sign-in'] })
  })

  it('accepts a passkey of the user once', async () => {
    const { token: first, cookie } = await kit().signIn('ada@acme.test')
    const key = createAuthenticator()
    const register = passkeys.startDeviceRegistration.path
    const { challenge } = (await kit().call('POST', register, { token: first })).body.options
    const body = { ...key.register(challenge), deviceType: 'Platform' }
    await kit().call('POST', passkeys.verifyDeviceRegistration.path, { token: first, body })
    kit().time.now += 301_000
    const token = String((await kit().refresh(cookie)).body.accessToken)
    const asked = await kit().call('POST', confirmations.startPasskeyConfirmation.path, { token })
    const assertion = key.sign(asked.body.options.challenge)
    const give = (by: string) => kit().call('POST', confirmations.confirmByPasskey.path, { token: by, body: assertion })
    assert.equal((await give((await kit().signIn('mel@acme.test')).token)).status, 403)
    const confirmed = await give(token)
    assert.equal(confirmed.status, 200)
    const invite = WEAKENINGS['inviting an administrator']
    assert.equal(invite && (await send(confirmed.body.accessToken, invite)).status, 200)
    assert.equal((await give(token)).status, 400)
  })
}
