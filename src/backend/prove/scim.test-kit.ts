import { isDeepStrictEqual } from 'node:util'
import type { Kit } from '../suites/kit.test-kit.ts'
import {
  connect,
  ENTERPRISE_SCHEMA,
  patch,
  type ScimClient,
  USER_SCHEMA,
  validateDomain,
} from '../suites/scim.test-kit.ts'
import {
  aFilter,
  aModelUser,
  DOMAIN,
  type ModelUser,
  pick,
  type Random,
  randomOf,
  SORTS,
  sortedBy,
} from './scim-model.test-kit.ts'
import { aPatch, WRONG_LISTS } from './scim-patches.test-kit.ts'

const USERS = 40

const resourceOf = ({ department, id: _id, ...user }: ModelUser | (Omit<ModelUser, 'id'> & { id?: string })) => ({
  schemas: [USER_SCHEMA],
  ...user,
  ...(department !== undefined && { [ENTERPRISE_SCHEMA]: { department } }),
})

const modelOf = ({
  schemas: _schemas,
  meta: _meta,
  groups: _groups,
  [ENTERPRISE_SCHEMA]: enterprise,
  ...user
  // biome-ignore lint/suspicious/noExplicitAny: what the server returns is compared with the model
}: any): ModelUser => ({
  ...user,
  ...(enterprise?.department !== undefined && { department: enterprise.department }),
})

interface Fixture {
  scim: ScimClient
  users: ModelUser[]
  random: Random
  wrong: string[]
}

const checkList = async ({ scim, users, random, wrong }: Fixture): Promise<void> => {
  const filter = aFilter(random, users)
  const sort = pick(random, SORTS)
  const isDescending = random() < 0.4
  const startIndex = 1 + Math.floor(random() * 12)
  const count = Math.floor(random() * 15)
  const query = new URLSearchParams({
    filter: filter.text,
    sortBy: sort.name,
    startIndex: String(startIndex),
    count: String(count),
  })
  if (isDescending) query.set('sortOrder', 'descending')
  const expected = sortedBy(users.filter(filter.test), sort.read, isDescending)
  const { status, body } = await scim('GET', `Users?${query}`)
  const page = expected.slice(startIndex - 1, startIndex - 1 + count)
  const isRight =
    status === 200 && body.totalResults === expected.length && isDeepStrictEqual(body.Resources.map(modelOf), page)
  if (!isRight) wrong.push(`${status} ${query} → ${body.totalResults ?? body.detail} of ${expected.length}`)
}

/** Reads the same list with cursors and by POST, page by page. */
const checkCursors = async ({ scim, users, random, wrong }: Fixture): Promise<void> => {
  const filter = aFilter(random, users)
  const sort = pick(random, SORTS)
  const isDescending = random() < 0.5
  const expected = sortedBy(users.filter(filter.test), sort.read, isDescending).map(({ id }) => id)
  const found: string[] = []
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest']
  const base = {
    schemas,
    filter: filter.text,
    sortBy: sort.name,
    sortOrder: isDescending ? 'descending' : 'ascending',
    count: 7,
  }
  let cursor: string | undefined = ''
  while (cursor !== undefined && found.length <= expected.length) {
    const { body } = await scim('POST', 'Users/.search', { body: { ...base, cursor } })
    found.push(...(body.Resources ?? []).map(({ id }: ModelUser) => id))
    cursor = body.nextCursor
  }
  if (!isDeepStrictEqual(found, expected))
    wrong.push(`cursors: ${filter.text} by ${sort.name}: ${found.length} of ${expected.length}`)
}

const checkPatch = async ({ scim, users, random, wrong }: Fixture, at: number): Promise<void> => {
  const index = Math.floor(random() * users.length)
  const user = users[index] as ModelUser
  const { operations, apply, fails } = aPatch(random, at)
  const expected = fails?.(user)
  const { status, body } = await scim('PATCH', `Users/${user.id}`, { body: patch(...operations) })
  if (expected !== undefined) {
    if (status !== 400 || body.scimType !== expected)
      wrong.push(`${JSON.stringify(operations)}: ${status} ${body.scimType}`)
    return
  }
  const after = apply(user)
  users[index] = after
  const read = await scim('GET', `Users/${user.id}`)
  const isRight = status === 200 && isDeepStrictEqual(modelOf(body), after) && isDeepStrictEqual(read.body, body)
  if (!isRight)
    wrong.push(`${JSON.stringify(operations)}: ${status} ${JSON.stringify(body)} ≠ ${JSON.stringify(after)}`)
}

const checkWrong = async ({ scim, random, wrong }: Fixture): Promise<void> => {
  const [query, scimType] = pick(random, WRONG_LISTS)
  const { status, body } = await scim('GET', `Users?${encodeURI(query)}`)
  if (status !== 400 || body.scimType !== scimType) wrong.push(`${query}: ${status} ${body.scimType}`)
}

/** Sends generated requests, compares each response with the model, and returns the differences. */
export const compareWithModel = async (
  kit: Kit,
  { seed, requests }: { seed: number; requests: number },
): Promise<string[]> => {
  await kit.reset()
  await validateDomain(kit, DOMAIN)
  const { scim } = await connect(kit)
  const random = randomOf(seed)
  const fixture: Fixture = { scim, users: [], random, wrong: [] }
  for (let at = 0; at < USERS; at += 1) {
    const user = aModelUser(random, at)
    const { status, body } = await scim('POST', 'Users', { body: resourceOf(user) })
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    fixture.users.push(modelOf(body))
    if (!isDeepStrictEqual(modelOf(body), { ...user, id: body.id })) fixture.wrong.push(`POST ${JSON.stringify(body)}`)
  }
  for (let at = 0; at < requests; at += 1) {
    const chance = random()
    if (chance < 0.45) await checkList(fixture)
    else if (chance < 0.55) await checkCursors(fixture)
    else if (chance < 0.85) await checkPatch(fixture, at)
    else await checkWrong(fixture)
  }
  return fixture.wrong
}
