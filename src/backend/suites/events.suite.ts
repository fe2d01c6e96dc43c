import assert from 'node:assert/strict'
import { it } from 'node:test'
import { activation, signUp } from '../../contract/sign-up.ts'
import { connectivity } from '../../contract/webhooks.ts'
import type { EventKey } from '../../entities/events.ts'
import { ADMINISTRATION, callerAs, callerAsAda, NEW_PASSWORD, SELF_SERVICE } from './event-actions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

export const describeEvents = (kit: () => Kit): void => {
  const keysSince = async (known: ReadonlySet<string>, tenantId = 'acme') => {
    const found = (await kit().store.events.list({ tenantId })).filter(({ id }) => !known.has(id))
    return found.map(({ key }) => key).sort()
  }
  const expectEvents = async (wanted: readonly EventKey[], act: () => Promise<unknown>, tenantId?: string) => {
    const before = new Set((await kit().store.events.list({})).map(({ id }) => id))
    await act()
    assert.deepEqual(await keysSince(before, tenantId), [...wanted].sort())
  }

  for (const [title, [wanted, act]] of Object.entries({ ...ADMINISTRATION, ...SELF_SERVICE })) {
    it(`are written when ${title}`, async () => {
      const call = await callerAsAda(kit())
      await expectEvents(wanted, () => act(call, kit()))
    })
  }

  it('are written when a user signs up with an account of their own and activates it', async () => {
    const facts = { email: 'nia@new.test', companyName: 'Newco', name: 'Nia', password: NEW_PASSWORD }
    await kit().call('POST', signUp.signUp.path, { body: facts })
    const user = await kit().store.users.find({ email: facts.email })
    const tenantId = user?.tenantId ?? ''
    assert.deepEqual(await keysSince(new Set(), tenantId), ['frontegg.user.created', 'frontegg.user.signedUp'])
    const { userId, token } = kit().lastLink()
    await expectEvents(
      ['frontegg.user.activated', 'frontegg.user.authenticated'],
      () => callerAs(kit())('POST', activation.activateAccount.path, { userId, token, password: NEW_PASSWORD }),
      tenantId,
    )
  })

  it('are the same catalog by category and by channel', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const categories = await kit().call('GET', connectivity.listCategories.path, { token })
    const events = await kit().call('GET', `${connectivity.listChannelEvents.path}?channels=webhook`, { token })
    const keys = (list: { key: string }[]) => list.map(({ key }) => key)
    assert.deepEqual(
      categories.body.flatMap((category: { events: { key: string }[] }) => keys(category.events)),
      keys(events.body),
    )
  })
}
