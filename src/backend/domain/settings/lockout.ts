import type { LockoutFields } from '../../../contract/policies.ts'
import { LOCKOUT_ATTEMPTS } from '../../../rules/policy-limits.ts'
import { flag, integer, object } from './schema.ts'
import { defineFlooredSetting } from './setting.ts'

export const lockoutSetting = defineFlooredSetting({
  kind: 'lockout',
  default: { enabled: true, maxAttempts: 5 },
  schema: object<LockoutFields>({ enabled: flag, maxAttempts: integer(LOCKOUT_ATTEMPTS) }),
  floor: {
    strictest: (one, other) => {
      if (!one.enabled || !other.enabled) return one.enabled ? one : other
      return one.maxAttempts <= other.maxAttempts ? one : other
    },
    problems: (value, floor) => {
      if (!floor.enabled) return []
      if (!value.enabled) return ['enabled must be true, because the vendor requires lockouts']
      return value.maxAttempts > floor.maxAttempts
        ? [`maxAttempts must be ${floor.maxAttempts} or less, which the vendor requires`]
        : []
    },
  },
})
