import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from './kit.test-kit.ts'
import {
  aUser,
  connect,
  ENTERPRISE_SCHEMA,
  patch,
  type ScimClient,
  USER_SCHEMA,
  validateDomain,
} from './scim.test-kit.ts'

const USERS = {
  ann: {
    title: 'Chief Engineer',
    phoneNumbers: [
      { value: '+1 555 01', type: 'work' },
      { value: '+1 555 02', type: 'mobile' },
    ],
    [ENTERPRISE_SCHEMA]: { employeeNumber: '7', department: 'Straße 4', manager: { value: 'boss' } },
  },
  bob: {
    title: 'engineer',
    nickName: 'title=chief',
    phoneNumbers: [{ value: '+1 555 02', type: 'work' }],
    [ENTERPRISE_SCHEMA]: { employeeNumber: '77', department: 'ÉLAN' },
  },
  cy: {
    title: 'Engineer\nof the year',
    addresses: [{ formatted: '1 Main\tStreet\nTown', locality: 'Town' }],
    [ENTERPRISE_SCHEMA]: { employeeNumber: '70' },
  },
  dee: { userType: '50%_off', photos: [{ value: 'https://new.test/dee.png', type: 'photo' }] },
} as const

/** Users whose values need a lenient form. */
const ODD_USERS = {
  dee: { [ENTERPRISE_SCHEMA]: { employeeNumber: '007' } },
  eve: {
    name: { familyName: 'Øst' },
    nickName: "it's",
    displayName: '42',
    externalId: '42',
    [ENTERPRISE_SCHEMA]: { employeeNumber: '12345678901234567890' },
  },
} as const

/** Filters of attributes without a column, with the users that they find. */
const CASES: readonly [filter: string, found: string][] = [
  ['title eq "ENGINEER"', 'bob'],
  ['title co "engineer"', 'ann bob cy'],
  ['title sw "engineer"', 'bob cy'],
  ['title ew "engineer"', 'ann bob'],
  ['title co "chief"', 'ann'],
  ['title ew "year"', 'cy'],
  ['title eq "engineer\\nof the year"', 'cy'],
  ['title co "\\nof"', 'cy'],
  ['title eq "engineer of the year"', ''],
  ['title co "year" or title eq "engineer"', 'bob cy'],
  ['title ne "engineer"', 'ann cy dee'],
  ['not (title co "engineer")', 'dee'],
  ['title pr', 'ann bob cy'],
  ['not (title pr)', 'dee'],
  ['title eq null', 'dee'],
  ['title ne null', 'ann bob cy'],
  ['title gt "chief"', 'ann bob cy'],
  ['userType co "%_"', 'dee'],
  ['userType co "0_"', ''],
  ['nickName eq "title=chief"', 'bob'],
  ['phoneNumbers eq "+1 555 02"', 'ann bob'],
  ['phoneNumbers.value ew "01"', 'ann'],
  ['phoneNumbers.type eq "mobile"', 'ann'],
  ['phoneNumbers[type eq "work"]', 'ann bob'],
  ['not (phoneNumbers[type eq "mobile"])', 'bob cy dee'],
  ['phoneNumbers[type eq "work" and value ew "02"]', 'bob'],
  ['phoneNumbers[not (type eq "work")]', 'ann'],
  ['phoneNumbers pr', 'ann bob'],
  ['phoneNumbers.primary eq true', ''],
  ['addresses.locality eq "town"', 'cy'],
  ['addresses.formatted co "street\\ntown"', 'cy'],
  ['addresses.formatted sw "1 main\\tstreet"', 'cy'],
  ['photos.type eq "photo"', 'dee'],
  ['photos.value co "dee.png"', 'dee'],
  [`${ENTERPRISE_SCHEMA}:employeeNumber eq "7"`, 'ann'],
  [`${ENTERPRISE_SCHEMA}:employeeNumber sw "7"`, 'ann bob cy'],
  [`${ENTERPRISE_SCHEMA}:department eq "STRASSE 4"`, ''],
  [`${ENTERPRISE_SCHEMA}:department eq "STRAßE 4"`, 'ann'],
  [`${ENTERPRISE_SCHEMA}:department eq "élan"`, 'bob'],
  [`${ENTERPRISE_SCHEMA}:department co "elan"`, ''],
  [`${ENTERPRISE_SCHEMA}:department pr`, 'ann bob'],
  [`${ENTERPRISE_SCHEMA}:manager eq "boss"`, 'ann'],
  [`${ENTERPRISE_SCHEMA}:manager.value ne "boss"`, 'bob cy dee'],
]

/** Forms that RFC 7644 doesn't define but clients send, with the users that they find. */
const LENIENT: readonly [filter: string, found: string][] = [
  ["userName eq 'ann@new.test'", 'ann'],
  ["userName eq'ann@new.test'", 'ann'],
  ['userName eq"ann@new.test"', 'ann'],
  ["userName eq 'ann@new.test' and active eq 'true'", 'ann'],
  ["(userName eq 'ann@new.test')", 'ann'],
  ["title eq 'engineer\\nof the year'", 'cy'],
  ["nickName eq 'it''s'", 'eve'],
  ["nickName eq 'it\\'s'", 'eve'],
  ["nickName eq 'it's'", 'eve'],
  ['nickName eq "it\'s"', 'eve'],
  ['nickName eq \'say "hi"\'', ''],
  ["emails[type eq 'work'].value eq 'bob@new.test'", 'bob'],
  ["emails[type eq 'work' and value sw 'bob']", 'bob'],
  ['emails[ type eq "work" ].value EQ "bob@new.test"', 'bob'],
  ['emails.value eq "bob@new.test"', 'bob'],
  ['emails eq "bob@new.test"', 'bob'],
  ['Emails.Value Eq "bob@new.test"', 'bob'],
  ['userName eq "ann@new.test" OR userName eq "bob@new.test"', 'ann bob'],
  ['userName sw "a" And active eq True', 'ann'],
  ['NOT (title Pr) aNd active eq TRUE', 'dee eve'],
  ['((userName eq "ann@new.test"))', 'ann'],
  ['(((userName eq "ann@new.test")) or ((userName eq "bob@new.test")))', 'ann bob'],
  ['( not ( ( title pr ) ) )', 'dee eve'],
  ['  userName   eq\t"ann@new.test"  \n', 'ann'],
  ['active eq true and userName eq "ann@new.test" ', 'ann'],
  ['active eq "TRUE" and userName sw "bob"', 'bob'],
  [`${USER_SCHEMA}:userName eq "ann@new.test"`, 'ann'],
  [`${USER_SCHEMA}:emails[type eq "work"].value eq "ann@new.test"`, 'ann'],
  [`${USER_SCHEMA}:name.familyName eq 'øst'`, 'eve'],
  [`${ENTERPRISE_SCHEMA.toUpperCase()}:employeeNumber eq 7`, 'ann'],
  [`${ENTERPRISE_SCHEMA}:employeeNumber eq 007`, 'dee'],
  [`${ENTERPRISE_SCHEMA}:employeeNumber eq 12345678901234567890`, 'eve'],
  ['externalId eq 42', 'eve'],
  ['displayName eq 42', 'eve'],
  ['displayName eq 42.0', ''],
  ['title eq true', ''],
  ['meta.created gt 2001-01-01T00:00:00Z and userName sw "ann"', 'ann'],
  ["meta.created lt '2001-01-01T00:00:00Z'", ''],
  ['meta.created gt 2001-01-01 and userName sw "ann"', 'ann'],
  ['meta.created gt "2001-01-01T00:00:00.000+0000" and userName sw "ann"', 'ann'],
  ['userName eq ann@new.test', 'ann'],
  ['userName eq ann@new.test and active eq true', 'ann'],
  ['(userName eq ANN@new.test) or nickName eq title=chief', 'invalid'],
  ["userName eq 'ann@new.test'and active eq true", 'ann'],
  ['userName eq "ann@new.test"and active eq true', 'ann'],
  ["userName eq 'ann@new.test'and nickName eq 'x'", ''],
  ["userName sw 'ann'and emails.value ew 'test'", 'ann'],
  ["userName eq 'ann@new.test'or userName eq 'bob@new.test'", 'ann bob'],
  ["userName eq 'bob@new.test'or(nickName eq 'it's'and not (title pr))", 'bob eve'],
  ["emails[type eq 'work'and value sw 'bob']", 'bob'],
  ["title eq 'd'or the engineer'", ''],
  ["nickName eq it's", 'eve'],
  ["(nickName sw it's) and active eq true", 'eve'],
  ['userType eq _50', ''],
  ['userName eq acme\\ann', ''],
  ['emails[type eq work].value eq bob@new.test', 'bob'],
  ['emails[value sw bob and type eq work]', 'bob'],
  ['title sw Chief', 'ann'],
  ['name.familyName eq Øst', 'eve'],
  ['title eq Chief Engineer', 'invalid'],
  ['title eq and', 'invalid'],
  ['userName eq “ann@new.test”', 'invalid'],
  ['userName eq `ann@new.test`', 'invalid'],
  ['userName eq ann@new.test; active eq true', 'invalid'],
  ['active eq 1 and userName sw "ann"', 'ann'],
  ['active eq "yes" and userName sw "ann"', 'ann'],
  ['active eq no', ''],
  ['urn:scim:schemas:core:1.0:userName eq "ann@new.test"', 'ann'],
  [`${ENTERPRISE_SCHEMA}.employeeNumber eq "7"`, 'ann'],
]

export const describeScimFilters = (kit: () => Kit): void => {
  const open = async (users: Readonly<Record<string, object>> = USERS) => {
    await validateDomain(kit(), 'new.test')
    const directory = await connect(kit())
    for (const [name, facts] of Object.entries(users)) {
      await directory.scim('POST', 'Users', { body: aUser(`${name}@new.test`, facts) })
    }
    return directory
  }
  const found = async (scim: ScimClient, filter: string): Promise<string> => {
    const { status, body } = await scim('GET', `Users?${new URLSearchParams({ filter, sortBy: 'userName' })}`)
    if (status !== 200) return body.scimType === 'invalidFilter' ? 'invalid' : String(status)
    const names = body.Resources.map(({ userName }: { userName: string }) => userName.split('@')[0])
    return body.totalResults === names.length ? names.join(' ') : `${body.totalResults} in all`
  }

  it('finds users by attributes that have no column of their own', async () => {
    const { scim } = await open()
    for (const [filter, wanted] of CASES) assert.equal(await found(scim, filter), wanted, filter)
  })

  it('reads filters in the forms of clients that RFC 7644 doesn’t define', async () => {
    const { scim } = await open({ ...USERS, ...ODD_USERS })
    for (const [filter, wanted] of LENIENT) assert.equal(await found(scim, filter), wanted, filter)
  })

  it('reads texts in apostrophes in the path of a change', async () => {
    const { scim } = await open({ ann: USERS.ann })
    const { body: list } = await scim('GET', 'Users')
    const operation = { op: 'replace', path: "phoneNumbers[type eq 'mobile'].value", value: '+1 555 09' }
    const { status, body } = await scim('PATCH', `Users/${list.Resources[0].id}`, { body: patch(operation) })
    assert.deepEqual([status, body.phoneNumbers[1]?.value], [200, '+1 555 09'], JSON.stringify(body))
  })

  it('finds users that an older release recorded, and changes that were made since', async () => {
    const { scim, id } = await open()
    const { store } = kit()
    await store.directoryUsers.update({ connectionId: id }, { valuesText: '', searchText: '' })
    await store.directoryConnections.update({ id }, { isIndexed: false })
    assert.equal(await found(scim, 'title ew "engineer"'), 'ann bob')
    assert.equal((await store.directoryConnections.get(id))?.isIndexed, true)
    const bob = await store.directoryUsers.find({ connectionId: id, userNameKey: 'bob@new.test' })
    const body = aUser('bob@new.test', { title: 'Manager' })
    assert.equal((await scim('PUT', `Users/${bob?.id}`, { body })).status, 200)
    assert.equal(await found(scim, 'title ew "engineer"'), 'ann')
    assert.equal(await found(scim, 'title eq "manager"'), 'bob')
  })
}
