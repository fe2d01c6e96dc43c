import type { team } from '../../contract/users.ts'
import { memberInPath, membersInBody } from '../call/named-members.ts'
import {
  concernsAdministrator,
  invitesAdministrator,
  promotesOrDemotes,
} from '../domain/identity/team/administrator-changes.ts'
import { SENDS_MESSAGE } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

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
