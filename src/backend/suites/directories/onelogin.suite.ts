import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from '../kit.test-kit.ts'
import { aGroup, aUser, ENTERPRISE_SCHEMA, patch } from '../scim.test-kit.ts'
import { openDirectory } from './directory.test-kit.ts'

/** Schemas of a draft before SCIM 2.0, which OneLogin names. */
const DRAFT_SCHEMAS = ['urn:scim:schemas:core:2.0', 'urn:scim:schemas:extension:enterprise:2.0']

export const describeOneLogin = (kit: () => Kit): void => {
  // https://github.com/goauthentik/authentik/issues/11249
  it('sends filters with plus signs and an ampersand at the end, and replaces with a question mark at the end', async () => {
    const { send } = await openDirectory(kit())
    const { id } = (await send(201, 'POST', 'Users', { body: aUser('test01@acme.test') })).body
    const found = await send(200, 'GET', 'Users?filter=userName+eq+%22test01@acme.test%22&')
    assert.deepEqual([found.body.totalResults, found.body.Resources[0].id], [1, id])
    const body = {
      schemas: DRAFT_SCHEMAS,
      userName: 'test01@acme.test',
      name: { familyName: ' User 01', givenName: 'AAA Test' },
      emails: [{ value: 'test01@acme.test', type: 'work', primary: true }],
      'urn:scim:schemas:extension:enterprise:2.0': { department: 'Sales' },
      active: true,
    }
    const replaced = await send(200, 'PUT', `Users/${id}?`, { body })
    assert.equal(replaced.body.name.givenName, 'AAA Test')
    assert.deepEqual(replaced.body[ENTERPRISE_SCHEMA], { department: 'Sales' })
    const path = 'urn:scim:schemas:extension:enterprise:2.0:department'
    const changed = await send(200, 'PATCH', `Users/${id}`, {
      body: patch(
        { op: 'replace', path, value: 'Marketing' },
        { op: 'add', path: `${DRAFT_SCHEMAS[0]}:title`, value: 'CMO' },
      ),
    })
    assert.deepEqual([changed.body[ENTERPRISE_SCHEMA], changed.body.title], [{ department: 'Marketing' }, 'CMO'])
    const filter = encodeURIComponent(`${path} eq "Marketing"`)
    assert.equal((await send(200, 'GET', `Users?filter=${filter}`)).body.totalResults, 1)
    for (const schemas of [['urn:scim:schemas:core:2.0:Group'], ['urn:scim:schemas:core:3.0']])
      await send(400, 'PUT', `Users/${id}`, { body: { ...body, schemas } })
  })

  // https://github.com/goauthentik/authentik/issues/11249
  it('creates a user and a group with the schemas of the draft, and adds the user by PATCH', async () => {
    const { send, membersOf } = await openDirectory(kit())
    const user = { ...aUser('test02@acme.test', { name: { givenName: 'Test' } }), schemas: DRAFT_SCHEMAS }
    const { id } = (await send(201, 'POST', 'Users?', { body: user })).body
    const group = { ...aGroup('Staff'), schemas: ['urn:scim:schemas:core:2.0'] }
    const { id: groupId } = (await send(201, 'POST', 'Groups?', { body: group })).body
    const change = (op: string, value: object[]) =>
      send(204, 'PATCH', `Groups/${groupId}?`, { body: patch({ op, path: 'members', value }) })
    await change('add', [{ value: id }])
    assert.deepEqual(await membersOf(groupId), [id])
    await change('remove', [{ value: id }])
    assert.deepEqual(await membersOf(groupId), [])
  })

  // https://developers.onelogin.com/scim/define-user-schema
  it('creates a user whose mapped fields are empty', async () => {
    const { send } = await openDirectory(kit())
    const facts = {
      name: { givenName: 'Test', familyName: null, formatted: 'Test ' },
      phoneNumbers: [
        { value: null, type: 'work' },
        { value: '', type: 'mobile' },
      ],
      externalId: 123456,
      ...{ title: null, userType: '', roles: null, groups: null, entitlements: [] },
      'urn:scim:schemas:extension:enterprise:2.0': { department: null, manager: '', employeeNumber: 7 },
    }
    const { body } = await send(201, 'POST', 'Users', {
      body: { ...aUser('test04@acme.test', facts), schemas: DRAFT_SCHEMAS },
      headers: { 'Content-Type': 'application/json' },
    })
    const { name, phoneNumbers, title, userType, roles } = body
    assert.deepEqual([name.familyName, phoneNumbers, title, userType, roles], Array(5).fill(undefined))
    assert.deepEqual([body.externalId, body[ENTERPRISE_SCHEMA]], ['123456', { employeeNumber: '7' }])
  })

  // https://github.com/wso2/product-is/issues/5333 and https://github.com/wso2/product-is/issues/8589
  it('adds a member who is in the group already, without a path', async () => {
    const { send, membersOf } = await openDirectory(kit())
    const { id } = (await send(201, 'POST', 'Users', { body: aUser('test03@acme.test') })).body
    const { id: groupId } = (await send(201, 'POST', 'Groups', { body: aGroup('Staff', [id]) })).body
    const members = [{ display: 'test03', value: id, $ref: `https://directory.test/Users/${id}` }]
    await send(204, 'PATCH', `Groups/${groupId}`, { body: patch({ op: 'add', value: { members } }) })
    assert.deepEqual(await membersOf(groupId), [id])
  })
}
