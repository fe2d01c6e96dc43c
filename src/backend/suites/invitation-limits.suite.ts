import assert from 'node:assert/strict'
import { it } from 'node:test'
import { invitation } from '../../contract/invitation.ts'
import { login } from '../../contract/login.ts'
import { selfService } from '../../contract/me.ts'
import { password, phoneReset } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { aMemberRecord, aTenantRecord, aUserRecord } from '../../testing/records.ts'
import { INVITATIONS_ON_REQUEST, INVITATIONS_PER_RECIPIENT } from '../domain/base/limits/limits.ts'
import { EMAIL_CHANGES_PER_MAILBOX, SIGN_UPS_PER_MAILBOX, UNPROVEN_PER_MAILBOX } from '../domain/base/limits/mailbox.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const STRANGER = 'stranger@elsewhere.test'
const DAY = 86_400_000

/** Returns the token of an administrator of a separate account. */
const anAdministrator = async ({ store, ports, signIn }: Kit, id: string): Promise<string> => {
  const email = `${id}@senders.test`
  if (!(await store.tenants.get(id))) {
    const { roleIds } = (await store.members.find({ userId: 'ada', tenantId: 'acme' })) ?? {}
    const passwordHash = await ports.hasher.hash(PASSWORD)
    await store.tenants.insert(aTenantRecord({ id, name: id }))
    await store.users.insert(aUserRecord({ id: `u-${id}`, email, tenantId: id, passwordHash, verified: true }))
    await store.members.insert(
      aMemberRecord({
        id: `m-${id}`,
        userId: `u-${id}`,
        tenantId: id,
        email,
        roleIds,
        activated: true,
        verified: true,
      }),
    )
  }
  return (await signIn(email)).token
}

export const describeInvitationLimits = (kit: () => Kit): void => {
  const mailsTo = (email: string) => kit().mails.filter(({ to }) => to === email).length
  const invite = (token: string, email = STRANGER) =>
    kit().call('POST', team.addUser.path, {
      token,
      body: { email, name: 'Stranger', provider: 'local', roleIds: ['member'] },
    })

  it('limit the emails that one recipient gets in a day from all accounts, without revealing it to any of them', async () => {
    for (let account = 0; account < 12; account += 1) {
      const token = await anAdministrator(kit(), `account-${account}`)
      const { status, body } = await invite(token)
      assert.equal(status, 200, JSON.stringify(body))
      const path = fillPath(team.resendActivation.path, { userId: body.id })
      for (let again = 0; again < 3; again += 1) {
        const resent = await kit().call('POST', path, { token, body: {} })
        assert.equal(resent.status, 200, JSON.stringify(resent.body))
      }
    }
    assert.equal(mailsTo(STRANGER), INVITATIONS_PER_RECIPIENT.tries)
    const token = await anAdministrator(kit(), 'account-0')
    assert.equal((await invite(token, 'another@elsewhere.test')).status, 200)
    assert.equal(mailsTo('another@elsewhere.test'), 1)
    kit().time.now += DAY + 1
    assert.equal((await invite(await anAdministrator(kit(), 'account-late'))).status, 200)
    assert.equal(mailsTo(STRANGER), INVITATIONS_PER_RECIPIENT.tries + 1)
  })

  it('still allow emails that the recipient requests, up to the same number', async () => {
    for (let account = 0; account < 9; account += 1) await invite(await anAdministrator(kit(), `account-${account}`))
    const before = mailsTo(STRANGER)
    for (let round = 0; round < 12; round += 1) {
      await kit().call('POST', invitation.resendInvitationToAllTenants.path, { body: { email: STRANGER } })
      kit().time.now += 900_001
    }
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(mailsTo(STRANGER) - before, INVITATIONS_ON_REQUEST.tries)
  })

  /** Returns how many emails all subaddresses of one mailbox got; the emails of other tests may still arrive in another. */
  const inMailbox = (mailbox = /^visitor(\+.*)?@elsewhere\.test$/) =>
    kit().mails.filter(({ to }) => mailbox.test(to)).length
  const aliasOf = (n: number) => `Visitor+${n}@Elsewhere.test`

  const GMAIL = /^v\.?i\.?s\.?i\.?t\.?o\.?r(\+.*)?@(gmail|googlemail)\.com$/
  const LETTERS = [...'visitor']
  /** Returns one of 64 spellings with dots, each in one of four forms of the domain and the subaddress. */
  const spellingOf = (n: number) => {
    const local = LETTERS.map((letter, at) => letter + ((n >> at) & 1 && at < LETTERS.length - 1 ? '.' : '')).join('')
    return (
      [`${local}@gmail.com`, `${local}+x@Gmail.com`, `${local}@googlemail.com`, `${local.toUpperCase()}@GMAIL.COM`][
        n % 4
      ] ?? ''
    )
  }

  it('count all subaddresses of a mailbox as one recipient', async () => {
    const token = await anAdministrator(kit(), 'account-0')
    for (let n = 0; n < 12; n += 1) assert.equal((await invite(token, aliasOf(n))).status, 200)
    assert.equal(inMailbox(), INVITATIONS_PER_RECIPIENT.tries)
  })

  const signUpAs = async (email: string) => {
    const given = { email, name: 'Stranger', password: PASSWORD, companyName: 'Elsewhere' }
    return (await kit().call('POST', signUp.signUp.path, { body: given })).status
  }
  const settleMails = () => new Promise((resolve) => setImmediate(resolve))

  it('count all spellings of a Gmail address with dots as one recipient', async () => {
    const token = await anAdministrator(kit(), 'account-0')
    for (let n = 0; n < 24; n += 1) assert.equal((await invite(token, spellingOf(n))).status, 200)
    assert.equal(inMailbox(GMAIL), INVITATIONS_PER_RECIPIENT.tries)
    const statuses = []
    for (let n = 0; n < 40; n += 1) statuses.push(await signUpAs(spellingOf(n + 24)))
    assert.equal(statuses.filter((status) => status === 200).length, SIGN_UPS_PER_MAILBOX.tries)
  })

  /** Calls of signed-out users that send an email to a user who hasn't proven it. */
  const DOORS: Readonly<Record<string, (email: string) => Promise<{ status: number }>>> = {
    'a forgotten password': (email) => kit().call('POST', password.forgotPassword.path, { body: { email } }),
    'an activation': (email) => kit().call('POST', activation.resendActivationEmail.path, { body: { email } }),
    'a login code': (email) =>
      kit().call('POST', fillPath(login.passwordlessPreLogin.path, { type: 'code' }), { body: { email } }),
    'a magic link': (email) =>
      kit().call('POST', fillPath(login.passwordlessPreLogin.path, { type: 'magiclink' }), { body: { email } }),
    'a phone number': (email) => kit().call('POST', phoneReset.resetPhoneNumber.path, { body: { email } }),
  }
  for (const [what, request] of Object.entries(DOORS)) {
    it(`limit the emails about ${what} to a mailbox whose owner proved none of its spellings`, async () => {
      await setPolicy(kit(), 'public-policy', { authStrategy: what === 'a magic link' ? 'MagicLink' : 'Code' })
      const spellings = Array.from({ length: 12 }, (_, n) => spellingOf(n).toLowerCase())
      for (const [n, email] of spellings.entries()) {
        const facts = { id: `v${n}`, email, tenantId: 'acme', verified: false, passwordHash: `fake:${PASSWORD}` }
        await kit().store.users.insert(aUserRecord(facts))
      }
      for (let round = 0; round < 5; round += 1) {
        for (const email of spellings) await request(email.replace('v', 'V'))
        kit().time.now += 901_000
      }
      await settleMails()
      assert.equal(inMailbox(GMAIL), UNPROVEN_PER_MAILBOX.tries)
    })
  }

  it('bound what anyone can have sent to a mailbox that they have not proven', async () => {
    const statuses = []
    for (let n = 0; n < SIGN_UPS_PER_MAILBOX.tries + 5; n += 1) statuses.push(await signUpAs(aliasOf(n)))
    assert.equal(statuses.filter((status) => status === 200).length, SIGN_UPS_PER_MAILBOX.tries)
    const before = inMailbox()
    for (let round = 0; round < 30; round += 1) {
      const body = { email: aliasOf(round % 4) }
      await kit().call('POST', password.forgotPassword.path, { body })
      await kit().call('POST', activation.resendActivationEmail.path, { body })
      await kit().call('POST', fillPath(login.passwordlessPreLogin.path, { type: 'code' }), { body })
      await kit().call('POST', fillPath(login.passwordlessPreLogin.path, { type: 'magiclink' }), { body })
      kit().time.now += 1_200_000
    }
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(inMailbox() - before, UNPROVEN_PER_MAILBOX.tries)
  })

  it('limit the codes that users request for an email that isn’t theirs', async () => {
    const statuses = []
    for (const email of ['ada@acme.test', 'mel@acme.test', 'max@multi.test']) {
      const { token } = await kit().signIn(email)
      for (let n = 0; n < 4; n += 1) {
        const body = { email: aliasOf(n), password: PASSWORD }
        statuses.push((await kit().call('POST', selfService.startEmailChange.path, { token, body })).status)
      }
    }
    assert.equal(inMailbox(), EMAIL_CHANGES_PER_MAILBOX.tries)
    assert.equal(statuses.filter((status) => status === 429).length, 12 - EMAIL_CHANGES_PER_MAILBOX.tries)
  })
}
