import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from '../kit.test-kit.ts'
import { aGroup, aUser, patch } from '../scim.test-kit.ts'
import { filtered, openDirectory } from './directory.test-kit.ts'

/** Requests of Okta, in addition to the flow of `src/backend/prove/scim-directories.test.ts`. */
export const describeOkta = (kit: () => Kit): void => {
  const open = async () => {
    const directory = await openDirectory(kit())
    const ann: string = (await directory.send(201, 'POST', 'Users', { body: aUser('ann@acme.test') })).body.id
    const bob: string = (await directory.send(201, 'POST', 'Users', { body: aUser('bob@acme.test') })).body.id
    return { ...directory, ann, bob }
  }

  // https://docs.delinea.com/online-help/delinea-platform/scim/okta-scim-provisioning/okta-scim-endpoint-reference.htm
  it('tests the connection with two users, and imports page by page', async () => {
    const { send, ann, bob } = await open()
    const test = await send(200, 'GET', 'Users?startIndex=1&count=2')
    assert.equal(test.body.Resources.length, 2)
    const seen: string[] = []
    for (let startIndex = 1; ; startIndex += 1) {
      const { body } = await send(200, 'GET', `Users?startIndex=${startIndex}&count=1`)
      seen.push(...body.Resources.map(({ id }: { id: string }) => id))
      assert.deepEqual([typeof body.totalResults, typeof body.startIndex], ['number', 'number'])
      if (startIndex >= body.totalResults) break
    }
    assert.ok(seen.includes(ann) && seen.includes(bob), seen.join())
    assert.equal(new Set(seen).size, seen.length)
  })

  // https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/
  it('creates a user with a password and no groups, and sends the whole profile with its id back', async () => {
    const { send, isActive } = await open()
    const profile = aUser('liz@acme.test', {
      name: { givenName: 'Liz', familyName: 'Smith' },
      displayName: 'Liz Smith',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    })
    const created = await send(201, 'POST', 'Users', { body: profile })
    assert.equal(created.body.password, undefined)
    const { id, meta } = created.body
    const name = { givenName: 'Liz', middleName: 'M', familyName: 'Jones' }
    const replaced = await send(200, 'PUT', `Users/${id}`, {
      body: { ...profile, id, meta, name, password: undefined },
    })
    assert.deepEqual([replaced.body.id, replaced.body.name, replaced.body.groups], [id, name, undefined])
    await send(200, 'PATCH', `Users/${id}`, { body: patch({ op: 'replace', value: { password: 'new_password' } }) })
    await send(200, 'PUT', `Users/${id}`, { body: { ...profile, id, active: false } })
    assert.equal(await isActive('liz'), false)
  })

  // https://github.com/Metatavu/keycloak-scim-server/pull/113
  it('reconciles a group after it was created, by an operation without a path that names its id', async () => {
    const { send, ann, membersOf } = await open()
    const { id } = (await send(201, 'POST', 'Groups', { body: aGroup('Sales', [ann]) })).body
    await send(204, 'PATCH', `Groups/${id}`, {
      body: patch({ op: 'replace', value: { id, displayName: 'Field Sales' } }),
    })
    const { body } = await send(200, 'GET', filtered('Groups', 'displayName eq "Field Sales"'))
    assert.equal(body.totalResults, 1)
    // https://github.com/langwatch/langwatch/issues/7131
    assert.deepEqual(await membersOf(id), [ann], 'a new name removes no member')
  })

  // https://github.com/jelhub/scimgateway/issues/113 and https://github.com/Captain-P-Goldfish/SCIM-SDK/issues/757
  it('empties a group, with and without a path', async () => {
    const { send, ann, bob, membersOf } = await open()
    const { id } = (await send(201, 'POST', 'Groups', { body: aGroup('Sales', [ann, bob]) })).body
    const changes = [
      { op: 'replace', value: { members: [], id, displayName: 'Sales' } },
      { op: 'replace', path: 'members', value: [] },
    ]
    for (const change of changes) {
      await send(204, 'PATCH', `Groups/${id}`, {
        body: patch({ op: 'replace', value: { members: [{ value: ann }, { value: bob }] } }),
      })
      assert.deepEqual(await membersOf(id), [ann, bob].sort())
      await send(204, 'PATCH', `Groups/${id}`, { body: patch(change) })
      assert.deepEqual(await membersOf(id), [], JSON.stringify(change))
    }
  })

  // https://github.com/getsentry/sentry/pull/27199
  it('deactivates by a value without a path, and keeps everything else', async () => {
    const { send, ann, isActive } = await open()
    const before = (await send(200, 'GET', `Users/${ann}`)).body
    await send(200, 'PATCH', `Users/${ann}`, { body: patch({ op: 'replace', value: { active: false } }) })
    assert.equal(await isActive('ann'), false)
    const after = (await send(200, 'GET', `Users/${ann}`)).body
    const { meta: _before, ...kept } = before
    const { meta: _after, ...found } = after
    assert.deepEqual(found, { ...kept, active: false })
  })

  // https://github.com/Metatavu/keycloak-scim-server/pull/101
  it('reads every refusal as JSON of the protocol', async () => {
    const { scim, ann } = await open()
    const refused = [
      await scim('PATCH', `Users/${ann}`, { body: '{' }),
      await scim('PATCH', `Users/${ann}`, { body: patch({ op: 'move', path: 'active' }) }),
      await scim('GET', filtered('Users', 'userName eq')),
      await scim('GET', 'Users/unknown'),
      await scim('GET', 'Users', { token: 'wrong' }),
    ]
    for (const { status, body, headers } of refused) {
      assert.deepEqual(
        [body.schemas, body.status, headers.get('content-type')],
        [['urn:ietf:params:scim:api:messages:2.0:Error'], String(status), 'application/scim+json'],
      )
    }
  })
}
