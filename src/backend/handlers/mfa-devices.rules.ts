import type { mfaDevices } from '../../contract/me.ts'
import { CHANGES_FACTOR } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const mfaDevicesRules = {
  listMfaDevices: { permission: null },
  renameMfaDevice: { permission: null, rank: 'none', fresh: 'never', audit: CHANGES_FACTOR, grants: false, events: [] },
} satisfies RulesOf<typeof mfaDevices>
