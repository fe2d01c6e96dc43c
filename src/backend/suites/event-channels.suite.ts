import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { createSlackStandIn, SLACK_APP } from '../../../demo-host/slack/start.ts'
import { fillPath } from '../../contract/path.ts'
import { connectivity, slackApp } from '../../contract/webhooks.ts'
import type { EventKey } from '../../entities/events.ts'
import { slackState } from '../../rules/slack-return.ts'
import { closeServer, listen } from '../../serve/listen.ts'
import { createSlack } from '../adapters/slack.ts'
import { EVENT_CATALOG } from '../domain/events/catalog.ts'
import { vendorSetting } from '../domain/settings/vendor.ts'
import { writeVendorRow } from '../domain/settings/vendor-rows.ts'
import type { SlackPort } from '../ports/slack.ts'
import { ACCOUNT } from './account-events.test-kit.ts'
import { DIRECTORY, SETTINGS } from './change-events.suite.ts'
import {
  ADMINISTRATION,
  type Call,
  callerAsAda,
  type EventRow,
  type EventRows,
  SELF_SERVICE,
} from './event-actions.test-kit.ts'
import { APP, type Kit } from './kit.test-kit.ts'
import { addOtto, bellOf } from './notifications.test-kit.ts'
import { confirmedBefore } from './recipients.test-kit.ts'
import { SINGLE_SIGN_ON } from './sso-events.test-kit.ts'
import { SECRET, startReceiver, webhookCalls } from './webhooks.test-kit.ts'

const ROWS: EventRows = {
  ...ADMINISTRATION,
  ...SELF_SERVICE,
  ...SETTINGS,
  ...ACCOUNT,
  ...SINGLE_SIGN_ON,
  'a directory': DIRECTORY,
}

const EVENTS = EVENT_CATALOG.flatMap(({ events }) => events)
const KEYS = EVENTS.map(({ key }) => key)

/** Events that a channel leaves out, because the bell doesn't show them. */
const QUIET: readonly EventKey[] = [
  'frontegg.user.authenticated',
  'frontegg.user.failedAuthentication',
  'frontegg.user.created',
  'frontegg.directoryUser.created',
  'frontegg.directoryUser.updated',
  'frontegg.directoryUser.deleted',
]

const EMAIL = 'ops@acme.test'
const PHONE = '+12025550199'
const CHANNEL = 'C0SECURITY'

/** Returns the event that a message describes. */
const keyOf = (title: string, text: string): string =>
  EVENTS.find(({ displayName, description }) => displayName === title && text.includes(description))?.key ??
  `unknown: ${title}`

const startSlack = async () => {
  const standIn = createSlackStandIn()
  const server: Server = await listen(standIn.listener, 0)
  const { port } = server.address() as AddressInfo
  const slack = createSlack({ ...SLACK_APP, apiUrl: `http://localhost:${port}/slack/api` }, { allowLocal: true })
  return { slack, messages: standIn.messages, close: () => closeServer(server) }
}

/** Allows the app in Slack, as an administrator does, and connects the workspace. */
const connectSlack = async (call: Call): Promise<void> => {
  const state = slackState({ nonce: 'nonce-of-sixteen-', url: `${APP}/?slack=` })
  const { url } = await call('GET', `${slackApp.getSlackAuthorization.path}?${new URLSearchParams({ state })}`)
  const allowed = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'allow' }),
    redirect: 'manual',
    headers: { Origin: new URL(url).origin },
  })
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code')
  await call('POST', connectivity.registerSlackCode.path, { code })
}

const subscribe = async (call: Call, url: string, keys: readonly EventKey[]): Promise<void> => {
  const facts = { displayName: 'CRM', description: '', secret: SECRET, isActive: true }
  await call('POST', connectivity.createWebhook.path, { ...facts, url, eventKeys: KEYS })
  for (const [{ path }, recipient] of [
    [connectivity.createEmailConfig, EMAIL],
    [connectivity.createSmsConfig, PHONE],
  ] as const) {
    const body = { enabled: true, subscriptions: [{ name: '', enabled: true, recipients: [recipient] }] }
    for (const eventKey of new Set(keys)) await call('POST', fillPath(path, { eventKey }), body)
  }
  await connectSlack(call)
  const slackEvents = [...new Set(keys)].map((eventKey) => ({ eventKey, channelIds: [CHANNEL] }))
  await call('POST', connectivity.createSlackSubscription.path, { isActive: true, slackEvents })
}

export const describeEventChannels = (kit: () => Kit): void => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let slack: Awaited<ReturnType<typeof startSlack>>
  let usual: SlackPort | undefined
  before(async () => {
    receiver = await startReceiver()
    slack = await startSlack()
    const { slack: port } = kit().ports
    assert.ok(port)
    usual = { ...port }
    // The backend holds the same object, so only its calls are replaced.
    Object.assign(port, slack.slack)
  })
  after(async () => {
    Object.assign(kit().ports.slack ?? {}, usual)
    await receiver?.close()
    await slack?.close()
  })

  const observed = async (ottoToken: string) => ({
    webhook: receiver.received.map(({ json }) => json.eventKey),
    email: kit()
      .mails.filter(({ to }) => to === EMAIL)
      .map(({ subject, text }) => keyOf(subject.slice(0, subject.lastIndexOf(' in ')), text)),
    sms: kit()
      .texts.filter(({ to }) => to === PHONE)
      .map(({ text }) => keyOf(text.slice(text.indexOf(': ') + 2, text.indexOf('. ')), text)),
    slack: slack.messages.map(({ text }) => keyOf(text.split('\n')[0] ?? '', text)),
    bell: (await bellOf(kit(), ottoToken)).map(({ title, body }) => keyOf(title, body)),
  })

  const tryRow = async ([wanted, act]: EventRow, title: string) => {
    await addOtto(kit())
    await confirmedBefore(kit(), [EMAIL, PHONE])
    const call = await callerAsAda(kit())
    const { token: otto } = await kit().signIn('otto@acme.test')
    await subscribe(call, receiver.url, wanted)
    receiver.received.length = 0
    slack.messages.length = 0
    await act(call, kit())
    await webhookCalls(kit).deliver()
    const all = [...wanted].sort()
    const loud = all.filter((key) => !QUIET.includes(key))
    const found = Object.entries(await observed(otto)).map(([channel, keys]) => [channel, keys.sort()])
    const expected = { webhook: all, email: all, sms: all, slack: all, bell: loud }
    assert.deepEqual(Object.fromEntries(found), expected, title)
  }

  it('reach a webhook, an email, a phone, Slack and the bell, once each', async () => {
    for (const [title, row] of kit().sample(Object.entries(ROWS), 4)) {
      await kit().reset()
      await tryRow(row, title)
    }
  })

  it('reach a phone with no character cut in half', async () => {
    const [[wanted, act] = assert.fail()] = Object.values(ADMINISTRATION)
    await confirmedBefore(kit(), [EMAIL, PHONE])
    const call = await callerAsAda(kit())
    await subscribe(call, receiver.url, wanted)
    const name = `${'a'.repeat(199)}😀`
    await writeVendorRow(kit().store, vendorSetting.kind, { value: JSON.stringify({ name }), now: 0 })
    await act(call, kit())
    await webhookCalls(kit).deliver()
    const sent = kit().texts.filter(({ to }) => to === PHONE)
    assert.ok(sent.length > 0)
    assert.deepEqual(
      sent.filter(({ text }) => /\p{Surrogate}/u.test(text)),
      [],
    )
  })

  it('have an action that triggers them', () => {
    const triggered = new Set<string>(Object.values(ROWS).flatMap(([events]) => events))
    assert.deepEqual(
      KEYS.filter((key) => !triggered.has(key)),
      [],
    )
  })
}
