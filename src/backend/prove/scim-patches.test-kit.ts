import { type ModelUser, pick, type Random } from './scim-model.test-kit.ts'

/** Operations of a PATCH, and their result for a user. */
interface ModelPatch {
  operations: object[]
  apply(user: ModelUser): ModelUser
  /** Returns the expected error of RFC 7644 §3.12 instead. */
  fails?: (user: ModelUser) => string | undefined
}

type Make = (random: Random, at: number) => ModelPatch

const DEPARTMENT = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'
const verb = (random: Random, op: string): string => (random() < 0.3 ? op.charAt(0).toUpperCase() + op.slice(1) : op)

const onePrimary = (emails: NonNullable<ModelUser['emails']>, kept: string) =>
  emails.map((email) => (email.primary && email.value !== kept ? { ...email, primary: false } : email))

const without = (user: ModelUser, name: keyof ModelUser): ModelUser => {
  const { [name]: _gone, ...rest } = user
  return rest as ModelUser
}

/** Well-formed paths to attributes, parts and extensions that the server doesn't support. */
const UNKNOWN_PATHS = [
  'nothing',
  'x500UniqueName',
  'name.prefixOfName',
  'emails[type eq "work"].nickname',
  'emails[nickname eq "work"].value',
  'badges[color eq "red"]',
  'urn:ietf:params:scim:schemas:extension:company:2.0:User:shoeSize',
  'urn:ietf:params:scim:schemas:extension:company:2.0:User',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:floor',
] as const

const MAKERS: readonly Make[] = [
  (random, at) => ({
    operations: [{ op: verb(random, pick(random, ['add', 'replace'])), path: 'displayName', value: `New ${at}` }],
    apply: (user) => ({ ...user, displayName: `New ${at}` }),
  }),
  (random, at) => ({
    operations: [
      { op: verb(random, 'replace'), value: { title: `T${at}`, 'name.familyName': `F${at}`, id: 'ignored' } },
    ],
    apply: (user) => ({ ...user, title: `T${at}`, name: { ...user.name, familyName: `F${at}` } }),
  }),
  (random, at) => ({
    operations: [{ op: verb(random, 'add'), value: { name: { givenName: `G${at}` }, [DEPARTMENT]: `D${at}` } }],
    apply: (user) => ({ ...user, name: { ...user.name, givenName: `G${at}` }, department: `D${at}` }),
  }),
  (random) => ({
    operations: [{ op: verb(random, 'remove'), path: pick(random, ['title', 'TITLE']) }],
    apply: (user) => without(user, 'title'),
  }),
  (random) => ({
    operations: [{ op: verb(random, 'replace'), path: 'active', value: pick(random, ['False', false]) }],
    apply: (user) => ({ ...user, active: false }),
  }),
  (random, at) => ({
    operations: [
      { op: verb(random, 'add'), path: 'phoneNumbers', value: [{ value: `+2${at}`, type: 'fax' }] },
      { op: 'add', path: 'phoneNumbers', value: { value: `+2${at}`, type: 'fax' } },
    ],
    apply: (user) => ({ ...user, phoneNumbers: [...(user.phoneNumbers ?? []), { value: `+2${at}`, type: 'fax' }] }),
  }),
  (random, at) => ({
    operations: [
      { op: verb(random, 'add'), path: 'emails', value: [{ value: `p${at}@new.test`, type: 'other', primary: true }] },
    ],
    apply: (user) => ({
      ...user,
      emails: onePrimary(
        [...(user.emails ?? []), { value: `p${at}@new.test`, type: 'other', primary: true }],
        `p${at}@new.test`,
      ),
    }),
  }),
  (random, at) => ({
    operations: [{ op: verb(random, 'add'), path: 'phoneNumbers[type eq "pager"].value', value: `+3${at}` }],
    apply: (user) => {
      const phones = user.phoneNumbers ?? []
      const isThere = phones.some(({ type }) => type === 'pager')
      const changed = phones.map((phone) => (phone.type === 'pager' ? { ...phone, value: `+3${at}` } : phone))
      return { ...user, phoneNumbers: isThere ? changed : [...phones, { type: 'pager', value: `+3${at}` }] }
    },
  }),
  (random, at) => ({
    operations: [{ op: verb(random, 'replace'), path: 'phoneNumbers[type eq "mobile"].value', value: `+4${at}` }],
    apply: (user) => ({
      ...user,
      phoneNumbers: (user.phoneNumbers ?? []).map((phone) =>
        phone.type === 'mobile' ? { ...phone, value: `+4${at}` } : phone,
      ),
    }),
    fails: (user) => (user.phoneNumbers?.some(({ type }) => type === 'mobile') ? undefined : 'noTarget'),
  }),
  (random) => ({
    operations: [{ op: verb(random, 'remove'), path: 'phoneNumbers[type eq "work"]' }],
    apply: (user) => {
      const kept = (user.phoneNumbers ?? []).filter(({ type }) => type !== 'work')
      return kept.length ? { ...user, phoneNumbers: kept } : without(user, 'phoneNumbers')
    },
  }),
  () => ({
    operations: [
      { op: 'remove', path: 'name.givenName' },
      { op: 'add', path: 'title', value: 'Twice' },
    ],
    apply: (user) => {
      const { givenName: _gone, ...name } = user.name ?? {}
      const renamed = Object.keys(name).length ? { ...user, name } : without(user, 'name')
      return { ...renamed, title: 'Twice' }
    },
  }),
  () => ({ operations: [{ op: 'replace', path: 'id', value: 'x' }], apply: (user) => user, fails: () => 'mutability' }),
  () => ({ operations: [{ op: 'remove', path: 'userName' }], apply: (user) => user, fails: () => 'mutability' }),
  () => ({ operations: [{ op: 'remove' }], apply: (user) => user, fails: () => 'noTarget' }),
  (random, at) => ({
    // Unsupported attributes are ignored, by path and by name, and the rest is applied.
    operations: [
      { op: verb(random, 'add'), path: pick(random, UNKNOWN_PATHS), value: at },
      { op: verb(random, 'replace'), value: { [pick(random, UNKNOWN_PATHS)]: at } },
      { op: verb(random, 'replace'), path: 'title', value: `Kept ${at}` },
      { op: 'remove', path: pick(random, UNKNOWN_PATHS) },
    ],
    apply: (user) => ({ ...user, title: `Kept ${at}` }),
  }),
  () => ({
    operations: [{ op: 'add', path: 'emails[type eq', value: 'x' }],
    apply: (user) => user,
    fails: () => 'invalidPath',
  }),
  () => ({
    operations: [{ op: 'add', path: 'active', value: 'maybe' }],
    apply: (user) => user,
    fails: () => 'invalidValue',
  }),
  () => ({
    operations: [{ op: 'move', path: 'title', value: 'x' }],
    apply: (user) => user,
    fails: () => 'invalidSyntax',
  }),
  () => ({
    // The second operation is refused, so the first one has no effect either.
    operations: [
      { op: 'replace', path: 'title', value: 'Lost' },
      { op: 'replace', path: 'title', value: ['Clerk', 'Boss'] },
    ],
    apply: (user) => user,
    fails: () => 'invalidValue',
  }),
]

export const aPatch = (random: Random, at: number): ModelPatch => pick(random, MAKERS)(random, at)

/** Invalid requests with their error types in RFC 7644 and RFC 9865. */
export const WRONG_LISTS: readonly (readonly [query: string, scimType: string])[] = [
  ['filter=userName', 'invalidFilter'],
  ['filter=userName eq', 'invalidFilter'],
  ['filter=userName xx "a"', 'invalidFilter'],
  ['filter=(userName eq "a"', 'invalidFilter'],
  ['filter=userName eq "a" and', 'invalidFilter'],
  ['filter=not userName eq "a"', 'invalidFilter'],
  ['filter=userName eq "a', 'invalidFilter'],
  ['filter=userName eq a b', 'invalidFilter'],
  ['filter=userName eq “a”', 'invalidFilter'],
  ['filter=unknown eq "a"', 'invalidFilter'],
  ['filter=active gt true', 'invalidFilter'],
  ['filter=active co "t"', 'invalidFilter'],
  ['filter=name eq "a"', 'invalidFilter'],
  ["filter=userName eq 'a", 'invalidFilter'],
  ["filter=userName eq 'a' 'b'", 'invalidFilter'],
  ['filter=active eq 7', 'invalidFilter'],
  ['filter=userName[value eq "a"]', 'invalidFilter'],
  ['filter=emails[unknown eq "a"]', 'invalidFilter'],
  ['filter=meta.created gt "yesterday"', 'invalidFilter'],
  ['count=many', 'invalidValue'],
  ['startIndex=first', 'invalidValue'],
  ['sortBy=userName&sortOrder=upwards', 'invalidValue'],
  ['attributes=userName&excludedAttributes=emails', 'invalidValue'],
  ['cursor=forged', 'invalidCursor'],
  ['cursor=&count=many', 'invalidCount'],
]
