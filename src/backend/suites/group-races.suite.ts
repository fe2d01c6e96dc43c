import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groups } from '../../contract/groups.ts'
import { fillPath } from '../../contract/path.ts'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, patch, type ScimClient, validateDomain } from './scim.test-kit.ts'

const SIZE = 4

const addTo = (scim: ScimClient, group: string, user: string) =>
  scim('PATCH', `Groups/${group}`, { body: patch({ op: 'add', path: 'members', value: [{ value: user }] }) })

/**
 * Tests concurrent requests about different groups. A user's groups are stored in one field, so they must not overwrite
 * each other.
 */
export const describeGroupRaces = (kit: () => Kit): void => {
  const open = async () => {
    await validateDomain(kit(), 'new.test')
    const { scim, id: connectionId, adminToken } = await connect(kit())
    const user: string = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body.id
    const create = async (name: string): Promise<string> =>
      (await scim('POST', 'Groups', { body: aGroup(name) })).body.id
    const ids: string[] = []
    for (let at = 0; at < SIZE; at += 1) ids.push(await create(`Group ${at}`))
    return { scim, connectionId, adminToken, user, ids: ids.sort() }
  }
  const groupIds = async (): Promise<string[]> => {
    const member = await kit().store.members.find({ tenantId: 'acme', email: 'ann@new.test' })
    return JSON.parse(member?.groupIds ?? '[]').sort()
  }

  it('keeps every group that a user is added to, and removed from, at the same moment', async () => {
    const { scim, user, ids } = await open()
    const added = await Promise.all(ids.map((id) => addTo(scim, id, user)))
    assert.deepEqual([...new Set(added.map(({ status }) => status))], [204])
    assert.deepEqual(await groupIds(), ids)
    const [first = '', ...others] = ids
    const body = (at: number) => aGroup(`Group ${at}`)
    const removed = await Promise.all(others.map((id, at) => scim('PUT', `Groups/${id}`, { body: body(at + 10) })))
    assert.deepEqual([...new Set(removed.map(({ status }) => status))], [200])
    assert.deepEqual(await groupIds(), [first])
  })

  it('keeps every group that a user is created with at the same moment', async () => {
    const { scim, user } = await open()
    const names = ['Red', 'Green', 'Blue', 'White']
    const created = await Promise.all(names.map((name) => scim('POST', 'Groups', { body: aGroup(name, [user]) })))
    assert.deepEqual(await groupIds(), created.map(({ body }) => body.id).sort())
  })

  it('keeps the groups of the account and those of the directory when both change at the same moment', async () => {
    const { scim, adminToken: token, user, ids } = await open()
    const member = await kit().store.members.find({ tenantId: 'acme', email: 'ann@new.test' })
    const own = await kit().call('POST', groups.createGroup.path, { token, body: { name: 'Own' } })
    const path = fillPath(groups.addUsers.path, { groupId: own.body.id })
    const inPortal = kit().call('POST', path, { token, body: { userIds: [member?.userId] } })
    await Promise.all([inPortal, ...ids.map((id) => addTo(scim, id, user))])
    assert.deepEqual(await groupIds(), [...ids, own.body.id].sort())
  })

  it('puts a user whose membership begins again in the groups that are assigned at the same moment', async () => {
    const { scim, connectionId, user, ids } = await open()
    await kit().store.members.delete({ tenantId: 'acme', email: 'ann@new.test', directoryId: connectionId })
    const again = scim('PATCH', `Users/${user}`, { body: patch({ op: 'replace', path: 'title', value: 'CTO' }) })
    await Promise.all([again, ...ids.map((id) => addTo(scim, id, user))])
    assert.deepEqual(await groupIds(), ids)
  })
}
