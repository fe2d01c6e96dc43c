import { hasAtSign } from './email.ts'

/** Attributes of an assertion that fill the user's fields; an absent field is matched by its usual names. */
export interface AttributeMapping {
  email?: string
  name?: string
  groups?: string
}

export const MAPPED_FIELDS = ['email', 'name', 'groups'] as const
type MappedField = (typeof MAPPED_FIELDS)[number]

/** Names that identity providers use for these fields, compared without regard to case. */
const USUAL: Readonly<Record<MappedField, readonly string[]>> = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
    'urn:mace:dir:attribute-def:mail',
  ],
  name: [
    'name',
    'displayname',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'urn:mace:dir:attribute-def:displayname',
    'fullname',
    'cn',
    'urn:oid:2.5.4.3',
  ],
  // Memberships precede user types, such as "staff", which universities also send.
  groups: [
    'groups',
    'group',
    'memberof',
    'ismemberof',
    'urn:oid:1.3.6.1.4.1.5923.1.5.1.1',
    'urn:oid:1.2.840.113556.1.2.102',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
    'http://schemas.xmlsoap.org/claims/group',
    'http://schemas.xmlsoap.org/claims/groups',
    'groupmembership',
    'member',
    'roles',
    'role',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/role',
    'http://schemas.microsoft.com/ws/2008/06/identity/claims/roles',
    'realm_access.roles',
    'edupersonentitlement',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.7',
    'entitlements',
    'edupersonaffiliation',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.1',
    'edupersonscopedaffiliation',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.9',
    'edupersonprimaryaffiliation',
    'urn:oid:1.3.6.1.4.1.5923.1.1.1.5',
  ],
}

/** Attributes that identify a user by an email in many companies, but aren't declared to be one. */
const NAMES_LIKE_EMAILS = [
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn',
  'upn',
  'userprincipalname',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
  'edupersonprincipalname',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
]

/** Names of the two parts of a user's name. */
const NAME_PARTS = [
  ['givenname', 'firstname', 'urn:oid:2.5.4.42'],
  ['surname', 'lastname', 'familyname', 'sn', 'urn:oid:2.5.4.4'],
] as const

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** Parts of an assertion that describe its user. */
export interface DescribedUser {
  nameId: string
  nameIdFormat: string
  attributes: Readonly<Record<string, readonly string[]>>
  /** The attributes by their friendly names, one of which an administrator may have mapped. */
  friendlyNames?: Readonly<Record<string, readonly string[]>>
}

/**
 * Joins repeated attributes, because providers repeat one, even in several statements, instead of giving it several
 * values (SAML Core 2.7.3).
 */
export const joinedAttributes = (
  attributes: readonly { name: string; values: readonly string[] }[],
): DescribedUser['attributes'] => {
  const joined = new Map<string, string[]>()
  for (const { name, values } of attributes) {
    const known = joined.get(name)
    if (known) known.push(...values)
    else joined.set(name, [...values])
  }
  return Object.fromEntries(joined)
}

interface MappedUser {
  email: string | undefined
  /** Whether the email is from an attribute that only names the user. */
  isEmailByName?: true
  name: string | undefined
  groups: readonly string[]
  /** The attribute that each field was read from; `NameID` if that was the email. */
  from: Partial<Record<MappedField, string>>
}

/**
 * Returns the last part of a name that is a URI, in the spelling of the lists above: `groups` of
 * `http://schemas.example.com/claims/Groups`, `user.groups` and `Group_Names`.
 */
const lastPart = (name: string): string =>
  name
    .slice(name.search(/[^/:#]*$/))
    .replace(/[\s_.-]/g, '')
    .replace(/^(?:user|security|ad|okta|saml|sso|app)?(groups?|roles?)(?:names?|s?ids?|list)?$/, '$1')

/** Returns a name that isn't a URI in the spelling of the lists above: `email` of `user.email` and `E-Mail`. */
const plainName = (name: string): string =>
  /[:/]/.test(name) ? name : name.replace(/[\s_-]/g, '').replace(/^user\./, '')

const firstIn = (found: readonly [string, readonly string[]] | undefined): string | undefined =>
  found?.[1].find(Boolean)

/**
 * Returns the first of the names that the assertion has with a value, so that one that is only named role doesn't hide
 * the groups. Names are joined without regard to case.
 */
const found = ({ attributes }: DescribedUser, names: readonly string[], nameOf = (name: string) => name) => {
  const sent = Object.entries(attributes)
  const all = names.flatMap((wanted): [string, readonly string[]][] => {
    const same = sent.filter(([name]) => nameOf(name.toLowerCase()) === wanted)
    return same[0] ? [[same[0][0], same.flatMap(([, values]) => values)]] : []
  })
  return all.find(([, values]) => values.some(Boolean)) ?? all[0]
}

/** Returns a name of a part in the spelling of the lists above: `firstname` of `User.FirstName`, which OneLogin sends. */
const partName = (name: string): string => (name.startsWith('urn:oid:') ? name : lastPart(name).replace(/^user/, ''))

/** Returns the name in two attributes, which many providers send instead of one. */
const nameInParts = (described: DescribedUser): [string, readonly string[]] | undefined => {
  const parts = NAME_PARTS.flatMap((names) => {
    const part = found(described, names, partName)
    return part && firstIn(part) ? [part] : []
  })
  const [names, values] = [parts.map(([name]) => name), parts.map(firstIn)]
  return parts.length > 0 ? [names.join(' + '), [values.join(' ')]] : undefined
}

const emailIn = (found: readonly [string, readonly string[]] | undefined): string | undefined =>
  found?.[1].find(hasAtSign)

/** Returns the first attribute that names the user by an email. */
const namedByEmail = (described: DescribedUser): readonly [string, readonly string[]] | undefined =>
  NAMES_LIKE_EMAILS.map((name) => found(described, [name], plainName)).find(emailIn)

/**
 * Returns the email: that of its attribute, else of the NameID, else of an attribute that names the user, because
 * directories leave the first two empty for users without a mailbox, or put a user name there.
 */
const emailFrom = (
  described: DescribedUser,
  { declared, isMapped }: { declared: ReturnType<typeof found>; isMapped: boolean },
): Pick<MappedUser, 'email' | 'isEmailByName'> & { from: string | undefined } => {
  const { nameId, nameIdFormat } = described
  const usual = { email: emailIn(declared) ?? firstIn(declared), from: declared?.[0] }
  if (isMapped || emailIn(declared)) return usual
  const byNameId = { email: nameId, from: 'NameID' }
  if (hasAtSign(nameId)) return byNameId
  const named = namedByEmail(described)
  if (named) return { email: emailIn(named), isEmailByName: true, from: named[0] }
  return nameIdFormat === EMAIL_FORMAT ? byNameId : usual
}

/** Returns the user that an assertion describes. A missing mapped attribute is not replaced by another one. */
export const mappedUser = (described: DescribedUser, mapping: AttributeMapping = {}): MappedUser => {
  const pick = (field: MappedField) => {
    const mapped = mapping[field]
    const { friendlyNames: attributes = {} } = described
    if (mapped)
      return found(described, [mapped.toLowerCase()]) ?? found({ ...described, attributes }, [mapped.toLowerCase()])
    const usual = found(described, USUAL[field], field === 'groups' ? undefined : plainName)
    if (usual?.[1].some(Boolean)) return usual
    // Products put groups into namespaces of their own. Names and emails there are often those for signing in.
    const other = { email: undefined, name: nameInParts(described), groups: found(described, USUAL.groups, lastPart) }
    return other[field] ?? usual
  }
  const [email, name, groups] = MAPPED_FIELDS.map(pick)
  const { from, ...read } = emailFrom(described, { declared: email, isMapped: Boolean(mapping.email) })
  return {
    ...read,
    name: firstIn(name),
    groups: groups?.[1].filter(Boolean) ?? [],
    from: {
      ...(from !== undefined && { email: from }),
      ...(name && { name: name[0] }),
      ...(groups && { groups: groups[0] }),
    },
  }
}
