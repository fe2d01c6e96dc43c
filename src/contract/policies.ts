import type { EnforceMfa } from '../entities/mfa.ts'
import type {
  CaptchaPolicy,
  GlobalPolicy,
  LockoutPolicy,
  MfaPolicy,
  PasswordHistoryPolicy,
  PasswordRules,
} from '../entities/policies.ts'
import { endpoint } from './endpoint.ts'

const CONFIGURATIONS = '/identity/resources/configurations/v1'
const MFA = `${CONFIGURATIONS}/mfa-policy` as const
const LOCKOUT = `${CONFIGURATIONS}/lockout-policy` as const
const HISTORY = `${CONFIGURATIONS}/password-history-policy` as const

export interface MfaFields {
  enforceMFAType: EnforceMfa
}
export type LockoutFields = Pick<LockoutPolicy, 'enabled' | 'maxAttempts'>
export type HistoryFields = Pick<PasswordHistoryPolicy, 'enabled' | 'historySize'>
export interface Identified {
  id: string
}

/** Policies. `create…` is for a value without an ID, `update…` for one with an ID. */
export const policies = {
  getGlobalPolicy: endpoint<void, void, GlobalPolicy>()('GET', CONFIGURATIONS),
  getMfaPolicy: endpoint<void, void, MfaPolicy>()('GET', MFA),
  getVendorMfaPolicy: endpoint<void, void, MfaPolicy>()('GET', `${MFA}/vendor`),
  createMfaPolicy: endpoint<void, MfaFields, MfaPolicy>()('POST', MFA),
  updateMfaPolicy: endpoint<void, MfaFields & Identified, MfaPolicy>()('PATCH', MFA),
  getLockoutPolicy: endpoint<void, void, LockoutPolicy>()('GET', LOCKOUT),
  getVendorLockoutPolicy: endpoint<void, void, LockoutPolicy>()('GET', `${LOCKOUT}/vendor`),
  createLockoutPolicy: endpoint<void, LockoutFields, LockoutPolicy>()('POST', LOCKOUT),
  updateLockoutPolicy: endpoint<void, LockoutFields & Identified, LockoutPolicy>()('PATCH', LOCKOUT),
  getPasswordHistoryPolicy: endpoint<void, void, PasswordHistoryPolicy>()('GET', HISTORY),
  getVendorPasswordHistoryPolicy: endpoint<void, void, PasswordHistoryPolicy>()('GET', `${HISTORY}/vendor`),
  createPasswordHistoryPolicy: endpoint<void, HistoryFields, PasswordHistoryPolicy>()('POST', HISTORY),
  updatePasswordHistoryPolicy: endpoint<void, HistoryFields & Identified, PasswordHistoryPolicy>()('PATCH', HISTORY),
  getCaptchaPolicy: endpoint<void, void, CaptchaPolicy | null>()('GET', `${CONFIGURATIONS}/captcha-policy/public`),
  getPasswordPolicy: endpoint<void, void, PasswordRules>()('GET', `${CONFIGURATIONS}/password`),
}
