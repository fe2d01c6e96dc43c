/**
 * A second implementation of what RFC 7644 requires of filters, PATCH and paging. Conditions are created as functions
 * along with their text, so that nothing is parsed, and changes are made directly instead of by operations.
 */
export interface ModelUser {
  id: string
  userName: string
  externalId?: string
  displayName?: string
  title?: string
  active: boolean
  name?: { givenName?: string; familyName?: string }
  emails?: { value: string; type?: string; primary?: boolean }[]
  phoneNumbers?: { value: string; type?: string }[]
  department?: string
}

interface ModelFilter {
  text: string
  test(user: ModelUser): boolean
}

export type Random = () => number

/** Creates a random source (Mulberry32). */
export const randomOf = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item

const GIVEN = ['Ann', 'Bob', 'Çelik', 'Dora', 'Éva', 'anna', 'Zoë']
const FAMILY = ['Other', 'Müller', "O'Neil", 'Quote"d', 'back\\slash', 'other']
const TITLES = ['Boss', 'Clerk', 'boss']
const DEPARTMENTS = ['Sales', 'Research']
const KINDS = ['work', 'home']

export const DOMAIN = 'new.test'

export const aModelUser = (random: Random, at: number): Omit<ModelUser, 'id'> => {
  const maybe = <Value>(make: () => Value): Value | undefined => (random() < 0.7 ? make() : undefined)
  const userName = `${pick(random, ['ann', 'Bob', 'cy', 'DORA'])}.${at}@${DOMAIN}`
  const emails = [
    { value: userName, type: pick(random, KINDS), primary: true },
    ...(random() < 0.4 ? [{ value: `extra${at}@Else.test`, type: pick(random, KINDS) }] : []),
  ]
  const externalId = maybe(() => pick(random, [`x${at}`, `X${at}`]))
  const displayName = maybe(() => `${pick(random, GIVEN)} ${pick(random, FAMILY)}`)
  const title = maybe(() => pick(random, TITLES))
  const department = maybe(() => pick(random, DEPARTMENTS))
  const phone = maybe(() => ({ value: `+1555${at}`, type: pick(random, ['mobile', 'work']) }))
  return {
    userName,
    active: random() < 0.8,
    name: { givenName: pick(random, GIVEN), ...(random() < 0.8 && { familyName: pick(random, FAMILY) }) },
    emails,
    ...(externalId && { externalId }),
    ...(displayName && { displayName }),
    ...(title && { title }),
    ...(department && { department }),
    ...(phone && { phoneNumbers: [phone] }),
  }
}

type Read = (user: ModelUser) => (string | undefined)[]

/** Text attributes: their names in filters, how the model reads them, and whether case counts. */
const TEXTS: readonly { names: readonly string[]; read: Read; isExact?: true }[] = [
  {
    names: ['userName', 'USERNAME', 'urn:ietf:params:scim:schemas:core:2.0:User:userName'],
    read: (user) => [user.userName],
  },
  { names: ['externalId'], read: (user) => [user.externalId], isExact: true },
  { names: ['displayName', 'displayname'], read: (user) => [user.displayName] },
  { names: ['title'], read: (user) => [user.title] },
  { names: ['name.givenName'], read: (user) => [user.name?.givenName] },
  { names: ['name.familyName', 'Name.FamilyName'], read: (user) => [user.name?.familyName] },
  { names: ['emails', 'emails.value'], read: (user) => (user.emails ?? []).map(({ value }) => value) },
  { names: ['emails.type'], read: (user) => (user.emails ?? []).map(({ type }) => type) },
  { names: ['phoneNumbers.value'], read: (user) => (user.phoneNumbers ?? []).map(({ value }) => value) },
  {
    names: ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'],
    read: (user) => [user.department],
  },
]

export const byCodePoint = (left: string, right: string): number => {
  const [one, other] = [[...left], [...right]]
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const difference = (one[at]?.codePointAt(0) ?? 0) - (other[at]?.codePointAt(0) ?? 0)
    if (difference) return difference
  }
  return one.length - other.length
}

const TESTS: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  eq: (value, wanted) => value === wanted,
  co: (value, wanted) => value.includes(wanted),
  sw: (value, wanted) => value.startsWith(wanted),
  ew: (value, wanted) => value.endsWith(wanted),
  gt: (value, wanted) => byCodePoint(value, wanted) > 0,
  ge: (value, wanted) => byCodePoint(value, wanted) >= 0,
  lt: (value, wanted) => byCodePoint(value, wanted) < 0,
  le: (value, wanted) => byCodePoint(value, wanted) <= 0,
}

const wantedFor = (random: Random, operator: string, sample: string): string => {
  if (operator === 'sw') return sample.slice(0, 1 + Math.floor(random() * sample.length))
  if (operator === 'ew') return sample.slice(Math.floor(random() * sample.length))
  if (operator !== 'co') return random() < 0.3 ? sample.toUpperCase() : sample
  const start = Math.floor(random() * sample.length)
  return sample.slice(start, start + 1 + Math.floor(random() * 4))
}

const textFilter = (random: Random, users: readonly ModelUser[]): ModelFilter => {
  const { names, read, isExact } = pick(random, TEXTS)
  const name = pick(random, names)
  const sample = users.flatMap(read).filter((value) => value !== undefined)[Math.floor(random() * 20)] ?? 'none'
  const operator = pick(random, [...Object.keys(TESTS), 'ne', 'pr'])
  const spelled = random() < 0.2 ? operator.toUpperCase() : operator
  if (operator === 'pr')
    return { text: `${name} ${spelled}`, test: (user) => read(user).some((value) => value !== undefined) }
  const wanted = wantedFor(random, operator, sample)
  const fold = (value: string) => (isExact ? value : value.toLowerCase())
  const test = TESTS[operator === 'ne' ? 'eq' : operator]
  const isMet = (user: ModelUser) =>
    read(user).some((value) => value !== undefined && test?.(fold(value), fold(wanted)) === true)
  return {
    text: `${name} ${spelled} ${JSON.stringify(wanted)}`,
    test: operator === 'ne' ? (user) => !isMet(user) : isMet,
  }
}

const activeFilter = (random: Random): ModelFilter => {
  const wanted = random() < 0.5
  const isNot = random() < 0.3
  return { text: `active ${isNot ? 'ne' : 'eq'} ${wanted}`, test: ({ active }) => (active === wanted) !== isNot }
}

/** One value must meet both conditions. */
const valueFilter = (random: Random, users: readonly ModelUser[]): ModelFilter => {
  const kind = pick(random, KINDS)
  const sample = pick(random, users).emails?.at(-1)?.value ?? 'none'
  const part = sample.slice(0, 4)
  const isNot = random() < 0.3
  const text = `emails[${isNot ? `not (type eq "${kind}")` : `type eq "${kind}"`} and value co ${JSON.stringify(part)}]`
  return {
    text,
    test: ({ emails = [] }) =>
      emails.some(({ type, value }) => (type === kind) !== isNot && value.toLowerCase().includes(part.toLowerCase())),
  }
}

const leaf = (random: Random, users: readonly ModelUser[]): ModelFilter => {
  const chance = random()
  if (chance < 0.15) return activeFilter(random)
  return chance < 0.3 ? valueFilter(random, users) : textFilter(random, users)
}

/** Creates a filter of up to three levels. `and` binds more tightly than `or`, which some of the filters rely on. */
export const aFilter = (random: Random, users: readonly ModelUser[], depth = 0): ModelFilter => {
  const chance = random()
  if (depth >= 3 || chance < 0.4) return leaf(random, users)
  if (chance < 0.55) {
    const { text, test } = aFilter(random, users, depth + 1)
    return { text: `not (${text})`, test: (user) => !test(user) }
  }
  const [left, right] = [aFilter(random, users, depth + 1), aFilter(random, users, depth + 1)]
  if (chance < 0.8)
    return { text: `(${left.text}) and (${right.text})`, test: (user) => left.test(user) && right.test(user) }
  const third = leaf(random, users)
  const [one, other] = [leaf(random, users), leaf(random, users)]
  return {
    text: `${one.text} or ${other.text} and ${third.text}`,
    test: (user) => one.test(user) || (other.test(user) && third.test(user)),
  }
}

/** Attributes to sort by; absent values come last. */
export const SORTS: readonly { name: string; read(user: ModelUser): string | undefined }[] = [
  { name: 'userName', read: ({ userName }) => userName.toLowerCase() },
  { name: 'displayName', read: ({ displayName }) => displayName?.toLowerCase() },
  { name: 'name.familyName', read: ({ name }) => name?.familyName?.toLowerCase() },
  { name: 'externalId', read: ({ externalId }) => externalId },
  { name: 'title', read: ({ title }) => title?.toLowerCase() },
  {
    name: 'emails.value',
    read: ({ emails }) => (emails?.find(({ primary }) => primary) ?? emails?.[0])?.value.toLowerCase(),
  },
]

export const sortedBy = (
  users: readonly ModelUser[],
  read: (user: ModelUser) => string | undefined,
  isDescending: boolean,
) => {
  const compare = (left: ModelUser, right: ModelUser): number => {
    const [one, other] = [read(left), read(right)]
    if (one === other) return byCodePoint(left.id, right.id)
    if (one === undefined || other === undefined) return one === undefined ? 1 : -1
    return byCodePoint(one, other)
  }
  const ascending = [...users].sort(compare)
  return isDescending ? ascending.reverse() : ascending
}
