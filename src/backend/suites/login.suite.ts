import assert from 'node:assert/strict'
import { it } from 'node:test'
import { invitation } from '../../contract/invitation.ts'
import { login } from '../../contract/login.ts'
import { mfa, rememberDevice } from '../../contract/mfa.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/users.ts'
import { refreshCookieName } from '../call/cookies.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const MINUTE = 60_000

export const describeLogin = (kit: () => Kit): void => {
  it('signs a user in by password and an email in any spelling', async () => {
    for (const email of ['ada@acme.test', ' ADA@Acme.Test ']) {
      const { status, body } = await kit().login(email)
      assert.equal(status, 200)
      assert.deepEqual([body.mfaRequired, body.expiresIn, body.tenantId], [false, 300, 'acme'])
      const me = await kit().call('GET', session.getMe.path, { token: body.accessToken })
      assert.deepEqual(
        [me.body.email, me.body.permissions[0].key, me.body.tenantIds],
        ['ada@acme.test', 'fe.*', ['acme']],
      )
    }
    assert.equal(await kit().store.audits.count({ action: 'User signed in' }), 2)
  })

  it('responds the same, after the same work, whether the account exists or not', async () => {
    const known = await kit().login('ada@acme.test', 'wrong')
    const unknown = await kit().login('unknown@acme.test', 'wrong')
    const odd = await kit().login('not an address', 'wrong')
    for (const response of [unknown, odd])
      assert.deepEqual([response.status, response.body], [known.status, known.body])
    assert.equal(known.status, 401)
    assert.equal(kit().verified.length, 3)
    for (const response of [known, unknown]) assert.equal(response.cookies.length, 0)
  })

  it('locks an account after the failed attempts its policy allows, with the same response for known and unknown emails', async () => {
    const last = { known: '', unknown: '' }
    for (let attempt = 0; attempt < 5; attempt++) {
      last.known = (await kit().login('mel@acme.test', 'wrong')).body.errors[0]
      last.unknown = (await kit().login('unknown@acme.test', 'wrong')).body.errors[0]
    }
    assert.equal(last.known, last.unknown)
    assert.match(last.known, /locked/)
    assert.equal((await kit().login('mel@acme.test')).status, 401)
    assert.equal((await kit().store.members.find({ userId: 'mel' }))?.isLocked, true)
    assert.equal(await kit().store.audits.count({ action: 'User locked' }), 1)
    assert.deepEqual(
      kit().mails.map(({ to, subject }) => [to, subject]),
      [['mel@acme.test', 'Your account is locked']],
    )
  })

  it('stops guessing after ten attempts in 15 minutes, from any IP address and with any form of the path', async () => {
    const forms = ['', API_PREFIX]
    const statuses: number[] = []
    for (let attempt = 0; attempt < 30; attempt++) {
      const address = `2001:db8:${attempt}::1`
      const body = { email: 'unknown@acme.test', password: 'x' }
      const path = forms[attempt % 2] + login.login.path
      statuses.push((await kit().call('POST', path, { body, address })).status)
    }
    assert.equal(statuses.filter((status) => status === 401).length, 10)
    const refused = await kit().login('unknown@acme.test', 'x')
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('Retry-After')) > 0)
    kit().time.now += 16 * MINUTE
    assert.equal((await kit().login('unknown@acme.test', 'x')).status, 401)
  })

  it('requires the second factor from users who have one, and signs none of them in without it', async () => {
    const { status, body, cookies } = await kit().login('mia@acme.test')
    assert.equal(status, 200)
    assert.deepEqual([body.mfaRequired, body.mfaEnrolled, body.accessToken], [true, true, ''])
    assert.equal(body.mfaDevices.authenticators.length, 1)
    assert.ok(cookies.every((cookie) => !cookie.startsWith(refreshCookieName(kit().config))))
    assert.equal(await kit().store.sessions.count({}), 0)
    assert.equal((await kit().call('GET', session.getMe.path, { token: body.mfaToken })).status, 401)
    const allowed = await kit().call('GET', `${mfa.getRememberDevicePolicy.path}?mfaToken=${body.mfaToken}`)
    assert.equal(allowed.body.isAllowedToRememberMfaDevice, false)
    const inBody = { body: { mfaToken: body.mfaToken } }
    const posted = await kit().call('POST', rememberDevice.readRememberDevicePolicy.path, inBody)
    assert.deepEqual(posted.body, allowed.body)
    assert.equal((await kit().call('GET', `${mfa.getRememberDevicePolicy.path}?mfaToken=x`)).status, 401)
  })

  it('keeps an unverified user out unless the vendor allows it', async () => {
    await kit().store.users.update({ id: 'mel' }, { verified: false })
    assert.equal((await kit().login('mel@acme.test')).status, 403)
    const value = JSON.stringify({ allowNotVerifiedUsersLogin: true })
    await kit().store.policies.insert({
      id: 'p',
      tenantId: null,
      kind: 'public-policy',
      value,
      createdAt: 0,
      updatedAt: 0,
    })
    assert.equal((await kit().login('mel@acme.test')).status, 200)
  })

  it('reports that there is no single sign-on', async () => {
    for (const { path } of [login.preLogin, login.preLoginV1]) {
      const response = await kit().call('POST', path, { body: { email: 'ada@acme.test' } })
      assert.equal(response.status, 404)
    }
  })

  it('refuses an email without any sign-in method: no connection, and local sign-in turned off', async () => {
    const value = JSON.stringify({ authStrategy: 'NoLocalAuthentication' })
    const policy = { id: 'p', tenantId: null, kind: 'public-policy', value, createdAt: 0, updatedAt: 0 } as const
    await kit().store.policies.insert(policy)
    const { status, body } = await kit().call('POST', login.preLogin.path, { body: { email: 'ada@acme.test' } })
    assert.equal(status, 403)
    assert.match(body.errors[0], /Single sign-on isn’t set up for this email/)
  })

  it('joins the tenant of an invitation link on the way in', async () => {
    const { token } = await kit().signIn('gia@globex.test')
    const link = await kit().call('POST', team.createInviteLink.path, {
      token,
      body: { expiresInMinutes: 5 },
    })
    const verify = invitation.verifyInviteToken.path
    assert.equal((await kit().call('POST', verify, { body: { token: link.body.token } })).body.name, 'Globex')
    assert.equal((await kit().call('POST', verify, { body: { token: `${link.body.token}x` } })).status, 404)
    const body = { email: 'ada@acme.test', password: PASSWORD, invitationToken: link.body.token }
    const response = await kit().call('POST', login.login.path, { body })
    assert.equal(response.body.tenantId, 'globex')
    kit().time.now += 6 * MINUTE
    assert.equal((await kit().call('POST', verify, { body: { token: link.body.token } })).status, 404)
  })
}
