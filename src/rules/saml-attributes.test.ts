import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRandom } from '../testing/random.ts'
import { type AttributeMapping, joinedAttributes, mappedUser } from './saml-attributes.ts'

const ATTRIBUTE_SETS = 2_000

const NAMES = {
  email: [
    'email',
    'mail',
    'emailAddress',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
  name: ['name', 'displayName', 'urn:oid:2.16.840.1.113730.3.1.241'],
  groups: [
    'groups',
    'memberOf',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/Group',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
    'member',
    'Group_Names',
    'https://acme.test/claims/groups',
  ],
} as const

interface Attribute {
  name: string
  values: string[]
}

const aCase = (seed: number) => {
  const { below, chance, pick } = createRandom(seed)
  const groups = Array.from({ length: chance(0.05) ? 400 : below(6) }, (_, at) => `Group ${at}`)
  const user = { email: `ann${seed}@acme.test`, name: 'Ann\u00a0Østergård', groups }
  const mapping: AttributeMapping = {
    ...(chance(0.3) && { email: 'Custom.Mail' }),
    ...(chance(0.3) && { name: 'custom name' }),
    ...(chance(0.3) && { groups: 'urn:custom:teams' }),
  }
  const inCase = (name: string) => (chance(0.3) ? name.toUpperCase() : name)
  const nameOf = (field: keyof typeof NAMES) => inCase(mapping[field] ?? pick(NAMES[field]))
  const isEmailInNameId = mapping.email === undefined && chance(0.3)
  const groupsName = nameOf('groups')
  // One attribute per value, one for all of them, or some of both, in one statement or several.
  const parts: Attribute[] = []
  for (const group of groups) {
    const last = parts.at(-1)
    if (last && chance(0.5)) last.values.push(group)
    else parts.push({ name: groupsName, values: [group] })
  }
  const others: Attribute[] = [
    ...(isEmailInNameId ? [] : [{ name: nameOf('email'), values: [user.email] }]),
    { name: nameOf('name'), values: [user.name] },
    { name: '__proto__', values: ['x'] },
    ...(chance(0.5) ? [{ name: 'department', values: ['Sales', 'Support'] }] : []),
    // An attribute without values carries no information.
    ...(chance(0.3) ? [{ name: 'role', values: [] }] : []),
  ]
  // Values may come in any order, but groups keep theirs.
  const attributes = parts.slice()
  for (const other of others) attributes.splice(below(attributes.length + 1), 0, other)
  return { user, mapping, attributes, nameId: isEmailInNameId ? user.email : `id-${seed}` }
}

it('reads the same user from every generated set of SAML attributes', () => {
  for (let seed = 0; seed < ATTRIBUTE_SETS; seed += 1) {
    const { user, mapping, attributes, nameId } = aCase(seed)
    const read = mappedUser({ nameId, nameIdFormat: '', attributes: joinedAttributes(attributes) }, mapping)
    const { email, name, groups } = read
    assert.deepEqual({ email, name, groups }, user, JSON.stringify({ seed, mapping, attributes }))
  }
})

const groupsIn = (...attributes: Attribute[]) =>
  mappedUser({ nameId: 'id-1', nameIdFormat: '', attributes: joinedAttributes(attributes) }).groups

it('finds groups in the namespaces of many products, and joins names that differ in case', () => {
  for (const name of [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/groups',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groupsid',
    'http://schemas.auth0.com/groups',
    'http://wso2.org/claims/role',
    'urn:mace:dir:attribute-def:isMemberOf',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.7',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.9',
    'urn:mace:dir:attribute-def:eduPersonEntitlement',
    'eduPersonAffiliation',
    'eduPersonScopedAffiliation',
    'entitlements',
    'https://acme.test/claims/groups',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/role',
    'memberOf',
    'member_of',
    'is-member-of',
    'member',
    'groupMembership',
    'Role',
    'user.groups',
    'userGroups',
    'Security Groups',
    'AD_Groups',
    'okta_groups',
    'Group Name',
    'groupNames',
    'group_ids',
    'appRoles',
  ])
    assert.deepEqual(groupsIn({ name, values: ['Alpha'] }), ['Alpha'], name)
  assert.deepEqual(groupsIn({ name: 'groups', values: ['A'] }, { name: 'Groups', values: ['B'] }), ['A', 'B'])
  assert.deepEqual(groupsIn({ name: 'department', values: ['A'] }, { name: 'urn:x:background', values: ['B'] }), [])
})

it('prefers memberships to user types, and reads nothing from a link to groups', () => {
  const affiliation = { name: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.1', values: ['staff'] }
  const memberships = { name: 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1', values: ['cn=Alpha'] }
  assert.deepEqual(groupsIn(affiliation, memberships), ['cn=Alpha'])
  assert.deepEqual(groupsIn(affiliation, { ...memberships, values: [] }), ['staff'])
  const link = 'http://schemas.microsoft.com/claims/groups.link'
  assert.deepEqual(groupsIn({ name: link, values: ['https://graph.test'] }), [])
})

it('joins a name that is sent in two parts, unless there is a full name', () => {
  const nameIn = (...attributes: Attribute[]) => {
    const { name, from } = mappedUser({ nameId: 'id-1', nameIdFormat: '', attributes: joinedAttributes(attributes) })
    return [name, from.name]
  }
  for (const [first, last] of [
    ['firstName', 'lastName'],
    ['given_name', 'family_name'],
    ['urn:oid:2.5.4.42', 'urn:oid:2.5.4.4'],
    ['First Name', 'sn'],
    ['User.FirstName', 'User.LastName'],
    ['user.givenname', 'user.surname'],
    [
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    ],
  ] as const) {
    const parts = [
      { name: last, values: ['Lovelace'] },
      { name: first, values: ['Ada'] },
    ]
    const upn = { name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name', values: ['ada@acme.test'] }
    assert.deepEqual(nameIn(...parts, upn), ['Ada Lovelace', `${first} + ${last}`])
    assert.deepEqual(nameIn(...parts, { name: 'displayName', values: ['Countess'] }), ['Countess', 'displayName'])
    assert.deepEqual(nameIn(...parts.slice(1)), ['Ada', first])
  }
  assert.deepEqual(nameIn({ name: 'department', values: ['Sales'] }), [undefined, undefined])
})

it('uses the first usual name that has a value', () => {
  const attributes = joinedAttributes([
    { name: 'email', values: [''] },
    { name: 'mail', values: ['ada@acme.test'] },
  ])
  assert.equal(mappedUser({ nameId: 'id-1', nameIdFormat: '', attributes }).email, 'ada@acme.test')
})

it('uses the first value of an attribute that isn’t empty', () => {
  const attributes = { mail: ['', 'ada@acme.test'], displayName: ['', 'Ada'], groups: ['', 'Alpha', ''] }
  const { email, name, groups } = mappedUser({ nameId: 'bob@acme.test', nameIdFormat: '', attributes })
  assert.deepEqual([email, name, groups], ['ada@acme.test', 'Ada', ['Alpha']])
})

it('finds emails and names under names in other spellings', () => {
  for (const [mail, full] of [
    ['user.email', 'user.displayName'],
    ['Email Address', 'Display Name'],
    ['email_address', 'full_name'],
    ['E-Mail', 'FULL NAME'],
    ['User.Mail', 'Name'],
    ['urn:mace:dir:attribute-def:mail', 'urn:mace:dir:attribute-def:displayName'],
    ['urn:oid:1.2.840.113549.1.9.1', 'cn'],
  ] as const) {
    const attributes = { [mail]: ['ada@acme.test'], [full]: ['Ada'] }
    const { email, name, from } = mappedUser({ nameId: 'x1', nameIdFormat: '', attributes })
    assert.deepEqual([email, name, from.email, from.name], ['ada@acme.test', 'Ada', mail, full])
  }
})

it('takes the value of an attribute that is an email, then the NameID, then a name that is an email', () => {
  const upn = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn'
  const [ann, eve] = ['ann@acme.test', 'eve@acme.test']
  const cases: [attributes: Record<string, string[]>, nameId: string, email: string | undefined, byName?: true][] = [
    [{ mail: ['ann', ann] }, eve, ann],
    [{ mail: ['N/A'], upn: [eve] }, ann, ann],
    [{ [upn]: [ann] }, 'id-1', ann, true],
    [{ mail: [''], userPrincipalName: [ann] }, 'id-1', ann, true],
    [{ 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6': ['ann', ann] }, 'id-1', ann, true],
    [{ 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': [ann] }, 'id-1', ann, true],
    [{ mail: ['N/A'] }, 'id-1', 'N/A'],
    [{ upn: ['ann'] }, 'id-1', undefined],
  ]
  for (const [attributes, nameId, email, isEmailByName] of cases) {
    const read = mappedUser({ nameId, nameIdFormat: '', attributes })
    assert.deepEqual([read.email, read.isEmailByName], [email, isEmailByName], JSON.stringify(attributes))
  }
  const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
  for (const [attributes, nameId, email, from] of [
    [{ upn: [ann] }, 'ann', ann, 'upn'],
    [{ mail: ['N/A'], upn: [ann] }, 'ann', ann, 'upn'],
    [{ upn: [eve] }, ann, ann, 'NameID'],
    [{ upn: ['ann'] }, 'ann', 'ann', 'NameID'],
  ] as const) {
    const read = mappedUser({ nameId, nameIdFormat, attributes })
    assert.deepEqual([read.email, read.from.email], [email, from], JSON.stringify(attributes))
  }
  const mapped = { nameId: ann, nameIdFormat: '', attributes: { upn: [ann], other: ['x'] } }
  assert.equal(mappedUser(mapped, { email: 'other' }).email, 'x', 'a mapped attribute is not replaced')
})

it('finds a mapped attribute by its friendly name if no name is equal', () => {
  const attributes = { 'urn:oid:9.1': ['Alpha'], teams: ['Beta'] }
  const friendlyNames = { Entitlement: ['Alpha'], teams: ['Gamma'], groups: ['Delta'] }
  const groupsOf = (groups?: string) =>
    mappedUser({ nameId: '', nameIdFormat: '', attributes, friendlyNames }, groups ? { groups } : {}).groups
  assert.deepEqual(
    [groupsOf('entitlement'), groupsOf('teams'), groupsOf('none'), groupsOf()],
    [['Alpha'], ['Beta'], [], []],
  )
})
