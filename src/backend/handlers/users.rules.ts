import type { inviteLinkConfiguration, memberMfa, members, team, users } from '../../contract/users.ts'
import { memberInPath, membersInBody } from '../call/ruled-request.ts'
import { opensInviteLinks } from '../domain/identity/access/weakening.ts'
import {
  concernsAdministrator,
  invitesAdministrator,
  promotesOrDemotes,
} from '../domain/identity/team/administrator-changes.ts'
import { CONFIRMS, SENDS_MESSAGE } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

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

export const teamRules = {
  listMembers: { permission: 'fe.secure.read.users' },
  updateMember: {
    permission: 'fe.secure.write.updateUser',
    rank: membersInBody('id'),
    fresh: promotesOrDemotes(membersInBody('id')),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  deleteMember: {
    permission: 'fe.secure.delete.users',
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
  listAssignableRoles: { permission: 'fe.secure.read.users' },
  getMemberStats: { permission: 'fe.secure.read.users' },
  addUser: {
    permission: 'fe.secure.write.users',
    rank: 'none',
    fresh: invitesAdministrator,
    audit: { withoutChange: 'sending an invitation again changes nothing' },
    grants: true,
    events: ['users'],
  },
  resendInvitation: { permission: 'fe.secure.write.users', ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  getInviteLink: { permission: 'fe.secure.read.users' },
  createInviteLink: {
    permission: 'fe.secure.write.tenantInvites',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['invitations'],
  },
  updateInviteLink: {
    permission: 'fe.secure.write.tenantInvites',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['invitations'],
  },
  deleteInviteLink: {
    permission: 'fe.secure.delete.tenantInvites',
    ...PERMISSION_SUFFICES,
    audit: { partly: 'there is no link' },
    events: ['invitations'],
  },
  getInviteLinkConfig: { permission: 'fe.secure.read.users' },
  extendTemporaryUser: {
    permission: 'fe.secure.write.users',
    rank: memberInPath,
    fresh: concernsAdministrator(memberInPath),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  makeUserPermanent: {
    permission: 'fe.secure.delete.users',
    rank: memberInPath,
    fresh: concernsAdministrator(memberInPath),
    audit: 'change',
    grants: true,
    events: ['users'],
  },
  getTemporaryUserConfig: { permission: 'fe.secure.read.users' },
} satisfies RulesOf<typeof team>

export const membersRules = {
  listMembers: { permission: 'fe.secure.read.users' },
  unlockMember: {
    permission: 'fe.secure.write.users',
    rank: memberInPath,
    fresh: 'always',
    audit: CONFIRMS,
    grants: false,
    events: ['users'],
  },
} satisfies RulesOf<typeof members>

export const memberMfaRules = {
  requireMfa: {
    permission: 'fe.secure.write.users',
    rank: membersInBody('userIds'),
    fresh: 'always',
    audit: { partly: 'the users are set so already' },
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof memberMfa>

export const inviteLinkConfigurationRules = {
  updateInviteLinkConfig: {
    permission: 'fe.secure.write.tenantInvites',
    rank: 'none',
    fresh: opensInviteLinks,
    audit: 'change',
    grants: true,
    events: ['invitations'],
  },
} satisfies RulesOf<typeof inviteLinkConfiguration>
