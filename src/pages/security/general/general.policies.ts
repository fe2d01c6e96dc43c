import type { HistoryFields, LockoutFields, MfaFields } from '../../../contract/policies.ts'
import type { EnforceMfa } from '../../../entities/mfa.ts'
import type { ApiTokenPolicy } from '../../../entities/tokens.ts'
import {
  API_TOKEN_MINUTES,
  LOCKOUT_ATTEMPTS,
  PASSWORD_HISTORY_SIZE,
  type PolicyRange,
} from '../../../rules/policy-limits.ts'
import { isIn, wholeNumberOf } from '../form/amount-fields.tsx'

export interface PolicyValues {
  mfa: MfaFields
  lockout: LockoutFields
  history: HistoryFields
  tokens: ApiTokenPolicy
}

export const POLICY_KINDS = ['mfa', 'lockout', 'history', 'tokens'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

/** A policy with a switch and a number, as a user edits it. */
interface CountDraft {
  enabled: boolean
  count: string
}

export interface PolicyDrafts {
  mfa: MfaFields
  lockout: CountDraft
  history: CountDraft
  tokens: CountDraft
}

/** Choices from the least strict to the strictest. */
const MFA_CHOICES: readonly EnforceMfa[] = ['DontForce', 'ForceExceptSAML', 'Force']

/** Returns the choices a tenant has when the vendor itself requires a second factor. */
export const mfaChoices = (floor: MfaFields | undefined): readonly EnforceMfa[] =>
  MFA_CHOICES.slice(floor ? MFA_CHOICES.indexOf(floor.enforceMFAType) : 0)

/** Returns the numbers a tenant can choose, up to the vendor's own number. */
export const lockoutRange = (floor: LockoutFields | undefined): PolicyRange =>
  floor?.enabled ? { ...LOCKOUT_ATTEMPTS, max: floor.maxAttempts } : LOCKOUT_ATTEMPTS

export const historyRange = (floor: HistoryFields | undefined): PolicyRange =>
  floor?.enabled ? { ...PASSWORD_HISTORY_SIZE, min: floor.historySize } : PASSWORD_HISTORY_SIZE

const DAY_MINUTES = 1_440

/** Range of a token's maximum lifetime in days. */
export const TOKEN_DAYS: PolicyRange = { min: 1, max: API_TOKEN_MINUTES.max / DAY_MINUTES }

/** Returns the days of a policy. Tokens that only need some expiry may last the maximum. */
const daysOf = ({ maxLifetimeMinutes }: ApiTokenPolicy): number =>
  maxLifetimeMinutes === null ? TOKEN_DAYS.max : Math.max(1, Math.floor(maxLifetimeMinutes / DAY_MINUTES))

interface Codec<Value, Draft> {
  toDraft(value: Value): Draft
  /** Converts a draft. If the typed number is invalid, a policy that is off keeps its stored number. */
  toValue(draft: Draft, stored: Value): Value
  isValid(draft: Draft, floor: Value | undefined): boolean
}

const DEFAULT_TOKEN_DAYS = 365

const numberOf = (typed: string, stored: number): number => wholeNumberOf(typed) ?? stored

/** The codec of each policy. */
export const CODECS: { readonly [Kind in PolicyKind]: Codec<PolicyValues[Kind], PolicyDrafts[Kind]> } = {
  mfa: {
    toDraft: ({ enforceMFAType }) => ({ enforceMFAType }),
    toValue: ({ enforceMFAType }) => ({ enforceMFAType }),
    isValid: () => true,
  },
  lockout: {
    toDraft: ({ enabled, maxAttempts }) => ({ enabled, count: String(maxAttempts) }),
    toValue: ({ enabled, count }, stored) => ({ enabled, maxAttempts: numberOf(count, stored.maxAttempts) }),
    isValid: ({ enabled, count }, floor) => !enabled || isIn(lockoutRange(floor), wholeNumberOf(count)),
  },
  history: {
    toDraft: ({ enabled, historySize }) => ({ enabled, count: String(historySize) }),
    toValue: ({ enabled, count }, stored) => ({ enabled, historySize: numberOf(count, stored.historySize) }),
    isValid: ({ enabled, count }, floor) => !enabled || isIn(historyRange(floor), wholeNumberOf(count)),
  },
  tokens: {
    toDraft: (value) => {
      const enabled = value.mustExpire || value.maxLifetimeMinutes !== null
      return { enabled, count: String(enabled ? daysOf(value) : DEFAULT_TOKEN_DAYS) }
    },
    toValue: ({ enabled, count }, stored) => ({
      mustExpire: enabled,
      maxLifetimeMinutes: enabled ? numberOf(count, daysOf(stored)) * DAY_MINUTES : null,
    }),
    isValid: ({ enabled, count }) => !enabled || isIn(TOKEN_DAYS, wholeNumberOf(count)),
  },
}

/** Values that are used before a policy was loaded. */
export const DEFAULT_VALUES: PolicyValues = {
  mfa: { enforceMFAType: 'DontForce' },
  lockout: { enabled: false, maxAttempts: 5 },
  history: { enabled: false, historySize: 5 },
  tokens: { mustExpire: false, maxLifetimeMinutes: null },
}
