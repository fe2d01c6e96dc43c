import type { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const provisioningRules = {
  listConnections: { permission: 'fe.secure.read.provisioningConfiguration' },
  createConnection: {
    permission: 'fe.secure.write.provisioningConfiguration',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['provisioning'],
  },
  updateConnection: {
    permission: 'fe.secure.write.provisioningConfiguration',
    rank: 'none',
    fresh: ({ body }) => body.syncToUserManagement === true,
    audit: 'change',
    grants: true,
    events: ['provisioning', 'users'],
  },
  deleteConnection: {
    permission: 'fe.secure.delete.provisioningConfiguration',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['provisioning', 'users'],
  },
  countConnectionUsers: { permission: 'fe.secure.read.provisioningConfiguration' },
} satisfies RulesOf<typeof provisioning>

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
