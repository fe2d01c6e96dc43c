import { expect } from 'chai'
import { guarantees } from '../../../contract/guarantees.ts'
import { notifications } from '../../../contract/notifications.ts'
import type { Interruption } from '../../../entities/guarantee.ts'
import type { Notification } from '../../../entities/reports.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { settle } from '../../../testing/clock.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { CHECK_MS, FAILED_POLL_MS, notificationsSlice, POLL_MS } from './notifications.actions.ts'
import { initialNotifications, stoppedOf, unreadOf } from './notifications.state.ts'

const item = (id: string, given: Partial<Notification> = {}): Notification => ({
  id,
  key: 'frontegg.group.created',
  title: 'Group created',
  body: id,
  severity: 'Info',
  url: '#/admin-box/groups',
  status: 'unread',
  viewed: false,
  isPinned: false,
  actions: [],
  createdAt: `2026-01-01T00:00:0${id}.000Z`,
  ...given,
})

const refused = (status: number) => {
  throw new HttpError('No', status)
}

const setUp = () => {
  const mounted = mountSlice(notificationsSlice, initialNotifications)
  const server = { items: [item('1'), item('2')] }
  mounted.fake.respond(notifications.listNotifications, () => server.items)
  const asked = () => mounted.fake.inputsOf(notifications.listNotifications).length
  const pass = async (ms: number) => {
    mounted.clock.advance(ms)
    await settle()
  }
  return { ...mounted, server, asked, pass }
}

describe('the bell', () => {
  it('shows the newest first, pinned ones on top and archived ones not at all', async () => {
    const { actions, state, server, pass } = setUp()
    server.items = [
      item('1', { isPinned: true, viewed: true, status: 'read' }),
      item('2'),
      item('3'),
      item('4', { status: 'archived' }),
    ]
    const end = actions.watch('acme')
    await pass(0)
    expect(state().items.map(({ id }) => id)).to.deep.equal(['1', '3', '2'])
    expect(unreadOf(state())).to.equal(2)
    end()
  })

  it('checks for new notifications within five seconds, once for any number of bells, until the last is removed', async () => {
    const { actions, state, server, asked, pass } = setUp()
    const ends = [actions.watch('acme'), actions.watch('acme')]
    await pass(0)
    expect(asked()).to.equal(1)
    server.items = [...server.items, item('3')]
    await pass(POLL_MS)
    expect(state().items.map(({ id }) => id)).to.deep.equal(['3', '2', '1'])
    expect(asked()).to.equal(2)
    for (const end of ends) end()
    await pass(POLL_MS * 3)
    expect(asked()).to.equal(2)
  })

  it('sends requests less often after a failure, and none where the backend has no notifications', async () => {
    const { actions, state, fake, asked, pass } = setUp()
    fake.respond(notifications.listNotifications, () => refused(500))
    const end = actions.watch('acme')
    await pass(0)
    expect([state().phase, state().error]).to.deep.equal(['failed', 'No'])
    await pass(POLL_MS)
    expect(asked()).to.equal(1)
    fake.respond(notifications.listNotifications, () => refused(404))
    await pass(FAILED_POLL_MS)
    expect([state().phase, asked()]).to.deep.equal(['off', 2])
    await pass(FAILED_POLL_MS * 2)
    expect(asked()).to.equal(2)
    end()
  })

  const stopped: Interruption = {
    kind: 'webhook',
    reason: 'gone',
    at: '2026-01-01T00:00:00.000Z',
    guarantor: null,
    items: [{ id: 'w1', name: 'Hooks' }],
    count: 1,
    exceeding: 0,
  }

  it('checks once a minute what has stopped, keeps it after a failure, and forgets it in another account', async () => {
    const { actions, state, fake, pass } = setUp()
    fake.respond(guarantees.listInterruptions, () => ({ interruptions: [stopped] }))
    const checks = () => fake.inputsOf(guarantees.listInterruptions).length
    const end = actions.watch('acme')
    await pass(0)
    expect(state().interruptions).to.deep.equal([stopped])
    await pass(POLL_MS)
    expect(checks()).to.equal(1)
    fake.respond(guarantees.listInterruptions, () => refused(500))
    for (let passed = POLL_MS; passed < CHECK_MS; passed += POLL_MS) await pass(POLL_MS)
    expect([checks(), state().interruptions.length]).to.deep.equal([2, 1])
    fake.respond(guarantees.listInterruptions, () => ({ interruptions: [] }))
    await actions.checkInterruptions()
    expect(state().interruptions).to.deep.equal([])
    end()
    fake.respond(guarantees.listInterruptions, () => ({ interruptions: [stopped] }))
    actions.checkOnly('globex')
    await settle()
    expect([state().phase, state().tenantId, state().interruptions.length]).to.deep.equal(['off', 'globex', 1])
  })

  it('counts accounts without an administrator as one thing that needs attention', async () => {
    const { actions, state, fake } = setUp()
    const at = '2026-01-01T00:00:00.000Z'
    const leftAlone = { count: 1, accounts: [{ tenantId: 'north', name: 'North', at }] }
    fake.respond(guarantees.listInterruptions, () => ({ interruptions: [stopped], leftAlone }))
    actions.checkOnly('acme')
    await settle()
    expect([stoppedOf(state()), state().leftAlone]).to.deep.equal([2, leftAlone])
    fake.respond(guarantees.listInterruptions, () => ({ interruptions: [], leftAlone: { count: 0, accounts: [] } }))
    await actions.checkInterruptions()
    expect(stoppedOf(state())).to.equal(0)
    fake.respond(guarantees.listInterruptions, () => ({ interruptions: [] }))
    await actions.checkInterruptions()
    expect([stoppedOf(state()), state().leftAlone]).to.deep.equal([0, undefined])
  })

  it('shows a change at once and reverts it when it is refused', async () => {
    const { actions, state, fake, pass } = setUp()
    const end = actions.watch('acme')
    await pass(0)
    fake.respond(notifications.setNotificationStatus, () => refused(500))
    const saving = actions.setStatus('2', 'archived')
    expect(state().items.map(({ id }) => id)).to.deep.equal(['1'])
    expect(await saving).to.equal(false)
    expect(state().items.map(({ id }) => id)).to.deep.equal(['2', '1'])
    expect(state().notice).to.deep.include({ key: 'changeFailed', failure: { kind: 'refused', message: 'No' } })
    fake.respond(notifications.setNotificationStatus, () => undefined)
    await state().notice?.retry?.()
    expect(state().items.map(({ id }) => id)).to.deep.equal(['1'])
    end()
  })

  it('sends changes in a way that they arrive even if the page, which shows them already, is left at once', async () => {
    const { actions, fake, pass } = setUp()
    const end = actions.watch('acme')
    await pass(0)
    const { setNotificationStatus, setNotificationPin, markAllNotificationsRead } = notifications
    const changes = [setNotificationStatus, setNotificationPin, markAllNotificationsRead]
    for (const change of changes) fake.respond(change, () => undefined)
    await actions.setStatus('1', 'archived')
    await actions.setPin('2', true)
    await actions.markAllRead()
    const sent = fake.calls.filter(({ endpoint }) => endpoint.method !== 'GET')
    expect(sent.map(({ endpoint, keepalive }) => [endpoint, keepalive])).to.deep.equal(
      changes.map((change) => [change, true]),
    )
    end()
  })

  it('ignores a list that was requested before a change', async () => {
    const { actions, state, fake, pass } = setUp()
    const end = actions.watch('acme')
    await pass(0)
    fake.respond(notifications.markAllNotificationsRead, () => undefined)
    const asking = actions.load()
    await actions.markAllRead()
    await asking
    expect(unreadOf(state())).to.equal(0)
    end()
  })

  it('forgets the notifications of the account that was left', async () => {
    const { actions, state, pass } = setUp()
    const end = actions.watch('acme')
    await pass(0)
    end()
    actions.watch('globex')
    expect([state().phase, state().items]).to.deep.equal(['loading', []])
  })
})
