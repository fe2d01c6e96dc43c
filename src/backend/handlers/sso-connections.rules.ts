import type { ssoConnections } from '../../contract/sso.ts'
import { changesLiveDetails } from '../domain/sso/setup/weakening.ts'
import { READS, TESTS } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const ssoConnectionsRules = {
  listSsoConnectionDetails: { permission: 'fe.secure.read.samlConfiguration' },
  updateSsoConnectionDetails: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: changesLiveDetails,
    audit: 'change',
    grants: true,
    events: ['sso'],
  },
  readSsoCertificates: {
    permission: 'fe.secure.write.samlConfiguration',
    ...PERMISSION_SUFFICES,
    audit: READS,
    events: [],
  },
  startSsoTest: { permission: 'fe.secure.write.samlConfiguration', ...PERMISSION_SUFFICES, audit: TESTS, events: [] },
  getSsoTest: { permission: 'fe.secure.read.samlConfiguration' },
} satisfies RulesOf<typeof ssoConnections>
