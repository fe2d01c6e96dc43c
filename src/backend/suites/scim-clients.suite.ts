import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from './kit.test-kit.ts'
import { aGroup, aUser, connect, ENTERPRISE_SCHEMA, patch, validateDomain } from './scim.test-kit.ts'

/** A role as Entra ID sends it when its mapping has the function for roles with all their parts. */
const ROLE = JSON.stringify({ id: '06b07648', value: 'Admin', displayName: 'Administrator' })

/** Operations whose value is an object or a list that was serialized once too often. */
const SERIALIZED: readonly (readonly [operation: object, shown: object])[] = [
  [{ value: '{"title":"Boss","active":false}' }, { title: 'Boss', active: false }],
  [{ value: ' [{"title":"Chief"},{"active":false}]' }, { title: 'Chief', active: false }],
  [{ path: 'active', value: '{"active":"False"}' }, { active: false }],
  [
    { path: 'name', value: '{"givenName":"Ann","familyName":"Lee"}' },
    { name: { givenName: 'Ann', familyName: 'Lee' } },
  ],
  [{ path: 'phoneNumbers', value: '[{"value":"1","type":"work"}]' }, { phoneNumbers: [{ value: '1', type: 'work' }] }],
  [{ path: 'phoneNumbers', value: ['{"value":"2"}'] }, { phoneNumbers: [{ value: '2' }] }],
  [{ path: 'roles', value: [{ value: ROLE }] }, { roles: [{ value: 'Admin', display: 'Administrator' }] }],
  [{ path: 'roles', value: ROLE }, { roles: [{ value: 'Admin' }] }],
  [
    { path: 'roles', value: [{ value: ROLE, primary: 'true', display: 'Chief' }] },
    { roles: [{ value: 'Admin', display: 'Chief', primary: true }] },
  ],
  [{ path: ENTERPRISE_SCHEMA, value: '{"department":"D"}' }, { [ENTERPRISE_SCHEMA]: { department: 'D' } }],
  [{ value: { [ENTERPRISE_SCHEMA]: '{"division":"V"}' } }, { [ENTERPRISE_SCHEMA]: { department: 'D', division: 'V' } }],
  [{ path: 'title', value: '{"a":1}' }, { title: '{"a":1}' }],
  [{ path: 'title', value: '[Boss]' }, { title: '[Boss]' }],
  [{ path: 'name', value: '{Ann' }, { name: { formatted: '{Ann', givenName: 'Ann', familyName: 'Lee' } }],
]

const MANAGER = `${ENTERPRISE_SCHEMA}:manager`

/** Operations on a user whose manager is `1` with a reference, and the manager afterwards. */
const MANAGERS: readonly (readonly [operations: readonly object[], manager: object])[] = [
  [[{ path: `${MANAGER}.value`, value: '2' }], { value: '2' }],
  [[{ path: 'manager.value', value: '2' }], { value: '2' }],
  [[{ path: MANAGER, value: '2' }], { value: '2' }],
  [[{ path: 'manager', value: { value: '2' } }], { value: '2' }],
  [[{ value: { [`${MANAGER}.value`]: '2' } }], { value: '2' }],
  [[{ value: { [ENTERPRISE_SCHEMA]: { manager: { value: '2' } } } }], { value: '2' }],
  [[{ path: 'manager', value: { value: '2', $ref: '/Users/2' } }], { value: '2', $ref: '/Users/2' }],
  [
    [
      { path: 'manager.$ref', value: '/Users/2' },
      { path: 'manager.value', value: '2' },
    ],
    { value: '2', $ref: '/Users/2' },
  ],
  [
    [
      { path: 'manager.value', value: '2' },
      { path: 'manager.$ref', value: '/Users/2' },
    ],
    { value: '2', $ref: '/Users/2' },
  ],
  [
    [
      { path: 'manager.$ref', value: '/Users/2' },
      { path: MANAGER, value: '2' },
    ],
    { value: '2', $ref: '/Users/2' },
  ],
  [[{ path: 'manager.value', value: '1' }], { value: '1', $ref: '/Users/1' }],
  [[{ path: 'title', value: 'Boss' }], { value: '1', $ref: '/Users/1' }],
]

export const describeScimClients = (kit: () => Kit): void => {
  const open = async () => {
    await validateDomain(kit(), 'new.test')
    const { scim } = await connect(kit())
    const { id }: { id: string } = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body
    const change = (...operations: object[]) =>
      scim('PATCH', `Users/${id}`, { body: patch(...operations.map((each) => ({ op: 'replace', ...each }))) })
    return { scim, id, change }
  }

  it('reads objects and lists that are sent as JSON text, and keeps plain text that looks like it', async () => {
    const { change } = await open()
    for (const [operation, shown] of SERIALIZED) {
      const { status, body } = await change(operation)
      assert.equal(status, 200, JSON.stringify([operation, body]))
      for (const [name, value] of Object.entries(shown)) assert.deepEqual(body[name], value, JSON.stringify(operation))
      await change({ path: 'active', value: true })
    }
    for (const value of ['{"title":', 'text', '[1]', '[]', '"{}"'])
      assert.equal((await change({ value })).status, 400, value)
  })

  it('reads the same in whole resources, and members of a group', async () => {
    const { scim, id } = await open()
    const body = {
      ...aUser('bo@new.test'),
      emails: '[{"value":"bo@new.test","type":"work"}]',
      roles: [{ value: ROLE, primary: 'true' }],
      [ENTERPRISE_SCHEMA]: '{"department":"D"}',
    }
    const created = await scim('POST', 'Users', { body })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    assert.deepEqual(created.body.emails, [{ value: 'bo@new.test', type: 'work' }])
    assert.deepEqual(created.body.roles, [{ value: 'Admin', display: 'Administrator', primary: true }])
    assert.equal(created.body[ENTERPRISE_SCHEMA].department, 'D')
    const group = (await scim('POST', 'Groups', { body: aGroup('Devs') })).body.id
    const members = async () => (await scim('GET', `Groups/${group}`)).body.members?.length ?? 0
    const send = (operation: object) => scim('PATCH', `Groups/${group}`, { body: patch(operation) })
    const value = JSON.stringify([{ value: id }])
    for (const operation of [{ path: 'members', value }, { value: JSON.stringify({ members: [{ value: id }] }) }]) {
      assert.equal((await send({ op: 'add', ...operation })).status, 204)
      assert.equal(await members(), 1, JSON.stringify(operation))
      assert.equal((await send({ op: 'remove', path: 'members', value })).status, 204)
      assert.equal(await members(), 0)
    }
  })

  it('takes one of several primary values, the one for work before the first', async () => {
    const { scim, id, change } = await open()
    const emails = (...types: string[]) =>
      types.map((type, at) => ({ value: `${type}${at}@new.test`, type, primary: at % 2 ? 'True' : true }))
    const flags = (body: { emails: { primary?: boolean }[] }) => body.emails.map(({ primary }) => primary === true)
    for (const [types, primary] of [
      [
        ['home', 'work'],
        [false, true],
      ],
      [
        ['home', 'other', 'home'],
        [true, false, false],
      ],
      [
        ['work', 'home', 'work'],
        [true, false, false],
      ],
    ] as const) {
      const body = aUser('ann@new.test', { emails: emails(...types) })
      const replies = [
        await scim('PUT', `Users/${id}`, { body }),
        await change({ path: 'emails', value: body.emails }),
        await scim('POST', 'Users', { body: { ...body, userName: `${types.join('-')}@new.test`, active: false } }),
      ]
      // The last one has the same email as the first, which belongs to one member.
      for (const { status, body: read } of replies.slice(0, 2))
        assert.deepEqual([status, flags(read)], [200, primary], JSON.stringify(read))
      const chosen = body.emails[primary.findIndex(Boolean)]?.value
      const member = await kit().store.members.find({ tenantId: 'acme', email: chosen ?? '' })
      assert.equal(member?.email, chosen)
    }
  })

  it('drops the reference of a manager who is replaced, however the new one is sent', async () => {
    const { change } = await open()
    for (const op of ['add', 'replace'])
      for (const [operations, manager] of MANAGERS) {
        await change({ path: MANAGER, value: null })
        await change({ path: MANAGER, value: { value: '1', $ref: '/Users/1' } })
        const { status, body } = await change(...operations.map((each) => ({ op, ...each })))
        assert.deepEqual([status, body[ENTERPRISE_SCHEMA].manager], [200, manager], JSON.stringify([op, operations]))
      }
    const phone = { value: '1', type: 'work', display: 'Desk 1', primary: true }
    for (const operation of [
      { path: 'phoneNumbers[type eq "work"].value', value: '2' },
      { path: 'phoneNumbers[type eq "work"]', value: { value: '2' } },
      { path: 'phoneNumbers.value', value: '2' },
    ]) {
      await change({ path: 'phoneNumbers', value: [phone, { value: '9', type: 'fax', display: 'Fax 9' }] })
      const [first, second] = (await change(operation)).body.phoneNumbers
      assert.deepEqual(first, { value: '2', type: 'work', primary: true }, operation.path)
      assert.equal(second.display, second.value === '9' ? 'Fax 9' : undefined, operation.path)
    }
  })

  it('keeps the label by which a path selects or describes a phone number', async () => {
    const { scim, id, change } = await open()
    for (const operation of [
      { path: 'phoneNumbers[display eq "Desk"].value', value: '2' },
      { path: 'phoneNumbers[Display eq "Desk" and type eq "work"]', value: { value: '2' } },
    ]) {
      await change({ path: 'phoneNumbers', value: [{ value: '1', type: 'work', display: 'Desk' }] })
      const { phoneNumbers } = (await change(operation)).body
      assert.deepEqual(phoneNumbers, [{ value: '2', type: 'work', display: 'Desk' }], operation.path)
    }
    await change({ path: 'phoneNumbers', value: null })
    const operation = { op: 'add', path: 'phoneNumbers[type eq "work" and display eq "Lab"]', value: { value: '3' } }
    for (const value of ['3', '4']) {
      const { body } = await scim('PATCH', `Users/${id}`, { body: patch({ ...operation, value: { value } }) })
      assert.deepEqual(body.phoneNumbers, [{ value, type: 'work', display: 'Lab' }])
    }
  })

  it('keeps names that look like JSON as they were sent', async () => {
    const { scim, change } = await open()
    for (const value of ['[x]', '{Admins}', '[1]', '["Admins"]', '{"a":1}', '{"value":"V"}', '[]', '{}']) {
      for (const name of ['displayName', 'nickName', 'title', 'externalId']) {
        const created = await scim('POST', 'Users', { body: aUser(`${name}@new.test`, { [name]: value }) })
        const replies = [created, await change({ path: name, value }), await change({ value: { [name]: value } })]
        for (const { body } of replies) assert.equal(body[name], value, name)
        await scim('DELETE', `Users/${created.body.id}`)
      }
      const { body } = await scim('POST', 'Groups', { body: aGroup(value) })
      assert.equal(body.displayName, value)
      const found = await scim('GET', `Groups?filter=${encodeURIComponent(`displayName eq ${JSON.stringify(value)}`)}`)
      assert.equal(found.body.totalResults, 1, value)
    }
  })

  it('describes itself under the plural that clients of SCIM 1.1 ask for', async () => {
    const { scim } = await open()
    const { body } = await scim('GET', 'ServiceProviderConfig')
    for (const path of ['ServiceProviderConfigs', 'serviceproviderconfigs', 'ServiceProviderConfigs/'])
      assert.deepEqual(await scim('GET', path).then((reply) => [reply.status, reply.body]), [200, body], path)
    assert.equal((await scim('POST', 'ServiceProviderConfigs', { body: {} })).status, 405)
    for (const path of ['ServiceProviderConfigs/1', 'ServiceProviderConfigss'])
      assert.equal((await scim('GET', path)).status, 404, path)
  })

  it('reads emails in the form of the attribute proxyAddresses of Active Directory', async () => {
    const { scim } = await open()
    const emails = [
      { value: 'smtp:c.lee@new.test', type: 'other' },
      { value: 'SMTP:cy@new.test', type: 'work', primary: true },
    ]
    assert.equal((await scim('POST', 'Users', { body: { userName: 'cy', emails } })).status, 201)
    assert.ok(await kit().store.members.find({ tenantId: 'acme', email: 'cy@new.test' }))
  })
}
