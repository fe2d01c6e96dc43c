import type { provisioningConnections } from '../../contract/provisioning.ts'
import type { RulesOf } from '../http/rules.ts'

export const provisioningConnectionsRules = {
  listConnectionCounts: { permission: 'fe.secure.read.provisioningConfiguration' },
  listDirectoryGroups: { permission: 'fe.secure.read.provisioningConfiguration' },
  rotateToken: {
    permission: 'fe.secure.write.provisioningConfiguration',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['provisioning'],
  },
  deleteConnectionAndUsers: {
    permission: 'fe.secure.delete.provisioningConfiguration',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['provisioning', 'users'],
  },
} satisfies RulesOf<typeof provisioningConnections>
