import type { inviteLinkConfiguration } from '../../contract/users.ts'
import { opensInviteLinks } from '../domain/identity/access/weakening.ts'
import type { RulesOf } from '../http/rules.ts'

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
