import type { LockoutFields, MfaFields } from '../../../contract/policies.ts'
import type { EnforceMfa } from '../../../entities/mfa.ts'
import { number } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'

const ENFORCE_MFA: readonly EnforceMfa[] = ['DontForce', 'Force', 'ForceExceptSAML']

/** Fewer than three would lock users out for a slip; NIST SP 800-63B-4 §3.2.2 allows no more than 100. */
const ATTEMPTS = { min: 3, max: 100 }
const HISTORY = { min: 1, max: 24 }

/** @throws Refusal 400 unless the value is an object */
export const fieldsOf = (value: unknown, field: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`${field} must be an object`)
  return { ...value }
}

export const flagOf = (value: unknown, field: string): boolean => {
  if (typeof value !== 'boolean') throw badRequest(`${field} must be true or false`)
  return value
}

export const wholeNumber = (value: unknown, field: string, range: { min: number; max: number }): number => {
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
  return { enabled: flagOf(enabled, 'enabled'), maxAttempts: wholeNumber(maxAttempts, 'maxAttempts', ATTEMPTS) }
}

export const historyFieldsOf = (value: unknown): { enabled: boolean; historySize: number } => {
  const { enabled, historySize } = fieldsOf(value, 'policy')
  return { enabled: flagOf(enabled, 'enabled'), historySize: wholeNumber(historySize, 'historySize', HISTORY) }
}
