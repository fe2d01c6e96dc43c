import type { users } from '../../contract/users.ts'
import type { RulesOf } from '../http/rules.ts'

export const usersRules = {
  listUsersV2: { permission: 'fe.secure.read.users' },
  listUsersV3: { permission: 'fe.secure.read.users' },
  getUsersRoles: { permission: 'fe.secure.read.users' },
  getUsersGroups: { permission: 'fe.secure.read.users' },
  getUserJwtForTenant: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { silent: 'issues a token of a session whose beginning left a row' },
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof users>
