import { isDeepStrictEqual } from 'node:util'
import type { Kit } from '../suites/kit.test-kit.ts'
import { aGroup, aUser, connect, ENTERPRISE_SCHEMA, type ScimClient, validateDomain } from '../suites/scim.test-kit.ts'
import { aModelUser, byCodePoint, DOMAIN, pick, type Random, randomOf } from './scim-model.test-kit.ts'

const USERS = 20
const GROUPS = 12

/** A resource as the server first returned it; the model doesn't change it. */
type Resource = Readonly<Record<string, unknown>> & { id: string }

interface Fixture {
  scim: ScimClient
  random: Random
  users: Resource[]
  groups: Resource[]
  wrong: string[]
}

type Parts = Record<string, unknown>[]

const partOf = (resource: Resource, name: string, part: string): Parts =>
  ((resource[name] as Parts | undefined) ?? []).map((each) => ({ [part]: each[part] }))

const withoutPart = (resource: Resource, name: string, part: string): Parts =>
  ((resource[name] as Parts | undefined) ?? []).map(({ [part]: _part, ...rest }) => rest)

/** Attribute names, and what a user contains with only this attribute, or without it. */
const PROJECTIONS: readonly {
  name: string
  key: string
  only?(user: Resource): unknown
  rest?(user: Resource): unknown
}[] = [
  { name: 'userName', key: 'userName' },
  { name: 'DISPLAYNAME', key: 'displayName' },
  { name: 'title', key: 'title' },
  { name: 'active', key: 'active' },
  { name: 'externalId', key: 'externalId' },
  { name: 'meta', key: 'meta' },
  { name: 'urn:ietf:params:scim:schemas:core:2.0:User:name', key: 'name' },
  {
    name: 'emails.type',
    key: 'emails',
    only: (user) => partOf(user, 'emails', 'type'),
    rest: (user) => withoutPart(user, 'emails', 'type'),
  },
  {
    name: 'phoneNumbers.type',
    key: 'phoneNumbers',
    only: (user) => partOf(user, 'phoneNumbers', 'type'),
    rest: (user) => withoutPart(user, 'phoneNumbers', 'type'),
  },
  { name: `${ENTERPRISE_SCHEMA}:department`, key: ENTERPRISE_SCHEMA },
]

const some = <Item>(random: Random, items: readonly Item[]): Item[] => items.filter(() => random() < 0.3)

const expectedOf = (user: Resource, chosen: typeof PROJECTIONS, isExcluded: boolean): Record<string, unknown> => {
  const { schemas: _schemas, ...all } = user
  const base: Record<string, unknown> = isExcluded ? { ...all } : { id: user.id }
  for (const { key, only, rest } of chosen) {
    delete base[key]
    const value = isExcluded ? rest?.(user) : (only?.(user) ?? user[key])
    if (user[key] !== undefined && value !== undefined) base[key] = value
  }
  return base
}

/** Reads one user or a list of them with some attributes (RFC 7644 §3.9). */
const checkProjection = async ({ scim, random, users, wrong }: Fixture): Promise<void> => {
  const isExcluded = random() < 0.5
  const chosen = some(random, PROJECTIONS)
  if (chosen.length === 0) return
  const user = pick(random, users)
  const parameter = isExcluded ? 'excludedAttributes' : 'attributes'
  const query = new URLSearchParams({ [parameter]: chosen.map(({ name }) => name).join(',') })
  const expected = expectedOf(user, chosen, isExcluded)
  const one = await scim('GET', `Users/${user.id}?${query}`)
  query.set('filter', `id eq "${user.id}"`)
  const list = await scim('GET', `Users?${query}`)
  for (const { schemas, ...shown } of [one.body, list.body.Resources?.[0] ?? {}]) {
    if (!Array.isArray(schemas) || !isDeepStrictEqual(shown, expected)) {
      wrong.push(`${query}: ${JSON.stringify(shown)} ≠ ${JSON.stringify(expected)}`)
    }
  }
}

interface Filter {
  text: string
  test(resource: Resource): boolean
  /** The type that has the attribute; the other type has no results. */
  type?: 'User' | 'Group'
}

const textOf = (resource: Resource, name: string): string | undefined => resource[name] as string | undefined

const nameFilter = ({ random, users, groups }: Fixture): Filter => {
  const sample = textOf(pick(random, [...users, ...groups]), 'displayName') ?? 'none'
  const wanted = sample.slice(0, 1 + Math.floor(random() * sample.length))
  const operator = pick(random, ['eq', 'co', 'sw'] as const)
  return {
    text: `displayName ${operator} ${JSON.stringify(wanted)}`,
    test: (resource) => {
      const [value, part] = [textOf(resource, 'displayName')?.toLowerCase(), wanted.toLowerCase()]
      if (value === undefined) return false
      if (operator === 'eq') return value === part
      return operator === 'co' ? value.includes(part) : value.startsWith(part)
    },
  }
}

const externalFilter = ({ random, users, groups }: Fixture): Filter => {
  const wanted = textOf(pick(random, [...users, ...groups]), 'externalId') ?? 'none'
  return {
    text: `externalId eq ${JSON.stringify(wanted)}`,
    test: (resource) => textOf(resource, 'externalId') === wanted,
  }
}

const idsOf = (group: Resource): string[] =>
  ((group.members as { value: string }[] | undefined) ?? []).map((each) => each.value)

const memberFilter = ({ random, users }: Fixture): Filter => {
  const { id } = pick(random, users)
  const text = random() < 0.5 ? `members.value eq "${id}"` : `members[value eq "${id}"]`
  return { text, type: 'Group', test: (group) => idsOf(group).includes(id) }
}

const userFilter = ({ random, users }: Fixture): Filter => {
  const wanted = String(pick(random, users).userName).slice(0, 3)
  return {
    text: `userName sw "${wanted}"`,
    type: 'User',
    test: (user) => String(user.userName).toLowerCase().startsWith(wanted.toLowerCase()),
  }
}

const combined = (random: Random, one: Filter, other: Filter): Filter => {
  const type = one.type ?? other.type
  const given = type === undefined ? {} : { type }
  const chance = random()
  if (chance < 0.3) return one
  if (chance < 0.5) return { ...one, text: `not (${one.text})`, test: (each) => !one.test(each) }
  return chance < 0.75
    ? { ...given, text: `${one.text} and ${other.text}`, test: (each) => one.test(each) && other.test(each) }
    : { ...given, text: `${one.text} or ${other.text}`, test: (each) => one.test(each) || other.test(each) }
}

const byName = (resources: readonly Resource[]): Resource[] =>
  [...resources].sort((left, right) => {
    const [one, other] = [left, right].map((each) => textOf(each, 'displayName')?.toLowerCase())
    if (one === other) return byCodePoint(left.id, right.id)
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    return byCodePoint(one, other)
  })

const checkList = async (
  { scim, random, wrong }: Fixture,
  { path, filter, expected }: { path: string; filter: string; expected: readonly Resource[] },
): Promise<void> => {
  const startIndex = 1 + Math.floor(random() * 6)
  const count = Math.floor(random() * 12)
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:SearchRequest']
  const request = { schemas, filter, sortBy: 'displayName', startIndex, count }
  const { status, body } = await scim('POST', path, { body: request })
  const page = expected.slice(startIndex - 1, startIndex - 1 + count)
  const isRight = status === 200 && body.totalResults === expected.length && isDeepStrictEqual(body.Resources, page)
  if (!isRight) wrong.push(`${path} ${filter}: ${status} ${body.totalResults ?? body.detail} of ${expected.length}`)
}

const checkGroups = (fixture: Fixture): Promise<void> => {
  const { random, groups } = fixture
  const kinds = [nameFilter, externalFilter, memberFilter]
  const filter = combined(random, pick(random, kinds)(fixture), pick(random, kinds)(fixture))
  return checkList(fixture, {
    path: 'Groups/.search',
    filter: filter.text,
    expected: byName(groups.filter(filter.test)),
  })
}

/**
 * Searches at the root, where users come first, then groups; a filter on an attribute of one type excludes the other.
 */
const checkRoot = (fixture: Fixture): Promise<void> => {
  const { random, users, groups } = fixture
  const kind = pick(random, [memberFilter, userFilter, nameFilter, externalFilter])
  const filter = combined(random, kind(fixture), pick(random, [nameFilter, externalFilter])(fixture))
  const found = [...(filter.type === 'Group' ? [] : byName(users)), ...(filter.type === 'User' ? [] : byName(groups))]
  return checkList(fixture, { path: '.search', filter: filter.text, expected: found.filter(filter.test) })
}

const fill = async ({ scim, random, users, groups, wrong }: Fixture): Promise<void> => {
  const add = async (path: string, body: object): Promise<Resource> => {
    const created = await scim('POST', path, { body })
    if (created.status !== 201) wrong.push(`POST ${path}: ${created.status} ${JSON.stringify(created.body)}`)
    return created.body
  }
  for (let at = 0; at < USERS; at += 1) {
    const { department, ...facts } = aModelUser(random, at)
    const enterprise = department === undefined ? {} : { [ENTERPRISE_SCHEMA]: { department } }
    users.push(await add('Users', { ...aUser(facts.userName), ...facts, ...enterprise }))
  }
  for (let at = 0; at < GROUPS; at += 1) {
    const members = some(random, users).map(({ id }) => id)
    const name = `${pick(random, ['Ann', 'Sales', 'sales', 'Éva'])} ${at}`
    groups.push(await add('Groups', { ...aGroup(name, members), ...(random() < 0.6 && { externalId: `x${at}` }) }))
  }
  // Users contain their groups, so they are read again.
  for (const [at, { id }] of users.entries()) users[at] = (await scim('GET', `Users/${id}`)).body
}

/**
 * Compares projections of users, filters of groups and searches at the root with the model; returns the differences.
 */
export const compareSearches = async (
  kit: Kit,
  { seed, requests }: { seed: number; requests: number },
): Promise<string[]> => {
  await kit.reset()
  await validateDomain(kit, DOMAIN)
  const { scim } = await connect(kit)
  const fixture: Fixture = { scim, random: randomOf(seed), users: [], groups: [], wrong: [] }
  await fill(fixture)
  for (let at = 0; at < requests; at += 1) {
    await pick(fixture.random, [checkProjection, checkGroups, checkRoot])(fixture)
  }
  return fixture.wrong
}
