import assert from 'node:assert/strict'
import { it } from 'node:test'
import { selfService } from '../../contract/me.ts'
import { password as passwordTable } from '../../contract/password.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { impersonate } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const NEW = 'mel@new.test'
const DAY_MS = 86_400_000
const { startEmailChange, verifyEmailChange, undoEmailChange } = selfService

export const describeEmailChange = (kit: () => Kit): void => {
  const as = async (email: string) => (await kit().signIn(email)).token
  const start = (token: string, email: string, password: string | undefined = PASSWORD) =>
    kit().call('POST', startEmailChange.path, { token, body: { email, password } })
  const verify = (token: string, body: { token: string; code: string }) =>
    kit().call('POST', verifyEmailChange.path, { token, body })
  const change = async (token: string, email: string) => {
    const started = await start(token, email)
    assert.equal(started.status, 200, JSON.stringify(started.body))
    return verify(token, { token: started.body.token, code: kit().lastCode('mail') })
  }
  const undo = (link: { userId: string; token: string }) =>
    kit().page('POST', undoEmailChange.path, {
      body: String(new URLSearchParams({ userId: link.userId, token: link.token })),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
  const emailOf = async (id: string) => (await kit().store.users.get(id))?.email

  it('changes an email once the code sent to the new one is right, and ends the other sessions', async () => {
    const other = await kit().signIn('mel@acme.test')
    const token = await as('mel@acme.test')
    const started = await start(token, NEW.toUpperCase())
    assert.equal(kit().mails.at(-1)?.to, NEW)
    assert.equal(await emailOf('mel'), 'mel@acme.test')
    const code = kit().lastCode('mail')
    const wrong = code === '000000' ? '111111' : '000000'
    assert.equal((await verify(token, { token: started.body.token, code: wrong })).status, 400)
    assert.deepEqual((await verify(token, { token: started.body.token, code })).body, { email: NEW })
    assert.equal(await emailOf('mel'), NEW)
    assert.equal((await kit().store.members.find({ tenantId: 'acme', userId: 'mel' }))?.email, NEW)
    assert.equal((await kit().refresh(other.cookie)).status, 401)
    assert.equal((await kit().call('GET', selfService.getSelfService.path, { token })).status, 200)
    assert.equal((await kit().login('mel@acme.test')).status, 401)
    assert.equal((await kit().login(NEW)).status, 200)
    assert.equal(await kit().store.audits.count({ tenantId: 'acme', action: 'Email changed' }), 1)
  })

  it('undoes a change for 7 days by the notice to the old email, without the password that was used', async () => {
    await change(await as('mel@acme.test'), NEW)
    const notice = kit().mails.at(-1)
    assert.equal(notice?.to, 'mel@acme.test')
    const link = kit().lastLink()
    const page = await kit().page('GET', link.url.pathname + link.url.search)
    assert.match(page.body, /mel@acme\.test/)
    assert.equal(await emailOf('mel'), NEW)
    const thief = await kit().signIn(NEW)
    await addFactor(kit().ports, 'mel', { kind: 'sms', value: { phone: '+12025550177' } })
    kit().time.now += 7 * DAY_MS - 1
    assert.equal((await undo(link)).status, 200)
    assert.equal(await emailOf('mel'), 'mel@acme.test')
    assert.equal((await kit().refresh(thief.cookie)).status, 401)
    assert.equal((await kit().login('mel@acme.test')).status, 401)
    assert.equal(await kit().store.factors.count({ userId: 'mel' }), 0)
    assert.equal(kit().mails.at(-1)?.subject, 'Reset your password')
    const reset = { userId: kit().lastLink().userId, token: kit().lastLink().token, password: 'Brave-Otter-42' }
    assert.equal((await kit().call('POST', passwordTable.resetPassword.path, { body: reset })).status, 200)
    assert.equal((await kit().login('mel@acme.test', 'Brave-Otter-42')).status, 200)
    assert.equal((await undo(link)).status, 400)
  })

  it('refuses to undo after 7 days', async () => {
    await change(await as('mel@acme.test'), NEW)
    const link = kit().lastLink()
    kit().time.now += 7 * DAY_MS
    assert.equal((await undo(link)).status, 400)
    assert.equal(await emailOf('mel'), NEW)
  })

  it('restores the first email after two changes, and no link of an intruder reverts that', async () => {
    const token = await as('mel@acme.test')
    await change(token, NEW)
    const first = kit().lastLink()
    kit().time.now += 1_000
    await change(token, 'mel@third.test')
    const second = kit().lastLink()
    assert.equal((await undo(first)).status, 200)
    assert.equal(await emailOf('mel'), 'mel@acme.test')
    assert.equal((await undo(second)).status, 400)
    assert.equal(await emailOf('mel'), 'mel@acme.test')
  })

  it('reclaims the old email from an unverified user who has since signed up with it, but not from a verified one', async () => {
    await change(await as('mel@acme.test'), NEW)
    const link = kit().lastLink()
    const mel = await kit().store.users.get('mel')
    assert.ok(mel)
    const squatter = { ...mel, id: 'squatter', email: 'mel@acme.test', verified: true }
    await kit().store.users.insert(squatter)
    assert.equal((await undo(link)).status, 409)
    await kit().store.users.update({ id: 'squatter' }, { verified: false })
    assert.equal((await undo(link)).status, 200)
    assert.equal(await kit().store.users.get('squatter'), undefined)
  })

  it('sends the same response for a taken email, whose owner gets a notice and no code', async () => {
    const token = await as('mel@acme.test')
    const free = await start(token, NEW)
    const taken = await start(token, 'tom@acme.test')
    assert.deepEqual([taken.status, Object.keys(taken.body)], [free.status, Object.keys(free.body)])
    const mail = kit().mails.at(-1)
    assert.deepEqual([mail?.to, mail?.subject], ['tom@acme.test', 'Your email is already in use'])
    assert.doesNotMatch(mail?.text ?? '', /\b\d{6}\b/)
    assert.equal((await verify(token, { token: taken.body.token, code: '123456' })).status, 400)
    assert.equal(await emailOf('mel'), 'mel@acme.test')
  })

  it('refuses an email that another user took in the meantime, with the same error as for a wrong code', async () => {
    const token = await as('mel@acme.test')
    const started = await start(token, NEW)
    const code = kit().lastCode('mail')
    await kit().store.users.update({ id: 'tom' }, { email: NEW })
    const late = await verify(token, { token: started.body.token, code })
    const wrong = await verify(token, { token: 'unknown', code })
    assert.deepEqual([late.status, late.body], [wrong.status, wrong.body])
  })

  it('requires the password, or the second factor of users who have one', async () => {
    const token = await as('mel@acme.test')
    assert.equal((await start(token, NEW, 'Wrong-Horse-1')).status, 400)
    assert.equal((await start(token, NEW, '')).status, 400)
    await addFactor(kit().ports, 'mel', { kind: 'sms', value: { phone: '+12025550177' } })
    const challenged = await start(token, NEW)
    assert.equal(challenged.status, 401)
    assert.match(challenged.headers.get('WWW-Authenticate') ?? '', /insufficient_user_authentication/)
    assert.equal(kit().mails.length, 0)
  })

  it('requires a recent sign-in from users without a password and a second factor', async () => {
    const { token, cookie } = await kit().signIn('mel@acme.test')
    await kit().store.users.update({ id: 'mel' }, { passwordHash: null })
    assert.equal((await start(token, NEW)).status, 200)
    kit().time.now += 11 * 60_000
    const later = (await kit().refresh(cookie)).body.accessToken
    assert.equal((await start(later, 'mel@other.test')).status, 403)
  })

  it('refuses it for an unproven email, for members of a directory and while impersonating', async () => {
    const { store } = kit()
    const token = await as('mel@acme.test')
    await store.users.update({ id: 'mel' }, { verified: false })
    assert.equal((await start(token, NEW)).status, 403)
    await store.users.update({ id: 'mel' }, { verified: true })
    await store.members.update({ userId: 'mel' }, { directoryId: 'some-directory' })
    assert.equal((await start(token, NEW)).status, 409)
    await store.members.update({ userId: 'mel' }, { directoryId: null })
    const acting = await impersonate(kit(), await kit().signIn('ada@acme.test'), 'mel')
    assert.equal((await start(acting.token, NEW)).status, 403)
    assert.equal((await verify(acting.token, { token: 'x', code: '123456' })).status, 403)
  })

  it('invalidates links and codes that were sent to the old email', async () => {
    const token = await as('mel@acme.test')
    await kit().call('POST', passwordTable.forgotPassword.path, { body: { email: 'mel@acme.test' } })
    const { userId, token: resetToken } = kit().lastLink()
    await change(token, NEW)
    const body = { userId, token: resetToken, password: 'Brave-Otter-42' }
    assert.equal((await kit().call('POST', passwordTable.resetPassword.path, { body })).status, 400)
  })
}
