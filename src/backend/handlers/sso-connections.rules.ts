import type { ssoConnections } from '../../contract/sso.ts'
import { changesLiveDetails } from '../domain/sso/setup/weakening.ts'
import { READS, TESTS } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

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
    rank: 'none',
    fresh: 'never',
    audit: READS,
    grants: false,
    events: [],
  },
  startSsoTest: {
    permission: 'fe.secure.write.samlConfiguration',
    rank: 'none',
    fresh: 'never',
    audit: TESTS,
    grants: false,
    events: [],
  },
  getSsoTest: { permission: 'fe.secure.read.samlConfiguration' },
} satisfies RulesOf<typeof ssoConnections>
