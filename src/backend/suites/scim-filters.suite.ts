import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Kit } from './kit.test-kit.ts'
import { aUser, connect, ENTERPRISE_SCHEMA, type ScimClient, validateDomain } from './scim.test-kit.ts'

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

export const describeScimFilters = (kit: () => Kit): void => {
  const open = async () => {
    await validateDomain(kit(), 'new.test')
    const directory = await connect(kit())
    for (const [name, facts] of Object.entries(USERS)) {
      await directory.scim('POST', 'Users', { body: aUser(`${name}@new.test`, facts) })
    }
    return directory
  }
  const found = async (scim: ScimClient, filter: string): Promise<string> => {
    const { body } = await scim('GET', `Users?${new URLSearchParams({ filter, sortBy: 'userName' })}`)
    const names = body.Resources.map(({ userName }: { userName: string }) => userName.split('@')[0])
    return body.totalResults === names.length ? names.join(' ') : `${body.totalResults} in all`
  }

  it('finds users by attributes that have no column of their own', async () => {
    const { scim } = await open()
    for (const [filter, wanted] of CASES) assert.equal(await found(scim, filter), wanted, filter)
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
