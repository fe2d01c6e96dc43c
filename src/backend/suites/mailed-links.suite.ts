import assert from 'node:assert/strict'
import { it } from 'node:test'
import { invitation } from '../../contract/invitation.ts'
import { password } from '../../contract/password.ts'
import { activation, linkOwner } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { TICKET_LIFE_MS } from '../domain/base/tickets.ts'
import type { Kit } from './kit.test-kit.ts'

const NEW_PASSWORD = 'Brave-Otter-42'

export const describeMailedLinks = (kit: () => Kit): void => {
  const view = (body: object) => kit().call('POST', linkOwner.getLinkOwner.path, { body, address: '192.0.2.7' })
  const invite = async (email: string, from = 'ada@acme.test') => {
    const { token } = await kit().signIn(from)
    const body = { provider: 'local', email, name: 'Nia', roleIds: ['member'] }
    assert.equal((await kit().call('POST', team.addUser.path, { token, body })).status, 200)
    return kit().lastLink()
  }
  const forgot = async (email: string) => {
    await kit().call('POST', password.forgotPassword.path, { body: { email } })
    return kit().lastLink()
  }
  const linkOf = (purpose: string, { userId, token }: { userId: string; token: string }) => ({ purpose, userId, token })

  it('show account, inviter and email of an invitation to its holder, and aren’t used up', async () => {
    const link = linkOf('activation', await invite('nia@acme.test'))
    const facts = {
      email: 'nia@acme.test',
      isInvitation: true,
      tenantName: 'Acme',
      inviterName: 'ada',
      shouldSetPassword: true,
    }
    for (let visit = 0; visit < 20; visit += 1) assert.deepEqual((await view(link)).body, facts)
    const { userId, token } = link
    const body = { userId, token, password: NEW_PASSWORD }
    assert.equal((await kit().call('POST', activation.activateAccount.path, { body })).status, 200)
    assert.deepEqual((await view(link)).body, { dead: 'used', isInvitation: true })
  })

  it('show them to a user of another account as well, without a password', async () => {
    const link = linkOf('invitation', await invite('ada@acme.test', 'gia@globex.test'))
    const { tenantName, shouldSetPassword, email } = (await view(link)).body
    assert.deepEqual([tenantName, email, shouldSetPassword], ['Globex', 'ada@acme.test', undefined])
    const { userId, token } = link
    await kit().call('POST', invitation.acceptInvitation.path, { body: { userId, token } })
    assert.deepEqual((await view(link)).body, { dead: 'used', isInvitation: true })
  })

  it('show the email of a reset and nothing else', async () => {
    const link = linkOf('password-reset', await forgot('mel@acme.test'))
    assert.deepEqual((await view(link)).body, { email: 'mel@acme.test' })
  })

  it('report that they have expired, or that a newer one was sent, and nothing else', async () => {
    const old = linkOf('password-reset', await forgot('mel@acme.test'))
    const newer = linkOf('password-reset', await forgot('mel@acme.test'))
    assert.deepEqual((await view(old)).body, { dead: 'used' })
    kit().time.now += TICKET_LIFE_MS['password-reset']
    assert.deepEqual((await view(newer)).body, { dead: 'expired' })
  })

  it('disclose nothing to a guesser: another token, user or purpose is refused alike, and reaches a limit', async () => {
    const link = linkOf('activation', await invite('nia@acme.test'))
    const refusals = await Promise.all(
      [{ purpose: 'invitation' }, { userId: 'ada' }, { userId: 'unknown' }, { token: `${link.token}x` }].map((wrong) =>
        view({ ...link, ...wrong }),
      ),
    )
    for (const { status, body } of refusals) assert.deepEqual([status, body], [400, refusals[0]?.body])
    for (const wrong of [{ purpose: 'magic-link' }, { purpose: '' }, { token: 5 }, { userId: null }]) {
      assert.equal((await view({ ...link, ...wrong })).status, 400)
    }
    const statuses: number[] = []
    for (let guess = 0; guess < 60; guess += 1) statuses.push((await view({ ...link, token: 'guess' })).status)
    assert.equal(statuses.at(-1), 429)
    assert.equal((await view(link)).body.email, 'nia@acme.test')
  })
}
