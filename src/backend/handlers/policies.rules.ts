import type { policies } from '../../contract/policies.ts'
import { weakensHistory, weakensLockout, weakensMfa } from '../domain/identity/access/weakening.ts'
import type { RulesOf } from '../http/rules.ts'

const READ_POLICIES = 'fe.secure.read.securityPolicy'
const WRITE_POLICIES = 'fe.secure.write.securityPolicy'

const CHANGES_ACCOUNT = { rank: 'none', audit: 'change', events: ['account'] } as const

export const policiesRules = {
  getGlobalPolicy: { permission: READ_POLICIES },
  getMfaPolicy: { permission: READ_POLICIES },
  getVendorMfaPolicy: { permission: READ_POLICIES },
  createMfaPolicy: { permission: WRITE_POLICIES, fresh: weakensMfa, grants: false, ...CHANGES_ACCOUNT },
  updateMfaPolicy: { permission: WRITE_POLICIES, fresh: weakensMfa, grants: false, ...CHANGES_ACCOUNT },
  getLockoutPolicy: { permission: READ_POLICIES },
  getVendorLockoutPolicy: { permission: READ_POLICIES },
  createLockoutPolicy: { permission: WRITE_POLICIES, fresh: weakensLockout, grants: false, ...CHANGES_ACCOUNT },
  updateLockoutPolicy: { permission: WRITE_POLICIES, fresh: weakensLockout, grants: false, ...CHANGES_ACCOUNT },
  getPasswordHistoryPolicy: { permission: READ_POLICIES },
  getVendorPasswordHistoryPolicy: { permission: READ_POLICIES },
  createPasswordHistoryPolicy: { permission: WRITE_POLICIES, fresh: weakensHistory, grants: false, ...CHANGES_ACCOUNT },
  updatePasswordHistoryPolicy: { permission: WRITE_POLICIES, fresh: weakensHistory, grants: false, ...CHANGES_ACCOUNT },
  getCaptchaPolicy: { permission: null },
  getPasswordPolicy: { permission: null },
} satisfies RulesOf<typeof policies>
