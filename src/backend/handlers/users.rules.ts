import type { inviteLinkConfiguration, memberMfa, members, team, users } from '../../contract/users.ts'
import { memberInPath, membersInBody } from '../call/ruled-request.ts'
import { opensInviteLinks } from '../domain/identity/access/weakening.ts'
import {
  concernsAdministrator,
  invitesAdministrator,
  promotesOrDemotes,
} from '../domain/identity/team/access-changes.ts'
import { CONFIRMS, NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf, SENDS_MESSAGE } from '../http/rules.ts'

const READ_USERS = 'fe.secure.read.users'
const DELETE_USERS = 'fe.secure.delete.users'
const WRITE_USERS = 'fe.secure.write.users'
const WRITE_INVITES = 'fe.secure.write.tenantInvites'

const CHANGES_INVITATIONS = { rank: 'none', audit: 'change', events: ['invitations'] } as const

export const usersRules = {
  listUsersV2: { permission: READ_USERS },
  listUsersV3: { permission: READ_USERS },
  getUsersRoles: { permission: READ_USERS },
  getUsersGroups: { permission: READ_USERS },
  getUserJwtForTenant: {
    ...NEEDS_NO_RIGHTS,
    audit: { silent: 'issues a token of a session whose beginning left a row' },
    events: [],
  },
} satisfies RulesOf<typeof users>

export const teamRules = {
  listMembers: { permission: READ_USERS },
  updateMember: {
    permission: 'fe.secure.write.updateUser',
    rank: membersInBody('id'),
    fresh: promotesOrDemotes(membersInBody('id'), 'here'),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  deleteMember: {
    permission: DELETE_USERS,
    rank: memberInPath,
    fresh: concernsAdministrator(memberInPath),
    audit: 'change',
    grants: false,
    events: ['users', 'tokens'],
  },
  resendActivation: {
    permission: 'fe.secure.write.resendActivationEmail',
    rank: memberInPath,
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
  listAssignableRoles: { permission: READ_USERS },
  getMemberStats: { permission: READ_USERS },
  addUser: {
    permission: WRITE_USERS,
    rank: 'none',
    fresh: invitesAdministrator('here'),
    audit: { withoutChange: 'sending an invitation again changes nothing' },
    grants: true,
    events: ['users'],
  },
  resendInvitation: { permission: WRITE_USERS, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  getInviteLink: { permission: READ_USERS },
  createInviteLink: { permission: WRITE_INVITES, fresh: 'always', grants: true, ...CHANGES_INVITATIONS },
  updateInviteLink: { permission: WRITE_INVITES, fresh: 'always', grants: true, ...CHANGES_INVITATIONS },
  deleteInviteLink: {
    permission: 'fe.secure.delete.tenantInvites',
    ...PERMISSION_SUFFICES,
    audit: { partly: 'there is no link' },
    events: ['invitations'],
  },
  getInviteLinkConfig: { permission: READ_USERS },
  extendTemporaryUser: {
    permission: WRITE_USERS,
    rank: memberInPath,
    fresh: concernsAdministrator(memberInPath),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  makeUserPermanent: {
    permission: DELETE_USERS,
    rank: memberInPath,
    fresh: concernsAdministrator(memberInPath),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  getTemporaryUserConfig: { permission: READ_USERS },
} satisfies RulesOf<typeof team>

export const membersRules = {
  listMembers: { permission: READ_USERS },
  unlockMember: {
    permission: WRITE_USERS,
    rank: memberInPath,
    fresh: 'always',
    audit: CONFIRMS,
    grants: false,
    events: ['users'],
  },
} satisfies RulesOf<typeof members>

export const memberMfaRules = {
  requireMfa: {
    permission: WRITE_USERS,
    rank: membersInBody('userIds'),
    fresh: 'always',
    audit: { partly: 'the users are set so already' },
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof memberMfa>

export const inviteLinkConfigurationRules = {
  updateInviteLinkConfig: { permission: WRITE_INVITES, fresh: opensInviteLinks, grants: true, ...CHANGES_INVITATIONS },
} satisfies RulesOf<typeof inviteLinkConfiguration>
