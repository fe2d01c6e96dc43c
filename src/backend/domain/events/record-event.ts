import type { EventData, EventKey } from '../../../entities/events.ts'
import type { Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import { idsOf } from '../../store/json-text.ts'
import type { DeliveryRecord, EventRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { recipientsOf, slackChannelsOf } from './subscriptions.ts'

/** Of the transaction of the change. */
export interface EventPorts extends Pick<Ports, 'clock' | 'random' | 'config'> {
  store: Pick<Collections, 'events' | 'webhooks' | 'channelConfigs' | 'slackSubscriptions' | 'deliveries'>
}

interface NewEvent<Key extends EventKey = EventKey> {
  tenantId: string
  key: Key
  /** The record that changed. */
  recordId: string
  /** Who caused it, if anyone signed in. */
  actorId?: string | undefined
  /** What receivers read besides the context. */
  data: EventData[Key]
}

/** Events of one millisecond keep their order by the last digits. */
const STEPS_PER_MS = 1_000

/**
 * After the event before it, whatever clock wrote that one. The change of the record came first in this transaction, so
 * the database has made a concurrent change of the same record wait, and its event is visible here.
 */
const positionsOf = async ({ store, clock }: EventPorts, given: readonly NewEvent[]): Promise<number[]> => {
  const now = clock.now() * STEPS_PER_MS
  const next = new Map<string, number>()
  const reserve = (id: string, position: number) => next.set(id, Math.max(next.get(id) ?? now, position + 1))
  for (const tenantId of new Set(given.map((event) => event.tenantId))) {
    const ids = [...new Set(given.filter((event) => event.tenantId === tenantId).map(({ recordId }) => recordId))]
    const later = await inChunks(ids, (part) =>
      store.events.list({ tenantId, recordId: { in: part }, position: { gte: now } }),
    )
    for (const { recordId, position } of later) reserve(recordId, position)
  }
  return given.map(({ recordId }) => {
    const position = next.get(recordId) ?? now
    reserve(recordId, position)
    return position
  })
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

/** Everything that subscribes to an event of an account. */
const receiversOf = async (store: EventPorts['store'], tenantId: string, key: string): Promise<Receiver[]> => {
  const [webhooks, configs, slack] = await Promise.all([
    store.webhooks.list({ tenantId, isActive: true }),
    store.channelConfigs.list({ tenantId, eventKey: key }),
    store.slackSubscriptions.list({ tenantId }),
  ])
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
 * Writes events and their deliveries with the collections of the transaction that made the changes, after them: either
 * all of it is kept or nothing.
 */
export const recordEvents = async (ports: EventPorts, given: readonly NewEvent[]): Promise<void> => {
  const { store, clock, random } = ports
  const receiving = new Map(given.map(({ tenantId, key }) => [`${tenantId} ${key}`, { tenantId, key }]))
  // Side by side: a transaction reads them by one statement.
  const [positions, receivers] = await Promise.all([
    positionsOf(ports, given),
    Promise.all(
      [...receiving].map(async ([name, { tenantId, key }]) => [name, await receiversOf(store, tenantId, key)] as const),
    ).then((found) => new Map(found)),
  ])
  const events = given.map((event, at): EventRecord => {
    const { tenantId, key, recordId } = event
    const id = random.uuid()
    const body = bodyOf(ports, id, event)
    return { id, tenantId, key, recordId, position: positions[at] ?? 0, body, createdAt: clock.now() }
  })
  await store.events.insertMany(events)
  const deliveries = events.flatMap((event) =>
    (receivers.get(`${event.tenantId} ${event.key}`) ?? []).map((receiver) => newDelivery(ports, receiver, event)),
  )
  if (deliveries.length) await store.deliveries.insertMany(deliveries)
}

export const recordEvent = <Key extends EventKey>(ports: EventPorts, given: NewEvent<Key>): Promise<void> =>
  recordEvents(ports, [given])
