import type { FeatureUsage, UsageReport, UseCounted } from '../../../../contract/usage.ts'
import { conflict, forbidden, Refusal } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { UsageRecord } from '../../../store/records.ts'
import { type Collections, unlessDuplicate } from '../../../store/store.ts'
import { iso } from '../../base/wire/wire.ts'
import { entitlementsSetting, type FeatureLimit } from '../../settings/entitlements.ts'
import { planSetting } from '../../settings/plan.ts'
import { dayOf, monthOf, SHOWN_DAYS, timeOf } from './usage-days.ts'

interface Use {
  tenantId: string
  featureKey: string
  quantity: number
  /** The idempotency key of the request, if it has one. */
  key: string | undefined
}

interface KeyPorts extends Pick<Ports, 'clock' | 'random'> {
  store: Collections
}

/**
 * Returns the response to the first request with this key, or `undefined` for the first request and for requests
 * without a key.
 */
const firstResponse = async (
  { store }: Pick<KeyPorts, 'store'>,
  { tenantId, key, featureKey, quantity }: Use,
): Promise<UseCounted | undefined> => {
  if (key === undefined) return undefined
  const kept = await store.usageKeys.find({ tenantId, key })
  if (!kept) return undefined
  if (kept.featureKey !== featureKey || kept.quantity !== quantity) {
    throw conflict('This idempotency key was used for another feature or quantity.')
  }
  // The value is written below.
  return JSON.parse(kept.response) as UseCounted
}

/**
 * Stores a response under its key. Call it in the transaction that counts the use: if several requests have the same
 * key, the collection's unique key lets only one commit, and the others are rolled back.
 */
const keepResponse = async ({ store, clock, random }: KeyPorts, use: Use, counted: UseCounted): Promise<void> => {
  const { tenantId, key, featureKey, quantity } = use
  if (key === undefined) return
  const now = clock.now()
  const response = JSON.stringify(counted)
  const dates = { createdAt: now, updatedAt: now }
  await store.usageKeys.insert({ id: random.uuid(), tenantId, key, featureKey, quantity, response, ...dates })
}

const MAX_TRIES = 20
const PAYMENT_REQUIRED = 402

type UsagePorts = Pick<Ports, 'clock' | 'random'> & { store: Collections }

const isRunning = (expireTime: number, now: number): boolean => expireTime === -1 || expireTime > now

/** Returns the features that a tenant has bought and that have not expired, with the limits of its plan. */
const boughtFeatures = async (store: Collections, tenantId: string, now: number) => {
  const catalog = await entitlementsSetting.ofVendor(store)
  const bought = await planSetting.of(store, tenantId)
  const plan = isRunning(bought.expireTime, now) ? catalog.plans.find(({ id }) => id === bought.planId) : undefined
  const extras = bought.extras.filter(({ expireTime }) => isRunning(expireTime, now)).map(({ feature }) => feature)
  const keys = [...new Set([...(plan?.includes ?? []), ...extras])]
  const limits = plan?.limits ?? []
  return keys.map((featureKey) => ({ featureKey, limit: limits.find(({ feature }) => feature === featureKey) }))
}

const totalOf = (rows: readonly UsageRecord[]): number => rows.reduce((sum, { count }) => sum + count, 0)

/** Reports the use of every feature of a tenant, including features that were never used. */
export const usageReport = async ({ store, clock }: UsagePorts, tenantId: string): Promise<UsageReport> => {
  const now = clock.now()
  const { start, end } = monthOf(now)
  const firstDay = dayOf(now) - SHOWN_DAYS + 1
  const since = Math.min(firstDay, dayOf(start))
  const rows = await store.usage.list({ tenantId, day: { gte: since } })
  const features = (await boughtFeatures(store, tenantId, now)).map(({ featureKey, limit }): FeatureUsage => {
    const own = rows.filter((row) => row.featureKey === featureKey)
    const onDay = (day: number) => own.find((row) => row.day === day)?.count ?? 0
    return {
      featureKey,
      used: totalOf(own.filter(({ day }) => day >= dayOf(start))),
      limit: limit?.perMonth ?? null,
      isHard: limit?.isHard === true,
      days: Array.from({ length: SHOWN_DAYS }, (_, at) => onDay(firstDay + at)),
    }
  })
  return { periodStart: iso(start), periodEnd: iso(end), firstDay: iso(timeOf(firstDay)), features }
}

/**
 * Adds a use. Returns `false` if another request counted in the meantime, because the sum that was checked is outdated.
 */
const add = async (ports: UsagePorts, use: Use, today: UsageRecord | undefined): Promise<boolean> => {
  const now = ports.clock.now()
  const { tenantId, featureKey, quantity } = use
  if (today) {
    const { id, count } = today
    return (await ports.store.usage.update({ id, count }, { count: count + quantity, updatedAt: now })) > 0
  }
  const dates = { createdAt: now, updatedAt: now }
  const day = dayOf(now)
  await ports.store.usage.insert({ id: ports.random.uuid(), tenantId, featureKey, day, count: quantity, ...dates })
  return true
}

const assertRoom = (limit: FeatureLimit | undefined, used: number, { featureKey }: Use): void => {
  if (!limit?.isHard || used <= limit.perMonth) return
  throw new Refusal(PAYMENT_REQUIRED, [`Your plan includes ${limit.perMonth} uses of ${featureKey} a month.`]).as(
    'usage-limit',
  )
}

/**
 * Checks the limit and counts the use. Past days no longer change, so comparing today's row while writing it is enough
 * to enforce a hard limit.
 */
const addWithKey = async (ports: UsagePorts, use: Use, limit: FeatureLimit | undefined) => {
  const { tenantId, featureKey } = use
  const now = ports.clock.now()
  const rows = await ports.store.usage.list({ tenantId, featureKey, day: { gte: dayOf(monthOf(now).start) } })
  const used = totalOf(rows) + use.quantity
  assertRoom(limit, used, use)
  const today = rows.find(({ day }) => day === dayOf(now))
  if (!(await add(ports, use, today))) return undefined
  const perMonth = limit?.perMonth ?? null
  const counted = { used, limit: perMonth, remaining: perMonth === null ? null : Math.max(0, perMonth - used) }
  await keepResponse(ports, use, counted)
  return counted
}

/** Tries to count a use. Returns `undefined`, without counting it, if another request counted in the meantime. */
const tryToCount = async (ports: Ports, use: Use): Promise<UseCounted | undefined> => {
  const { featureKey, tenantId } = use
  const features = await boughtFeatures(ports.store, tenantId, ports.clock.now())
  const feature = features.find((each) => each.featureKey === featureKey)
  if (!feature) throw forbidden(`Your plan doesn’t include ${featureKey}.`).as('not-in-plan')
  return unlessDuplicate(ports.store.transaction((store) => addWithKey({ ...ports, store }, use, feature.limit)))
}

/**
 * Counts uses of a feature, and those with the same idempotency key only once. Any number of processes may do so at the
 * same time.
 */
export const countUse = async (ports: Ports, use: Use): Promise<UseCounted> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const counted = (await firstResponse(ports, use)) ?? (await tryToCount(ports, use))
    if (counted) return counted
  }
  throw conflict('This feature is being used too often at this moment. Try again.')
}
