import type { roleList } from '../../contract/roles.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const roleListRules = {
  listRoles: { permission: 'fe.secure.read.roles' },
  roleImpact: { permission: 'fe.secure.read.roles', ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof roleList>
