import { isRecord } from '../../kernel/safe-json.ts'
import { type AttributeMapping, type MAPPED_FIELDS, mappedUser } from '../../rules/saml-attributes.ts'
import type { ForeignIdentity } from '../ports/sso.ts'

/** Providers whose mappers are multi-valued send a text as a list of one. */
const textOf = (value: unknown): string | undefined => {
  const [text, ...more] = [value].flat()
  return typeof text === 'string' && text !== '' && more.length === 0 ? text : undefined
}

/** Providers also send flags as texts, in any case, and as numbers. */
const flagOf = (value: unknown): boolean | undefined => {
  const [flag] = [value].flat()
  const text = String(flag).trim().toLowerCase()
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : undefined
}

/** Providers send a list with one item as a text. */
const textsOf = (value: unknown): string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string' && each !== '')

const MAX_PICTURE_URL_LENGTH = 2_000

const pictureOf = (value: unknown): string | undefined => {
  const url = textOf(value)
  return url && url.length <= MAX_PICTURE_URL_LENGTH && /^https:\/\//i.test(url) && URL.canParse(url) ? url : undefined
}

export type Claims = Readonly<Record<string, unknown>>

/** Claims that identify a user by an email in many companies, but aren't declared to be one. */
const NAMES_LIKE_EMAILS = ['upn', 'preferred_username', 'unique_name']

/** Returns the email. Anyone can choose such a name at a public provider, so without a mapping only `email` counts. */
const emailOf = (claims: Claims, mapping: AttributeMapping | undefined) => {
  const wanted = mapping?.email ?? 'email'
  const email = textOf(claimOf(claims, wanted))
  if (email !== undefined || !mapping || mapping.email) {
    const emailVerified = wanted === 'email' ? flagOf(claims.email_verified) : undefined
    return { email, emailVerified, ...(wanted !== 'email' && { isEmailByName: true }) }
  }
  const named = NAMES_LIKE_EMAILS.map((name) => textOf(claims[name])).find((name) => name?.includes('@'))
  return { email: named, emailVerified: undefined, isEmailByName: true }
}

/** Returns the name, or its two parts (OpenID Connect Core 5.1). */
const nameOf = (claims: Claims): string | undefined => {
  const parts = [claims.given_name, claims.family_name].map(textOf).filter(Boolean)
  return textOf(claims.name) ?? (parts.length > 0 ? parts.join(' ') : textOf(claims.login))
}

/** Returns the claim of this name, or the part of a claim that a path names, such as `realm_access.roles` of Keycloak. */
const claimOf = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name)
    ? claims[name]
    : name.split('.').reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), claims)

/** Claim in which Keycloak sends the roles of a realm unless a mapper names another one. */
const REALM_ROLES = 'realm_access.roles'

/** Returns the groups of the mapped claim, or of the first of the usual ones, whose names SAML and OpenID Connect share. */
const groupsOf = (claims: Claims, mapped: string | undefined): readonly string[] => {
  if (mapped) return textsOf(claimOf(claims, mapped))
  const all = [...Object.entries(claims), [REALM_ROLES, claimOf(claims, REALM_ROLES)] as const]
  const attributes = Object.fromEntries(all.map(([name, value]) => [name, textsOf(value)]))
  return mappedUser({ nameId: '', nameIdFormat: '', attributes }).groups
}

/** Providers without OpenID call the subject `id`. */
export const identityOf = (claims: Claims, mapping?: AttributeMapping): ForeignIdentity | undefined => {
  const subject = textOf(claims.sub) ?? (claims.id === undefined ? undefined : String(claims.id))
  if (!subject) return undefined
  return {
    subject,
    ...emailOf(claims, mapping),
    name: mapping?.name ? textOf(claimOf(claims, mapping.name)) : nameOf(claims),
    picture: pictureOf(claims.picture ?? claims.avatar_url),
    groups: groupsOf(claims, mapping?.groups),
  }
}

/** Returns whether a value is empty; directories also send such values for a field that isn't filled in. */
const isEmpty = (value: unknown): boolean => value === undefined || value === null || [value].flat().join('') === ''

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
  const isSame = token.email === userInfo.email
  const said = [token, ...(isSame ? [userInfo] : [])].map((claims) => flagOf(claims.email_verified))
  return { email_verified: said.includes(false) ? false : said.find((flag) => flag !== undefined) }
}

/** Merges the claims: those of the ID token take precedence, and UserInfo adds claims that it omits. */
export const mergedClaims = (token: Claims, userInfo: Claims): Claims => ({
  ...userInfo,
  ...Object.fromEntries(Object.entries(token).filter(([, value]) => !isEmpty(value))),
  ...verificationOf(token, userInfo),
  sub: token.sub,
})

/** Microsoft Entra ID replaces more than 200 groups by a reference to them (OpenID Connect Core 5.6.2). */
export const areGroupsElsewhere = ({ _claim_names: elsewhere, hasgroups }: Claims): boolean =>
  flagOf(hasgroups) === true || (isRecord(elsewhere) && elsewhere.groups !== undefined)
