import { dayOf } from '../domain/usage/usage-days.ts'
import type { UsageRecord } from '../store/records.ts'
import { idOf } from './seeded.ts'
import { tenantIdOf } from './tenants.ts'

const DAYS = 45

/** Uses on a weekday; weekends have fewer. */
const HABITS: readonly (readonly [featureKey: string, weekday: number, rhythm: number])[] = [
  ['dashboards', 48, 7],
  ['scheduled-reports', 9, 3],
  ['audit-log', 14, 11],
]

const isWeekend = (day: number): boolean => (day + 4) % 7 === 0 || (day + 4) % 7 === 6

/** Acme's past weeks; the same for every start of the demo on one day. */
export const sampleUsage = (now: number): UsageRecord[] =>
  HABITS.flatMap(([featureKey, weekday, rhythm]) =>
    Array.from({ length: DAYS }, (_, ago) => {
      const day = dayOf(now) - ago
      const wave = ((day * rhythm) % 8) / 12 + 0.7
      const count = Math.max(1, Math.round(weekday * wave * (isWeekend(day) ? 0.2 : 1)))
      const id = idOf(`usage ${featureKey} ${day}`)
      return { id, tenantId: tenantIdOf('acme'), featureKey, day, count, createdAt: now, updatedAt: now }
    }),
  )
