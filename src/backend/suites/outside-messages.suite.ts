import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { reports } from '../../contract/reports.ts'
import { roles } from '../../contract/roles.ts'
import { team } from '../../contract/users.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { deliverLane, dueLanes } from '../domain/delivery/queue/keep-delivering.ts'
import type { Kit } from './kit.test-kit.ts'
import { confirmedBefore } from './recipients.test-kit.ts'

const LURE = 'Your invoice is overdue, pay at https://evil.test/pay or evil.test now'
const LINK = /https:\/\/evil|evil\.test/
const CREATED = 'frontegg.role.created'

/** Tests messages to recipients who need not be users, and whose texts other users choose. */
export const describeOutsideMessages = (kit: () => Kit): void => {
  beforeEach(() => confirmedBefore(kit(), ['stranger@elsewhere.test', '+12025550199']))

  const subscribe = async (token: string) => {
    for (const [{ path }, recipient] of [
      [connectivity.createEmailConfig, 'stranger@elsewhere.test'],
      [connectivity.createSmsConfig, '+12025550199'],
    ] as const) {
      const body = { enabled: true, subscriptions: [{ name: '', enabled: true, recipients: [recipient] }] }
      for (const eventKey of [CREATED, 'frontegg.user.invitedToTenant']) {
        assert.equal((await kit().call('POST', fillPath(path, { eventKey }), { token, body })).body.errors, undefined)
      }
    }
  }

  const deliver = async () => {
    for (const { lane } of await dueLanes(kit().ports)) await deliverLane(kit().ports, lane)
    const mails = kit().mails.filter(({ to }) => to === 'stranger@elsewhere.test')
    return { mails, texts: kit().texts.map(({ text }) => text) }
  }

  it('contain no link from the name of a record or of the account', async () => {
    await kit().store.tenants.update({ id: 'acme' }, { name: LURE })
    const { token } = await kit().signIn('ada@acme.test')
    await subscribe(token)
    const role = { key: 'lure', name: LURE, description: '', permissions: [], isDefault: false, level: 50 }
    assert.equal((await kit().call('POST', roles.addRole.path, { token, body: role })).body.errors, undefined)
    const { mails, texts } = await deliver()
    assert.deepEqual([mails.length, texts.length], [1, 1])
    for (const { subject, text } of mails) {
      assert.doesNotMatch(`${subject} ${text}`, LINK)
      assert.match(subject, / in Your invoice is overdue/)
    }
    assert.doesNotMatch(texts.join(), LINK)
  })

  it('show a user’s email if they have no name', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await subscribe(token)
    const body = { email: 'new@acme.test', name: 'new@acme.test', roleIds: ['member'], provider: 'local' }
    assert.equal((await kit().call('POST', team.addUser.path, { token, body })).body.errors, undefined)
    const { mails } = await deliver()
    assert.match(mails[0]?.text ?? '', /new@acme\.test/)
  })

  it('contain no link from the name of the account in a report', async () => {
    await kit().store.tenants.update({ id: 'acme' }, { name: LURE })
    const { token } = await kit().signIn('ada@acme.test')
    const body = { templateId: 'users', to: ['stranger@elsewhere.test'] }
    const sent = await kit().call('POST', reports.sendReport.path, { token, body })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const mail = kit().mails.at(-1)
    assert.doesNotMatch(`${mail?.subject} ${mail?.text}`, LINK)
    assert.match(mail?.text ?? '', /the last 30 days/)
  })
}
