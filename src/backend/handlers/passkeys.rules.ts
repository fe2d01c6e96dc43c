import type { passkeys } from '../../contract/mfa.ts'
import { BEGINS_CHANGE, CHANGES_FACTOR } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const passkeysRules = {
  startDeviceRegistration: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: BEGINS_CHANGE,
    grants: false,
    events: [],
  },
  verifyDeviceRegistration: {
    permission: null,
    rank: 'none',
    fresh: 'always',
    audit: CHANGES_FACTOR,
    grants: false,
    events: [],
  },
  listDevices: { permission: null },
  deleteDevice: { permission: null, rank: 'none', fresh: 'factor', audit: CHANGES_FACTOR, grants: false, events: [] },
} satisfies RulesOf<typeof passkeys>
