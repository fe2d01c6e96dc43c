import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tokensUser } from '../../contract/api-tokens.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioningConnections } from '../../contract/provisioning.ts'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/users.ts'
import { aMemberRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { aUser, connect, validateDomain } from './scim.test-kit.ts'

const NEW_TOKEN = { description: 'script', expiresInMinutes: null }

/** Ways to end a membership: by an administrator, and by a directory in two ways. */
const ENDS: Readonly<Record<string, (kit: Kit, email: string) => Promise<void>>> = {
  'an administrator': async (kit, email) => {
    const { token } = await kit.signIn('ada@acme.test')
    const userId = (await kit.store.users.find({ email }))?.id ?? ''
    const removed = await kit.call('DELETE', fillPath(team.deleteMember.path, { userId }), { token })
    assert.equal(removed.status, 200, JSON.stringify(removed.body))
  },
  'a directory': async (kit, email) => {
    await validateDomain(kit, email.split('@')[1] ?? '')
    const { scim } = await connect(kit)
    const added = await scim('POST', '/Users', { body: aUser(email) })
    assert.equal((await scim('DELETE', `/Users/${added.body.id}`)).status, 204)
  },
  'the deletion of a directory': async (kit, email) => {
    await validateDomain(kit, email.split('@')[1] ?? '')
    const { scim, id, adminToken } = await connect(kit)
    assert.equal((await scim('POST', '/Users', { body: aUser(email) })).status, 201)
    const path = `${fillPath(provisioningConnections.deleteConnectionAndUsers.path, { id })}?users=remove`
    assert.equal((await kit.call('DELETE', path, { token: adminToken })).status, 200)
  },
}

export const describeEndedMemberships = (kit: () => Kit): void => {
  const ROLES = { roleIds: '["admin"]' }

  const tokenOf = async (email: string): Promise<string> => {
    await kit().store.members.update({ email, tenantId: 'acme' }, ROLES)
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    const { token } = await kit().signIn(email)
    const made = await kit().call('POST', tokensUser.createAccessToken.path, { token, body: NEW_TOKEN })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return made.body.secret
  }

  for (const [who, end] of Object.entries(ENDS)) {
    it(`ends the API tokens of a user whom ${who} removes, also when they join again`, async () => {
      const { store } = kit()
      await store.users.update({ id: 'max' }, { tenantId: 'acme' })
      const secret = await tokenOf('max@multi.test')
      const works = async () => (await kit().call('GET', session.getMyAuthorization.path, { token: secret })).status
      assert.equal(await works(), 200)
      await end(kit(), 'max@multi.test')
      assert.equal(await store.members.count({ userId: 'max', tenantId: 'acme' }), 0)
      const again = { id: 'again', userId: 'max', email: 'max@multi.test', tenantId: 'acme' }
      await store.members.insert(aMemberRecord({ ...again, ...ROLES }))
      assert.equal(await works(), 401)
    })

    it(`deletes all data of a user whom ${who} removes from their only account`, async () => {
      const { store } = kit()
      await tokenOf('mel@acme.test')
      const now = kit().time.now
      const identity = { provider: 'social:google', subject: 'mel', email: 'mel@acme.test' }
      await store.identities.insert({ ...identity, id: 'i', userId: 'mel', createdAt: now, lastUsedAt: now })
      await end(kit(), 'mel@acme.test')
      const left = await Promise.all([
        store.users.count({ id: 'mel' }),
        store.identities.count({ userId: 'mel' }),
        store.apiTokens.count({ userId: 'mel' }),
        store.sessions.count({ userId: 'mel' }),
      ])
      assert.deepEqual(left, [0, 0, 0, 0])
    })
  }
}
