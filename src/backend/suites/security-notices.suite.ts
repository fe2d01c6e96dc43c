import assert from 'node:assert/strict'
import { it } from 'node:test'
import { login } from '../../contract/login.ts'
import { selfService } from '../../contract/me.ts'
import { mfa, mfaLogin } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { memberSecurity } from '../../contract/users.ts'
import { createBrandedOutbox } from '../adapters/branded-mailer.ts'
import { createBackend } from '../backend.ts'
import { finishDeletions } from '../domain/self-service/finish-deletions.ts'
import type { Ports } from '../ports.ts'
import { API, APP, type Kit } from './kit.test-kit.ts'
import { outboxSteps, subjectsOf } from './mail-outbox.test-kit.ts'
import { appCode, pendingSecret, setPolicy } from './mfa.test-kit.ts'
import { withoutRows } from './refused-rows.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const NEW_PASSWORD = 'Brave-Otter-42'
const GRACE_MS = 14 * 86_400_000
const JSON_TYPE = { 'Content-Type': 'application/json' }
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** A request that makes a change, or a job that does. */
type Change = Request | ((ports: Ports) => Promise<unknown>)

/** Tests the emails that notify users of a change of their access, when the process ends immediately after the change. */
export const describeSecurityNotices = (kit: () => Kit): void => {
  const { open, rows } = outboxSteps(kit)
  const post = (path: string, body: object, options: object = {}) => kit().call('POST', path, { body, ...options })
  const asMel = async () => (await kit().signIn('mel@acme.test')).token
  const formOf = ({ userId, token }: { userId: string; token: string }) =>
    String(new URLSearchParams({ userId, token }))
  const openLink = (path: string, link: { userId: string; token: string }) =>
    kit().page('POST', path, { body: formOf(link), headers: FORM })
  const request = (path: string, body: object | string, options: { token?: string; cookie?: string } = {}) => {
    const headers = new Headers({ Origin: APP, ...(typeof body === 'string' ? FORM : JSON_TYPE) })
    if (options.token) headers.set('Authorization', `Bearer ${options.token}`)
    if (options.cookie) headers.set('Cookie', options.cookie)
    return new Request(API + path, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  /** Enrolls an authenticator app for Mel. */
  const enroll = async () => {
    const token = await asMel()
    await post(mfa.startEnroll.path, {}, { token })
    const secret = await pendingSecret(kit(), 'mel')
    const { body } = await post(mfa.verifyEnroll.path, { token: await appCode(kit(), secret) }, { token })
    kit().time.now += 30_000
    return { token, secret, recoveryCode: String(body.recoveryCode) }
  }
  const changeEmail = async () => {
    const token = await asMel()
    const body = { email: 'mel@new.test', password: PASSWORD }
    const started = await post(selfService.startEmailChange.path, body, { token })
    const proof = { token: started.body.token, code: kit().lastCode('mail') }
    return request(selfService.verifyEmailChange.path, proof, { token })
  }
  const deleteUser = async () => {
    const token = await asMel()
    return request(selfService.deleteUser.path, { email: 'mel@acme.test', password: PASSWORD }, { token })
  }

  /** Prepares each change, and returns it with the subject of its notice to Mel. */
  const CHANGES: Readonly<Record<string, readonly [subject: RegExp, prepare: () => Promise<Change>]>> = {
    'a changed password': [
      /password was changed/,
      async () => {
        const token = await asMel()
        return request(password.changePassword.path, { password: PASSWORD, newPassword: NEW_PASSWORD }, { token })
      },
    ],
    'a reset password': [
      /password was changed/,
      async () => {
        await post(password.forgotPassword.path, { email: 'mel@acme.test' })
        const { userId, token } = kit().lastLink()
        return request(password.resetPassword.path, { userId, token, password: NEW_PASSWORD })
      },
    ],
    'a second factor that its user removed': [
      /second factor was removed/,
      async () => {
        const { token, secret } = await enroll()
        const code = await appCode(kit(), secret)
        return request(mfa.disable.path, { token: code }, { token })
      },
    ],
    'second factors that an administrator removed': [
      /second factor was removed/,
      async () => {
        await enroll()
        const { token } = await kit().signIn('ada@acme.test')
        const path = API + fillPath(memberSecurity.resetMemberMfa.path, { userId: 'mel' })
        return new Request(path, { method: 'DELETE', headers: { Origin: APP, Authorization: `Bearer ${token}` } })
      },
    ],
    'second factors that a recovery code removed': [
      /second factor was removed/,
      async () => {
        const { recoveryCode } = await enroll()
        const { cookies } = await kit().login('mel@acme.test')
        const cookie = cookies[0]?.split(';')[0]
        return request(mfaLogin.recover.path, { email: 'mel@acme.test', recoveryCode }, { cookie })
      },
    ],
    'a changed email': [/email was changed/, changeEmail],
    'an email that was changed back': [
      /Reset your password/,
      async () => {
        await kit().backend(await changeEmail(), { address: undefined })
        const link = kit().lastLink()
        return request(selfService.undoEmailChange.path, formOf(link))
      },
    ],
    'a locked user': [
      /account is locked/,
      async () => {
        await setPolicy(kit(), 'lockout', { enabled: true, maxAttempts: 3 }, 'acme')
        for (let attempt = 0; attempt < 2; attempt += 1) await kit().login('mel@acme.test', 'wrong')
        return request(login.login.path, { email: 'mel@acme.test', password: 'wrong' })
      },
    ],
    'a requested deletion': [/account will be deleted/, deleteUser],
    'a canceled deletion': [
      /account was restored/,
      async () => {
        await kit().backend(await deleteUser(), { address: undefined })
        const link = kit().lastLink()
        return request(selfService.restoreUser.path, formOf(link))
      },
    ],
    'a finished deletion': [
      /account was deleted/,
      async () => {
        await kit().backend(await deleteUser(), { address: undefined })
        kit().time.now += GRACE_MS + 1
        return finishDeletions
      },
    ],
  }

  /** Makes a change with an outbox in which only the transaction of the change can store emails. */
  const changeAndDie = async (change: Change) => {
    const { store } = kit()
    const { outbox, taken } = open()
    const { insert, insertMany } = store.outgoingMails
    const killed = async () => {
      throw new Error('The process was killed')
    }
    Object.assign(store.outgoingMails, { insert: killed, insertMany: killed })
    const ports = { ...kit().ports, outbox: createBrandedOutbox(kit().ports, outbox) }
    const isJob = typeof change === 'function'
    const work = isJob ? change(ports) : createBackend(ports)(change, { address: undefined })
    await work.finally(() => Object.assign(store.outgoingMails, { insert, insertMany }))
    const stored = (await rows()).length + taken.length
    await outbox.sendDue()
    return { taken, stored }
  }

  for (const [name, [subject, prepare]] of Object.entries(CHANGES)) {
    it(`arrive about ${name} although the process is killed after the commit`, async () => {
      const { taken } = await changeAndDie(await prepare())
      assert.equal(taken.length, 1, String(kit().logged))
      assert.match(subjectsOf(taken)[0] ?? '', subject)
      assert.equal(taken[0]?.to, 'mel@acme.test')
    })

    // The audit row of a lock follows in a transaction of its own.
    if (name === 'a locked user') continue
    it(`don’t arrive about ${name} if the change is rolled back`, async () => {
      const change = await prepare()
      const { stored } = await withoutRows(kit(), () => changeAndDie(change))
      assert.equal(stored, 0)
    })
  }

  it('contain links that work: one restores the user, another sets a password after an email was changed back', async () => {
    for (const [name, path] of [
      ['a requested deletion', selfService.restoreUser.path],
      ['an email that was changed back', password.resetPassword.path],
    ] as const) {
      const change = await CHANGES[name]?.[1]()
      assert.ok(change)
      const { taken } = await changeAndDie(change)
      const query = new URL(taken[0]?.text.match(/https?:\S+/)?.[0] ?? '').searchParams
      const link = { userId: query.get('userId') ?? '', token: query.get('token') ?? '' }
      const isPage = path === selfService.restoreUser.path
      const { status } = await (isPage ? openLink(path, link) : post(path, { ...link, password: NEW_PASSWORD }))
      assert.equal(status, 200, name)
    }
  })
}
