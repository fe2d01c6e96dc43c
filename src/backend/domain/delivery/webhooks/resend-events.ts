import { utcTimeOf } from '../../../../rules/utc-time.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { WebhookRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { newDelivery, webhookReceiver } from '../../events/record-event.ts'

const DAY_MS = 86_400_000
/** Milliseconds for which events are kept. */
const MAX_AGE_MS = 30 * DAY_MS
const MAX_EVENTS = 10_000

export const resendStart = (value: unknown, now: number): number => {
  const text = typeof value === 'string' ? value : ''
  const since = typeof value === 'number' ? new Date(value).getTime() : utcTimeOf(text)
  if (Number.isNaN(since)) throw badRequest('since must be a date')
  if (since > now) throw badRequest('Choose a time in the past')
  if (since < now - MAX_AGE_MS) throw badRequest('Events are kept for 30 days')
  return since
}

const AGAIN = { state: 'pending', attempts: 0, firstAttemptAt: null } as const

/**
 * Queues deliveries again as if they had never been tried. Their ids stay the same, so receivers recognize repetitions.
 */
export const queueAgain = (store: Collections, ids: readonly string[], now: number): Promise<number> =>
  store.deliveries.update({ id: { in: ids } }, { ...AGAIN, nextAttemptAt: now })

/** Queues all events since a time again, in a transaction, including those that arrived. */
export const resendEvents = async (
  ports: Ports,
  store: Collections,
  { webhook, since }: { webhook: WebhookRecord; since: number },
): Promise<number> => {
  const where = { tenantId: webhook.tenantId, createdAt: { gte: since }, key: { in: idsOf(webhook.eventKeys) } }
  const count = await store.events.count(where)
  if (count > MAX_EVENTS) throw badRequest('Choose a later time: more than 10,000 events would be sent')
  const events = await store.events.list(where)
  const { id: webhookId } = webhook
  await inChunks(events, async (part) => {
    const known = await store.deliveries.list({ webhookId, eventId: { in: part.map(({ id }) => id) } })
    const eventIds = new Set(known.map(({ eventId }) => eventId))
    const missing = part.filter(({ id }) => !eventIds.has(id))
    await store.deliveries.insertMany(missing.map((event) => newDelivery(ports, webhookReceiver(webhookId), event)))
    const ids = known.map(({ id }) => id)
    if (ids.length) await queueAgain(store, ids, ports.clock.now())
    return []
  })
  return count
}
