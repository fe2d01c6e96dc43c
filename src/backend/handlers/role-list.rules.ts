import type { roleList } from '../../contract/roles.ts'
import { READS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const roleListRules = {
  listRoles: { permission: 'fe.secure.read.roles' },
  roleImpact: {
    permission: 'fe.secure.read.roles',
    rank: 'none',
    fresh: 'never',
    audit: READS,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof roleList>
