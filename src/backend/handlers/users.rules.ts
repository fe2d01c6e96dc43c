import type { users } from '../../contract/users.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const usersRules = {
  listUsersV2: { permission: 'fe.secure.read.users' },
  listUsersV3: { permission: 'fe.secure.read.users' },
  getUsersRoles: { permission: 'fe.secure.read.users' },
  getUsersGroups: { permission: 'fe.secure.read.users' },
  getUserJwtForTenant: {
    ...NEEDS_NO_RIGHTS,
    audit: { silent: 'issues a token of a session whose beginning left a row' },
    events: [],
  },
} satisfies RulesOf<typeof users>
