import assert from 'node:assert/strict'
import { it } from 'node:test'
import { provisioningConnections } from '../../contract/provisioning.ts'
import { createRandom } from '../../testing/random.ts'
import type { Kit } from './kit.test-kit.ts'
import {
  aGroup,
  aUser,
  connect,
  ENTERPRISE_SCHEMA,
  patch,
  type ScimReply,
  USER_SCHEMA,
  validateDomain,
} from './scim.test-kit.ts'

const MIXES = 120

/** An attribute by its path, with the forms in which directories send a value and the value that the server stores. */
interface Sent {
  path: string
  forms: readonly unknown[]
  kept: unknown
}

const KNOWN: readonly Sent[] = [
  { path: 'active', forms: [false, 'False', 'false', ['False'], [{ value: 'False' }]], kept: false },
  { path: 'displayName', forms: ['Ann', ['Ann'], [{ value: 'Ann' }], [{ value: 'Ann', primary: true }]], kept: 'Ann' },
  { path: 'nickName', forms: ['', null, [], [''], [{ value: '' }]], kept: undefined },
  { path: `${ENTERPRISE_SCHEMA}:employeeNumber`, forms: ['7012', 7012, [{ value: 7012 }]], kept: '7012' },
  { path: 'title', forms: ['Boss', ['Boss'], { value: 'Boss' }], kept: 'Boss' },
  { path: 'userType', forms: ['7', 7, [7], { value: 7 }], kept: '7' },
  { path: 'locale', forms: ['true', true, [true]], kept: 'true' },
  { path: 'timezone', forms: [[null], {}, { value: null }, [{ value: null, primary: true }]], kept: undefined },
  { path: 'name', forms: [{ givenName: 'Ann' }, [{ givenName: 'Ann' }]], kept: { givenName: 'Ann' } },
  { path: 'name', forms: ['', null, [], { givenName: '' }, { prefixOfName: 'Dr' }], kept: undefined },
  {
    path: 'phoneNumbers',
    forms: [[null], [''], '', [], [{ type: null }], [{ type: 'mobile', value: '' }], [{ type: 'mobile', value: null }]],
    kept: undefined,
  },
  {
    path: 'phoneNumbers',
    forms: [{ value: '+41' }, [{ value: '+41' }], [{ value: '+41' }, null], [{ value: ['+41'] }], '+41'],
    kept: [{ value: '+41' }],
  },
  { path: `${ENTERPRISE_SCHEMA}:manager`, forms: ['7', { value: '7' }, [{ value: '7' }]], kept: { value: '7' } },
  {
    path: `${ENTERPRISE_SCHEMA}:manager`,
    forms: ['', null, { value: '' }, { value: '', $ref: '../Users/' }],
    kept: undefined,
  },
  { path: `${ENTERPRISE_SCHEMA}:department`, forms: ['Sales', ['Sales']], kept: 'Sales' },
]

const UNKNOWN = [
  'shoeSize',
  'badge.color',
  'a.b.c',
  'custom attribute',
  '123',
  'größe',
  'badges[color eq "red"].value',
  'badges[color',
  'urn:ietf:params:scim:schemas:extension:company:2.0:User:shoe.size.left',
  `${ENTERPRISE_SCHEMA}:floor`,
  `${ENTERPRISE_SCHEMA}:a.b.c`,
]

const VALUES: readonly unknown[] = [44, 'red', null, true, { size: 44 }, [1, { deep: [] }], '']

/** Returns a whole resource with these attributes, with those of the extension inside it. */
const resourceOf = (sent: readonly (readonly [path: string, value: unknown])[]): Record<string, unknown> => {
  const prefix = `${ENTERPRISE_SCHEMA}:`
  const inside = sent
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, value]) => [path.slice(prefix.length), value])
  return {
    ...Object.fromEntries(sent.filter(([path]) => !path.startsWith(prefix))),
    ...(inside.length > 0 && { [ENTERPRISE_SCHEMA]: Object.fromEntries(inside) }),
  }
}

const partOf = (body: Record<string, unknown>, path: string): unknown => {
  if (!path.startsWith('urn:')) return body[path]
  const extension = body[ENTERPRISE_SCHEMA] as Record<string, unknown> | undefined
  return extension?.[path.slice(ENTERPRISE_SCHEMA.length + 1)]
}

export const describeScimAgreement = (kit: () => Kit): void => {
  const open = async () => {
    await validateDomain(kit(), 'new.test')
    return connect(kit())
  }

  it('results in the same user, whichever method sends which mix of known and unknown attributes', async () => {
    const { scim } = await open()
    const cases = Array.from({ length: MIXES }, (_, at) => at)
    for (const at of kit().sample(cases, 10)) {
      const { below, chance, pick } = createRandom(at)
      const known = [...new Map(KNOWN.filter(() => chance(0.6)).map((each) => [each.path, each])).values()]
      const sent = [
        ...known.map(({ path, forms }) => [path, pick(forms)] as const),
        ...UNKNOWN.filter(() => chance(0.4)).map((path) => [path, pick(VALUES)] as const),
      ]
        .map((each) => ({ each, place: below(1_000) }))
        .sort((one, other) => one.place - other.place)
        .map(({ each }) => each)
      const wanted = known.map(({ path, kept }) => [path, kept])
      const check = (method: string, { status, body }: ScimReply) => {
        const shown = JSON.stringify([method, at, sent, body])
        assert.equal(status < 300, true, shown)
        assert.deepEqual(
          known.map(({ path }) => [path, partOf(body, path)]),
          wanted,
          shown,
        )
      }
      const nameOf = (method: string) => `${method}${at}@new.test`
      check('POST', await scim('POST', 'Users', { body: aUser(nameOf('post'), resourceOf(sent)) }))
      const put = await scim('POST', 'Users', { body: aUser(nameOf('put')) })
      check('PUT', await scim('PUT', `Users/${put.body.id}`, { body: aUser(nameOf('put'), resourceOf(sent)) }))
      const plain = await scim('POST', 'Users', { body: aUser(nameOf('patch')) })
      const operations = sent.map(([path, value]) =>
        chance(0.5) ? { op: 'Replace', path, value } : { op: 'replace', value: { [path]: value } },
      )
      check('PATCH', await scim('PATCH', `Users/${plain.body.id}`, { body: patch(...operations) }))
    }
  })

  it('removes a value when the path of its only part is emptied', async () => {
    const { scim } = await open()
    const phoneNumbers = [
      { value: '+41', type: 'mobile' },
      { value: '+42', type: 'work' },
    ]
    const { id } = (await scim('POST', 'Users', { body: aUser('ann@new.test', { phoneNumbers }) })).body
    for (const value of ['', null]) {
      const path = `phoneNumbers[type eq "${value === '' ? 'mobile' : 'work'}"].value`
      const changed = await scim('PATCH', `Users/${id}`, { body: patch({ op: 'Replace', path, value }) })
      assert.deepEqual(changed.body.phoneNumbers, value === '' ? [phoneNumbers[1]] : undefined)
    }
  })

  it('doesn’t activate a user for a value that is neither true nor false', async () => {
    const { scim } = await open()
    const { id } = (await scim('POST', 'Users', { body: aUser('ann@new.test', { active: false }) })).body
    for (const value of ['', null, [], ['']]) {
      const { status, body } = await scim('PATCH', `Users/${id}`, {
        body: patch({ op: 'replace', path: 'active', value }),
      })
      assert.deepEqual([status, body.active], [200, false], JSON.stringify(value))
    }
    assert.equal((await scim('POST', 'Users', { body: aUser('bob@new.test', { active: '' }) })).status, 201)
  })

  it('deactivates a user in a change that also sets a read-only attribute, which would be refused alone', async () => {
    const { scim } = await open()
    const { id } = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body
    for (const [path, value] of [
      ['id', 'x'],
      ['meta.resourceType', 'User'],
      ['groups', []],
      [`${ENTERPRISE_SCHEMA}:manager.displayName`, 'Bob'],
    ] as const) {
      const readOnly = { op: 'replace', path, value }
      const change = (...operations: object[]) => scim('PATCH', `Users/${id}`, { body: patch(...operations) })
      const both = await change(readOnly, { op: 'replace', path: 'active', value: 'False' })
      assert.deepEqual([both.status, both.body.active, both.body.id], [200, false, id], path)
      const alone = await change(readOnly)
      assert.deepEqual([alone.status, alone.body.scimType], [400, 'mutability'], path)
      await change({ op: 'replace', path: 'active', value: true })
    }
  })

  it('accepts a string as a boolean in the path of a change, as in a value', async () => {
    const { scim } = await open()
    const roles = [
      { value: 'a', primary: 'True' },
      { value: 'b', primary: 'False' },
    ]
    const { id } = (await scim('POST', 'Users', { body: aUser('ann@new.test', { roles }) })).body
    const body = patch(
      { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'boss' },
      { op: 'Remove', path: 'roles[primary eq "false"]' },
    )
    const changed = await scim('PATCH', `Users/${id}`, { body })
    assert.deepEqual([changed.status, changed.body.roles], [200, [{ value: 'boss', primary: true }]])
  })

  it('replaces the value that the same path added earlier, instead of adding another one', async () => {
    const { scim, id: connectionId } = await open()
    const { id } = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body
    for (const flag of ['"True"', "'true'", 'TRUE', '1', 'true']) {
      await scim('PATCH', `Users/${id}`, { body: patch({ op: 'remove', path: 'roles' }) })
      for (const op of ['add', 'replace'])
        for (const value of ['admin', 'user']) {
          const operation = { op, path: `roles[primary eq ${flag}].value`, value: `${op} ${value}` }
          const body = patch(operation, { op: 'replace', path: 'displayName', value })
          const { status, body: changed } = await scim('PATCH', `Users/${id}`, { body })
          assert.deepEqual([status, changed.roles], [200, [{ primary: true, value: `${op} ${value}` }]], flag)
        }
    }
    const where = { connectionId, id }
    const row = await kit().store.directoryUsers.find(where)
    // Earlier releases stored a boolean from the filter of a path as text.
    const resource = (row?.resource ?? '').replace(
      '"primary":true,"value":"replace',
      '"primary":"True","value":"replace',
    )
    assert.notEqual(resource, row?.resource)
    await kit().store.directoryUsers.update(where, { resource })
    const body = patch({ op: 'replace', path: 'roles[primary eq "True"].value', value: 'guest' })
    const { body: later } = await scim('PATCH', `Users/${id}`, { body })
    assert.deepEqual(
      later.roles.map(({ value }: { value: string }) => value),
      ['guest'],
    )
  })

  it('finds users by a part of one value, in the form that directories send', async () => {
    const { scim } = await open()
    const emails = [
      { value: 'ann@new.test', type: 'work' },
      { value: 'ann@home.test', type: 'home' },
    ]
    await scim('POST', 'Users', { body: aUser('ann@new.test', { emails }) })
    await scim('POST', 'Users', { body: aUser('bob@new.test') })
    const found = async (filter: string): Promise<string[]> => {
      const { status, body } = await scim('GET', `Users?filter=${encodeURIComponent(filter)}`)
      assert.equal(status, 200, filter)
      return body.Resources.map(({ userName }: { userName: string }) => userName).sort()
    }
    assert.deepEqual(await found('emails[type eq "work"].value eq "ann@new.test"'), ['ann@new.test'])
    assert.deepEqual(await found('emails[type eq "work"].value eq "ann@home.test"'), [])
    assert.deepEqual(await found('emails[type eq "home"].value pr'), ['ann@new.test'])
    assert.deepEqual(await found('emails[type eq "home"].value sw "ann" or userName sw "bob"'), [
      'ann@new.test',
      'bob@new.test',
    ])
    assert.deepEqual(await found('active eq "True" and userName sw "bob"'), ['bob@new.test'])
    for (const broken of [
      'emails[type eq "work"].value',
      'emails[type eq "work"].nothing eq "x"',
      'emails[type eq "work"]. eq "x"',
    ])
      assert.equal(
        (await scim('GET', `Users?filter=${encodeURIComponent(broken)}`)).body.scimType,
        'invalidFilter',
        broken,
      )
  })

  it('reads the core schema as a name, empty extensions and schema names that aren’t a list', async () => {
    const { scim } = await open()
    const facts = { [USER_SCHEMA]: { displayName: 'Ann' }, [ENTERPRISE_SCHEMA]: '', schemas: USER_SCHEMA }
    const created = await scim('POST', 'Users', { body: aUser('ann@new.test', facts) })
    assert.deepEqual([created.status, created.body.displayName], [201, 'Ann'], JSON.stringify(created.body))
    const changes = [{ op: 'Replace', value: [{ [USER_SCHEMA]: { displayName: 'Anna' }, 'name.givenName': 'An' }] }]
    const body = { schemas: patch().schemas[0], Operations: changes }
    const changed = await scim('PATCH', `Users/${created.body.id}`, { body })
    assert.deepEqual(
      [changed.status, changed.body.displayName, changed.body.name],
      [200, 'Anna', { givenName: 'An' }],
      JSON.stringify(changed.body),
    )
  })

  it('removes a value that is given without its type, and accepts clearing a missing one', async () => {
    const { scim } = await open()
    const { id } = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body
    const phones = { phoneNumbers: [{ value: '+41 1', type: 'work' }, { value: '+41 2' }] }
    await scim('PATCH', `Users/${id}`, { body: patch({ op: 'add', value: phones }) })
    const body = patch(
      { op: 'Remove', path: 'phoneNumbers', value: [{ value: '+41 1' }] },
      { op: 'Replace', path: 'addresses[type eq "work"].formatted', value: '' },
      { op: 'Replace', path: 'phoneNumbers[type eq "fax"].value', value: null },
    )
    const changed = await scim('PATCH', `Users/${id}`, { body })
    assert.deepEqual([changed.status, changed.body.phoneNumbers], [200, [{ value: '+41 2' }]])
    const filled = patch({ op: 'Replace', path: 'addresses[type eq "work"].formatted', value: 'x' })
    assert.equal((await scim('PATCH', `Users/${id}`, { body: filled })).body.scimType, 'noTarget')
  })

  it('compares a number with a string as it stores one', async () => {
    const { scim } = await open()
    await scim('POST', 'Users', { body: aUser('ann@new.test', { externalId: 12 }) })
    const found = await scim('GET', `Users?filter=${encodeURIComponent('externalId eq 12')}`)
    assert.deepEqual([found.status, found.body.totalResults], [200, 1])
  })

  it('shows the administrator why the directory can’t move a user, and deactivates that user all the same', async () => {
    const { scim, id: connectionId, adminToken } = await open()
    const { id } = (await scim('POST', 'Users', { body: aUser('ann@new.test') })).body
    const moved = (facts: object) => scim('PUT', `Users/${id}`, { body: aUser('ann@other.test', facts) })
    const refused = await moved({})
    assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue'])
    assert.match(refused.body.detail, /other\.test isn’t a validated domain.*Single sign-on page/)
    kit().time.now += 60_000
    await moved({})
    const { body } = await kit().call('GET', provisioningConnections.listConnectionCounts.path, { token: adminToken })
    const shown = body.connections.find((each: { id: string }) => each.id === connectionId)
    assert.deepEqual(shown.failures, [{ reason: refused.body.detail, at: new Date(kit().time.now).toISOString() }])
    const audits = await kit().store.audits.list({ tenantId: 'acme', action: 'Change of the directory refused' })
    assert.equal(audits.length, 1)
    assert.equal((await moved({ active: false })).status, 200)
    const member = await kit().store.members.find({ tenantId: 'acme', email: 'ann@new.test' })
    assert.ok(member?.disabledAt)
    assert.equal((await moved({ active: true })).status, 400)
    await validateDomain(kit(), 'other.test')
    assert.equal((await moved({ active: true })).status, 200)
    const back = await kit().store.members.find({ tenantId: 'acme', email: 'ann@other.test' })
    assert.deepEqual([back?.id, back?.disabledAt], [member.id, null])
  })

  it('refuses a name that can’t be seen, and deactivates a user in spite of one', async () => {
    const { scim } = await open()
    const id: string = (await scim('POST', 'Users', { body: aUser('ann@acme.test') })).body.id
    const emails = [{ value: 'ann@acme.test' }]
    for (const blank of [' ', '\t', '\u200b', '\u3164', '\u202e\u00a0']) {
      const name = JSON.stringify(blank)
      const userName = { op: 'replace', path: 'userName', value: blank }
      for (const [method, path, body] of [
        ['POST', 'Users', { userName: blank, emails: [{ value: 'bo@acme.test' }] }],
        ['PUT', `Users/${id}`, { userName: blank, emails }],
        ['PATCH', `Users/${id}`, patch(userName)],
        ['POST', 'Groups', aGroup(blank)],
      ] as const) {
        const refused = await scim(method, path, { body })
        assert.deepEqual([refused.status, refused.body?.scimType], [400, 'invalidValue'], `${method} ${path} ${name}`)
      }
      for (const [method, body] of [
        ['PATCH', patch(userName, { op: 'replace', path: 'active', value: false })],
        ['PUT', { userName: blank, active: false, emails }],
        ['PUT', { userName: blank, active: 'False', emails, title: 'x'.repeat(501) }],
      ] as const) {
        const gone = await scim(method, `Users/${id}`, { body })
        assert.deepEqual([gone.status, gone.body.active, gone.body.userName], [200, false, 'ann@acme.test'], name)
        await scim('PATCH', `Users/${id}`, { body: patch({ op: 'replace', path: 'active', value: true }) })
      }
    }
  })

  it('deactivates a user in spite of a user name that is refused', async () => {
    const { scim } = await open()
    const id: string = (await scim('POST', 'Users', { body: aUser('ann@acme.test') })).body.id
    for (const userName of ['x'.repeat(501), ['a', 'b'], { value: 'a', more: 'b' }]) {
      const body = { userName, emails: [{ value: 'ann@acme.test' }] }
      assert.equal((await scim('PUT', `Users/${id}`, { body })).status, 400)
      const gone = await scim('PUT', `Users/${id}`, { body: { ...body, active: false } })
      assert.deepEqual([gone.status, gone.body.active, gone.body.userName], [200, false, 'ann@acme.test'])
      await scim('PATCH', `Users/${id}`, { body: patch({ op: 'replace', path: 'active', value: true }) })
    }
  })

  it('keeps the name of a group that gets one that can’t be seen, and removes its members', async () => {
    const { scim } = await open()
    const value: string = (await scim('POST', 'Users', { body: aUser('ann@acme.test') })).body.id
    const id: string = (await scim('POST', 'Groups', { body: aGroup('Research') })).body.id
    for (const displayName of [' ', '\u200b', '\u3164'])
      for (const [method, body, status] of [
        ['PUT', { ...aGroup(displayName), members: [] }, 200],
        ['PATCH', patch({ op: 'replace', value: { displayName, members: [] } }), 204],
        [
          'PATCH',
          patch({ op: 'replace', path: 'displayName', value: displayName }, { op: 'remove', path: 'members' }),
          204,
        ],
      ] as const) {
        await scim('PATCH', `Groups/${id}`, { body: patch({ op: 'add', path: 'members', value: [{ value }] }) })
        assert.equal((await scim(method, `Groups/${id}`, { body })).status, status)
        const { displayName: name, members = [] } = (await scim('GET', `Groups/${id}`)).body
        assert.deepEqual([name, members], ['Research', []], method)
      }
  })

  it('allows only reading where it describes itself', async () => {
    const { scim } = await open()
    for (const path of ['ServiceProviderConfig', 'Schemas', 'ResourceTypes', 'ResourceTypes/User'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const refused = await scim(method, path, { body: {} })
        assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET'], `${method} ${path}`)
      }
    const users = await scim('DELETE', 'Users')
    assert.deepEqual([users.status, users.headers.get('allow')], [405, 'GET, POST'])
  })
}
