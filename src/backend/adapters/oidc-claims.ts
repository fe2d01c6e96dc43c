import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { flagOf } from '../../rules/claim-flag.ts'
import { hasAtSign } from '../../rules/email.ts'
import { type AttributeMapping, type MAPPED_FIELDS, mappedUser } from '../../rules/saml-attributes.ts'
import { unambiguousEmail } from '../../rules/unambiguous-email.ts'
import type { ForeignIdentity } from '../ports/sso.ts'

/** Providers whose mappers are multi-valued send a string as a list of one. */
const textOf = (value: unknown): string | undefined => {
  const [text, ...more] = [value].flat()
  return typeof text === 'string' && text.trim() !== '' && more.length === 0 ? text : undefined
}

/** Parts of an object that describes a group by its name. */
const NAMES_OF_GROUPS = [
  ...['name', 'displayName', 'display', 'groupName', 'group_name', 'roleName', 'role_name'],
  ...['title', 'label', 'value', 'path', 'key', 'id'],
  // Some services wrap the list in an object.
  ...['groups', 'roles', 'items'],
]

const namesGroups = (part: unknown): boolean =>
  typeof part === 'string' || typeof part === 'number' || Array.isArray(part)

/** Returns the list or object in the text of its JSON, which providers send for claims that are not plain texts. */
const unpacked = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? (parseJson(value) ?? value) : value

/**
 * Returns the items of a list as Amazon Cognito writes it into a text, without quotation marks: `[Staff, Admins]`. A text
 * with a single item is the name of a group in brackets.
 */
const bareItems = (text: string): string[] => {
  const items = (/^\[([^[\]{}"]*)\]$/.exec(text)?.[1] ?? '').split(',')
  return items.length > 1 ? items.map((item) => item.trim()) : []
}

/**
 * Returns the groups in a claim. Providers also send a single group as a string, a list as JSON text, numbers, nested
 * lists, objects with a name, and an object whose keys are the groups, such as the roles of Zitadel.
 */
const textsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(textsOf)
  if (typeof value === 'number') return [String(value)]
  if (isRecord(value)) {
    const name = NAMES_OF_GROUPS.find((part) => namesGroups(value[part]))
    return name ? textsOf(value[name]) : Object.keys(value).filter((key) => value[key] === true || isRecord(value[key]))
  }
  const content = unpacked(value)
  if (content !== value) return textsOf(content)
  const text = typeof value === 'string' ? value.trim() : ''
  // The whole text remains a group, because administrators may have mapped it.
  return [text, ...bareItems(text)].filter(Boolean)
}

const MAX_PICTURE_URL_LENGTH = 2_000

const pictureOf = (value: unknown): string | undefined => {
  const url = textOf(value)
  return url && url.length <= MAX_PICTURE_URL_LENGTH && /^https:\/\//i.test(url) && URL.canParse(url) ? url : undefined
}

export type Claims = Readonly<Record<string, unknown>>

/** Claims that identify a user by an email in many companies, but aren't declared to be one. */
const NAMES_LIKE_EMAILS = ['email', 'emails', 'upn', 'preferred_username', 'unique_name']

/** Returns the first email of a claim that may have several, such as `emails` of Azure AD B2C. */
const firstEmail = (value: unknown): string | undefined =>
  [unpacked(value)]
    .flat()
    .map((each) => (isRecord(each) ? (each.value ?? each.email) : each))
    .find((each): each is string => typeof each === 'string' && hasAtSign(each))

/** Returns the email. Anyone can choose such a name at a public provider, so without a mapping only `email` counts. */
const emailOf = (claims: Claims, mapping: AttributeMapping | undefined) => {
  const wanted = mapping?.email ?? 'email'
  const email = textOf(claimOf(claims, wanted))
  // Directories also put a plain user name into the claim.
  const isEmail = email !== undefined && hasAtSign(email)
  if (isEmail || !mapping || mapping.email) {
    const emailVerified = wanted === 'email' ? flagOf(claims.email_verified) : undefined
    return { email, emailVerified, ...(wanted !== 'email' && { isEmailByName: true }) }
  }
  const named = NAMES_LIKE_EMAILS.map((name) => firstEmail(claims[name])).find((name) => name !== undefined)
  return { email: named, emailVerified: undefined, isEmailByName: true }
}

/** Claims with the given and the family name in OpenID Connect, in SCIM and in the APIs of providers. */
const PARTS_OF_NAME = [
  ['given_name', 'givenName', 'first_name', 'firstName'],
  ['family_name', 'familyName', 'last_name', 'lastName'],
]

const firstText = (claims: Claims, names: readonly string[]): string | undefined =>
  names.map((name) => textOf(claims[name])).find((text) => text !== undefined)

const nameInParts = (claims: Claims): string | undefined =>
  PARTS_OF_NAME.flatMap((names) => firstText(claims, names) ?? []).join(' ') || undefined

/**
 * Returns the full name, or its two parts joined (OpenID Connect Core 5.1). Some providers put the parts into an
 * object; others also send the email as the full name.
 */
const nameOf = (claims: Claims): string | undefined => {
  const parts = nameInParts(claims)
  const whole = isRecord(claims.name)
    ? (textOf(claims.name.formatted) ?? nameInParts(claims.name))
    : textOf(claims.name)
  if (whole !== undefined && !(parts !== undefined && hasAtSign(whole))) return whole
  return parts ?? firstText(claims, ['displayName', 'display_name', 'nickname', 'login'])
}

/** Returns the member with this name, in any case, because an administrator may have typed it differently. */
const memberOf = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  const same = Object.keys(claims).find((each) => each.toLowerCase() === name.toLowerCase())
  return same === undefined ? undefined : claims[same]
}

/** Returns what a path names within a claim; of a list, what it names within each of its objects. */
const partOf = (value: unknown, path: string): unknown => {
  const content = unpacked(value)
  if (!Array.isArray(content)) return isRecord(content) ? claimOf(content, path) : undefined
  const parts = content.map((each) => partOf(each, path)).filter((part) => part !== undefined)
  return parts.length > 0 ? parts.flat() : undefined
}

/**
 * Returns the claim of this name, or the part of a claim that a path names, such as `realm_access.roles` of Keycloak. The
 * name of a part may have periods, such as a client in `resource_access.my.app.roles`.
 */
const claimOf = (claims: Claims, given: string): unknown => {
  const name = given.trim()
  const whole = memberOf(claims, name)
  if (whole !== undefined) return whole
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
    const found = partOf(memberOf(claims, name.slice(0, at)), name.slice(at + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** Claim in which Keycloak sends the roles of a realm unless a mapper names another one. */
const REALM_ROLES = 'realm_access.roles'

/** Returns the groups of the mapped claim, or of the first of the usual ones, whose names SAML and OpenID Connect share. */
const groupsOf = (claims: Claims, mapped: string | undefined): readonly string[] => {
  if (mapped) return textsOf(claimOf(claims, mapped))
  const all = [...Object.entries(claims), [REALM_ROLES, claimOf(claims, REALM_ROLES)] as const]
  const attributes = Object.fromEntries(all.map(([name, value]) => [name, textsOf(value)]))
  return mappedUser({ nameId: '', nameIdFormat: '', attributes }).groups
}

/** A number beyond the safe ones was rounded by the reader, so it could be that of another user. */
const subjectOf = (value: unknown): string | undefined => (Number.isSafeInteger(value) ? String(value) : textOf(value))

/** Providers without OpenID call the subject `id`. */
export const identityOf = (claims: Claims, mapping?: AttributeMapping): ForeignIdentity | undefined => {
  const subject = subjectOf(claims.sub) ?? subjectOf(claims.id)
  if (!subject) return undefined
  const { email, ...described } = emailOf(claims, mapping)
  return {
    subject,
    email: unambiguousEmail(email),
    ...described,
    name: mapping?.name ? textOf(claimOf(claims, mapping.name)) : nameOf(claims),
    picture: pictureOf(claims.picture ?? claims.avatar_url),
    groups: groupsOf(claims, mapping?.groups),
  }
}

/** Returns whether a value is empty; directories also send such values for a field that isn't filled in. */
const isEmpty = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isEmpty)
  if (isRecord(value)) return Object.keys(value).length === 0
  return value === undefined || value === null || String(value).trim() === ''
}

export const hasClaim = (claims: Claims, name: string): boolean => !isEmpty(claimOf(claims, name))

/**
 * Returns the name of the claim of a field. Providers put each of them into the ID token, into UserInfo, or into both
 * (OpenID Connect Core 5.4 and 5.5).
 */
export const claimFor = (field: (typeof MAPPED_FIELDS)[number], mapping: AttributeMapping | undefined): string =>
  mapping?.[field] || field

/** Only the source of an email can report that it is verified, or both sources if they have the same email. */
const verificationOf = (token: Claims, userInfo: Claims): Claims => {
  if (!hasClaim(token, 'email')) return { email_verified: userInfo.email_verified }
  const isSame = firstEmail(token.email)?.trim().toLowerCase() === firstEmail(userInfo.email)?.trim().toLowerCase()
  const said = [token, ...(isSame ? [userInfo] : [])].map((claims) => flagOf(claims.email_verified))
  return { email_verified: said.includes(false) ? false : said.find((flag) => flag !== undefined) }
}

/**
 * Adds parts that only the other claims have, including those within objects, such as the roles of another client in
 * Keycloak.
 */
const withRest = (claims: Claims, others: Claims): Claims => {
  const otherOf = (name: string) => (Object.hasOwn(others, name) ? others[name] : undefined)
  // The key of an object without content may be a role, as the keys of Zitadel are.
  const sent = Object.entries(claims).filter(
    ([name, value]) => !isEmpty(value) || (isRecord(value) && isEmpty(otherOf(name))),
  )
  const both = sent.map(([name, value]): [string, unknown] => {
    const other = otherOf(name)
    return [name, isRecord(value) && isRecord(other) ? withRest(value, other) : value]
  })
  return { ...others, ...Object.fromEntries(both) }
}

/** Merges the claims: those of the ID token take precedence, and UserInfo adds claims that it omits. */
export const mergedClaims = (token: Claims, userInfo: Claims): Claims => ({
  ...withRest(token, userInfo),
  ...verificationOf(token, userInfo),
  sub: token.sub,
})

/**
 * Returns whether the groups are only referred to, as Microsoft Entra ID does with more than 200 (OpenID Connect Core
 * 5.6.2).
 */
export const areGroupsElsewhere = ({ _claim_names: names, hasgroups }: Claims, claim = 'groups'): boolean => {
  const elsewhere = unpacked(names)
  return flagOf(hasgroups) === true || (isRecord(elsewhere) && ['groups', claim].some((name) => name in elsewhere))
}
