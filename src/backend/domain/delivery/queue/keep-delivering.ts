import type { DueLane, LaneQueue } from '../../../ports/webhooks.ts'
import type { Ports } from '../../../ports.ts'
import { inRounds } from '../../../store/queue.ts'
import type { DeliveryRecord } from '../../../store/records.ts'
import { DELIVERY_TIMES, type DeliveryTimes, deliverLane } from './deliver-lane.ts'

/** Deliveries per read. */
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
