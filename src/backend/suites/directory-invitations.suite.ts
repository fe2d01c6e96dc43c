import assert from 'node:assert/strict'
import { it } from 'node:test'
import { activation } from '../../contract/sign-up.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import { until } from '../../testing/until.ts'
import type { Kit } from './kit.test-kit.ts'
import { aUser, connect, patch, validateDomain } from './scim.test-kit.ts'

const EMAIL = 'zoe@elsewhere.test'
const OWN = 'zoe@acme.test'

export const describeDirectoryInvitations = (kit: () => Kit): void => {
  /** Lets a directory of Acme invite a user whose email is in none of Acme's domains. */
  const invite = async () => {
    await validateDomain(kit(), 'acme.test')
    const { scim } = await connect(kit())
    const added = await scim('POST', '/Users', { body: aUser(EMAIL) })
    assert.equal(added.status, 201)
    // The directory doesn't wait for the email, but the rest of the test does.
    await until(() => kit().mails.length > 0)
    const change = (fields: object) =>
      scim('PATCH', `/Users/${added.body.id}`, { body: patch({ op: 'replace', value: fields }) })
    const remove = () => scim('DELETE', `/Users/${added.body.id}`)
    return { scim, change, remove }
  }
  const settleElsewhere = async () => {
    const { store } = kit()
    await store.users.insert(
      aUserRecord({ id: 'zoe', email: EMAIL, name: 'Zoe Real', verified: true, tenantId: 'globex' }),
    )
    await store.members.insert(aMemberRecord({ id: 'gz', tenantId: 'globex', userId: 'zoe', email: EMAIL }))
  }

  it('don’t change a user with a verified email before they accept', async () => {
    const { store } = kit()
    await store.users.insert(aUserRecord({ id: 'zoe', email: EMAIL, name: 'Zoe Real', verified: true }))
    const { change } = await invite()
    const mailed = kit().lastLink()
    assert.equal((await change({ displayName: 'Zoe Typed' })).status, 200)
    assert.equal((await change({ emails: [{ value: OWN, type: 'work', primary: true }] })).status, 200)
    const user = await store.users.get('zoe')
    assert.deepEqual([user?.email, user?.name], [EMAIL, 'Zoe Real'])
    // The invitation is now for the owner of the corrected email.
    const member = await store.members.find({ tenantId: 'acme', email: OWN })
    assert.equal((await store.users.find({ email: OWN }))?.id, member?.userId)
    const body = { ...mailed, password: 'Brave-Otter-42' }
    assert.equal((await kit().call('POST', activation.activateAccount.path, { body })).status, 400)
    assert.equal(await store.members.count({ userId: 'zoe' }), 0)
  })

  it('send the same events and get the same responses whether the email has an account elsewhere or none', async () => {
    const correction = { emails: [{ value: OWN, type: 'work', primary: true }] }
    const seen = async (isCorrected: boolean) => {
      const { change, remove } = await invite()
      await kit().login(EMAIL, 'wrong')
      const statuses = [(await change(isCorrected ? correction : { displayName: 'Zed' })).status]
      statuses.push((await remove()).status)
      const events = await kit().store.events.list({ tenantId: 'acme' })
      return { statuses, events: events.map(({ key }) => key).sort() }
    }
    for (const isCorrected of [false, true]) {
      await kit().reset()
      const fresh = await seen(isCorrected)
      await kit().reset()
      await settleElsewhere()
      assert.deepEqual(await seen(isCorrected), fresh)
      assert.deepEqual(fresh.statuses, [200, 204])
    }
  })

  it('can still correct the email of a user whom they created', async () => {
    const { change } = await invite()
    const changed = await change({ emails: [{ value: OWN, type: 'work', primary: true }] })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.equal(await kit().store.users.count({ email: OWN }), 1)
  })

  it('invalidate the links that were sent to an email that they correct', async () => {
    const { change } = await invite()
    const { userId, token } = kit().lastLink()
    assert.equal((await change({ emails: [{ value: OWN, type: 'work', primary: true }] })).status, 200)
    const body = { userId, token, password: 'Brave-Otter-42' }
    assert.equal((await kit().call('POST', activation.activateAccount.path, { body })).status, 400)
    assert.equal((await kit().store.users.get(userId))?.verified, false)
  })
}
