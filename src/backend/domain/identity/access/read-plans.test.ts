import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Read, Store } from '../../../store/store.ts'
import { readForToken } from './read-plans.ts'

const PLACE = { userId: 'ada', tenantId: 'acme', sessionId: 's1', email: 'ada@acme.test' }

const membershipReads = async (withMemberships: boolean, isMember: boolean) => {
  const reads: Read[] = []
  const store: Pick<Store, 'readTogether'> & { sessions: object; members: object; ssoDomains: object } = {
    readTogether: async (some) => {
      reads.push(...some)
      return []
    },
    sessions: { get: async () => undefined },
    ssoDomains: { find: async () => undefined },
    members: { find: async () => (isMember ? { groupIds: '[]' } : undefined) },
  }
  await readForToken(store as unknown as Store, { ...PLACE, withMemberships })
  return reads.filter(({ name }) => name === 'members').map(({ where }) => where)
}

test('a call reads only the membership of its account, because a user may have thousands of others', async () => {
  assert.deepEqual(await membershipReads(false, true), [{ userId: 'ada', tenantId: 'acme' }])
})

test('a call that lists the accounts of its caller reads all memberships at once', async () => {
  assert.deepEqual(await membershipReads(true, true), [{ userId: 'ada' }])
  assert.deepEqual(await membershipReads(true, false), [{ userId: 'ada' }])
})

test('a call below the accounts of its caller also reads the memberships that may give access', async () => {
  assert.deepEqual(await membershipReads(false, false), [{ userId: 'ada', tenantId: 'acme' }, { userId: 'ada' }])
})
