import type { policies } from '../../contract/policies.ts'
import { weakensHistory, weakensLockout, weakensMfa } from '../domain/identity/access/weakening.ts'
import type { RulesOf } from '../http/rules.ts'

export const policiesRules = {
  getGlobalPolicy: { permission: 'fe.secure.read.securityPolicy' },
  getMfaPolicy: { permission: 'fe.secure.read.securityPolicy' },
  getVendorMfaPolicy: { permission: 'fe.secure.read.securityPolicy' },
  createMfaPolicy: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: weakensMfa,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  updateMfaPolicy: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: weakensMfa,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  getLockoutPolicy: { permission: 'fe.secure.read.securityPolicy' },
  getVendorLockoutPolicy: { permission: 'fe.secure.read.securityPolicy' },
  createLockoutPolicy: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: weakensLockout,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  updateLockoutPolicy: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: weakensLockout,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  getPasswordHistoryPolicy: { permission: 'fe.secure.read.securityPolicy' },
  getVendorPasswordHistoryPolicy: { permission: 'fe.secure.read.securityPolicy' },
  createPasswordHistoryPolicy: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: weakensHistory,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  updatePasswordHistoryPolicy: {
    permission: 'fe.secure.write.securityPolicy',
    rank: 'none',
    fresh: weakensHistory,
    audit: 'change',
    grants: false,
    events: ['account'],
  },
  getCaptchaPolicy: { permission: null },
  getPasswordPolicy: { permission: null },
} satisfies RulesOf<typeof policies>
