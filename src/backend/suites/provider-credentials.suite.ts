import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountEntry } from '../../contract/accounts.ts'
import { tokensUser } from '../../contract/api-tokens.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { login, quickPhone } from '../../contract/login.ts'
import { confirmations, selfService } from '../../contract/me.ts'
import { mfaLogin, passkeys } from '../../contract/mfa.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/users.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { aMemberRecord } from '../../testing/records.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { createAuthenticator } from './authenticator.test-kit.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { appCode, setPolicy } from './mfa.test-kit.ts'
import { addAccount } from './sub-accounts.test-kit.ts'
import { MIA_SECRET, PASSWORD } from './users.test-kit.ts'

type Key = ReturnType<typeof createAuthenticator>

/**
 * Tests what an administrator of single sign-on could prepare as a user of the connection's domain, before that user is
 * promoted and a sign-in by the provider is refused.
 */
export const describeProviderCredentials = (kit: () => Kit): void => {
  const { add, arriveAs, confirm, cookieOf, vouch } = useGuaranteedConnection(kit)

  const addKey = async (token: string): Promise<Key> => {
    const key = createAuthenticator()
    const started = await kit().call('POST', passkeys.startDeviceRegistration.path, { token })
    const body = { ...key.register(started.body.options.challenge), deviceType: 'Platform' }
    assert.equal((await kit().call('POST', passkeys.verifyDeviceRegistration.path, { token, body })).status, 200)
    return key
  }
  const signInBy = async (key: Key): Promise<CallResponse> => {
    const { options } = (await kit().call('POST', login.webauthnPreLogin.path, { body: {} })).body
    return kit().call('POST', login.webauthnPostLogin.path, { body: key.sign(options.challenge) })
  }
  const addToken = async (token: string): Promise<string> => {
    const body = { description: 'Script', expiresInMinutes: null }
    return (await kit().call('POST', tokensUser.createAccessToken.path, { token, body })).body.secret
  }
  /** Confirms by a passkey in a session, and returns the response. */
  const confirmBy = async (key: Key, token: string): Promise<CallResponse> => {
    const { options } = (await kit().call('POST', confirmations.startPasskeyConfirmation.path, { token })).body
    return kit().call('POST', confirmations.confirmByPasskey.path, { token, body: key.sign(options.challenge) })
  }
  const proveBy = async (key: Key, token: string): Promise<CallResponse> => {
    const { options } = (await kit().call('POST', login.webauthnPreLogin.path, { body: {} })).body
    return kit().call('POST', accountEntry.provePasskey.path, { token, body: key.sign(options.challenge) })
  }
  /** Returns the permissions of a token, which every user may read. */
  const keysOf = async (token: string): Promise<string[]> => {
    const { body } = await kit().call('GET', session.getMyAuthorization.path, { token })
    return body.permissions.map(({ key }: { key: string }) => key)
  }
  const reads = async (token: string) => (await kit().call('GET', team.listMembers.path, { token })).status

  /** Signs Una in as an ordinary user, while `sec`, who may only change single sign-on, vouches for the connection. */
  const prepare = async () => {
    const permission = { name: 'x', description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    const key = 'fe.secure.write.userApiTokens'
    await kit().store.permissions.insert({ id: `p ${key}`, key, ...permission })
    await kit().store.roles.update({ id: 'member' }, { permissionIds: JSON.stringify([`p ${key}`]) })
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    await vouch('sec')
    const email = await add('una', ['member'])
    const arrived = await arriveAs(email)
    const token = String(arrived.body.accessToken)
    return { email, token, cookie: cookieOf(arrived), key: await addKey(token), secret: await addToken(token) }
  }
  const promote = () => kit().store.members.update({ userId: 'una' }, { roleIds: '["admin"]' })

  it('give a promoted user no more than the guarantor of the connection, until someone confirms it', async () => {
    const { token, key, secret } = await prepare()
    await promote()
    assert.equal(await reads(secret), 403)
    assert.equal((await signInBy(key)).status, 403)
    assert.equal((await confirmBy(key, token)).status, 403)
    assert.equal((await proveBy(key, token)).status, 403)
    assert.equal((await kit().store.audits.count({ tenantId: 'acme', action: 'Sign-in refused' })) > 0, true)

    assert.equal((await confirm('ada@acme.test')).status, 200)
    assert.equal(await reads(secret), 200)
    assert.equal((await signInBy(key)).status, 200)
  })

  it('stop no ordinary user, whatever happens to the guarantor or the connection', async () => {
    const { cookie, key, secret } = await prepare()
    const works = async () => [(await signInBy(key)).status, (await kit().refresh(cookie)).status, await keysOf(secret)]
    const all = [200, 200, ['fe.secure.write.userApiTokens']]
    assert.deepEqual(await works(), all)
    await kit().store.members.delete({ userId: 'sec' })
    assert.deepEqual(await works(), all)
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    assert.deepEqual(await works(), all)
  })

  it('give an administrator nothing after the connection was deleted', async () => {
    const { key, secret } = await prepare()
    await promote()
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    assert.equal((await signInBy(key)).status, 403)
    assert.equal(await reads(secret), 403)
  })

  it('don’t affect what a user adds after they have proven their own password', async () => {
    const { email } = await prepare()
    const { token, cookie } = await kit().signIn(email)
    const key = await addKey(token)
    const secret = await addToken(token)
    await promote()
    assert.equal((await signInBy(key)).status, 200)
    assert.equal((await kit().refresh(cookie)).status, 200)
    assert.equal(await reads(secret), 200)
  })

  it('include a phone number that signs in by text message', async () => {
    const { token, email } = await prepare()
    await setPolicy(kit(), 'public-policy', { authStrategy: 'SmsCode' })
    const body = { phoneNumber: '+12025550177' }
    const started = await kit().call('POST', quickPhone.setPhoneNumber.path, { token, body })
    const proof = { changePhoneId: started.body.changePhoneId, code: kit().lastCode('sms') }
    const set = await kit().call('POST', quickPhone.verifyPhoneNumberChange.path, { token, body: proof })
    assert.equal(set.status, 200)
    const signInByText = async () => {
      const path = { type: 'smscode' }
      const asked = await kit().call('POST', fillPath(login.passwordlessPreLogin.path, path), { body: { email } })
      const code = kit().lastCode('sms')
      const url = fillPath(login.passwordlessPostLogin.path, path)
      return kit().call('POST', url, { body: { code }, cookie: asked.cookies[0]?.split(';')[0] })
    }
    const ordinary = await signInByText()
    assert.equal(ordinary.status, 200)
    const key = await addKey(ordinary.body.accessToken)
    await promote()
    assert.deepEqual([(await signInByText()).status, (await signInBy(key)).status], [403, 403])
    assert.equal((await confirm('ada@acme.test')).status, 200)
    assert.equal((await signInByText()).status, 200)
  })

  it('pass their mark on to credentials that are added in sessions that a marked passkey begins or confirms', async () => {
    const { email, token, key } = await prepare()
    const started = await signInBy(key)
    const confirmed = await confirmBy(key, String((await arriveAs(email)).body.accessToken))
    const proven = await proveBy(key, token)
    const added: { key: Key; secret: string }[] = []
    for (const { status, body } of [started, confirmed, proven]) {
      assert.equal(status, 200)
      const next = { key: await addKey(body.accessToken), secret: await addToken(body.accessToken) }
      added.push(next, { ...next, key: await addKey((await signInBy(next.key)).body.accessToken) })
    }
    for (const next of added) assert.equal((await signInBy(next.key)).status, 200)
    await promote()
    for (const next of added)
      assert.deepEqual([(await signInBy(next.key)).status, await reads(next.secret)], [403, 403])
    assert.equal((await confirm('ada@acme.test')).status, 200)
    for (const next of added)
      assert.deepEqual([(await signInBy(next.key)).status, await reads(next.secret)], [200, 200])
  })

  it('enter other accounts no further than a session of the provider does', async () => {
    const { email, key, cookie } = await prepare()
    await addAccount(kit(), 'north', 'North', 'acme')
    const join = (tenantId: string) =>
      kit().store.members.insert(
        aMemberRecord({ id: `${tenantId}-una`, userId: 'una', tenantId, email, verified: true, roleIds: '["admin"]' }),
      )
    await Promise.all([join('north'), join('globex')])
    const begun = await signInBy(key)
    assert.deepEqual([begun.status, begun.body.tenantId], [200, 'acme'])
    const asked = await kit().call('POST', accountEntry.provePassword.path, {
      token: (await kit().refresh(cookie)).body.accessToken,
      body: { password: PASSWORD },
    })
    const entered = async (given: string) =>
      Promise.all(['north', 'globex'].map(async (tenantId) => (await kit().refresh(given, { tenantId })).status))
    assert.deepEqual(await entered(cookieOf(begun)), [403, 403])
    assert.deepEqual(await entered(cookieOf(asked)), [200, 200], 'after the password')
    const provider = cookieOf(await arriveAs(email))
    assert.deepEqual(await entered(provider), [403, 403])
    const proven = await proveBy(key, (await kit().refresh(provider)).body.accessToken)
    assert.deepEqual(await entered(cookieOf(proven)), [403, 403])

    await kit().store.members.delete({ tenantId: 'acme', userId: 'una' })
    assert.equal((await signInBy(key)).status, 403)
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    assert.equal((await signInBy(key)).status, 403)
  })

  it('don’t let a limited token vouch for anything', async () => {
    const { secret } = await prepare()
    await promote()
    const send = (path: string, body: object) => kit().call('POST', path, { token: secret, body })
    const before = await kit().store.ssoConnections.get('saml-1')
    assert.equal((await send(guarantees.confirmGuaranteed.path, { kind: 'sso-connection', id: 'saml-1' })).status, 403)
    assert.equal((await send(guarantees.succeedGuarantor.path, { userId: 'sec' })).status, 403)
    assert.deepEqual(await kit().store.ssoConnections.get('saml-1'), before)
    assert.equal(await reads(secret), 403)
  })

  it('don’t let a token of an ordinary user create a webhook that would vouch for more after a promotion', async () => {
    const { secret } = await prepare()
    const permission = { name: 'x', description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    const ids = ['fe.connectivity.*', 'fe.secure.read.users'].map((key) => `p ${key}`)
    for (const id of ids) {
      const key = id.slice(2)
      if (!(await kit().store.permissions.find({ key })))
        await kit().store.permissions.insert({ id, key, ...permission })
    }
    await confirm('ada@acme.test')
    await promote()
    const body = {
      displayName: 'Hook',
      description: '',
      url: 'http://localhost:9/',
      secret: 'x'.repeat(20),
      isActive: true,
      eventKeys: ['frontegg.user.updated'],
    }
    const refused = await kit().call('POST', connectivity.createWebhook.path, { token: secret, body })
    assert.deepEqual([refused.status, refused.body.errors?.[0]?.includes('vouch')], [403, true])
    assert.equal(await kit().store.webhooks.count({ tenantId: 'acme' }), 0)
  })

  it('don’t link a social account, which requires a proof of the user’s own', async () => {
    const { token, key } = await prepare()
    await setPolicy(kit(), 'social-providers', {
      providers: [
        { type: 'google', active: true, clientId: 'c', clientSecret: 's', customised: false, additionalScopes: [] },
      ],
    })
    const link = (given: string) =>
      kit().call('POST', selfService.startSocialLink.path, { token: given, body: { provider: 'google', state: 'x1' } })
    const { accessToken } = (await signInBy(key)).body
    for (const given of [token, accessToken]) assert.equal((await link(given)).status, 403)
    const proven = await kit().call('POST', accountEntry.provePassword.path, { token, body: { password: PASSWORD } })
    assert.equal((await link(proven.body.accessToken)).status, 200)
  })

  it('don’t count as a way in for the last administrator of an account', async () => {
    const { key } = await prepare()
    await kit().store.users.update({ id: 'una' }, { passwordHash: null })
    await kit().store.members.delete({ tenantId: 'acme', userId: 'tom' })
    await kit().store.members.insert(aMemberRecord({ id: 'globex-ada', tenantId: 'globex', userId: 'ada' }))
    await promote()
    assert.equal((await signInBy(key)).status, 403)
    const { token } = await kit().signIn('ada@acme.test')
    const body = { id: 'ada', roleIds: ['member'] }
    assert.equal((await kit().call('PUT', team.updateMember.path, { token, body })).status, 409)
  })

  /** Enrolls an authenticator app that a user set up by themselves. */
  const enroll = () => addFactor(kit().ports, 'una', { kind: 'totp', value: { secret: MIA_SECRET } })

  it('don’t replace a second factor that the user added later', async () => {
    const { key, token } = await prepare()
    kit().time.now += 1_000
    await enroll()
    const asked = await signInBy(key)
    assert.deepEqual([asked.status, asked.body.mfaRequired, asked.body.accessToken], [200, true, ''])
    const proven = await kit().call('POST', mfaLogin.verifyCode.path, {
      body: { mfaToken: asked.body.mfaToken, value: await appCode(kit()) },
    })
    assert.equal(proven.status, 200)

    // A session that was open before.
    const { accessToken } = (await proveBy(key, token)).body
    const secret = () => kit().call('POST', passkeys.startDeviceRegistration.path, { token: accessToken })
    assert.equal((await secret()).status, 401, 'it confirms nothing that requires that factor')
  })

  it('let no session that they began before such a factor add a passkey', async () => {
    const { key } = await prepare()
    kit().time.now += 1_000
    const { accessToken } = (await signInBy(key)).body
    kit().time.now += 1_000
    const start = () => kit().call('POST', passkeys.startDeviceRegistration.path, { token: accessToken })
    assert.equal((await start()).status, 200, 'users without a factor confirm nothing more')
    await enroll()
    kit().time.now += 60_000
    const refused = await start()
    assert.deepEqual([refused.status, refused.body.code], [401, 'fresh-mfa-required'])
  })

  it('include two factors in one if they were added after such a factor was proven', async () => {
    await vouch('sec')
    const email = await add('una', ['member'])
    await enroll()
    kit().time.now += 1_000
    const { mfaToken } = (await arriveAs(email)).body
    const body = { mfaToken, value: await appCode(kit()) }
    const { accessToken } = (await kit().call('POST', mfaLogin.verifyCode.path, { body })).body
    const begun = await signInBy(await addKey(accessToken))
    assert.deepEqual([begun.status, begun.body.mfaRequired], [200, false])
  })

  it('don’t include a new email, which needs the user’s own proof even if the connection is off', async () => {
    const { email, token, cookie } = await prepare()
    await kit().store.users.update({ id: 'una' }, { passwordHash: null })
    const start = (given: string, password?: string) =>
      kit().call('POST', selfService.startEmailChange.path, {
        token: given,
        body: { email: 'eve@evil.test', password },
      })
    assert.equal((await start(token)).status, 409, 'single sign-on manages it')
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { enabled: false })
    assert.equal((await start(token)).status, 403)
    await enroll()
    const { id, amr } = (await kit().store.sessions.list({ userId: 'una' }))[0] ?? { id: '', amr: '[]' }
    const proven = JSON.stringify([...JSON.parse(amr ?? '[]'), 'mfa', 'otp', `factor:own:${kit().time.now}`])
    await kit().store.sessions.update({ id }, { amr: proven })
    const { accessToken } = (await kit().refresh(cookie)).body
    assert.equal((await start(accessToken)).status, 403, 'a second factor may have been added in the same session')
    await kit().store.factors.delete({ userId: 'una', kind: 'totp' })
    await kit().store.users.update({ id: 'una' }, { mfaEnrolled: false, passwordHash: `fake:${PASSWORD}` })
    assert.equal((await start(token, 'wrong')).status, 400)
    assert.equal((await start(token, PASSWORD)).status, 200)
    assert.equal((await start((await kit().signIn(email)).token, PASSWORD)).status, 200)
  })
}
