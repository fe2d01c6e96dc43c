import type { connectivity, slackApp } from '../../contract/webhooks.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { SignedRequest } from '../call/auth.ts'
import { flagOf, oneOf } from '../call/read.ts'
import { conflict, notFound, refuseDuplicate } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { eventKeyOf, subscriptionListOf, subscriptionOf } from '../domain/delivery/channels/channel-fields.ts'
import { confirmedRecipients } from '../domain/delivery/channels/recipients.ts'
import { cancelPending } from '../domain/delivery/webhooks/disable-failing.ts'
import { EVENT_CATALOG } from '../domain/events/catalog.ts'
import { type KeptSubscription, subscriptionsOf } from '../domain/events/subscriptions.ts'
import { assertSeesEvents, permissionOfEvent } from '../domain/identity/guarantor/event-areas.ts'
import { guarantorIdOf } from '../domain/identity/guarantor/guarantor-id.ts'
import { byOauth, type Handlers, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { ChannelConfigRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

type Channel = ChannelConfigRecord['channel']
type Call<Body = unknown> = SignedRequest & {
  path: { eventKey: string; subscriptionId?: string }
  body: Body
}

const NAMES = { email: 'Email notification', sms: 'Text message notification' } as const

const shownConfig = (config: ChannelConfigRecord) => ({
  eventKey: config.eventKey,
  enabled: config.enabled,
  subscriptions: subscriptionsOf(config),
})

const auditConfig = (
  call: SignedRequest,
  inside: Collections,
  channel: Channel,
  change: { verb: string; before?: ChannelConfigRecord; after?: ChannelConfigRecord | undefined },
) => {
  const { verb, before, after } = change
  const action = `${NAMES[channel]} ${verb}`
  return call.audit({
    inside,
    action,
    resource: 'Notifications',
    severity: 'Medium',
    description: `${action}: ${(after ?? before)?.eventKey ?? ''}`,
    detail: beforeAndAfter(before ? shownConfig(before) : null, after ? shownConfig(after) : null),
  })
}

const configOf = async ({ ports, auth, path }: Call, channel: Channel): Promise<ChannelConfigRecord> => {
  const found = await ports.store.channelConfigs.find({ tenantId: auth.tenantId, channel, eventKey: path.eventKey })
  if (!found) throw notFound('This notification doesn’t exist')
  return found
}

/** Saves a change, unless another administrator changed the record in the meantime. */
const save = async (call: Call, before: ChannelConfigRecord, patch: Partial<ChannelConfigRecord>) => {
  const { ports } = call
  const { id, subscriptions, enabled } = before
  const change = { ...patch, updatedAt: ports.clock.now() }
  await ports.store.transaction(async (store) => {
    if (!(await store.channelConfigs.update({ id, subscriptions, enabled }, change))) {
      throw conflict('Another administrator changed this in the meantime. Reload the page').as('outdated')
    }
    await auditConfig(call, store, before.channel, { verb: 'changed', before, after: { ...before, ...change } })
  })
  return {}
}

/**
 * Returns the guarantor of a notification: a user who turns it on or changes its recipients vouches for it, and must be
 * allowed to see its event.
 */
const confirmed = async ({ auth }: SignedRequest, { eventKey }: ChannelConfigRecord) => {
  await assertSeesEvents(auth, [eventKey])
  return { guarantorId: await guarantorIdOf(auth) }
}

/** Sends new recipients who aren't members a request to agree. */
const introduce = ({ ports, auth }: SignedRequest, channel: Channel, changed: readonly KeptSubscription[]) =>
  confirmedRecipients(
    ports,
    { tenantId: auth.tenantId, channel },
    changed.flatMap(({ recipients }) => recipients),
  )

const removeConfig = async (call: Call, before: ChannelConfigRecord) => {
  await call.ports.store.transaction(async (store) => {
    await store.channelConfigs.delete({ id: before.id })
    await cancelPending(store, before.id)
    await auditConfig(call, store, before.channel, { verb: 'deleted', before })
  })
  return {}
}

/** Returns the handlers of a channel; emails and text messages have the same ones. */
const handlersOf = (channel: Channel) => ({
  async list({ ports, auth }: SignedRequest) {
    const found = await ports.store.channelConfigs.list({ tenantId: auth.tenantId, channel })
    return found.sort((left, right) => left.createdAt - right.createdAt).map(shownConfig)
  },
  async create(call: Call<{ enabled?: unknown; subscriptions?: unknown }>) {
    const { ports, auth, path, body } = call
    const now = ports.clock.now()
    const config: ChannelConfigRecord = {
      id: ports.random.uuid(),
      tenantId: auth.tenantId,
      channel,
      eventKey: eventKeyOf(path.eventKey),
      enabled: flagOf(body.enabled, 'enabled'),
      subscriptions: JSON.stringify(subscriptionListOf({ ports, channel }, body.subscriptions)),
      guarantorId: await guarantorIdOf(auth),
      createdAt: now,
      updatedAt: now,
    }
    await assertSeesEvents(auth, [config.eventKey])
    const insert = ports.store.transaction(async (store) => {
      await store.channelConfigs.insert(config)
      await auditConfig(call, store, channel, { verb: 'created', after: config })
    })
    await insert.catch(refuseDuplicate(() => conflict('A notification for this event already exists').as('taken')))
    await introduce(call, channel, subscriptionsOf(config))
    return {}
  },
  async setEnabled(call: Call<{ enabled?: unknown }>) {
    const before = await configOf(call, channel)
    const enabled = flagOf(call.body.enabled, 'enabled')
    return save(call, before, { enabled, ...(enabled && (await confirmed(call, before))) })
  },
  async remove(call: Call) {
    return removeConfig(call, await configOf(call, channel))
  },
  async updateSubscription(call: Call<object>) {
    const before = await configOf(call, channel)
    const { subscriptionId = '' } = call.path
    const kept = subscriptionsOf(before)
    const old = kept.find(({ id }) => id === subscriptionId)
    if (!old) throw notFound('This subscription doesn’t exist')
    const changed = subscriptionOf({ ports: call.ports, channel, before: old }, subscriptionId, call.body)
    const subscriptions = JSON.stringify(kept.map((each) => (each.id === subscriptionId ? changed : each)))
    await save(call, before, { subscriptions, ...(await confirmed(call, before)) })
    await introduce(call, channel, [changed])
    return {}
  },
  /** Deletes the notification too if this was its last subscription. */
  async deleteSubscription(call: Call) {
    const before = await configOf(call, channel)
    const kept = subscriptionsOf(before)
    const rest = kept.filter(({ id }) => id !== call.path.subscriptionId)
    if (rest.length === kept.length) throw notFound('This subscription doesn’t exist')
    return rest.length === 0 ? removeConfig(call, before) : save(call, before, { subscriptions: JSON.stringify(rest) })
  },
})

const email = handlersOf('email')
const sms = handlersOf('sms')

export const channelHandlers = {
  getEmailConfig: signedIn(email.list),
  createEmailConfig: signedIn(email.create),
  setEmailEnabled: signedIn(email.setEnabled),
  deleteEmailConfig: signedIn(email.remove),
  updateEmailSubscription: signedIn(email.updateSubscription),
  deleteEmailSubscription: signedIn(email.deleteSubscription),
  getSmsConfig: signedIn(sms.list),
  createSmsConfig: signedIn(sms.create),
  setSmsEnabled: signedIn(sms.setEnabled),
  deleteSmsConfig: signedIn(sms.remove),
  updateSmsSubscription: signedIn(sms.updateSubscription),
  deleteSmsSubscription: signedIn(sms.deleteSubscription),
} satisfies Partial<Handlers<typeof connectivity>>

/** The catalog is part of the release, so it has no dates of its own. */
const factsOf = ({ config }: Ports) => ({ vendorId: config.vendorId, createdAt: iso(0), updatedAt: iso(0) })

export const eventsHandlers = {
  listCategories: signedIn(async ({ ports }) =>
    EVENT_CATALOG.map(({ id, name, events }) => ({
      id,
      name,
      ...factsOf(ports),
      events: events.map((event) => ({ id: event.key, ...event, category: name })),
    })),
  ),
  listChannelEvents: signedIn(async ({ ports, query }) => {
    oneOf(query.channels, 'channels', ['email', 'slack', 'sms', 'webhook'])
    const facts = factsOf(ports)
    return EVENT_CATALOG.flatMap(({ id, name, events }) =>
      events.map((event) => ({
        id: event.key,
        ...event,
        ...facts,
        permission: permissionOfEvent(event.key),
        category: { id, name, ...facts },
      })),
    )
  }),
} satisfies Partial<Handlers<typeof connectivity>>

const work = lazy(async () => (await import('./slack-work.ts')).slackWork)

export const slackHandlers = {
  getSlackConfig: signedIn(async (call) => (await work()).config(call)),
  getSlackScope: signedIn(async (call) => (await work()).scope(call)),
  getSlackChannels: signedIn(async (call) => (await work()).channels(call)),
  createSlackSubscription: signedIn(async (call) => (await work()).create(call)),
  updateSlackSubscription: signedIn(async (call) => (await work()).update(call)),
  deleteSlackSubscription: signedIn(async (call) => (await work()).remove(call)),
  registerSlackCode: signedIn(async (call) => (await work()).register(call)),
} satisfies Partial<Handlers<typeof connectivity>>

export const slackAppHandlers = {
  getSlackAuthorization: signedIn(async (call) => (await work()).authorization(call)),
  receiveSlackCode: byOauth(async (call) => (await work()).receive(call)),
  getSlackWorkspace: signedIn(async (call) => (await work()).workspace(call)),
  disconnectSlack: signedIn(async (call) => (await work()).disconnect(call)),
} satisfies Handlers<typeof slackApp>
