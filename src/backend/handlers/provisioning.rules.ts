import type { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

const READ_PROVISIONING = 'fe.secure.read.provisioningConfiguration'
const WRITE_PROVISIONING = 'fe.secure.write.provisioningConfiguration'
const DELETE_PROVISIONING = 'fe.secure.delete.provisioningConfiguration'

export const provisioningRules = {
  listConnections: { permission: READ_PROVISIONING },
  createConnection: {
    permission: WRITE_PROVISIONING,
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: true,
    events: ['provisioning'],
  },
  updateConnection: {
    permission: WRITE_PROVISIONING,
    rank: 'none',
    fresh: ({ body }) => body.syncToUserManagement === true,
    audit: 'change',
    grants: true,
    events: ['provisioning', 'users'],
  },
  deleteConnection: {
    permission: DELETE_PROVISIONING,
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: ['provisioning', 'users'],
  },
  countConnectionUsers: { permission: READ_PROVISIONING },
} satisfies RulesOf<typeof provisioning>

export const provisioningConnectionsRules = {
  listConnectionCounts: { permission: READ_PROVISIONING },
  listDirectoryGroups: { permission: READ_PROVISIONING },
  rotateToken: {
    permission: WRITE_PROVISIONING,
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['provisioning'],
  },
  deleteConnectionAndUsers: {
    permission: DELETE_PROVISIONING,
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: ['provisioning', 'users'],
  },
} satisfies RulesOf<typeof provisioningConnections>
