import { dayOf, monthOf } from '../domain/billing/usage/usage-days.ts'
import { stableId } from '../stable-id.ts'
import type { UsageRecord } from '../store/records.ts'
import { type SampleTenant, tenantIdOf } from './tenants.ts'

const DAYS = 45

/** Uses on a weekday; weekends have fewer. */
const HABITS: readonly (readonly [featureKey: string, weekday: number, rhythm: number])[] = [
  ['dashboards', 48, 7],
  ['scheduled-reports', 9, 3],
  ['audit-log', 14, 11],
]

const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6

/** Uses of Brightside this month, close to most of its limits. */
const NEARLY_ALL: readonly (readonly [featureKey: string, used: number])[] = [
  ['dashboards', 947],
  ['scheduled-reports', 188],
]

const usesOf = (tenant: SampleTenant, now: number) => (featureKey: string, day: number, count: number) => ({
  id: stableId(`usage ${tenant} ${featureKey} ${day}`),
  tenantId: tenantIdOf(tenant),
  featureKey,
  day,
  count,
  createdAt: now,
  updatedAt: now,
})

/** Returns Acme's usage of the past weeks; the same for every start of the demo on one day. */
const pastWeeks = (now: number): UsageRecord[] => {
  const uses = usesOf('acme', now)
  return HABITS.flatMap(([featureKey, weekday, rhythm]) =>
    Array.from({ length: DAYS }, (_, ago) => {
      const day = dayOf(now) - ago
      const wave = ((day * rhythm) % 8) / 12 + 0.7
      return uses(featureKey, day, Math.max(1, Math.round(weekday * wave * (isWeekend(day) ? 0.2 : 1))))
    }),
  )
}

/** Returns Brightside's usage of this month, regardless of the current day. */
const thisMonth = (now: number): UsageRecord[] => {
  const uses = usesOf('brightside', now)
  const first = dayOf(monthOf(now).start)
  const days = dayOf(now) - first + 1
  return NEARLY_ALL.flatMap(([featureKey, used]) =>
    Array.from({ length: days }, (_, at) =>
      uses(featureKey, first + at, Math.floor((used * (at + 1)) / days) - Math.floor((used * at) / days)),
    ).filter(({ count }) => count > 0),
  )
}

export const sampleUsage = (now: number): UsageRecord[] => [...pastWeeks(now), ...thisMonth(now)]
