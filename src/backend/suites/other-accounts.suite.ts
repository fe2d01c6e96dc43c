import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { decodeJwt } from 'jose'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { accountEntry } from '../../contract/accounts.ts'
import { login, stepUp } from '../../contract/login.ts'
import { selfService } from '../../contract/me.ts'
import { mfaLogin, passkeys } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/users.ts'
import { MULTI_FACTOR_ACR } from '../../rules/step-up.ts'
import { anSsoConnectionRecord } from '../../testing/records.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { createAuthenticator } from './authenticator.test-kit.ts'
import { ME } from './entry-paths.test-kit.ts'
import type { SignedIn } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { appCode, setPolicy } from './mfa.test-kit.ts'
import { locationOf, openFlows } from './oauth.test-kit.ts'
import { enterBySaml } from './saml-logout.test-kit.ts'
import { CERTIFICATE } from './sso-metadata.test-kit.ts'
import {
  byProvider,
  connectHome,
  HOME_TENANT,
  MAX,
  TARGET,
  withOwnPassword,
  withProviderFactor,
} from './trust-origins.test-kit.ts'
import { MIA_SECRET } from './users.test-kit.ts'

const SWITCH = session.switchTenant.path
const WAYS = fillPath(accountEntry.getWaysToEnter.path, { tenantId: TARGET })
const SCOPE = { 'frontegg-scoped-tenant': TARGET }
const STRONG = '["fed","sso","sso:saml-1","mfa","otp"]'

/**
 * Tests a user of two accounts: Max is a member of Acme, whose provider signs them in, and an administrator of Globex,
 * which has no relation to that provider.
 */
export const describeOtherAccounts = (kit: () => Kit): void => {
  let keys: Credentials
  beforeEach(async () => {
    keys = await connectHome(kit())
  })

  const enter = ({ token, cookie }: SignedIn, tenantId = TARGET) =>
    kit().call('PUT', SWITCH, { token, cookie, body: { tenantId } })
  const passkeyOf = async ({ token }: SignedIn) => {
    const key = createAuthenticator()
    const { challenge } = (await kit().call('POST', passkeys.startDeviceRegistration.path, { token, body: {} })).body
      .options
    const body = { ...key.register(challenge), deviceType: 'Platform' }
    const added = await kit().call('POST', passkeys.verifyDeviceRegistration.path, { token, body })
    assert.equal(added.status, 200)
    return key
  }

  it('reports why a session of another account’s provider is refused, and what its user can prove', async () => {
    const who = await byProvider(kit())
    const refused = await enter(who)
    assert.deepEqual([refused.status, refused.body.reason], [403, 'own-proof-required'])
    assert.match(refused.body.errors[0], /password or passkey.*identity provider.*administrator/)
    const ways = await kit().call('GET', WAYS, who)
    assert.deepEqual(ways.body, { password: true, passkey: false, canSetPassword: false, provider: false })
    await kit().store.users.update({ id: 'max' }, { passwordHash: null })
    const none = { password: false, passkey: false, canSetPassword: true }
    assert.deepEqual((await kit().call('GET', WAYS, who)).body, { ...none, provider: false })
    const trust = { ssoEndpoint: 'https://idp.globex.test/sso', publicCertificate: CERTIFICATE, enabled: true }
    await kit().store.ssoConnections.insert(anSsoConnectionRecord({ id: 'globex-saml', tenantId: TARGET, ...trust }))
    await kit().store.ssoDomains.update({ id: 'd-1' }, { connectionId: 'globex-saml', tenantId: TARGET })
    assert.deepEqual((await kit().call('GET', WAYS, who)).body, { ...none, provider: true })
    const foreign = fillPath(accountEntry.getWaysToEnter.path, { tenantId: 'nowhere' })
    assert.equal((await kit().call('GET', foreign, who)).status, 403)
  })

  it('lets the same session in once the password is right, and keeps it in its own account as well', async () => {
    const who = await byProvider(kit())
    const wrong = await kit().call('POST', accountEntry.provePassword.path, {
      ...who,
      body: { password: 'Wrong-Horse-1' },
    })
    assert.deepEqual([wrong.status, (await enter(who)).status], [400, 403])
    const proven = await withOwnPassword(kit(), who)
    assert.equal(decodeJwt(proven.token).sid, decodeJwt(who.token).sid)
    assert.deepEqual(decodeJwt(proven.token).amr, ['fed', 'sso', 'pwd'])
    assert.equal((await enter(proven)).status, 200)
    assert.equal((await enter(proven, HOME_TENANT)).status, 200)
  })

  it('accepts a passkey of the user, which is a second factor as well', async () => {
    const key = await passkeyOf(await kit().signIn(MAX))
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, TARGET)
    const who = await byProvider(kit())
    const { options } = (await kit().call('POST', login.webauthnPreLogin.path, { body: {} })).body
    const body = key.sign(options.challenge)
    const proven = await kit().call('POST', accountEntry.provePasskey.path, { token: who.token, body })
    assert.equal(proven.status, 200, JSON.stringify(proven.body))
    const cookie = proven.cookies[0]?.split(';')[0] ?? ''
    assert.equal((await enter({ token: proven.body.accessToken, cookie })).status, 200)
    assert.equal(
      (await kit().call('POST', accountEntry.provePasskey.path, { token: who.token, body })).status,
      400,
      'once',
    )
  })

  it('rejects a passkey of another user, a password if passwords are turned off, and both while impersonating', async () => {
    const key = await passkeyOf(await kit().signIn('mel@acme.test'))
    const who = await byProvider(kit())
    const { options } = (await kit().call('POST', login.webauthnPreLogin.path, { body: {} })).body
    const { token } = who
    const body = key.sign(options.challenge)
    assert.equal((await kit().call('POST', accountEntry.provePasskey.path, { token, body })).status, 400)
    await setPolicy(kit(), 'public-policy', { authStrategy: 'NoLocalAuthentication' })
    const given = { password: 'Correct-Horse-9' }
    assert.equal((await kit().call('POST', accountEntry.provePassword.path, { token, body: given })).status, 403)
    assert.equal((await enter(who)).status, 403)
  })

  it('limits guesses of the password', async () => {
    const { token } = await byProvider(kit())
    const guess = () =>
      kit().call('POST', accountEntry.provePassword.path, { token, body: { password: 'Wrong-Horse-1' } })
    for (let round = 0; round < 10; round++) assert.equal((await guess()).status, 400)
    assert.equal((await guess()).status, 429)
  })

  it('continues in the account of its provider when it was in another one before the proof was required', async () => {
    const { token, cookie } = await byProvider(kit())
    await kit().store.sessions.update({ userId: 'max' }, { tenantId: TARGET })
    assert.equal((await kit().call('GET', ME, { token, cookie, headers: SCOPE })).status, 401)
    const next = await kit().refresh(cookie)
    assert.deepEqual([next.status, next.body.tenantId], [200, HOME_TENANT])
  })

  it('keeps a session without a connection, or with a deleted one, in its current account', async () => {
    for (const amr of ['["fed","sso"]', '["fed","sso","sso:gone"]']) {
      const who = await kit().signIn(MAX)
      await kit().store.sessions.update({ userId: 'max' }, { amr })
      assert.equal((await kit().call('GET', ME, who)).status, 200, amr)
      assert.equal((await enter(who)).status, 403, amr)
    }
  })

  it('sends a client of the authorization server to the sign-in page once, and then refuses', async () => {
    const flows = openFlows(kit)
    const { cookie } = await byProvider(kit())
    const flow = { cookie, verifier: 'v'.repeat(43) }
    const asked = locationOf(await flows.ask(flow, { tenantId: TARGET }))
    assert.match(asked.pathname, /login/)
    const resume = new URL(asked.searchParams.get('redirectUrl') ?? '', 'https://nowhere.test')
    const again = locationOf(await flows.ask(flow, Object.fromEntries(resume.searchParams)))
    assert.deepEqual([again.searchParams.get('error'), again.searchParams.get('code')], ['access_denied', null])
    const silent = locationOf(await flows.ask(flow, { tenantId: TARGET, prompt: 'none' }))
    assert.equal(silent.searchParams.get('error'), 'login_required')
  })

  it('doesn’t leave another account by it, and adds no way to sign in that would open one', async () => {
    const who = await byProvider(kit())
    const leave = (given: SignedIn) =>
      kit().call('DELETE', fillPath(selfService.leaveTenant.path, { tenantId: TARGET }), { token: given.token })
    assert.equal((await leave(who)).body.reason, 'own-proof-required')
    const add = (given: SignedIn) =>
      kit().call('POST', passkeys.startDeviceRegistration.path, { token: given.token, body: {} })
    assert.equal((await add(who)).status, 403)
    const proven = await withOwnPassword(kit(), who)
    assert.equal((await add(proven)).status, 200)
    assert.equal((await leave(proven)).status, 200)
    assert.equal((await add(await byProvider(kit()))).status, 200, 'no account is left that it could open')
  })

  it('starts in the account of the provider when an invitation to another one is accepted on the way in', async () => {
    const gia = await kit().signIn('gia@globex.test')
    const link = await kit().call('POST', team.createInviteLink.path, { ...gia, body: { expiresInMinutes: 5 } })
    await kit().store.members.delete({ userId: 'max', tenantId: TARGET })
    await addFactor(kit().ports, 'max', { kind: 'totp', value: { secret: MIA_SECRET } })
    const asked = await enterBySaml(kit(), keys, { email: MAX, sessionIndex: '_invited' })
    const value = await appCode(kit())
    const body = { mfaToken: asked.body.mfaToken, value, invitationToken: link.body.token }
    const entered = await kit().call('POST', mfaLogin.verifyCode.path, { body })
    assert.deepEqual([entered.status, entered.body.tenantId], [200, HOME_TENANT], JSON.stringify(entered.body))
    assert.equal(await kit().store.members.count({ userId: 'max', tenantId: TARGET }), 1)
  })

  it('reports a second factor that the provider verified only to hosts of its account', async () => {
    const who = await withOwnPassword(kit(), await withProviderFactor(kit(), await byProvider(kit())))
    assert.deepEqual(
      [decodeJwt(who.token).acr, decodeJwt(who.token).amr],
      [MULTI_FACTOR_ACR, ['fed', 'sso', 'mfa', 'otp', 'pwd']],
    )
    const there = await kit().refresh(who.cookie, { tenantId: TARGET })
    const claims = decodeJwt(there.body.accessToken)
    assert.deepEqual([claims.acr, claims.amr], ['0', ['fed', 'sso', 'pwd']])
    const flows = openFlows(kit)
    const flow = { cookie: there.cookies[0]?.split(';')[0] ?? '', verifier: 'v'.repeat(43) }
    const strong = { acr_values: MULTI_FACTOR_ACR }
    assert.match(locationOf(await flows.ask(flow, strong)).pathname, /step-up/)
    assert.ok(locationOf(await flows.ask(flow, { ...strong, tenantId: HOME_TENANT })).searchParams.get('code'))
  })

  it('requires users’ own factor if they have one, even after their provider verified another one', async () => {
    const first = await byProvider(kit())
    await kit().store.members.delete({ userId: 'max', tenantId: TARGET })
    await addFactor(kit().ports, 'max', { kind: 'sms', value: { phone: '+12025550177' } })
    const { token } = await withProviderFactor(kit(), first)
    const guarded = await kit().call('POST', passkeys.startDeviceRegistration.path, { token, body: {} })
    assert.equal(guarded.status, 401)
    assert.match(guarded.headers.get('WWW-Authenticate') ?? '', /insufficient_user_authentication/)
    const asked = await kit().call('POST', stepUp.generateStepUpSession.path, { token, body: { maxAge: 300 } })
    assert.ok(asked.body.mfaToken, 'the step-up asks for it as well')
  })

  it('attributes an old factor of unknown origin to the provider if the session began there', async () => {
    const who = await kit().signIn(MAX)
    await setPolicy(kit(), 'mfa', { enforceMFAType: 'Force' }, TARGET)
    await kit().store.sessions.update({ userId: 'max' }, { amr: STRONG.replace(']', ',"own:proof"]') })
    assert.equal((await enter(who)).status, 401)
    assert.equal(
      decodeJwt((await kit().refresh(who.cookie)).body.accessToken).acr,
      MULTI_FACTOR_ACR,
      'it counts at home',
    )
    await kit().store.sessions.update({ userId: 'max' }, { amr: '["pwd","mfa","otp"]' })
    assert.equal((await enter(who)).status, 200)
  })

  it('doesn’t renew an old factor when a password is proven later', async () => {
    const who = await withProviderFactor(kit(), await byProvider(kit()))
    kit().time.now += 200_000
    const proven = await withOwnPassword(kit(), who)
    assert.equal(decodeJwt(proven.token).auth_time, decodeJwt(who.token).auth_time)
  })
}
