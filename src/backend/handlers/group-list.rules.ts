import type { groupList } from '../../contract/groups.ts'
import type { RulesOf } from '../http/rules.ts'

export const groupListRules = {
  listGrantableRoles: { permission: 'fe.secure.write.groupsRoles' },
  listGroups: { permission: 'fe.secure.read.groups' },
} satisfies RulesOf<typeof groupList>
