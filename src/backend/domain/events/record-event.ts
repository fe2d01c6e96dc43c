import type { Ports } from '../../ports.ts'
import type { DeliveryRecord, EventRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { recipientsOf, slackChannelsOf } from '../channels/subscriptions.ts'
import { idsOf } from '../roles/grants.ts'
import type { EventKey } from './catalog.ts'

/** Of the transaction of the change. */
export interface EventPorts extends Pick<Ports, 'clock' | 'random' | 'config'> {
  store: Pick<Collections, 'events' | 'webhooks' | 'channelConfigs' | 'slackSubscriptions' | 'deliveries'>
}

export interface NewEvent {
  tenantId: string
  key: EventKey
  /** The record that changed. */
  recordId: string
  /** Who caused it, if anyone signed in. */
  actorId?: string | undefined
  /** What receivers read besides the context, such as `{ user: { id, email } }`. No secrets. */
  data: Readonly<Record<string, object>>
}

/** Events of one millisecond keep their order by the last digits. */
const STEPS_PER_MS = 1_000

/**
 * After the event before it, whatever clock wrote that one. The change of the record came first in this transaction, so
 * the database has made a concurrent change of the same record wait, and its event is visible here.
 */
const nextPosition = async ({ store, clock }: EventPorts, { tenantId, recordId }: NewEvent): Promise<number> => {
  const now = clock.now() * STEPS_PER_MS
  const later = await store.events.list({ tenantId, recordId, position: { gte: now } })
  return Math.max(now, ...later.map(({ position }) => position + 1))
}

const bodyOf = (ports: EventPorts, id: string, { tenantId, key, actorId, data }: NewEvent): string =>
  JSON.stringify({
    eventKey: key,
    eventContext: {
      eventId: id,
      vendorId: ports.config.vendorId,
      tenantId,
      userId: actorId ?? null,
      createdAt: new Date(ports.clock.now()).toISOString(),
    },
    ...data,
  })

/** What a delivery is sent to. */
interface Receiver {
  channel: DeliveryRecord['channel']
  /** Of the webhook or the settings of the channel. */
  id: string
  target: string
}

export const webhookReceiver = (id: string): Receiver => ({ channel: 'webhook', id, target: '' })

const laneOf = ({ id, target }: Receiver, recordId: string): string =>
  [id, ...(target ? [target] : []), recordId].join(':')

export const newDelivery = (
  { random, clock }: Pick<Ports, 'clock' | 'random'>,
  receiver: Receiver,
  event: EventRecord,
): DeliveryRecord => ({
  id: random.uuid(),
  tenantId: event.tenantId,
  channel: receiver.channel,
  webhookId: receiver.id,
  target: receiver.target,
  eventId: event.id,
  lane: laneOf(receiver, event.recordId),
  position: event.position,
  state: 'pending',
  attempts: 0,
  firstAttemptAt: null,
  nextAttemptAt: clock.now(),
  createdAt: clock.now(),
})

/** Everything that subscribes to an event. */
const receiversOf = async (store: EventPorts['store'], tenantId: string, key: string): Promise<Receiver[]> => {
  const webhooks = await store.webhooks.list({ tenantId, isActive: true })
  const configs = await store.channelConfigs.list({ tenantId, eventKey: key })
  const slack = await store.slackSubscriptions.list({ tenantId })
  return [
    ...webhooks.filter(({ eventKeys }) => idsOf(eventKeys).includes(key)).map(({ id }) => webhookReceiver(id)),
    ...configs.flatMap((config) =>
      recipientsOf(config).map((target) => ({ channel: config.channel, id: config.id, target })),
    ),
    ...slack.flatMap((each) =>
      slackChannelsOf(each, key).map((target) => ({ channel: 'slack' as const, id: each.id, target })),
    ),
  ]
}

/**
 * Writes an event and its deliveries with the collections of the transaction that made the change, after the change:
 * either all of it is kept or nothing.
 */
export const recordEvent = async (ports: EventPorts, given: NewEvent): Promise<void> => {
  const { store, clock, random } = ports
  const { tenantId, key, recordId } = given
  const id = random.uuid()
  const position = await nextPosition(ports, given)
  const event = { id, tenantId, key, recordId, position, body: bodyOf(ports, id, given), createdAt: clock.now() }
  await store.events.insert(event)
  const receivers = await receiversOf(store, tenantId, key)
  if (receivers.length) await store.deliveries.insertMany(receivers.map((each) => newDelivery(ports, each, event)))
}
