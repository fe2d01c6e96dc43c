import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { reports } from '../../contract/reports.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { createBrandedOutbox } from '../adapters/branded-mailer.ts'
import { createOutbox } from '../adapters/mail-outbox.ts'
import { isStillWanted } from '../domain/delivery/channels/message-delivery.ts'
import { sendDueReports } from '../domain/reports/send-due.ts'
import type { Kit } from './kit.test-kit.ts'
import { createTransport, DAY_MS, MINUTE_MS } from './mail-outbox.test-kit.ts'
import { webhookCalls } from './webhooks.test-kit.ts'

const INVITED = 'frontegg.user.invitedToTenant'
const ADA = 'ada@acme.test'
const OTHER_ADMINISTRATOR = 'tom@acme.test'
const MEL = 'mel@acme.test'
const MIA = 'mia@acme.test'
const ONE_CLICK = {
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}

export const describeStoppedEmails = (kit: () => Kit): void => {
  const { asAda, invite, deliver } = webhookCalls(kit)

  const subscribe = async (token: string, recipients: readonly string[]): Promise<void> => {
    const body = { enabled: true, subscriptions: [{ name: '', enabled: true, recipients }] }
    const path = fillPath(connectivity.createEmailConfig.path, { eventKey: INVITED })
    assert.equal((await kit().call('POST', path, { token, body })).status, 200)
  }

  /** Runs `work` with an outbox whose mail server is away, lets `change` happen, and returns what is sent afterwards. */
  const sentAfter = async (work: () => Promise<unknown>, change: (stopUrls: string[]) => Promise<unknown>) => {
    const { ports, store } = kit()
    const server = createTransport()
    const isWanted = (mail: { id: string; stopUrl?: string | undefined }) => isStillWanted(ports, mail)
    const outbox = createOutbox({ ...ports, isWanted }, server.transport)
    const refused: string[] = []
    server.respond(async ({ stopUrl }) => {
      if (stopUrl) refused.push(stopUrl)
      throw new Error('connect ECONNREFUSED')
    })
    ports.outbox = createBrandedOutbox(ports, outbox)
    try {
      await work()
      await outbox.sendDue()
      await change(refused)
    } finally {
      ports.outbox = undefined
    }
    server.recover()
    for (let round = 0; round < 3; round += 1) {
      kit().time.now += 5 * MINUTE_MS
      await outbox.sendDue()
    }
    assert.deepEqual(await store.outgoingMails.list({}), [])
    return { to: server.taken.map(({ to }) => to).sort(), stopped: outbox.health.outcomes.stopped }
  }

  /** Follows the link of the email to `target`, as its mail program does. */
  const stopFor = (target: string) => async (stopUrls: readonly string[]) => {
    const own = await kit().store.messageRecipients.list({ target })
    const { pathname, search } = new URL(stopUrls.find((url) => own.some(({ id }) => url.includes(id))) ?? '')
    assert.equal((await kit().page('POST', pathname + search, ONE_CLICK)).status, 200)
  }
  const eventOf = (token: string) => async () => {
    await invite(token, 'one@new.test')
    await deliver()
  }

  const schedule = async (token: string): Promise<void> => {
    const daily = { interval: 'daily', cron: '0 8 * * *', tz: 'UTC', active: true }
    const body = { schedule: daily, status: 'active', type: 'html', dataFilters: '' }
    const path = fillPath(reports.scheduleReport.path, { templateId: 'users' })
    assert.equal((await kit().call('POST', path, { token, body })).status, 200)
  }
  /** Sends the reports of the next day, which administrators get. */
  const sendReports = async (): Promise<void> => {
    kit().time.now += DAY_MS
    assert.equal(await sendDueReports(kit().ports), 1)
  }

  it('are not sent to a recipient who stopped them while they waited for the mail server', async () => {
    const token = await asAda()
    await subscribe(token, [MEL, MIA])
    const sent = await sentAfter(eventOf(token), stopFor(MEL))
    assert.deepEqual(sent, { to: [MIA], stopped: 1 })
  })

  it('are not sent when they are reports that their recipient stopped', async () => {
    await schedule(await asAda())
    assert.deepEqual(await sentAfter(sendReports, stopFor(ADA)), { to: [OTHER_ADMINISTRATOR], stopped: 1 })
  })

  it('are not sent when an administrator removed the recipient, or deleted the notification, while they waited', async () => {
    const token = await asAda()
    await subscribe(token, [MEL, MIA])
    const [config] = await kit().store.channelConfigs.list({ tenantId: 'acme', eventKey: INVITED })
    const removed = await sentAfter(eventOf(token), () =>
      kit().store.channelConfigs.update(
        { id: config?.id ?? '' },
        { subscriptions: (config?.subscriptions ?? '').replace(MEL, 'ops@acme.test') },
      ),
    )
    assert.deepEqual(removed, { to: [MIA], stopped: 1 })
    const deleted = await sentAfter(eventOf(token), () => kit().store.channelConfigs.delete({ id: config?.id ?? '' }))
    assert.deepEqual(deleted.to, [])
  })

  it('are not sent to a recipient who left the account, or whose account was deleted', async () => {
    const token = await asAda()
    await subscribe(token, [MEL])
    const left = await sentAfter(eventOf(token), () => kit().store.members.delete({ tenantId: 'acme', email: MEL }))
    assert.deepEqual(left, { to: [], stopped: 1 })
    assert.deepEqual(
      kit().mails.filter(({ to }) => to === MEL),
      [],
      'nor asked to agree to them',
    )
    await schedule(await asAda())
    const gone = await sentAfter(sendReports, () => kit().store.messageRecipients.delete({ tenantId: 'acme' }))
    assert.deepEqual(gone, { to: [], stopped: 2 })
  })

  it('are sent when nothing changed, as are emails that can’t be stopped', async () => {
    const token = await asAda()
    await subscribe(token, [MEL])
    assert.deepEqual(await sentAfter(eventOf(token), async () => undefined), { to: [MEL], stopped: 0 })
    const { ports } = kit()
    assert.equal(await isStillWanted(ports, { id: 'a code' }), true)
  })

  it('wait without blame for the mail server while nothing can be read about their recipients, and are sent later', async () => {
    const { ports, time } = kit()
    const server = createTransport()
    const store = { ...ports.store }
    const outbox = createOutbox(
      { ...ports, isWanted: (mail) => isStillWanted({ ...ports, store }, mail) },
      server.transport,
    )
    ports.outbox = createBrandedOutbox(ports, outbox)
    store.messageRecipients = {
      ...store.messageRecipients,
      get: async () => {
        throw new Error('canceling statement due to lock timeout')
      },
    }
    try {
      const token = await asAda()
      await subscribe(token, [MEL, MIA, ADA, OTHER_ADMINISTRATOR])
      await eventOf(token)()
      await outbox.sendDue()
    } finally {
      ports.outbox = undefined
    }
    const waiting = await ports.store.outgoingMails.list({})
    assert.deepEqual(
      waiting.map(({ tries }) => tries),
      [0, 0, 0, 0],
    )
    assert.equal(outbox.health.failingSince, undefined)
    assert.equal(outbox.health.outcomes.retried, 0)
    store.messageRecipients = ports.store.messageRecipients
    time.now += 2 * MINUTE_MS
    await outbox.sendDue()
    assert.deepEqual(server.taken.map(({ to }) => to).sort(), [ADA, MEL, MIA, OTHER_ADMINISTRATOR])
    assert.deepEqual(await ports.store.outgoingMails.list({}), [])
  })
}
