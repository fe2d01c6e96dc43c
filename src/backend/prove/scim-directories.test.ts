import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import {
  connect,
  ENTERPRISE_SCHEMA,
  GROUP_SCHEMA,
  patch,
  type ScimClient,
  type ScimReply,
  USER_SCHEMA,
  validateDomain,
} from '../suites/scim.test-kit.ts'
import { report } from './report.test-kit.ts'

const filtered = (path: string, filter: string, more = ''): string =>
  `${path}?filter=${encodeURIComponent(filter)}${more}`

/** Replays the requests of two directories in the order of their documentation; every request is checked. */
describe('A directory of the two largest providers', () => {
  let kit: Kit
  let scim: ScimClient
  let sent = 0
  let wrong = 0
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
  })
  beforeEach(async () => {
    await kit.reset()
    await validateDomain(kit, 'acme.test')
    ;({ scim } = await connect(kit))
  })
  after(async () => {
    report({
      row: 57,
      wanted: 'the documented requests of Okta and Microsoft Entra ID: 0 wrong',
      reached: `${wrong} wrong of ${sent}`,
      ok: wrong === 0 && sent > 0,
    })
    await kit.close()
  })

  const expectStatus = async (wanted: readonly number[], ...request: Parameters<ScimClient>): Promise<ScimReply> => {
    const response = await scim(...request)
    sent += 1
    if (!wanted.includes(response.status)) wrong += 1
    assert.ok(
      wanted.includes(response.status),
      `${request[0]} ${request[1]}: ${response.status} ${JSON.stringify(response.body)}`,
    )
    return response
  }
  const CHANGED = [200, 204]
  const memberOf = (email: string) => kit.store.members.find({ tenantId: 'acme', email })
  const membersOf = async (id: string): Promise<string[]> => {
    const { body } = await expectStatus([200], 'GET', `Groups/${id}`)
    return (body.members ?? []).map(({ value }: { value: string }) => value)
  }

  it('Okta looks for a user, creates, reads, replaces, deactivates and reactivates them, and pushes a group', async () => {
    const userName = 'isaac.brock@acme.test'
    const page = '&startIndex=1&count=100'
    const none = await expectStatus([200], 'GET', filtered('Users', `userName eq "${userName}"`, page))
    assert.equal(none.body.totalResults, 0)
    const profile = {
      schemas: [USER_SCHEMA],
      userName,
      name: { givenName: 'Isaac', familyName: 'Brock' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Isaac Brock',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      active: true,
    }
    const { id } = (await expectStatus([201], 'POST', 'Users', { body: profile })).body
    assert.equal((await expectStatus([200], 'GET', `Users/${id}`)).body.userName, userName)
    await expectStatus([409], 'POST', 'Users', { body: profile })
    const renamed = { ...profile, id, displayName: 'Isaac Wood', name: { givenName: 'Isaac', familyName: 'Wood' } }
    await expectStatus([200], 'PUT', `Users/${id}`, { body: renamed })
    assert.equal((await memberOf(userName))?.name, 'Isaac Wood')
    await expectStatus(CHANGED, 'PATCH', `Users/${id}`, { body: patch({ op: 'replace', value: { active: false } }) })
    assert.notEqual((await memberOf(userName))?.disabledAt, null)
    await expectStatus(CHANGED, 'PATCH', `Users/${id}`, { body: patch({ op: 'replace', value: { active: true } }) })
    assert.equal((await memberOf(userName))?.disabledAt, null)

    const group = { schemas: [GROUP_SCHEMA], displayName: 'Sales', members: [] }
    const groupId: string = (await expectStatus([201], 'POST', 'Groups', { body: group })).body.id
    const found = await expectStatus([200], 'GET', filtered('Groups', 'displayName eq "Sales"', page))
    assert.equal(found.body.totalResults, 1)
    const changeGroup = (...operations: object[]) =>
      expectStatus(CHANGED, 'PATCH', `Groups/${groupId}`, { body: patch(...operations) })
    await changeGroup({ op: 'replace', value: { id: groupId, displayName: 'Field Sales' } })
    await changeGroup({ op: 'add', path: 'members', value: [{ value: id, display: userName }] })
    assert.deepEqual(await membersOf(groupId), [id])
    await changeGroup({ op: 'remove', path: `members[value eq "${id}"]` })
    assert.deepEqual(await membersOf(groupId), [])
    await changeGroup({ op: 'replace', path: 'members', value: [{ value: id, display: userName }] })
    assert.deepEqual(await membersOf(groupId), [id])
    await expectStatus([204], 'DELETE', `Groups/${groupId}`)
    assert.equal(await kit.store.groups.count({ tenantId: 'acme', name: 'Field Sales' }), 0)
  })

  it('Microsoft Entra ID matches or creates a user, changes parts of them, disables and deletes them, and pushes a group', async () => {
    const none = await expectStatus([200], 'GET', filtered('Users', 'userName eq "ab6c9295@acme.test"'))
    assert.deepEqual([none.body.totalResults, none.body.Resources ?? []], [0, []])
    const unknown = await expectStatus([404], 'GET', 'Users/5171a35d82074e068ce2')
    assert.equal(unknown.body.status, '404')
    const userName = 'test_user@acme.test'
    const body = {
      schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName,
      active: true,
      emails: [{ primary: true, type: 'work', value: userName }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Test User', familyName: 'User', givenName: 'Test' },
      roles: [],
    }
    const { id } = (await expectStatus([201], 'POST', 'Users', { body })).body
    const change = (...operations: object[]) =>
      expectStatus(CHANGED, 'PATCH', `Users/${id}`, { body: patch(...operations) })
    await change(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: userName },
      { op: 'Replace', path: 'name.familyName', value: 'Updated' },
    )
    await change({ op: 'Add', path: `${ENTERPRISE_SCHEMA}:department`, value: 'Research' })
    const read = (await expectStatus([200], 'GET', `Users/${id}`)).body
    assert.deepEqual([read.name.familyName, read[ENTERPRISE_SCHEMA]?.department], ['Updated', 'Research'])
    const matched = {
      ...body,
      userName: 'mel@acme.test',
      externalId: 'mel',
      emails: [{ type: 'work', value: 'mel@acme.test' }],
    }
    await expectStatus([201], 'POST', 'Users', { body: matched })
    assert.notEqual((await memberOf('mel@acme.test'))?.directoryId, null)
    await change({ op: 'Replace', path: 'active', value: false })
    assert.notEqual((await memberOf(userName))?.disabledAt, null)
    await change({ op: 'Replace', path: 'active', value: 'True' })
    assert.equal((await memberOf(userName))?.disabledAt, null)

    const group = {
      schemas: [GROUP_SCHEMA, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Research',
      meta: { resourceType: 'Group' },
    }
    const groupId: string = (await expectStatus([201], 'POST', 'Groups', { body: group })).body.id
    const without = await expectStatus([200], 'GET', `Groups/${groupId}?excludedAttributes=members`)
    assert.equal(without.body.members, undefined)
    const found = await expectStatus(
      [200],
      'GET',
      filtered('Groups', 'displayName eq "Research"', '&excludedAttributes=members'),
    )
    assert.equal(found.body.totalResults, 1)
    const changeGroup = (operation: object) =>
      expectStatus(CHANGED, 'PATCH', `Groups/${groupId}`, { body: patch(operation) })
    await changeGroup({ op: 'Replace', path: 'displayName', value: 'Research and design' })
    await changeGroup({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] })
    assert.deepEqual(await membersOf(groupId), [id])
    await changeGroup({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] })
    assert.deepEqual(await membersOf(groupId), [])
    await expectStatus([204], 'DELETE', `Groups/${groupId}`)
    await expectStatus([204], 'DELETE', `Users/${id}`)
    assert.equal(await memberOf(userName), undefined)
    await expectStatus([404], 'GET', `Users/${id}`)
  })
})
