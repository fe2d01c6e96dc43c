import type { groupList, groups } from '../../contract/groups.ts'
import { membersInBody } from '../call/ruled-request.ts'
import {
  changesRolesOfGroup,
  concernsAdministratorGroup,
  membersLosingGroup,
  membersLosingGroups,
} from '../domain/identity/team/access-changes.ts'
import { PERMISSION_SUFFICES, READS, type RulesOf } from '../http/rules.ts'

const READ_GROUPS = 'fe.secure.read.groups'
const WRITE_GROUPS = 'fe.secure.write.groups'
const DELETE_GROUPS = 'fe.secure.delete.groups'
const WRITE_GROUP_ROLES = 'fe.secure.write.groupsRoles'

const CHANGES_ACCESS = { audit: 'change', events: ['access'] } as const

export const groupsRules = {
  listGroups: { permission: READ_GROUPS },
  getGroup: { permission: READ_GROUPS },
  bulkGetGroups: { permission: READ_GROUPS, ...PERMISSION_SUFFICES, audit: READS, events: [] },
  createGroup: { permission: WRITE_GROUPS, ...PERMISSION_SUFFICES, audit: 'change', events: ['access'] },
  updateGroup: { permission: WRITE_GROUPS, ...PERMISSION_SUFFICES, audit: 'change', events: ['access'] },
  deleteGroup: {
    permission: DELETE_GROUPS,
    rank: membersLosingGroup('all'),
    fresh: concernsAdministratorGroup,
    grants: false,
    ...CHANGES_ACCESS,
  },
  addRoles: {
    permission: WRITE_GROUP_ROLES,
    rank: 'none',
    fresh: changesRolesOfGroup,
    grants: true,
    ...CHANGES_ACCESS,
  },
  removeRoles: {
    permission: DELETE_GROUPS,
    rank: membersLosingGroup('roleIds'),
    fresh: changesRolesOfGroup,
    grants: false,
    ...CHANGES_ACCESS,
  },
  addUsers: {
    permission: 'fe.secure.write.groupsUsers',
    rank: membersInBody('userIds'),
    fresh: concernsAdministratorGroup,
    audit: 'change',
    grants: true,
    events: ['access'],
  },
  removeUsers: {
    permission: 'fe.secure.delete.groupsUsers',
    rank: membersInBody('userIds'),
    fresh: concernsAdministratorGroup,
    audit: 'change',
    grants: false,
    events: ['access'],
  },
  getConfiguration: { permission: READ_GROUPS },
  updateConfiguration: {
    permission: WRITE_GROUPS,
    rank: membersLosingGroups,
    fresh: 'always',
    grants: true,
    ...CHANGES_ACCESS,
  },
} satisfies RulesOf<typeof groups>

export const groupListRules = {
  listGrantableRoles: { permission: WRITE_GROUP_ROLES },
  listGroups: { permission: READ_GROUPS },
} satisfies RulesOf<typeof groupList>
