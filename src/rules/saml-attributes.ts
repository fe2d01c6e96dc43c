/** Which attribute of an assertion fills a field of the user; an absent field is found by its usual names. */
export interface AttributeMapping {
  email?: string
  name?: string
  groups?: string
}

export const MAPPED_FIELDS = ['email', 'name', 'groups'] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

/** What identity providers call these; compared without regard to case. */
const USUAL: Readonly<Record<MappedField, readonly string[]>> = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
  name: [
    'name',
    'displayname',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  groups: ['groups', 'group', 'memberof', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
}

export const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** The parts of an assertion that describe its user. */
export interface DescribedUser {
  nameId: string
  nameIdFormat: string
  attributes: Readonly<Record<string, readonly string[]>>
}

export interface MappedUser {
  email: string | undefined
  name: string | undefined
  groups: readonly string[]
  /** The attribute that each field was read from; `NameID` where that was the email. */
  from: Partial<Record<MappedField, string>>
}

const found = ({ attributes }: DescribedUser, names: readonly string[]) =>
  Object.entries(attributes).find(([name]) => names.includes(name.toLowerCase()))

/** The user that an assertion describes. A mapped attribute that is missing is not replaced by another one. */
export const mappedUser = (described: DescribedUser, mapping: AttributeMapping = {}): MappedUser => {
  const pick = (field: MappedField) => {
    const mapped = mapping[field]
    return found(described, mapped ? [mapped.toLowerCase()] : USUAL[field])
  }
  const [email, name, groups] = MAPPED_FIELDS.map(pick)
  const { nameId, nameIdFormat } = described
  const isEmail = !mapping.email && !email?.[1][0] && (nameIdFormat === EMAIL_FORMAT || nameId.includes('@'))
  return {
    email: isEmail ? nameId : email?.[1][0],
    name: name?.[1][0],
    groups: groups?.[1] ?? [],
    from: {
      ...(isEmail ? { email: 'NameID' } : email && { email: email[0] }),
      ...(name && { name: name[0] }),
      ...(groups && { groups: groups[0] }),
    },
  }
}
