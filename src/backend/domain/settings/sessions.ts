import type { SessionConfig } from '../../../entities/policies.ts'
import { SESSION_SECONDS, SESSIONS_PER_USER } from '../../../rules/policy-limits.ts'
import { flag, integer, object, whole } from './schema.ts'
import { defineFlooredSetting } from './setting.ts'

interface Limit {
  isActive: boolean
  limit: number
}

const LIMITS = {
  sessionTimeoutConfiguration: 'timeout',
  sessionIdleTimeoutConfiguration: 'timeout',
  sessionConcurrentConfiguration: 'maxSessions',
} as const
type LimitName = keyof typeof LIMITS
const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[]

const limitOf = (config: SessionConfig, name: LimitName): Limit | undefined => {
  const fields = config[name]
  if (!fields) return undefined
  return { isActive: fields.isActive, limit: 'timeout' in fields ? fields.timeout : fields.maxSessions }
}

const isWeaker = (own: Limit, floor: Limit): boolean => floor.isActive && (!own.isActive || own.limit > floor.limit)

const limitProblem = (name: LimitName, value: SessionConfig, floor: SessionConfig): string[] => {
  const own = limitOf(value, name)
  const least = limitOf(floor, name)
  if (!own || !least || !isWeaker(own, least)) return []
  if (!own.isActive) return [`${name}.isActive must be true, because the vendor requires this limit`]
  return [`${name}.${LIMITS[name]} must be ${least.limit} or less, which the vendor requires`]
}

const weakerLimits = (one: SessionConfig, other: SessionConfig): LimitName[] =>
  LIMIT_NAMES.filter((name) => limitProblem(name, one, other).length > 0)

const timeout = whole({ isActive: flag, timeout: integer(SESSION_SECONDS) })

export const sessionsSetting = defineFlooredSetting({
  kind: 'sessions',
  default: {
    sessionTimeoutConfiguration: { isActive: false, timeout: 7_776_000 },
    sessionIdleTimeoutConfiguration: { isActive: false, timeout: 3_600 },
    sessionConcurrentConfiguration: { isActive: false, maxSessions: 10 },
  },
  schema: object<Required<SessionConfig>>({
    sessionTimeoutConfiguration: timeout,
    sessionIdleTimeoutConfiguration: timeout,
    sessionConcurrentConfiguration: whole({ isActive: flag, maxSessions: integer(SESSIONS_PER_USER) }),
  }),
  floor: {
    strictest: (one, other) => ({
      ...one,
      ...Object.fromEntries(weakerLimits(one, other).map((name) => [name, other[name]])),
    }),
    problems: (value, floor) => LIMIT_NAMES.flatMap((name) => limitProblem(name, value, floor)),
  },
})
