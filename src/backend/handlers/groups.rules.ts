import type { groupList, groups } from '../../contract/groups.ts'
import { membersInBody } from '../call/ruled-request.ts'
import { changesAdministratorGroup } from '../domain/identity/team/administrator-changes.ts'
import { READS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const groupsRules = {
  listGroups: { permission: 'fe.secure.read.groups' },
  getGroup: { permission: 'fe.secure.read.groups' },
  bulkGetGroups: { permission: 'fe.secure.read.groups', ...PERMISSION_SUFFICES, audit: READS, events: [] },
  createGroup: { permission: 'fe.secure.write.groups', ...PERMISSION_SUFFICES, audit: 'change', events: ['access'] },
  updateGroup: { permission: 'fe.secure.write.groups', ...PERMISSION_SUFFICES, audit: 'change', events: ['access'] },
  deleteGroup: {
    permission: 'fe.secure.delete.groups',
    rank: 'none',
    fresh: changesAdministratorGroup,
    audit: 'change',
    grants: false,
    events: ['access'],
  },
  addRoles: {
    permission: 'fe.secure.write.groupsRoles',
    rank: 'none',
    fresh: changesAdministratorGroup,
    audit: 'change',
    grants: true,
    events: ['access'],
  },
  removeRoles: {
    permission: 'fe.secure.delete.groups',
    rank: 'none',
    fresh: changesAdministratorGroup,
    audit: 'change',
    grants: false,
    events: ['access'],
  },
  addUsers: {
    permission: 'fe.secure.write.groupsUsers',
    rank: membersInBody('userIds'),
    fresh: changesAdministratorGroup,
    audit: 'change',
    grants: true,
    events: ['access'],
  },
  removeUsers: {
    permission: 'fe.secure.delete.groupsUsers',
    rank: membersInBody('userIds'),
    fresh: changesAdministratorGroup,
    audit: 'change',
    grants: false,
    events: ['access'],
  },
  getConfiguration: { permission: 'fe.secure.read.groups' },
  updateConfiguration: {
    permission: 'fe.secure.write.groups',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['access'],
  },
} satisfies RulesOf<typeof groups>

export const groupListRules = {
  listGrantableRoles: { permission: 'fe.secure.write.groupsRoles' },
  listGroups: { permission: 'fe.secure.read.groups' },
} satisfies RulesOf<typeof groupList>
