import assert from 'node:assert/strict'
import { it } from 'node:test'
import { invitation } from '../../contract/invitation.ts'
import { login } from '../../contract/login.ts'
import { selfService } from '../../contract/me.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { aMemberRecord, aTenantRecord, aUserRecord } from '../../testing/records.ts'
import { INVITATIONS_ON_REQUEST, INVITATIONS_PER_RECIPIENT } from '../domain/base/limits/limits.ts'
import { EMAIL_CHANGES_PER_MAILBOX, SIGN_UPS_PER_MAILBOX, UNPROVEN_PER_MAILBOX } from '../domain/base/limits/mailbox.ts'
import type { Kit } from './kit.test-kit.ts'
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

  it('bound the emails that one recipient gets in a day from all accounts, and show that to none of them', async () => {
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
  const inMailbox = () => kit().mails.filter(({ to }) => /^visitor(\+.*)?@elsewhere\.test$/.test(to)).length
  const aliasOf = (n: number) => `Visitor+${n}@Elsewhere.test`

  it('count all subaddresses of a mailbox as one recipient', async () => {
    const token = await anAdministrator(kit(), 'account-0')
    for (let n = 0; n < 12; n += 1) assert.equal((await invite(token, aliasOf(n))).status, 200)
    assert.equal(inMailbox(), INVITATIONS_PER_RECIPIENT.tries)
  })

  it('bound what anyone can have sent to a mailbox that they have not proven', async () => {
    const signUpAs = async (email: string) => {
      const given = { email, name: 'Stranger', password: PASSWORD, companyName: 'Elsewhere' }
      return (await kit().call('POST', signUp.signUp.path, { body: given })).status
    }
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

  it('bound the codes that users have sent to an email that isn’t theirs', async () => {
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
