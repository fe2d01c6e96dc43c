import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groupKeysOf, userKeysOf } from '../domain/directory/scim/keys.ts'
import type { Kit } from './kit.test-kit.ts'
import {
  aGroup,
  aUser,
  connect,
  ENTERPRISE_SCHEMA,
  GROUP_SCHEMA,
  patch,
  USER_SCHEMA,
  validateDomain,
} from './scim.test-kit.ts'

/** Operations that deactivate a user, in forms that RFC 7644 doesn't define. */
const DEACTIVATIONS: readonly object[] = [
  { path: 'active', value: 0 },
  { path: 'active', value: '0' },
  { path: 'active', value: 'no' },
  { path: 'active', value: ' False ' },
  { path: ' active ', value: 'false' },
  { path: '/active', value: false },
  { path: 'active', value: { active: 'False' } },
  { path: 'urn:scim:schemas:core:1.0:active', value: false },
  { path: `${USER_SCHEMA}.active`, value: false },
  { value: { active: 0 } },
  { value: [{ path: 'active', value: false }] },
  { value: { path: 'active', value: 'False' } },
  {
    value: [
      { path: 'nickName', value: 'An' },
      { Path: 'active', Value: [false] },
    ],
  },
  { value: [{ title: 'Boss' }, { active: 'false' }] },
  { op: ' REPLACE ', path: 'active', value: false },
  { path: '  ', value: { active: false } },
]

/** Operations that may come with a deactivation, which each of them prevented. */
const COMPANIONS: readonly object[] = [
  { path: 'emails[type eq home].value', value: 'ann@home.test' },
  { path: 'phoneNumbers[type eq "mobile"].value', value: 41791234567 },
  { path: 'addresses[type eq "work"].postalCode', value: 8000 },
  { path: 'name', value: 'Ann Lee' },
  { path: '/name/familyName', value: 'Lee' },
  { path: ENTERPRISE_SCHEMA, value: null },
  { path: ENTERPRISE_SCHEMA, value: '' },
  { path: ENTERPRISE_SCHEMA, value: [{ department: 7, manager: 12 }] },
  { path: 'roles', value: [{ value: 'boss', primary: 'yes' }] },
]

/** Changes of known attributes that are refused on their own, because their value has a wrong type or no target. */
const REFUSED: readonly object[] = [
  { path: 'title', value: { a: 1 } },
  { path: 'title', value: ['Boss', 'Chief'] },
  { path: 'title', value: 'x'.repeat(600) },
  { path: 'title' },
  { path: 'name', value: 7 },
  { path: 'name', value: { givenName: { a: 1 } } },
  { path: 'phoneNumbers', value: true },
  { path: 'phoneNumbers[type eq "pager" and primary eq true].value', value: '+41' },
  { path: 'roles', value: [{ value: 'a', primary: 'maybe' }] },
  { path: 'userName', value: null },
  { path: ENTERPRISE_SCHEMA, value: 'text' },
  { value: 'text' },
]

/** Attributes of a whole user that are refused unless the user is deactivated. */
const UNREADABLE: readonly object[] = [
  { title: { a: 1 } },
  { name: 7 },
  { phoneNumbers: [true] },
  { roles: [{ value: 'a', primary: 'maybe' }] },
  { [ENTERPRISE_SCHEMA]: 'text' },
  { [ENTERPRISE_SCHEMA]: { department: { a: 1 } } },
]

/** Operations that take a member out of a group. */
const removals = (id: string): readonly object[] => [
  { path: `members[value eq ${id}]` },
  { path: `members[value Eq'${id}']` },
  { path: `members[value eq "${id}"].value` },
  { path: 'members', value: [{ Value: id }] },
  { path: 'members', value: { members: [{ value: id }] } },
  { path: '/members', value: [id] },
]

export const describeScimForms = (kit: () => Kit): void => {
  const open = async () => {
    await validateDomain(kit(), 'new.test')
    const { scim } = await connect(kit())
    const { id }: { id: string } = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body
    const change = (...operations: object[]) => scim('PATCH', `Users/${id}`, { body: patch(...operations) })
    return { scim, id, change }
  }
  const ACTIVATION = { op: 'replace', path: 'active', value: true }

  it('reads attribute names that are paths in POST and PUT as in PATCH', async () => {
    const { scim } = await open()
    const named = {
      'name.givenName': 'Bo',
      'NAME.familyname': 'Lee',
      [`${ENTERPRISE_SCHEMA}:department`]: 'Sales',
      [`${ENTERPRISE_SCHEMA}:manager.value`]: '7',
      'urn:scim:schemas:extension:enterprise:1.0:costCenter': 'C1',
      [`${USER_SCHEMA}:title`]: 'Boss',
      'phoneNumbers[type eq "mobile"].value': '+41',
      'addresses[type eq "work"].locality': 'Bern',
      'shoe.size': 44,
      'shoes[size eq 44].color': 'red',
      'emails[0].value': 'bo@other.test',
    }
    const { userName: _userName, ...rest } = aUser('bo@new.test') as Record<string, unknown>
    const bodies = [
      { ...aUser('bo@new.test'), ...named, name: undefined },
      { ...rest, [`${USER_SCHEMA}:userName`]: 'bo@new.test', ...named, name: { formatted: 'B' } },
      { ...rest, [USER_SCHEMA]: { userName: 'bo@new.test', ...named }, [ENTERPRISE_SCHEMA]: { 'manager.value': '7' } },
    ]
    const created = await scim('POST', 'Users', { body: bodies[0] ?? {} })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const replies = [created]
    for (const body of bodies.slice(1)) replies.push(await scim('PUT', `Users/${created.body.id}`, { body }))
    for (const { status, body } of replies) {
      assert.ok(status < 300, JSON.stringify(body))
      const { givenName, familyName } = body.name
      assert.deepEqual([givenName, familyName, body.title, body.userName], ['Bo', 'Lee', 'Boss', 'bo@new.test'])
      assert.deepEqual(body.phoneNumbers, [{ type: 'mobile', value: '+41' }])
      assert.deepEqual(body.addresses, [{ type: 'work', locality: 'Bern' }])
      assert.equal(body[ENTERPRISE_SCHEMA].department, 'Sales')
      assert.equal(body[ENTERPRISE_SCHEMA].costCenter, 'C1')
      assert.equal(body[ENTERPRISE_SCHEMA].manager.value, '7')
    }
  })

  it('reads the managerId of SCIM 1.1 as the value of a manager, wherever it is', async () => {
    const { scim, id, change } = await open()
    const OLD_SCHEMA = 'urn:scim:schemas:extension:enterprise:1.0'
    const bodies = [
      { [OLD_SCHEMA]: { manager: { managerId: '7', displayName: 'Bo' } } },
      { [ENTERPRISE_SCHEMA]: { manager: { ManagerID: 7, displayName: 'Bo' } } },
      { manager: { managerId: ['7'], displayName: 'Bo' } },
      { [`${OLD_SCHEMA}:manager.managerId`]: '7', [`${ENTERPRISE_SCHEMA}:manager.displayName`]: 'Bo' },
    ]
    for (const [at, body] of bodies.entries()) {
      const created = await scim('POST', 'Users', { body: { ...aUser(`old${at}@new.test`), ...body } })
      const replaced = await scim('PUT', `Users/${id}`, { body: { ...aUser('ann@new.test'), ...body } })
      for (const { status, body: user } of [created, replaced]) {
        assert.ok(status < 300, JSON.stringify(user))
        assert.deepEqual(user[ENTERPRISE_SCHEMA]?.manager, { value: '7' }, JSON.stringify(body))
      }
      await scim('PUT', `Users/${id}`, { body: aUser('ann@new.test') })
    }
    const operations = [
      { path: `${OLD_SCHEMA}:manager.managerId`, value: '7' },
      { path: `${ENTERPRISE_SCHEMA}:manager`, value: { managerId: '7' } },
      { path: 'manager.managerId', value: 7 },
      { value: { [OLD_SCHEMA]: { manager: { managerId: '7' } } } },
    ]
    for (const operation of operations) {
      const { status, body } = await change({ op: 'replace', ...operation })
      assert.deepEqual([status, body[ENTERPRISE_SCHEMA]?.manager], [200, { value: '7' }], JSON.stringify(operation))
      const cleared = await change({ op: 'replace', path: 'manager', value: { managerId: '' } })
      assert.deepEqual([cleared.status, cleared.body[ENTERPRISE_SCHEMA]], [200, undefined])
    }
  })

  it('deactivates a user in each form that directories send', async () => {
    const { change } = await open()
    for (const operation of DEACTIVATIONS) {
      const { status, body } = await change({ op: 'Replace', ...operation })
      assert.deepEqual([status, body.active], [200, false], JSON.stringify(operation))
      assert.equal((await change(ACTIVATION)).body.active, true)
    }
  })

  it('deactivates a user together with a value of an unusual form', async () => {
    const { change } = await open()
    for (const operation of COMPANIONS) {
      const { status, body } = await change({ op: 'replace', ...operation }, { ...ACTIVATION, value: false })
      assert.deepEqual([status, body.active], [200, false], JSON.stringify([operation, body]))
      await change(ACTIVATION)
    }
    const { body } = await change({ ...ACTIVATION, value: false })
    assert.deepEqual(
      [body.phoneNumbers, body.addresses, body.name, body[ENTERPRISE_SCHEMA]],
      [
        [{ type: 'mobile', value: '41791234567' }],
        [{ type: 'work', postalCode: '8000' }],
        { formatted: 'Ann Lee', familyName: 'Lee' },
        { department: '7', manager: { value: '12' } },
      ],
    )
  })

  it('deactivates a user together with a value that is refused alone, and stores the others', async () => {
    const { scim, id, change } = await open()
    for (const operation of REFUSED) {
      const alone = await change({ op: 'replace', ...operation })
      assert.equal(alone.status, 400, JSON.stringify([operation, alone.body]))
      const nickName = { op: 'replace', path: 'nickName', value: JSON.stringify(operation).slice(0, 40) }
      const { status, body } = await change(
        nickName,
        { op: 'replace', ...operation },
        { ...ACTIVATION, value: 'False' },
      )
      assert.deepEqual([status, body.active, body.nickName], [200, false, nickName.value], JSON.stringify(body))
      assert.equal((await change(ACTIVATION)).body.active, true)
    }
    const whole = (facts: object) => scim('PUT', `Users/${id}`, { body: aUser('ann@new.test', facts) })
    for (const facts of UNREADABLE) {
      assert.equal((await change({ op: 'replace', value: { ...facts, nickName: 'An' } })).body.scimType, 'invalidValue')
      const inside = await change({ op: 'replace', value: { ...facts, nickName: 'Anna', active: false } })
      assert.deepEqual([inside.status, inside.body.active, inside.body.nickName], [200, false, 'Anna'])
      await change(ACTIVATION)
      assert.equal((await whole(facts)).body.scimType, 'invalidValue', JSON.stringify(facts))
      const { status, body } = await whole({ ...facts, active: 'false', nickName: 'Ann' })
      assert.deepEqual([status, body.active, body.nickName], [200, false, 'Ann'], JSON.stringify(body))
      await change(ACTIVATION)
    }
    for (const name of ['phoneNumbers[type eq "mobile"].value', 'phoneNumbers[type ne "x"].value']) {
      const facts = { [name]: 'x'.repeat(600) }
      assert.equal((await whole(facts)).status, 400, name)
      const { status, body } = await whole({ ...facts, active: false, nickName: 'Ann' })
      assert.deepEqual([status, body.active, body.nickName], [200, false, 'Ann'], name)
      await change(ACTIVATION)
    }
  })

  it('refuses a replacement of a missing value if it comes alone, or would add a member', async () => {
    const { scim, id, change } = await open()
    const mobile = { op: 'replace', path: 'phoneNumbers[type eq "mobile"].value', value: '+41' }
    assert.equal((await change(mobile)).body.scimType, 'noTarget')
    const group = (await scim('POST', 'Groups', { body: aGroup('Devs') })).body.id
    const member = { op: 'replace', path: `members[value eq "${id}"]`, value: { type: 'User' } }
    const title = { op: 'replace', path: 'externalId', value: 'devs' }
    const refused = await scim('PATCH', `Groups/${group}`, { body: patch(title, member) })
    assert.deepEqual([refused.status, refused.body.scimType], [400, 'noTarget'])
  })

  it('takes a member out of a group in each form, and refuses a path that it can’t read', async () => {
    const { scim, id } = await open()
    const group = (await scim('POST', 'Groups', { body: aGroup('Devs', [id]) })).body.id
    const send = (operation: object) => scim('PATCH', `Groups/${group}`, { body: patch(operation) })
    const members = async () => (await scim('GET', `Groups/${group}`)).body.members?.length ?? 0
    for (const operation of removals(id)) {
      assert.equal((await send({ op: 'Remove', ...operation })).status, 204, JSON.stringify(operation))
      assert.equal(await members(), 0, JSON.stringify(operation))
      assert.equal((await send({ op: 'add', path: 'members', value: [{ Value: id }] })).status, 204)
      assert.equal((await send({ op: 'add', path: 'members', value: [{ Value: id }] })).status, 204, 'added again')
      assert.equal(await members(), 1)
    }
    for (const path of [`members/${id}`, 'members[]', `members[value eq "${id}"`, `members[value eq “${id}”]`])
      assert.equal((await send({ op: 'remove', path })).body.scimType, 'invalidPath', path)
    assert.equal(await members(), 1)
  })

  it('keeps the other members of a group when a path names the value of one', async () => {
    const { scim, id } = await open()
    const bo = (await scim('POST', 'Users', { body: aUser('bo@new.test') })).body.id
    const group = (await scim('POST', 'Groups', { body: aGroup('Devs', [id]) })).body.id
    const after = async (operation: object) => {
      assert.equal((await scim('PATCH', `Groups/${group}`, { body: patch(operation) })).status, 204)
      const { members = [] } = (await scim('GET', `Groups/${group}`)).body
      return members.map(({ value }: { value: string }) => value).sort()
    }
    const both = [bo, id].sort()
    for (const path of ['members.value', '/members/value', `${GROUP_SCHEMA}:members.value`]) {
      assert.deepEqual(await after({ op: 'add', path, value: bo }), both, path)
      assert.deepEqual(await after({ op: 'remove', path, value: bo }), [id], path)
      assert.deepEqual(await after({ op: 'add', path, value: [bo, id] }), both, path)
      assert.deepEqual(await after({ op: 'remove', path, value: [{ value: bo }] }), [id], path)
      assert.deepEqual(await after({ op: 'replace', path, value: [bo] }), [bo], path)
      assert.deepEqual(await after({ op: 'replace', path, value: id }), [id], path)
    }
    assert.deepEqual(await after({ op: 'remove', path: 'members.value' }), [])
  })

  it('chooses the work email whatever the case of its type, and cuts a long name between characters', async () => {
    const { scim } = await open()
    for (const [at, type] of ['work', 'Work', ' WORK '].entries()) {
      const emails = [
        { value: `home${at}@new.test`, type: 'home' },
        { value: `work${at}@new.test`, type },
      ]
      const displayName = `${'a'.repeat(199)}😀`
      const { status } = await scim('POST', 'Users', { body: { userName: `u${at}`, emails, displayName } })
      assert.equal(status, 201, type)
      const member = await kit().store.members.find({ tenantId: 'acme', email: `work${at}@new.test` })
      assert.equal(member?.name, 'a'.repeat(199), type)
    }
  })

  it('removes only the listed numbers when a path names their values', async () => {
    const { scim, id, change } = await open()
    await change({ op: 'replace', path: 'phoneNumbers', value: [{ value: '1', type: 'work' }, { value: '2' }] })
    await change({ op: 'remove', path: 'phoneNumbers.value', value: '1' })
    assert.deepEqual((await scim('GET', `Users/${id}`)).body.phoneNumbers, [{ value: '2' }])
  })

  it('finds text whether it is composed or decomposed, and lists all users for a blank filter', async () => {
    const { scim, change } = await open()
    const [composed, separate] = ['Zoë Müller', 'Zoë Müller'].map((text, at) => text.normalize(at ? 'NFD' : 'NFC'))
    for (const [stored, sought] of [
      [composed, separate],
      [separate, composed],
    ]) {
      assert.equal((await change({ op: 'replace', value: { displayName: stored, title: stored } })).status, 200)
      for (const name of ['displayName', 'title']) {
        const found = await scim('GET', `Users?filter=${encodeURIComponent(`${name} eq "${sought}"`)}`)
        assert.equal(found.body.totalResults, 1, name)
      }
    }
    assert.equal((await scim('GET', 'Users?filter=%20')).body.totalResults, 1)
    assert.equal((await scim('GET', 'Users?startIndex=99999999999')).body.Resources.length, 0)
    assert.equal((await scim('GET', 'serviceProviderConfig')).status, 200)
  })

  it('finds texts that an earlier release stored with separate marks, by each form', async () => {
    const { scim, id } = await open()
    const email = 'zoë@new.test'
    const facts = { displayName: 'Zoë Müller', title: 'Générale', nickName: 'Zoë', emails: [{ value: email }] }
    const resource = JSON.parse(JSON.stringify(aUser('josé@new.test', facts)).normalize('NFD'))
    await kit().store.directoryUsers.update({ id }, { ...userKeysOf(resource), resource: JSON.stringify(resource) })
    const found = async (filter: string, form: string): Promise<number> =>
      (await scim('GET', `Users?filter=${encodeURIComponent(filter.normalize(form))}`)).body.totalResults
    for (const form of ['NFC', 'NFD']) {
      for (const filter of [
        ...[
          'userName eq "JOSÉ@new.test"',
          'displayName eq "zoë müller"',
          'title eq "Générale"',
          `emails eq "${email}"`,
        ],
        ...['displayName co "ë m"', 'title sw "gé"', 'nickName ew "oë"', 'emails.value sw "zoë"', 'emails co "oë"'],
        ...[`emails[value eq "${email}" and primary pr]`, `emails[value eq "${email}" or value co "oë"]`],
      ])
        assert.equal(await found(filter, form), filter.includes('primary') ? 0 : 1, `${form} ${filter}`)
      for (const filter of ['displayName ne "zoë müller"', 'not (title eq "Générale")', `emails ne "${email}"`])
        assert.equal(await found(filter, form), 0, `${form} ${filter}`)
    }
  })

  it('takes the name of a group or user as in use if an earlier release stored it with separate marks', async () => {
    const { scim, id } = await open()
    const { body } = await scim('POST', 'Groups', { body: aGroup('Équipe') })
    const named = (userName: string, email: string) => aUser(userName, { emails: [{ value: email }] })
    const [group, user] = [aGroup('Équipe'.normalize('NFD')), named('josé'.normalize('NFD'), 'ann@new.test')]
    await kit().store.directoryGroups.update(
      { id: body.id },
      { ...groupKeysOf(group), resource: JSON.stringify(group) },
    )
    await kit().store.directoryUsers.update({ id }, { ...userKeysOf(user), resource: JSON.stringify(user) })
    const other = (await scim('POST', 'Groups', { body: aGroup('Team') })).body
    const bob = (await scim('POST', 'Users', { body: aUser('bob@new.test') })).body
    for (const displayName of ['Équipe', 'équipe']) {
      assert.equal((await scim('POST', 'Groups', { body: aGroup(displayName) })).status, 409, displayName)
      assert.equal((await scim('PUT', `Groups/${other.id}`, { body: aGroup(displayName) })).status, 409, displayName)
    }
    assert.equal((await scim('POST', 'Users', { body: named('José', 'jose@new.test') })).status, 409)
    assert.equal((await scim('PUT', `Users/${bob.id}`, { body: named('josé', 'bob@new.test') })).status, 409)
    assert.equal((await scim('PUT', `Groups/${body.id}`, { body: aGroup('équipe') })).status, 200)
    assert.equal((await scim('PUT', `Users/${id}`, { body: named('josé', 'ann@new.test') })).status, 200)
  })

  it('reads requests without schemas, as the URL implies them, and refuses those of another schema', async () => {
    await validateDomain(kit(), 'new.test')
    const { scim } = await connect(kit())
    const made = await scim('POST', 'Users', { body: { userName: 'ann@new.test' } })
    assert.equal(made.status, 201)
    const path = `Users/${made.body.id}`
    const search = { filter: 'userName eq "ann@new.test"' }
    for (const schemas of [undefined, null, '', []]) {
      const operation = { op: 'replace', path: 'title', value: `Boss ${JSON.stringify(schemas)}` }
      const changed = await scim('PATCH', path, { body: { schemas, operations: [operation] } })
      assert.deepEqual([changed.status, changed.body?.title], [200, operation.value])
      assert.equal((await scim('PUT', path, { body: { schemas, userName: 'ann@new.test' } })).status, 200)
      assert.equal((await scim('POST', 'Users/.search', { body: { schemas, ...search } })).body.totalResults, 1)
      assert.equal((await scim('POST', 'Bulk', { body: { schemas, operations: [] } })).status, 200)
    }
    const other = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], userName: 'bo@new.test' }
    for (const [method, place, body] of [
      ['POST', 'Users', other],
      ['PUT', path, other],
      ['PATCH', path, { ...patch({ op: 'replace', path: 'title', value: 'x' }), schemas: [USER_SCHEMA] }],
      ['POST', 'Users/.search', { ...search, schemas: [USER_SCHEMA] }],
      ['POST', 'Bulk', { schemas: [USER_SCHEMA], Operations: [] }],
    ] as const)
      assert.equal((await scim(method, place, { body })).status, 400, `${method} ${place}`)
  })

  it('changes nothing for an empty list of operations, and reads a single one without a list', async () => {
    await validateDomain(kit(), 'new.test')
    const { scim } = await connect(kit())
    const { body: ann } = await scim('POST', 'Users', { body: aUser('ann@new.test', { title: 'Boss' }) })
    const path = `Users/${ann.id}`
    assert.equal((await scim('PATCH', path, { body: patch() })).body.meta.version, ann.meta.version)
    const one = { Operations: { op: 'replace', path: 'title', value: 'Chief' } }
    assert.equal((await scim('PATCH', path, { body: one })).body.title, 'Chief')
    for (const Operations of [undefined, null, 'text', [null]])
      assert.equal((await scim('PATCH', path, { body: { ...patch(), Operations } })).status, 400)
  })

  it('reads the parameters of a list in any case, so that a filter never finds every user', async () => {
    await validateDomain(kit(), 'new.test')
    const { scim } = await connect(kit())
    for (const name of ['ann', 'bo']) await scim('POST', 'Users', { body: aUser(`${name}@new.test`) })
    const filter = 'userName eq "bo@new.test"'
    for (const name of ['Filter', 'FILTER']) {
      const found = await scim('GET', `Users?${name}=${encodeURIComponent(filter)}&Attributes=userName&COUNT=5`)
      assert.deepEqual(
        [found.body.totalResults, Object.keys(found.body.Resources[0])],
        [1, ['schemas', 'id', 'userName']],
      )
      for (const place of ['.search', 'Users/.search'])
        assert.equal((await scim('POST', place, { body: { [name]: filter } })).body.totalResults, 1)
    }
  })

  it('reads an extension that is in a list, and names of the schemas of SCIM 1.1', async () => {
    const { scim } = await open()
    const facts = { schemas: ['urn:scim:schemas:core:1.0'], name: 'Bob Lee', [ENTERPRISE_SCHEMA]: [{ costCenter: 40 }] }
    const { status, body } = await scim('POST', 'Users', { body: aUser('bob@new.test', facts) })
    assert.deepEqual(
      [status, body.name, body[ENTERPRISE_SCHEMA]],
      [201, { formatted: 'Bob Lee' }, { costCenter: '40' }],
      JSON.stringify(body),
    )
  })
}
