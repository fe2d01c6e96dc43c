import type { EventData, EventKey } from '../../../entities/events.ts'
import type { Ports } from '../../ports.ts'
import { inChunks } from '../../store/in-chunks.ts'
import { idsOf } from '../../store/json-text.ts'
import type { DeliveryRecord, EventRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { recipientsOf, slackChannelsOf } from './subscriptions.ts'

/** Ports with the collections of the transaction that makes the change. */
export interface EventPorts extends Pick<Ports, 'clock' | 'random' | 'config'> {
  store: Pick<Collections, 'events' | 'webhooks' | 'channelConfigs' | 'slackSubscriptions' | 'deliveries'>
}

interface NewEvent<Key extends EventKey = EventKey> {
  tenantId: string
  key: Key
  /** The id of the record that changed. */
  recordId: string
  /** The signed-in user who caused the event, if there is one. */
  actorId?: string | undefined
  /** The data that receivers get in addition to the context. */
  data: EventData[Key]
}

/** Positions per millisecond, so that events of the same millisecond keep their order. */
const STEPS_PER_MS = 1_000

/**
 * Returns positions after those of earlier events of the same record, whichever server's clock wrote them. The
 * transaction changed the record first, so the database has made concurrent changes of the same record wait, and their
 * events are visible here.
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

/** The destination of a delivery. */
interface Receiver {
  channel: DeliveryRecord['channel']
  /** The id of the webhook, or of the channel's settings. */
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

/** Returns everything that subscribes to an event of an account. */
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
 * Writes events and their deliveries. It uses the collections of the transaction that made the changes, after them, so
 * that either everything is saved or nothing.
 */
export const recordEvents = async (ports: EventPorts, given: readonly NewEvent[]): Promise<void> => {
  const { store, clock, random } = ports
  const receiving = new Map(given.map(({ tenantId, key }) => [`${tenantId} ${key}`, { tenantId, key }]))
  // A transaction reads lists that are requested together with one statement.
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
