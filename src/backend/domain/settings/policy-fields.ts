import type { LockoutFields, MfaFields } from '../../../contract/policies.ts'
import type { EnforceMfa } from '../../../entities/mfa.ts'
import { LOCKOUT_ATTEMPTS, PASSWORD_HISTORY_SIZE, type PolicyRange } from '../../../rules/policy-limits.ts'
import { flagOf, number } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'

const ENFORCE_MFA: readonly EnforceMfa[] = ['DontForce', 'Force', 'ForceExceptSAML']

/** @throws Refusal 400 unless the value is an object */
export const fieldsOf = (value: unknown, field: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`${field} must be an object`)
  return { ...value }
}

export const wholeNumber = (value: unknown, field: string, range: PolicyRange): number => {
  const found = number(value, field, range)
  if (!Number.isInteger(found)) throw badRequest(`${field} must be a whole number`)
  return found
}

export const mfaFieldsOf = (value: unknown): MfaFields => {
  const { enforceMFAType: given } = fieldsOf(value, 'policy')
  const enforceMFAType = ENFORCE_MFA.find((one) => one === given)
  if (!enforceMFAType) throw badRequest(`enforceMFAType must be one of ${ENFORCE_MFA.join(', ')}`)
  return { enforceMFAType }
}

export const lockoutFieldsOf = (value: unknown): LockoutFields => {
  const { enabled, maxAttempts } = fieldsOf(value, 'policy')
  return { enabled: flagOf(enabled, 'enabled'), maxAttempts: wholeNumber(maxAttempts, 'maxAttempts', LOCKOUT_ATTEMPTS) }
}

export const historyFieldsOf = (value: unknown): { enabled: boolean; historySize: number } => {
  const { enabled, historySize } = fieldsOf(value, 'policy')
  return {
    enabled: flagOf(enabled, 'enabled'),
    historySize: wholeNumber(historySize, 'historySize', PASSWORD_HISTORY_SIZE),
  }
}
