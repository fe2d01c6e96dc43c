import { MULTI_FACTOR_ACR as A } from './step-up.ts'

/** Current time in seconds. */
export const NOW = 1_000_000
const NONE = undefined

export interface StepUpVector {
  acr: unknown
  amr: unknown
  authTime: unknown
  maxAge: number | undefined
  isSatisfied: boolean
}

const vector = (
  acr: unknown,
  amr: unknown,
  authTime: unknown,
  maxAge: number | undefined,
  isSatisfied: boolean,
): StepUpVector => ({ acr, amr, authTime, maxAge, isSatisfied })

/** Claims, and whether they prove the factor; null and missing are two cases. */
export const STEP_UP_VECTORS: readonly StepUpVector[] = [
  vector(A, ['mfa', 'otp'], NONE, NONE, true),
  vector(A, ['otp', 'mfa'], NONE, NONE, true),
  vector(A, ['mfa', 'sms'], 999_970, 60, true),
  vector(A, ['mfa', 'hwk'], 999_940, 60, true),
  vector(A, ['mfa', 'otp'], 999_880, 60, false),
  vector(A, ['mfa', 'otp'], NONE, 60, false),
  vector(A, ['mfa', 'otp'], 996_400, 0, false),
  vector(A, ['mfa', 'otp'], 1_003_600, 60, false),
  vector(A, ['mfa', 'otp'], '999970', 60, false),
  vector(A, ['mfa'], NONE, NONE, false),
  vector(A, ['mfa', 'pwd'], NONE, NONE, false),
  vector(A, ['otp'], NONE, NONE, false),
  vector(A, 'mfaotp', NONE, NONE, false),
  vector(A, null, NONE, NONE, false),
  vector(A, NONE, NONE, NONE, false),
  vector('other', ['mfa', 'otp'], NONE, NONE, false),
]
