import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from '../kit.test-kit.ts'
import { aGroup, aUser, ENTERPRISE_SCHEMA, patch } from '../scim.test-kit.ts'
import { filtered, openDirectory } from './directory.test-kit.ts'

/** Requests of Microsoft Entra ID, in addition to the flow of `src/backend/prove/scim-directories.test.ts`. */
export const describeEntra = (kit: () => Kit): void => {
  const open = async (facts: object = {}) => {
    const directory = await openDirectory(kit())
    const id: string = (await directory.send(201, 'POST', 'Users', { body: aUser('ann@acme.test', facts) })).body.id
    const change = (...operations: object[]) =>
      directory.send(200, 'PATCH', `Users/${id}`, { body: patch(...operations) })
    return { ...directory, id, change }
  }

  // https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
  it('looks for users by name, external id and work email, and for groups without their members', async () => {
    const { send, id } = await open({ externalId: 'a-1' })
    for (const filter of [
      'userName eq "ann@acme.test"',
      'externalId eq "a-1"',
      'emails[type eq "work"].value eq "ann@acme.test"',
    ]) {
      const { body } = await send(200, 'GET', filtered('Users', filter))
      assert.deepEqual([body.totalResults, body.Resources[0]?.id], [1, id], filter)
    }
    await send(201, 'POST', 'Groups', { body: aGroup('Research', [id]) })
    const { body } = await send(
      200,
      'GET',
      filtered('Groups', 'displayName eq "Research"', '&excludedAttributes=members'),
    )
    assert.deepEqual([body.totalResults, body.Resources[0].members], [1, undefined])
  })

  // https://github.com/limosa-io/laravel-scim-server/issues/34
  it('changes the email, an address and the department in one request', async () => {
    const { change } = await open({ addresses: [{ type: 'work', formatted: '18/2110' }] })
    const { body } = await change(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'adele@acme.test' },
      { op: 'Replace', path: 'addresses[type eq "work"].formatted', value: '18/2111' },
      { op: 'Add', path: `${ENTERPRISE_SCHEMA}:department`, value: 'Retail' },
    )
    assert.deepEqual(
      [body.emails[0].value, body.addresses, body[ENTERPRISE_SCHEMA]],
      ['adele@acme.test', [{ type: 'work', formatted: '18/2111' }], { department: 'Retail' }],
    )
  })

  // https://github.com/Captain-P-Goldfish/SCIM-SDK/issues/416
  it('adds a part of a value that isn’t there yet', async () => {
    const { change } = await open()
    const { body } = await change(
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 01' },
      { op: 'add', path: 'emails[type eq "home"].value', value: 'ann@home.test' },
    )
    assert.deepEqual(body.phoneNumbers, [{ type: 'mobile', value: '+1 555 01' }])
    assert.deepEqual(
      body.emails.map(({ value }: { value: string }) => value),
      ['ann@acme.test', 'ann@home.test'],
    )
  })

  // https://github.com/Captain-P-Goldfish/SCIM-SDK/issues/668
  it('keeps the other emails when it replaces one', async () => {
    const emails = [
      { type: 'work', primary: true, value: 'ann@acme.test' },
      { type: 'home', primary: false, value: 'ann@home.test' },
    ]
    const { change } = await open({ emails })
    const { body } = await change({ op: 'replace', path: 'emails[type eq "work"].value', value: 'updated@acme.test' })
    assert.deepEqual(body.emails, [{ ...emails[0], value: 'updated@acme.test' }, emails[1]])
  })

  // https://github.com/MicrosoftDocs/azure-docs/issues/42220
  it('sends one value as a list of one with an empty reference', async () => {
    const { change } = await open()
    for (const value of [' User X', [{ $ref: null, value: ' User X' }]]) {
      const { body } = await change({ op: 'Replace', path: 'displayName', value })
      assert.equal(body.displayName.trim(), 'User X')
    }
  })

  // https://github.com/Captain-P-Goldfish/scim-for-keycloak/issues/87
  it('sends strings for true and false', async () => {
    const { change, isActive } = await open()
    await change({ op: 'Replace', path: 'active', value: 'False' })
    assert.equal(await isActive('ann'), false)
    await change({ op: 'Replace', value: { active: 'True' } })
    assert.equal(await isActive('ann'), true)
  })

  // https://github.com/apache/directory-scimple/pull/1244
  it('sets a manager by the id alone, and removes them with an empty string', async () => {
    const { change } = await open()
    const path = `${ENTERPRISE_SCHEMA}:manager`
    const named = await change({ op: 'Add', path, value: 'boss-1' })
    assert.deepEqual(named.body[ENTERPRISE_SCHEMA].manager, { value: 'boss-1' })
    const gone = await change({ op: 'Replace', path, value: '' })
    assert.equal(gone.body[ENTERPRISE_SCHEMA]?.manager, undefined)
  })

  // https://github.com/MicrosoftDocs/entra-docs/issues/215 and https://github.com/buildbuddy-io/buildbuddy/pull/10578
  it('sends app roles of three expressions', async () => {
    const { change } = await open({
      roles: [{ primary: false, type: 'WindowsAzureActiveDirectoryRole', displayName: 'Admin', value: 'Admin' }],
    })
    const single = await change({ op: 'Add', path: 'roles[primary eq "True"].value', value: 'Developer' })
    assert.deepEqual(
      single.body.roles.map(({ value }: { value: string }) => value),
      ['Admin', 'Developer'],
    )
    await change({ op: 'Add', path: 'roles', value: [{ id: '06b07648', value: 'Auditor', displayName: 'Auditor' }] })
  })

  // https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
  it('asks for a manager, and sets one, without the schema of the extension', async () => {
    const { send, id, change } = await open({ department: 'Sales' })
    const first = await change({
      op: 'Add',
      path: 'manager',
      value: [{ $ref: 'https://entra.test/Users/28', value: '28' }],
    })
    assert.deepEqual(first.body[ENTERPRISE_SCHEMA], {
      department: 'Sales',
      manager: { $ref: 'https://entra.test/Users/28', value: '28' },
    })
    for (const [manager, count] of [
      ['28', 1],
      ['29', 0],
    ] as const) {
      const filter = `id eq "${id}" and manager eq "${manager}"`
      assert.equal((await send(200, 'GET', filtered('Users', filter, '&attributes=id'))).body.totalResults, count)
    }
    const sorted = await send(200, 'GET', 'Users?sortBy=manager.value&attributes=department')
    assert.deepEqual(sorted.body.Resources[0][ENTERPRISE_SCHEMA], { department: 'Sales' })
    const gone = await change({ op: 'Remove', path: 'manager' }, { op: 'Replace', value: { department: 'Retail' } })
    assert.deepEqual(gone.body[ENTERPRISE_SCHEMA], { department: 'Retail' })
    const body = aUser('ann@acme.test', {
      department: { name: 'odd' },
      costCenter: 7,
      [ENTERPRISE_SCHEMA]: { division: 'D' },
    })
    const replaced = await send(200, 'PUT', `Users/${id}`, { body })
    assert.deepEqual(replaced.body[ENTERPRISE_SCHEMA], { costCenter: '7', division: 'D' })
  })

  // https://learn.microsoft.com/en-us/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility
  it('sends paths as the names of values', async () => {
    const { change } = await open()
    const value = {
      'name.givenName': 'Ann',
      'emails[type eq "work"].value': 'adele@acme.test',
      [`${ENTERPRISE_SCHEMA}:department`]: 'Retail',
      active: 'True',
    }
    const { body } = await change({ op: 'Add', value })
    assert.deepEqual(
      [body.name.givenName, body.emails[0].value, body[ENTERPRISE_SCHEMA], body.active],
      ['Ann', 'adele@acme.test', { department: 'Retail' }, true],
    )
  })

  // https://github.com/ssoready/ssoready/pull/182 and https://github.com/AzureAD/SCIMReferenceCode/issues/20
  it('adds a member by an attribute that the schema lacks, and removes one by a value', async () => {
    const { send, id, membersOf } = await open()
    const group: string = (await send(201, 'POST', 'Groups', { body: aGroup('Research') })).body.id
    const members = (op: string, value: object[]) =>
      send(204, 'PATCH', `Groups/${group}`, { body: patch({ name: 'addMember', op, path: 'members', value }) })
    await members('Add', [{ displayName: 'new User', value: id }])
    assert.deepEqual(await membersOf(group), [id])
    await members('Add', [{ value: id }])
    assert.deepEqual(await membersOf(group), [id], 'once')
    await members('Remove', [{ value: 'someone-else' }])
    assert.deepEqual(await membersOf(group), [id])
    await members('Remove', [{ value: id }])
    assert.deepEqual(await membersOf(group), [])
  })
}
