import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tokensUser } from '../../contract/api-tokens.ts'
import { password } from '../../contract/password.ts'
import { session } from '../../contract/session.ts'
import { linkOwner } from '../../contract/sign-up.ts'
import { APP, type Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const NEW_PASSWORD = 'Brave-Otter-42'

export const describePassword = (kit: () => Kit): void => {
  const forgot = (email: string) => kit().call('POST', password.forgotPassword.path, { body: { email } })
  const reset = (body: object) => kit().call('POST', password.resetPassword.path, { body })

  it('resets a forgotten password by an emailed link, once, and ends all sessions', async () => {
    const { cookie } = await kit().signIn('mel@acme.test')
    assert.equal((await forgot('MEL@acme.test')).status, 200)
    const { url, userId, token } = kit().lastLink()
    assert.equal(`${url.origin}${url.pathname}`, `${APP}/account/reset-password`)
    assert.equal((await reset({ userId, token, password: 'weak' })).status, 400)
    assert.equal((await reset({ userId: 'ada', token, password: NEW_PASSWORD })).status, 400)
    assert.equal((await reset({ userId, token, password: NEW_PASSWORD })).status, 200)
    assert.equal((await reset({ userId, token, password: 'Other-Horse-77' })).status, 400)
    assert.equal((await kit().refresh(cookie)).status, 401)
    assert.equal((await kit().login('mel@acme.test')).status, 401)
    assert.equal((await kit().login('mel@acme.test', NEW_PASSWORD)).status, 200)
    assert.match(kit().mails.at(-1)?.subject ?? '', /changed/)
  })

  it('keeps the genuine link working, however many invalid ones have its user’s ID', async () => {
    await forgot('mel@acme.test')
    const { userId, token } = kit().lastLink()
    const from = (address: string, body: object) => kit().call('POST', password.resetPassword.path, { body, address })
    const statuses: number[] = []
    for (let guess = 0; guess < 61; guess += 1) {
      statuses.push((await from('192.0.2.1', { userId, token: `guess${guess}`, password: NEW_PASSWORD })).status)
    }
    assert.deepEqual([statuses[0], statuses[59], statuses[60]], [400, 400, 429])
    assert.equal((await from('192.0.2.9', { userId, token: 'guess', password: NEW_PASSWORD })).status, 400)
    for (let weak = 0; weak < 19; weak += 1) {
      assert.equal((await from('192.0.2.1', { userId, token, password: 'weak' })).status, 400)
    }
    assert.equal((await from('192.0.2.1', { userId, token, password: NEW_PASSWORD })).status, 200)
  })

  it('ends the API tokens of the user with a reset, unless the user keeps them signed in', async () => {
    const tokenOf = async (email: string) => {
      const { token } = await kit().signIn(email)
      const body = { description: 'script', expiresInMinutes: 60 }
      return (await kit().call('POST', tokensUser.createAccessToken.path, { token, body })).body.secret
    }
    const isAlive = async (token: string) =>
      (await kit().call('GET', session.getMyAuthorization.path, { token })).status === 200
    const resetOf = async (email: string, choice: object) => {
      await forgot(email)
      const { userId, token } = kit().lastLink()
      assert.equal((await reset({ userId, token, password: NEW_PASSWORD, ...choice })).status, 200)
    }
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    const gia = await tokenOf('gia@globex.test')
    const ada = await tokenOf('ada@acme.test')
    const kept = await kit().signIn('ada@acme.test')
    assert.deepEqual([await isAlive(gia), await isAlive(ada)], [true, true])
    await resetOf('gia@globex.test', {})
    await resetOf('ada@acme.test', { signOutEverywhere: false })
    assert.deepEqual([await isAlive(gia), await isAlive(ada)], [false, true])
    assert.equal((await kit().refresh(kept.cookie)).status, 200)
  })

  it('ends sessions and API tokens with a first password too, unless the user keeps them', async () => {
    const lives = async (who: { cookie: string }) => [
      (await kit().refresh(who.cookie)).status,
      await kit().store.apiTokens.count({ userId: 'ada' }),
    ]
    const resetFirst = async (choice: object) => {
      await forgot('ada@acme.test')
      await kit().store.users.update({ id: 'ada' }, { passwordHash: null })
      const { userId, token } = kit().lastLink()
      assert.equal((await reset({ userId, token, password: NEW_PASSWORD, ...choice })).status, 200)
    }
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    const ada = await kit().signIn('ada@acme.test')
    const body = { description: 'script', expiresInMinutes: 60 }
    await kit().call('POST', tokensUser.createAccessToken.path, { token: ada.token, body })
    await resetFirst({ signOutEverywhere: false })
    assert.equal((await kit().login('ada@acme.test', NEW_PASSWORD)).status, 200)
    assert.match((await kit().store.audits.find({ action: 'Password reset' }))?.description ?? '', /sessions were kept/)
    const refreshed = await kit().refresh(ada.cookie)
    const cookie = refreshed.cookies[0]?.split(';')[0] ?? ''
    assert.deepEqual([refreshed.status, await kit().store.apiTokens.count({ userId: 'ada' })], [200, 1])
    await resetFirst({})
    assert.deepEqual(await lives({ cookie }), [401, 0])
  })

  it('marks a link that sets a first password only if a session of the same user requests it', async () => {
    const ada = (await kit().signIn('ada@acme.test')).token
    const markOf = async (choice: object, token: string | undefined = ada) => {
      const body = { email: 'ada@acme.test', ...choice }
      assert.equal(
        (await kit().call('POST', password.forgotPassword.path, { ...(token && { token }), body })).status,
        200,
      )
      return kit().lastLink().url.searchParams.get('keepSessions')
    }
    const keepSessions = true
    assert.equal(await markOf({ keepSessions }), null, 'the session of a user with a password may be an intruder’s')
    const mel = (await kit().signIn('mel@acme.test')).token
    await kit().store.users.update({ id: 'ada' }, { passwordHash: null })
    assert.equal(await markOf({}), null)
    for (const token of ['', mel]) assert.equal(await markOf({ keepSessions }, token), null)
    assert.equal(await markOf({ keepSessions }), 'true')
    assert.match(kit().mails.at(-1)?.text ?? '', /stay signed in/i)
  })

  it('reads the session of a call whatever the email, so that its duration doesn’t reveal users without a password', async () => {
    const { store, ports, signIn, call } = kit()
    const { token } = await signIn('ada@acme.test')
    await store.users.update({ id: 'mel' }, { passwordHash: null })
    const { signer } = ports
    const { verify } = signer
    let reads = 0
    signer.verify = (...given) => {
      reads += 1
      return verify(...given)
    }
    const readsFor = async (email: string) => {
      reads = 0
      await call('POST', password.forgotPassword.path, { token, body: { email, keepSessions: true } })
      return reads
    }
    const counts = [
      await readsFor('no-one@acme.test'),
      await readsFor('ada@acme.test'),
      await readsFor('mel@acme.test'),
    ]
    signer.verify = verify
    assert.deepEqual(counts, [1, 1, 1])
  })

  it('returns the owner of a link to its holder, and refuses guesses after a while without harm to the link', async () => {
    const ownerOf = (body: object) => kit().call('POST', linkOwner.getLinkOwner.path, { body, address: '192.0.2.1' })
    await forgot('mel@acme.test')
    const { userId, token } = kit().lastLink()
    const link = { purpose: 'password-reset', userId, token }
    for (let visit = 0; visit < 20; visit += 1) assert.deepEqual((await ownerOf(link)).body, { email: 'mel@acme.test' })
    for (const wrong of [{ purpose: 'activation' }, { userId: 'ada' }, { token: `${token}x` }]) {
      assert.equal((await ownerOf({ ...link, ...wrong })).status, 400)
    }
    assert.equal((await ownerOf({ ...link, purpose: 'invite-link' })).status, 400)
    const statuses: number[] = []
    for (let guess = 0; guess < 60; guess += 1) statuses.push((await ownerOf({ ...link, token: 'guess' })).status)
    assert.equal(statuses.at(-1), 429)
    assert.deepEqual((await ownerOf(link)).body, { email: 'mel@acme.test' })
    assert.equal((await reset({ userId, token, password: NEW_PASSWORD })).status, 200)
    assert.equal((await ownerOf(link)).status, 429)
  })

  it('sends the same response for unknown and known emails, and no message to unknown ones', async () => {
    const known = await forgot('mel@acme.test')
    const unknown = await forgot('unknown@acme.test')
    assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
    assert.deepEqual(
      kit().mails.map(({ to }) => to),
      ['mel@acme.test'],
    )
    assert.equal(await kit().store.tickets.count({ purpose: 'password-reset' }), 2)
  })

  it('expires a reset link after an hour, and sends at most five emails in 15 minutes', async () => {
    await forgot('mel@acme.test')
    const { userId, token } = kit().lastLink()
    kit().time.now += 3_600_001
    assert.equal((await reset({ userId, token, password: NEW_PASSWORD })).status, 400)
    const statuses: number[] = []
    for (let at = 0; at < 6; at++) statuses.push((await forgot('mel@acme.test')).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  })

  it('unlocks a user who proves their email by a reset', async () => {
    await forgot('leo@acme.test')
    const { userId, token } = kit().lastLink()
    await reset({ userId, token, password: NEW_PASSWORD })
    assert.equal((await kit().login('leo@acme.test', NEW_PASSWORD)).status, 200)
  })

  it('changes the user’s password after checking the current one, and ends the other sessions', async () => {
    const here = await kit().signIn('mel@acme.test')
    const there = await kit().signIn('mel@acme.test')
    const change = (body: object) => kit().call('POST', password.changePassword.path, { token: here.token, body })
    assert.equal((await change({ password: 'wrong', newPassword: NEW_PASSWORD })).status, 400)
    assert.equal((await change({ password: PASSWORD, newPassword: 'weak' })).status, 400)
    assert.equal((await change({ password: PASSWORD, newPassword: NEW_PASSWORD })).status, 200)
    assert.equal((await kit().refresh(there.cookie)).status, 401)
    assert.equal((await kit().refresh(here.cookie)).status, 200)
  })

  it('returns the rules for passwords', async () => {
    assert.equal((await kit().call('GET', `${password.getPasswordConfig.path}?userId=mel`)).body.minLength, 10)
  })
}
