import type { DueLane, LaneQueue } from '../../../ports/webhooks.ts'
import type { Ports, Random } from '../../../ports.ts'
import { inRounds } from '../../../store/queue.ts'
import type { DeliveryRecord, EventRecord } from '../../../store/records.ts'
import type { OpenDelivery } from '../channels/attempted.ts'
import { openMessage } from '../channels/message-delivery.ts'
import { openSlackMessage } from '../channels/slack-delivery.ts'
import { openWebhook } from '../channels/webhook-delivery.ts'

export interface DeliveryTimes {
  /** Milliseconds for which a worker may hold a delivery, which must be longer than sending one can take. */
  claimMs: number
  /** The delay before the second attempt; each further delay is three times as long. */
  firstDelayMs: number
  maxDelayMs: number
  /** The time after the first attempt at which a delivery is given up. */
  giveUpMs: number
}

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

const DELIVERY_TIMES: DeliveryTimes = {
  claimMs: 30 * SECOND_MS,
  firstDelayMs: 5 * SECOND_MS,
  maxDelayMs: 4 * HOUR_MS,
  giveUpMs: 24 * HOUR_MS,
}

const FACTOR = 3

/**
 * Returns an exponential delay, half of which is random, so that a recovering receiver isn't hit by all senders at
 * once.
 */
const delayAfter = (attempts: number, { firstDelayMs, maxDelayMs }: DeliveryTimes, random: Random): number => {
  const full = Math.min(maxDelayMs, firstDelayMs * FACTOR ** Math.max(0, attempts - 1))
  const chance = Number(random.digits(6)) / 999_999
  return Math.round(full / 2 + (full / 2) * chance)
}

const CHANNELS = { webhook: openWebhook, email: openMessage, sms: openMessage, slack: openSlackMessage } as const

/**
 * Opens a delivery. Returns `undefined` if no subscription wants the event any more, or if the member who vouches for
 * the subscription may no longer see the event.
 */
const openDelivery = (ports: Ports, delivery: DeliveryRecord, event: EventRecord): Promise<OpenDelivery | undefined> =>
  CHANNELS[delivery.channel](ports, delivery, event)

/** Limits of one run of a lane, so that long and slow lanes leave room for others. */
const MAX_PER_RUN = 50
const MAX_RUN_MS = 5_000

/** Deliveries of one lane per read. */
const LANE_PAGE = 10

const pendingOf = async (ports: Ports, lane: string): Promise<DeliveryRecord[]> => {
  const sort = { field: 'position', order: 'ASC' } as const
  const { items } = await ports.store.deliveries.page({
    where: { lane, state: 'pending' },
    sort,
    offset: 0,
    limit: LANE_PAGE,
  })
  return items
}

/**
 * Claims a delivery for this worker, which only one of several can do. No other worker sends it until the claim ends.
 */
const claim = async (ports: Ports, delivery: DeliveryRecord, { claimMs }: DeliveryTimes) => {
  const { id, attempts } = delivery
  const now = ports.clock.now()
  const patch = {
    attempts: attempts + 1,
    firstAttemptAt: delivery.firstAttemptAt ?? now,
    nextAttemptAt: now + claimMs,
  }
  const taken = await ports.store.deliveries.update({ id, state: 'pending', attempts }, patch)
  return taken ? { ...delivery, ...patch } : undefined
}

/** Postpones the later deliveries of the lane too, because they wait for this one. */
const postpone = ({ store }: Ports, lane: string, nextAttemptAt: number) =>
  store.deliveries.update({ lane, state: 'pending', nextAttemptAt: { lt: nextAttemptAt } }, { nextAttemptAt })

const noteFailure = async (
  ports: Ports,
  { delivery, opened, times }: { delivery: DeliveryRecord; opened: OpenDelivery; times: DeliveryTimes },
): Promise<void> => {
  const { id, lane, attempts } = delivery
  const now = ports.clock.now()
  const firstAttemptAt = delivery.firstAttemptAt ?? now
  await opened.failed(firstAttemptAt)
  if (now - firstAttemptAt >= times.giveUpMs) {
    await ports.store.deliveries.update({ id, state: 'pending' }, { state: 'failed' })
    await opened.gaveUp(firstAttemptAt)
    return
  }
  const nextAttemptAt = now + delayAfter(attempts, times, ports.random)
  await ports.store.deliveries.update({ id, state: 'pending' }, { nextAttemptAt })
  await postpone(ports, lane, nextAttemptAt)
}

/** Sends one delivery, and returns whether the lane may continue with the next one. */
const attempt = async (ports: Ports, waiting: DeliveryRecord, times: DeliveryTimes): Promise<boolean> => {
  if (waiting.attempts > 0 && waiting.nextAttemptAt > ports.clock.now()) {
    await postpone(ports, waiting.lane, waiting.nextAttemptAt)
    return false
  }
  const event = await ports.store.events.get(waiting.eventId)
  const opened = event && (await openDelivery(ports, waiting, event))
  if (!opened) {
    await ports.store.deliveries.update({ id: waiting.id, state: 'pending' }, { state: 'canceled' })
    return true
  }
  const delivery = await claim(ports, waiting, times)
  if (!delivery) return false
  const isSent = await opened.send(delivery, event)
  if (isSent) {
    await ports.store.deliveries.update({ id: delivery.id }, { state: 'delivered' })
    await opened.succeeded()
  } else await noteFailure(ports, { delivery, opened, times })
  return isSent
}

/**
 * Makes the remaining deliveries due again. Another worker that met this run has postponed them until the end of its
 * claim.
 */
const makeDue = async ({ store, clock }: Ports, lane: string): Promise<void> => {
  const now = clock.now()
  await store.deliveries.update(
    { lane, state: 'pending', attempts: 0, nextAttemptAt: { gte: now } },
    { nextAttemptAt: now },
  )
}

/**
 * Sends the pending events of one record to one receiver, in order, until none is left, one fails, or the run has taken
 * too long; the rest is due in the next round. Any number of workers may run the same lane, because only the worker
 * that claims the first pending delivery sends it.
 */
export const deliverLane = async (ports: Ports, lane: string, times: DeliveryTimes = DELIVERY_TIMES): Promise<void> => {
  const { clock } = ports
  const end = clock.now() + MAX_RUN_MS
  for (let sent = 0; sent < MAX_PER_RUN; ) {
    const pending = await pendingOf(ports, lane)
    if (pending.length === 0) return
    for (const delivery of pending) {
      if (!(await attempt(ports, delivery, times))) return
      sent += 1
      if (clock.now() >= end) return makeDue(ports, lane)
    }
  }
  await makeDue(ports, lane)
}

/** Due deliveries per read. */
const PAGE = 1_000

/**
 * The maximum number of reads. Each page excludes the accounts of earlier pages, so that an account with many due
 * deliveries doesn't hide others.
 */
const MAX_PAGES = 10

/** The number of seconds by which each further lane of an account is placed behind the one before it. */
const SECONDS_BETWEEN = 5

const dueDeliveries = async ({ store, clock }: Pick<Ports, 'store' | 'clock'>): Promise<DeliveryRecord[]> => {
  const found: DeliveryRecord[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const seen = [...new Set(found.map(({ tenantId }) => tenantId))]
    const { items } = await store.deliveries.page({
      where: { state: 'pending', nextAttemptAt: { lt: clock.now() + 1 } },
      filter: seen.length ? { none: { where: { tenantId: { in: seen } } } } : undefined,
      sort: { field: 'nextAttemptAt', order: 'ASC' },
      offset: 0,
      limit: PAGE,
      // The total isn't counted, because a backlog may be long.
      total: Number.POSITIVE_INFINITY,
    })
    found.push(...items)
    if (items.length < PAGE) return found
  }
  return found
}

/**
 * Returns the lanes with due deliveries, ordered so that accounts take turns. `order` lets the first lane of an account
 * pass the many lanes that another account queued before. It grows with time, so those don't wait forever either.
 */
export const dueLanes = async (ports: Pick<Ports, 'store' | 'clock'>): Promise<DueLane[]> => {
  const seconds = Math.floor(ports.clock.now() / 1_000)
  const byTenant = new Map<string, Set<string>>()
  for (const { tenantId, lane } of await dueDeliveries(ports)) {
    byTenant.set(tenantId, (byTenant.get(tenantId) ?? new Set()).add(lane))
  }
  const lanes = [...byTenant.values()].flatMap((own) =>
    [...own].map((lane, at) => ({ lane, order: seconds + at * SECONDS_BETWEEN })),
  )
  return lanes.sort((one, other) => one.order - other.order)
}

/** Milliseconds until a new event is noticed. */
const ROUND_MS = 1_000

/**
 * Checks for due deliveries and runs their lanes; several processes of a store may do so at once. Deliveries that a
 * killed process leaves are due again when its claim ends.
 */
export const keepDelivering = async (
  ports: Ports,
  queue: LaneQueue,
  times: DeliveryTimes = DELIVERY_TIMES,
): Promise<() => Promise<void>> => {
  let hasEnded = false
  await queue.start((lane) => (hasEnded ? Promise.resolve() : deliverLane(ports, lane, times)))
  const round = async () => {
    try {
      if (!hasEnded) await queue.add(await dueLanes(ports))
    } catch (error) {
      if (!hasEnded) ports.log.warn('Looking for due webhook deliveries failed', error)
    }
  }
  const end = inRounds(round, ROUND_MS)
  return async () => {
    hasEnded = true
    await end()
    await queue.stop()
  }
}
