import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anAuditRecord } from '../../../testing/records.ts'
import type { AuditRecord } from '../../store/records.ts'
import { hashOf } from './chain.ts'

const ROW: AuditRecord = {
  ...anAuditRecord(),
  id: 'row-1',
  tenantId: 'acme',
  userId: 'ada',
  email: 'ada@acme.test',
  action: 'Role created',
  resource: 'Roles',
  severity: 'Medium',
  ip: '198.51.100.7',
  userAgent: 'Mozilla/5.0',
  description: '',
  detail: '',
  createdAt: 1_767_225_600_000,
  seq: 1,
  prevHash: '',
}

/** Hashes in logs that users have exported. Every future version must compute the same hashes. */
const HASHES: readonly (readonly [change: Partial<AuditRecord>, hash: string])[] = [
  [{}, '05c096288bfe4d52926d24a9ea6b6b6b6b7e3f9622c61b5e1a700f5a8c8f0963'],
  [
    { description: '"quotes" \\ / \b\f\n\r\t \u0001 \u007f \u2028 é 株式会社 🦘' },
    '498367ec2088c13a1a99d501166cbdcb433d6092ad78c4849f190601af3d942b',
  ],
  [
    { userId: null, detail: '{"b":1,"a":[1e21,0.1]}', createdAt: 0, seq: Number.MAX_SAFE_INTEGER },
    'babc0fb29e6c0c3b2e72031d9e860885fbb1134b9b11ec294b495f3b09bf2df5',
  ],
  [
    { prevHash: 'a'.repeat(64), seq: 1e21, createdAt: -0 },
    '9bfa43bdea35f37d8ab7590d8d21694957369d655e0efc15841e995a3b1079c9',
  ],
]

test('rows have the hashes that they had when they were exported', () => {
  for (const [change, hash] of HASHES) assert.equal(hashOf({ ...ROW, ...change }), hash, JSON.stringify(change))
})

test('half a surrogate pair in a foreign file is hashed, so that its row can be reported', () => {
  assert.match(hashOf({ ...ROW, description: '\ud800' }), /^[0-9a-f]{64}$/)
})
