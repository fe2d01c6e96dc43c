import type { requestCounters } from '../../contract/request-counters.ts'
import type { RulesOf } from '../http/rules.ts'

export const requestCountersRules = {
  testCounters: { permission: null },
} satisfies RulesOf<typeof requestCounters>
