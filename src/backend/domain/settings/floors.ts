import type { LockoutFields, MfaFields } from '../../../contract/policies.ts'
import type { EnforceMfa } from '../../../entities/mfa.ts'
import type { SessionConfig } from '../../../entities/policies.ts'
import { badRequest } from '../../call/refusal.ts'

/** The vendor's policy is the minimum that a tenant's policy must demand. */
interface Floor<Value> {
  /** Returns the value that applies if both do. */
  strictest(one: Value, other: Value): Value
  /** Returns why the value demands less than the floor; the list is empty if it doesn't. */
  problems(value: Value, floor: Value): string[]
}

const BY_STRICTNESS: readonly EnforceMfa[] = ['DontForce', 'ForceExceptSAML', 'Force']

const strictness = ({ enforceMFAType }: MfaFields): number => BY_STRICTNESS.indexOf(enforceMFAType)

const mfa: Floor<MfaFields> = {
  strictest: (one, other) => (strictness(one) >= strictness(other) ? one : other),
  problems: (value, floor) =>
    strictness(value) < strictness(floor)
      ? [`enforceMFAType must be at least ${floor.enforceMFAType}, which the vendor requires`]
      : [],
}

const lockout: Floor<LockoutFields> = {
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
}

interface HistoryFields {
  enabled: boolean
  historySize: number
}

const history: Floor<HistoryFields> = {
  strictest: (one, other) => {
    if (!one.enabled || !other.enabled) return one.enabled ? one : other
    return one.historySize >= other.historySize ? one : other
  },
  problems: (value, floor) => {
    if (!floor.enabled) return []
    if (!value.enabled) return ['enabled must be true, because the vendor requires a password history']
    return value.historySize < floor.historySize
      ? [`historySize must be ${floor.historySize} or more, which the vendor requires`]
      : []
  },
}

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

const sessions: Floor<Required<SessionConfig>> = {
  strictest: (one, other) => ({
    ...one,
    ...Object.fromEntries(weakerLimits(one, other).map((name) => [name, other[name]])),
  }),
  problems: (value, floor) => LIMIT_NAMES.flatMap((name) => limitProblem(name, value, floor)),
}

/** Each floor is declared for the value of its kind. */
const FLOORS = { mfa, lockout, 'password-history': history, sessions }

export interface FlooredPolicies {
  mfa: MfaFields
  lockout: LockoutFields
  'password-history': HistoryFields
  sessions: Required<SessionConfig>
}
export type FlooredKind = keyof FlooredPolicies

export const isFloored = (kind: string): kind is FlooredKind => Object.hasOwn(FLOORS, kind)

/** Returns the strictest of two values. Both must be of the kind, which the caller's type ensures. */
export const strictestOf = <Value>(kind: FlooredKind, one: Value, other: Value): Value =>
  (FLOORS[kind] as unknown as Floor<Value>).strictest(one, other)

/** Returns whether a value demands less than another value of its kind. */
export const demandsLess = <Kind extends FlooredKind>(
  kind: Kind,
  value: FlooredPolicies[Kind],
  than: FlooredPolicies[Kind],
): boolean => (FLOORS[kind] as unknown as Floor<typeof than>).problems(value, than).length > 0

/** @throws Refusal 400 that names the field and the floor */
export const assertMeetsFloor = <Kind extends FlooredKind>(
  kind: Kind,
  value: Partial<FlooredPolicies[Kind]>,
  floor: FlooredPolicies[Kind] | undefined,
): void => {
  const problems = floor ? (FLOORS[kind] as unknown as Floor<typeof floor>).problems({ ...floor, ...value }, floor) : []
  if (problems.length > 0) throw badRequest(...problems)
}
