import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createRandom, type Random } from '../../testing/random.ts'
import { createMemoryStore } from '../store/memory.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import {
  connect,
  ENTERPRISE_SCHEMA,
  patch,
  type ScimClient,
  USER_SCHEMA,
  validateDomain,
} from '../suites/scim.test-kit.ts'
import { scaled } from './report.test-kit.ts'

/** Changes of each of the five directories: 2,000 requests in `npm run prove`, and fewer elsewhere. */
const CHANGES = Math.max(100, scaled(400))

interface SentUser {
  active: boolean
  displayName: string
  familyName: string
  title: string
  department: string
  mobile: string
}

type Change = Partial<SentUser>
type Sent = [method: string, path: string, body: object]

const PATHS: Readonly<Record<keyof SentUser, string>> = {
  active: 'active',
  displayName: 'displayName',
  familyName: 'name.familyName',
  title: 'title',
  department: `${ENTERPRISE_SCHEMA}:department`,
  mobile: 'phoneNumbers[type eq "mobile"].value',
}

const entriesOf = (change: Change) => Object.entries(change) as [keyof SentUser, string | boolean][]

const resourceOf = (userName: string, user: SentUser) => ({
  schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
  userName,
  emails: [{ value: userName, type: 'work', primary: true }],
  active: user.active,
  displayName: user.displayName,
  name: { familyName: user.familyName },
  title: user.title,
  phoneNumbers: [{ value: user.mobile, type: 'mobile' }],
  [ENTERPRISE_SCHEMA]: { department: user.department },
})

interface Given {
  id: string
  userName: string
  user: SentUser
  change: Change
  random: Random
}

const put = ({ id, userName, user }: Given): Sent => ['PUT', `Users/${id}`, resourceOf(userName, user)]

/** Returns the requests with which each directory sends a change that `user` already contains. */
const DIALECTS: Readonly<Record<string, (given: Given) => Sent>> = {
  okta: (given) => {
    const { active } = given.change
    // Okta deactivates by PATCH and replaces the profile for everything else.
    const isOnlyActive = active !== undefined && entriesOf(given.change).length === 1
    return isOnlyActive ? ['PATCH', `Users/${given.id}`, patch({ op: 'replace', value: { active } })] : put(given)
  },
  entra: ({ id, change, random: { chance } }) => {
    const formOf = (value: string | boolean) => {
      const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : value
      return chance(0.3) ? [{ $ref: null, value: text }] : text
    }
    const operations = entriesOf(change).map(([name, value]) => {
      // A path with a filter names one value, which Entra sends alone.
      const sent = name === 'mobile' ? value : formOf(value)
      return { op: chance(0.5) ? 'Replace' : 'Add', path: PATHS[name], value: sent }
    })
    return ['PATCH', `Users/${id}`, patch(...operations)]
  },
  google: (given) => {
    const operations = entriesOf(given.change).map(([name, value]) => ({ op: 'replace', path: PATHS[name], value }))
    return given.random.chance(0.5) ? ['PATCH', `Users/${given.id}`, patch(...operations)] : put(given)
  },
  onelogin: ({ id, userName, user }) => {
    const { [ENTERPRISE_SCHEMA]: extension, ...core } = resourceOf(userName, user)
    const draft = 'urn:scim:schemas:extension:enterprise:2.0'
    return ['PUT', `Users/${id}?`, { ...core, schemas: ['urn:scim:schemas:core:2.0', draft], [draft]: extension }]
  },
  jumpcloud: (given) => {
    const [method, path, body] = put(given)
    return [method, path, { ...body, id: given.id, groups: [], meta: { resourceType: 'User' } }]
  },
}

const aChange = ({ below, chance, pick }: Random): Change => {
  const letters = () => `${pick(['Ann', 'Øst', '山田', 'Γιώργος', "O'Hara", 'a "b"', '50%_off'])} ${below(1_000)}`
  const change: Change = {
    ...(chance(0.4) && { active: chance(0.5) }),
    ...(chance(0.3) && { displayName: letters() }),
    ...(chance(0.3) && { familyName: letters() }),
    ...(chance(0.3) && { title: letters() }),
    ...(chance(0.3) && { department: letters() }),
    ...(chance(0.3) && { mobile: `+1 555 ${below(1_000)}` }),
  }
  return entriesOf(change).length > 0 ? change : { displayName: letters() }
}

/** Returns the fields of a resource as the model has them. */
const userOf = (body: ReturnType<typeof resourceOf>): SentUser => ({
  active: body.active,
  displayName: body.displayName,
  familyName: body.name.familyName,
  title: body.title,
  department: body[ENTERPRISE_SCHEMA].department,
  mobile: body.phoneNumbers[0]?.value ?? '',
})

let kit: Kit
let scim: ScimClient
before(async () => {
  kit = await openKit(async () => createMemoryStore())
  await kit.reset()
  await validateDomain(kit, 'acme.test')
  ;({ scim } = await connect(kit))
})
after(() => kit.close())

for (const [dialect, send] of Object.entries(DIALECTS)) {
  it(`ends in the same user after every generated change in the dialect of ${dialect}`, async () => {
    const userName = `${dialect}@acme.test`
    let user: SentUser = {
      active: true,
      displayName: 'A',
      familyName: 'B',
      title: 'C',
      department: 'D',
      mobile: '+1',
    }
    const created = await scim('POST', 'Users', { body: resourceOf(userName, user) })
    const id: string = created.body.id
    for (let seed = 0; seed < CHANGES; seed += 1) {
      const random = createRandom(seed)
      const change = aChange(random)
      user = { ...user, ...change }
      const [method, path, body] = send({ id, userName, user, change, random })
      const response = await scim(method, path, { body })
      const shown = JSON.stringify({ seed, method, body, response: response.body })
      assert.equal(response.status, 200, shown)
      assert.deepEqual(userOf(response.body), user, shown)
      const member = await kit.store.members.find({ tenantId: 'acme', email: userName })
      assert.equal(member?.disabledAt === null, user.active, shown)
    }
  })
}
