import assert from 'node:assert/strict'
import { it } from 'node:test'
import { password } from '../../contract/password.ts'
import { removeExpired } from '../adapters/clean-up.ts'
import { GUESSES_PER_NETWORK, MESSAGES_PER_NETWORK, NETWORK_LIMITS } from '../domain/base/limits/limits.ts'
import { allRoutes } from '../handlers/index.ts'
import { countRows, FLOOD_KINDS, floodOnce } from './flood.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const NETWORK = '192.0.2.1'
const ALLOWED = MESSAGES_PER_NETWORK.tries + GUESSES_PER_NETWORK.tries
const DAY_MS = 86_400_000

/**
 * Calls of signed-out users that change something without a limit of the edge, with the limit that bounds them instead.
 */
const BOUNDED_OTHERWISE: Record<string, string> = {
  'social.loginWithSocialProvider': 'its handler takes LOGIN_PER_NETWORK',
  'federation.consumeSaml': 'its handler takes LOGIN_PER_NETWORK',
  'federation.receivePostedLogout': 'its handler takes LOGIN_PER_NETWORK',
  'login.login': 'its handler takes LOGIN_PER_NETWORK',
  'login.preLogin': 'its handler takes LOGIN_PER_NETWORK',
  'login.preLoginV1': 'its handler takes LOGIN_PER_NETWORK',
  'login.samlPostLogin': 'its handler takes LOGIN_PER_NETWORK',
  'login.oidcPostLogin': 'its handler takes LOGIN_PER_NETWORK',
  'login.oidcPostLoginV1': 'its handler takes LOGIN_PER_NETWORK',
  'login.passwordlessPreLogin': 'its handler takes LOGIN_PER_NETWORK',
  'login.passwordlessPostLogin': 'its handler takes LOGIN_PER_NETWORK',
  'login.webauthnPreLogin': 'its handler takes a limit per network',
  'login.webauthnPostLogin': 'its handler takes LOGIN_PER_NETWORK',
  'ssoInitiation.startSso': 'its handler takes LOGIN_PER_NETWORK',
  'ssoTests.completeSsoTest': 'its handler takes LOGIN_PER_NETWORK',
  'signUp.signUp': 'its handler takes SIGN_UP_PER_NETWORK',
  'session.refreshSession': 'writes nothing without a live session',
  'session.silentAuthorize': 'writes nothing without a live session',
  'session.logout': 'writes nothing without a live session',
  'session.exchangeAuthorizationCode': 'writes nothing without a live code',
  'session.exchangeRefreshToken': 'writes nothing without a live token',
  'authorization.confirmLogout': 'writes nothing without a live session',
  'impersonation.impersonate': 'writes nothing without a live ticket',
  'memberImpersonation.stopImpersonation': 'writes nothing without an impersonation session',
  'rememberDevice.readRememberDevicePolicy': 'writes nothing',
  'oauthServer.authorizeByForm': 'writes nothing',
  'oauthServer.revokeToken': 'writes nothing without a live token',
  'oauthServer.introspectToken': 'writes nothing',
  'oauthServer.postUserInfo': 'writes nothing',
  'apiTokens.exchangeApiToken': 'writes nothing without a right secret',
  'planChanges.receivePaymentEvent': 'writes nothing without a right signature',
  'messageRecipients.confirmRecipient': 'its handler takes GUESSES_PER_NETWORK',
  'messageRecipients.stopMessages': 'its handler takes GUESSES_PER_NETWORK',
  'scim.create': 'writes nothing without a right token',
  'scim.replace': 'writes nothing without a right token',
  'scim.modify': 'writes nothing without a right token',
  'scim.remove': 'writes nothing without a right token',
}

const isChallenged = (operation: string): boolean =>
  operation.startsWith('mfaLogin.') && operation !== 'mfaLogin.recover'

export const describeNetworkLimits = (kit: () => Kit): void => {
  it('bounds every call of signed-out users that changes something', () => {
    const unbounded = allRoutes()
      .filter(({ endpoint, handler }) => handler.access !== 'signed-in' && endpoint.method !== 'GET')
      .map(({ operation }) => operation)
      // A challenge with limits of its own belongs to a user who has just entered the correct password.
      .filter(
        (operation) => !(operation in NETWORK_LIMITS || operation in BOUNDED_OTHERWISE || isChallenged(operation)),
      )
    assert.deepEqual(unbounded, [])
  })

  it('refuses a flood after its limits, keeps few rows of it, and removes them when they have expired', async () => {
    const before = await countRows(kit().store)
    const statuses: number[] = []
    const calls = FLOOD_KINDS * 80
    for (let at = 0; at < calls; at += 1) statuses.push(await floodOnce(kit(), at, NETWORK))
    const served = statuses.filter((status) => status !== 429).length
    assert.ok(served <= ALLOWED, `${served} served`)
    const added = (await countRows(kit().store)) - before
    assert.ok(added <= 2 * ALLOWED + 2, `${added} rows`)
    assert.equal(kit().mails.length, 0)
    await removeExpired(kit().store, kit().time.now + 8 * DAY_MS)
    assert.ok((await countRows(kit().store)) <= before)
  })

  it('stops one network that tries many accounts, and only that one', async () => {
    const tryFrom = (address: string, at: number) => kit().login(`user${at}@acme.test`, 'x', { address })
    for (let at = 0; at < 300; at++) await tryFrom(`2001:db8:0:1::${at.toString(16)}`, at)
    assert.equal((await tryFrom('2001:db8:0:1:ffff::1', 301)).status, 429)
    assert.equal((await tryFrom('2001:db8:0:2::1', 302)).status, 401)
  })

  it('counts each network on its own, and again when the window has passed', async () => {
    const forgot = async (at: number, address: string) =>
      (await kit().call('POST', password.forgotPassword.path, { body: { email: `u${at}@flood.test` }, address })).status
    for (let at = 0; at < MESSAGES_PER_NETWORK.tries; at += 1) assert.equal(await forgot(at, NETWORK), 200)
    assert.equal(await forgot(1_000, NETWORK), 429)
    assert.equal(await forgot(1_000, '192.0.2.2'), 200)
    kit().time.now += MESSAGES_PER_NETWORK.windowMs
    assert.equal(await forgot(1_001, NETWORK), 200)
  })
}
