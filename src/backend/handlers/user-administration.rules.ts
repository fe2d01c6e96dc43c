import type {
  breachedPasswordEmails,
  inviteChecks,
  memberSecurity,
  temporaryUserConfiguration,
} from '../../contract/users.ts'
import { memberInPath, membersInBody } from '../call/ruled-request.ts'
import { CHANGES_FACTOR, PERMISSION_SUFFICES, READS, type RulesOf, SENDS_MESSAGE } from '../http/rules.ts'

const WRITE_USERS = 'fe.secure.write.users'

export const memberSecurityRules = {
  getMemberSecurity: { permission: WRITE_USERS, rank: memberInPath },
  resetMemberMfa: {
    permission: WRITE_USERS,
    rank: memberInPath,
    fresh: 'always',
    audit: { ...CHANGES_FACTOR, partly: 'there is no second factor to remove' },
    grants: false,
    events: ['authentication'],
  },
  getMemberFigures: { permission: 'fe.secure.read.users' },
} satisfies RulesOf<typeof memberSecurity>

export const inviteChecksRules = {
  checkInvites: { permission: WRITE_USERS, ...PERMISSION_SUFFICES, audit: READS, events: [] },
} satisfies RulesOf<typeof inviteChecks>

export const temporaryUserConfigurationRules = {
  updateTemporaryUserConfig: { permission: WRITE_USERS, ...PERMISSION_SUFFICES, audit: 'change', events: ['account'] },
} satisfies RulesOf<typeof temporaryUserConfiguration>

export const breachedPasswordEmailsRules = {
  mailBreachedUsers: {
    permission: WRITE_USERS,
    rank: membersInBody('userIds'),
    fresh: 'never',
    audit: SENDS_MESSAGE,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof breachedPasswordEmails>
