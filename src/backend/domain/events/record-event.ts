import type { Ports } from '../../ports.ts'
import type { DeliveryRecord, EventRecord, WebhookRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { idsOf } from '../roles/grants.ts'
import type { EventKey } from './catalog.ts'

/** Of the transaction of the change. */
export interface EventPorts extends Pick<Ports, 'clock' | 'random' | 'config'> {
  store: Pick<Collections, 'events' | 'webhooks' | 'deliveries'>
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

export const laneOf = (webhookId: string, recordId: string): string => `${webhookId}:${recordId}`

export const newDelivery = (
  { random, clock }: Pick<Ports, 'clock' | 'random'>,
  webhook: Pick<WebhookRecord, 'id'>,
  event: EventRecord,
): DeliveryRecord => ({
  id: random.uuid(),
  tenantId: event.tenantId,
  webhookId: webhook.id,
  eventId: event.id,
  lane: laneOf(webhook.id, event.recordId),
  position: event.position,
  state: 'pending',
  attempts: 0,
  firstAttemptAt: null,
  nextAttemptAt: clock.now(),
  createdAt: clock.now(),
})

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
  const webhooks = await store.webhooks.list({ tenantId, isActive: true })
  const subscribed = webhooks.filter(({ eventKeys }) => idsOf(eventKeys).includes(key))
  if (subscribed.length) await store.deliveries.insertMany(subscribed.map((hook) => newDelivery(ports, hook, event)))
}
