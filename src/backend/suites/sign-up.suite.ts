import assert from 'node:assert/strict'
import { it } from 'node:test'
import { password as passwordTable } from '../../contract/password.ts'
import { session } from '../../contract/session.ts'
import { activation, signUp as signUpTable } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const NEW_PASSWORD = 'Brave-Otter-42'

export const describeSignUp = (kit: () => Kit): void => {
  const signUp = (facts: object, headers?: Record<string, string>) =>
    kit().call('POST', signUpTable.signUp.path, {
      headers,
      body: { email: 'nia@new.test', companyName: 'Newco', name: 'Nia', password: NEW_PASSWORD, ...facts },
    })
  const activate = (body: object, cookie?: string) =>
    kit().call('POST', activation.activateAccount.path, { body, cookie })
  const asksForPassword = async ({ userId, token }: { userId: string; token: string }, cookie?: string) => {
    const path = `${activation.getActivationStrategy.path}?userId=${userId}&token=${token}`
    return (await kit().call('GET', path, { cookie })).body.shouldSetPassword
  }
  const reset = async (email: string, password: string) => {
    await kit().call('POST', passwordTable.forgotPassword.path, { body: { email } })
    const { userId, token } = kit().lastLink()
    return kit().call('POST', passwordTable.resetPassword.path, { body: { userId, token, password } })
  }

  it('creates an account and its administrator, who keeps the password after proving the email in the same browser', async () => {
    const response = await signUp({ email: ' Nia@New.Test', roleIds: ['security'], metadata: '{"plan":"pro"}' })
    const browser = response.cookies[0]?.split(';')[0] ?? ''
    assert.deepEqual([response.status, response.body, response.cookies.length], [200, { shouldActivate: true }, 1])
    assert.equal((await kit().login('nia@new.test', NEW_PASSWORD)).status, 403)
    const { userId, token, url } = kit().lastLink()
    assert.equal(url.pathname, '/account/activate')
    assert.equal(await asksForPassword({ userId, token }, browser), false)
    const entered = await activate({ userId, token }, browser)
    const me = await kit().call('GET', session.getMe.path, { token: entered.body.accessToken })
    assert.deepEqual([me.body.roles.map(({ id }: { id: string }) => id), me.body.verified], [['admin'], true])
    assert.equal((await kit().store.tenants.get(me.body.tenantId))?.name, 'Newco')
    assert.equal((await kit().login('nia@new.test', NEW_PASSWORD)).status, 200)
  })

  it('requires a password in any other browser, because the first one may belong to a stranger', async () => {
    const stranger = await signUp({ password: 'Planted-Pass-1' })
    const link = kit().lastLink()
    assert.equal(await asksForPassword(link), true)
    assert.equal(await asksForPassword(link, stranger.cookies[0]?.replace('=', '=x')), true)
    assert.equal((await activate(link)).status, 400)
    assert.equal((await activate({ ...link, password: NEW_PASSWORD })).status, 200)
    assert.equal((await kit().login('nia@new.test', 'Planted-Pass-1')).status, 401)
    assert.equal((await kit().login('nia@new.test', NEW_PASSWORD)).status, 200)
  })

  it('responds the same when the email has an account, and notifies only its owner', async () => {
    const fresh = await signUp({})
    const hashes = kit().verified.length
    const taken = await signUp({ email: 'MEL@acme.test' })
    assert.deepEqual([taken.status, taken.body], [fresh.status, fresh.body])
    const shapes = [taken, fresh].map(({ cookies }) => cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;')))
    assert.deepEqual(shapes[0], shapes[1])
    assert.equal(kit().verified.length, hashes)
    assert.match(kit().mails.at(-1)?.subject ?? '', /already/)
    assert.equal(kit().mails.at(-1)?.to, 'mel@acme.test')
    assert.equal((await kit().login('mel@acme.test', NEW_PASSWORD)).status, 401)
    assert.equal((await kit().login('mel@acme.test', PASSWORD)).status, 200)
    assert.equal(await kit().store.tenants.count({ name: 'Newco' }), 1)
  })

  it('accepts five sign-ups with one email in 15 minutes, however it is written', async () => {
    const statuses: number[] = []
    for (const email of [
      'nia@new.test',
      'NIA@new.test',
      ' nia@new.test',
      'Nia@New.test',
      'nia@new.test',
      'niA@new.test',
    ])
      statuses.push((await signUp({ email })).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    assert.equal((await signUp({ email: 'max@new.test' })).status, 200)
    kit().time.now += 15 * 60_000
    assert.equal((await signUp({})).status, 200)
  })

  it('emails a new user at most three times an hour, whether they sign up again or request the email again', async () => {
    const again = () => kit().call('POST', activation.resendActivationEmail.path, { body: { email: 'nia@new.test' } })
    for (let quarter = 0; quarter < 3; quarter++) {
      for (let at = 0; at < 3; at++) assert.equal((await signUp({})).status, 200)
      kit().time.now += 900_000
    }
    assert.equal(kit().mails.length, 3)
    assert.equal((await again()).status, 429)
    const link = kit().lastLink()
    kit().time.now += 900_000
    assert.equal((await again()).status, 200)
    assert.equal(kit().mails.length, 4)
    assert.equal((await activate({ ...link, password: NEW_PASSWORD })).status, 400)
    assert.equal((await activate({ ...kit().lastLink(), password: NEW_PASSWORD })).status, 200)
  })

  it('keeps the emailed link valid when no further email is sent', async () => {
    for (let at = 0; at < 5; at++) await signUp({})
    const link = kit().lastLink()
    assert.equal(kit().mails.length, 3)
    assert.equal((await activate({ ...link, password: NEW_PASSWORD })).status, 200)
  })

  it('creates one account when the button is pressed twice', async () => {
    const both = await Promise.all([signUp({}), signUp({})])
    assert.deepEqual(
      both.map(({ body }) => body),
      [{ shouldActivate: true }, { shouldActivate: true }],
    )
    assert.equal(await kit().store.users.count({ email: 'nia@new.test' }), 1)
    assert.equal(await kit().store.tenants.count({ name: 'Newco' }), 1)
  })

  it('prevents strangers from setting a password for an unverified email', async () => {
    await signUp({ password: 'Planted-Pass-1' })
    await signUp({})
    const link = kit().lastLink()
    assert.equal(await asksForPassword(link), true)
    assert.equal((await activate({ ...link, password: NEW_PASSWORD })).status, 200)
    assert.equal((await kit().login('nia@new.test', 'Planted-Pass-1')).status, 401)
  })

  it('refuses weak and breached passwords, invalid emails and sign-ups that are turned off', async () => {
    assert.equal((await signUp({ password: 'weak' })).status, 400)
    assert.match((await signUp({ password: 'Password123!' })).body.errors[0], /data breach/)
    assert.equal((await signUp({ email: 'a@b' })).status, 400)
    assert.equal((await signUp({ email: 'other@new.test', companyName: '' })).status, 400)
    assert.equal((await signUp({}, { Origin: 'https://evil.test' })).status, 403)
    await setPolicy(kit(), 'public-policy', { allowSignups: false })
    assert.equal((await signUp({ email: 'third@new.test' })).status, 403)
    assert.equal(await kit().store.users.count({ email: { in: ['nia@new.test', 'third@new.test'] } }), 0)
  })

  it('joins the tenant of an invitation link with the default roles', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const path = team.createInviteLink.path
    const link = await kit().call('POST', path, { token, body: { expiresInMinutes: 60 } })
    await setPolicy(kit(), 'public-policy', { allowSignups: false })
    assert.equal((await signUp({ companyName: '', invitationToken: link.body.token })).status, 200)
    const member = await kit().store.members.find({ email: 'nia@new.test' })
    assert.deepEqual([member?.tenantId, member?.roleIds], ['acme', '["member"]'])
  })

  it('signs a new user in at once if the vendor does not require verification', async () => {
    await setPolicy(kit(), 'public-policy', { allowNotVerifiedUsersLogin: true })
    const { body, cookies } = await signUp({})
    assert.deepEqual([body.shouldActivate, cookies.length], [false, 3])
    assert.ok(body.authResponse.accessToken)
    assert.deepEqual((await signUp({})).body, { shouldActivate: true })
  })

  it('requires a new password when the old one is breached, and signs no one in with it', async () => {
    await setPolicy(kit(), 'feature-flags', { 'security-center-show-login-flows': 'on' })
    await kit().store.users.update({ id: 'mel' }, { isBreachedPassword: true })
    const { status, body, cookies } = await kit().login('mel@acme.test')
    assert.deepEqual([status, body.isBreachedPassword, body.accessToken, cookies], [200, true, undefined, []])
    assert.equal((await reset('mel@acme.test', NEW_PASSWORD)).status, 200)
    assert.equal((await kit().login('mel@acme.test', NEW_PASSWORD)).body.isBreachedPassword, undefined)
    await kit().store.users.update({ id: 'ada' }, { passwordHash: await kit().ports.hasher.hash('Password123!') })
    assert.equal((await kit().login('ada@acme.test', 'Password123!')).body.isBreachedPassword, true)
  })

  it('applies the password history of the tenant', async () => {
    await setPolicy(kit(), 'password-history', { enabled: true, historySize: 3 })
    assert.match((await reset('mel@acme.test', PASSWORD)).body.errors[0], /before/)
    for (const password of ['Brave-Otter-1', 'Brave-Otter-2']) {
      assert.equal((await reset('mel@acme.test', password)).status, 200)
      kit().time.now += 1_000_000
    }
    assert.equal((await reset('mel@acme.test', PASSWORD)).status, 400)
    assert.equal((await reset('mel@acme.test', 'Brave-Otter-3')).status, 200)
    kit().time.now += 1_000_000
    assert.equal((await reset('mel@acme.test', PASSWORD)).status, 200)
  })
}
