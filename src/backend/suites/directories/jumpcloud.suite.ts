import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from '../kit.test-kit.ts'
import { aGroup, aUser, patch } from '../scim.test-kit.ts'
import { filtered, openDirectory } from './directory.test-kit.ts'

export const describeJumpCloud = (kit: () => Kit): void => {
  // https://jumpcloud.com/support/provision-and-manage-users-and-groups-in-apps-using-custom-scim-identity-management-integration
  it('tests a connection with a user and a group of its own, and deletes both', async () => {
    const { send, isActive } = await openDirectory(kit())
    const profile = aUser('jctest@acme.test', { name: { givenName: 'Test', familyName: 'User' }, active: true })
    const { id } = (await send(201, 'POST', 'Users', { body: profile })).body
    await send(200, 'GET', `Users/${id}`)
    assert.equal((await send(200, 'GET', filtered('Users', 'userName eq "jctest@acme.test"'))).body.totalResults, 1)
    await send(200, 'PUT', `Users/${id}`, { body: { ...profile, id, active: false } })
    assert.equal(await isActive('jctest'), false)
    await send(200, 'PUT', `Users/${id}`, { body: { ...profile, id } })
    assert.equal(await isActive('jctest'), true)
    const { id: groupId } = (await send(201, 'POST', 'Groups', { body: aGroup('jctest') })).body
    await send(200, 'PUT', `Groups/${groupId}`, { body: { ...aGroup('jctest renamed', [id]), id: groupId } })
    await send(204, 'DELETE', `Groups/${groupId}`)
    await send(204, 'DELETE', `Users/${id}`)
    await send(404, 'GET', `Users/${id}`)
  })

  // https://app.uni-moni.com/en/kb/sso-setup-jumpcloud
  it('adds and removes members by a list of values, without a filter', async () => {
    const { send, membersOf } = await openDirectory(kit())
    const ids: string[] = []
    for (const name of ['one', 'two', 'three']) {
      ids.push((await send(201, 'POST', 'Users', { body: aUser(`${name}@acme.test`) })).body.id)
    }
    const [one = '', ...others] = ids
    const { id: groupId } = (await send(201, 'POST', 'Groups', { body: aGroup('Staff') })).body
    const change = (op: string, values: readonly string[]) =>
      send(204, 'PATCH', `Groups/${groupId}`, {
        body: patch({ op, path: 'members', value: values.map((value) => ({ value })) }),
      })
    await change('add', ids)
    assert.deepEqual(await membersOf(groupId), [...ids].sort())
    await change('remove', others)
    assert.deepEqual(await membersOf(groupId), [one])
  })

  // https://jumpcloud.com/support/provision-and-manage-users-and-groups-in-apps-using-custom-scim-identity-management-integration
  it('replaces a group with its members, with fields of the group that it read', async () => {
    const { send, membersOf } = await openDirectory(kit())
    const { id } = (await send(201, 'POST', 'Users', { body: aUser('one@acme.test') })).body
    const group = (await send(201, 'POST', 'Groups', { body: { ...aGroup('Staff'), members: [], externalId: null } }))
      .body
    const members = [{ value: id, display: 'one@acme.test', type: 'User', $ref: `../Users/${id}` }]
    await send(200, 'PUT', `Groups/${group.id}`, { body: { ...group, members } })
    assert.deepEqual(await membersOf(group.id), [id])
    await send(200, 'PUT', `Groups/${group.id}`, { body: { ...group, members: null } })
    assert.deepEqual(await membersOf(group.id), [])
  })

  // https://github.com/fleetdm/fleet/issues/52600
  it('gets an error that names a member whom no directory has created, and the group stays', async () => {
    const { scim, send, membersOf } = await openDirectory(kit())
    const { id } = (await send(201, 'POST', 'Users', { body: aUser('one@acme.test') })).body
    const { id: groupId } = (await send(201, 'POST', 'Groups', { body: aGroup('Staff', [id]) })).body
    const body = patch({ op: 'add', path: 'members', value: [{ value: 'not-provisioned-yet' }] })
    const refused = await scim('PATCH', `Groups/${groupId}`, { body })
    assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue'])
    assert.match(refused.body.detail, /not-provisioned-yet/)
    assert.deepEqual(await membersOf(groupId), [id])
  })
}
