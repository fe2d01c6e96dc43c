import { isRecord } from '../../kernel/safe-json.ts'
import { hasForeignLocalPart, normalizeEmail } from '../../rules/email.ts'
import { normalizeName } from '../../rules/names.ts'
import { badRequest } from './refusal.ts'

/** `URLSearchParams` turns a missing value into one of these texts, and existing clients send them. */
const ABSENT = ['undefined', 'null']

/**
 * Parameters that are never treated as absent: a search can be for any text, and a value that a protocol returns to its
 * sender must not change (RFC 6749 §4.1.2).
 */
const EXACT = ['_filter', 'search', 'text', 'state', 'nonce', 'RelayState']

/**
 * Returns whether a value is one of the strings that clients send for a missing value, whatever the parameter means.
 */
export const isNothing = (value: unknown): boolean => typeof value === 'string' && ABSENT.includes(value)

/** Returns whether a value of a query means that the parameter is absent. */
export const isAbsentText = (name: string, value: unknown): boolean => isNothing(value) && !EXACT.includes(name)

/** Removes the absent parameters from a URL's query. */
export const withoutAbsent = (url: URL): URL => {
  const absent = [...url.searchParams].filter(([name, value]) => isAbsentText(name, value))
  if (absent.length === 0) return url
  const cleaned = new URL(url)
  for (const [name, value] of absent) cleaned.searchParams.delete(name, value)
  return cleaned
}

/**
 * Returns a value as text for a handler that refuses anything but a string. Objects become empty, because their own
 * `toString` would be called.
 */
export const writtenText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? '' : String(value)

/** Maximum lengths of texts that several calls accept. A provider's authorization code may be a whole token. */
export const MAX_PASSWORD_LENGTH = 10_000
export const MAX_METADATA_LENGTH = 20_000
export const MAX_CODE_LENGTH = 5_000
export const MAX_URL_LENGTH = 2_000
export const MAX_RELAY_STATE_LENGTH = 2_000

/** These readers of untrusted values return the typed value or refuse with a 400 that names the field. */
export const text = (value: unknown, field: string, maxLength = 1_000): string => {
  if (typeof value !== 'string' || value === '') throw badRequest(`${field} must be a string`)
  if (value.length > maxLength) throw badRequest(`${field} is too long`)
  return value
}

export const optionalText = (value: unknown, field: string, maxLength = 1_000): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  return text(value, field, maxLength)
}

export const textList = (value: unknown, field: string): string[] => {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw badRequest(`${field} must be a list of strings`)
  }
  return value
}

export const number = (value: unknown, field: string, { min, max }: { min: number; max: number }): number => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw badRequest(`${field} must be a number`)
  if (value < min || value > max) throw badRequest(`${field} must be between ${min} and ${max}`)
  return value
}

/** Reads the fields of an object. */
export const fieldsOf = (value: unknown, field: string): Record<string, unknown> => {
  if (!isRecord(value)) throw badRequest(`${field} must be an object`)
  return { ...value }
}

export const flagOf = (value: unknown, field: string): boolean => {
  if (typeof value !== 'boolean') throw badRequest(`${field} must be true or false`)
  return value
}

/** Reads an integer from a query; returns `fallback` when it is absent. */
export const integer = (
  value: string | undefined,
  field: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number => {
  if (value === undefined || value === '') return fallback
  if (!/^-?\d{1,15}$/.test(value)) throw badRequest(`${field} must be a whole number`)
  return number(Number(value), field, { min, max })
}

const MAX_PAGES = 1_000_000
const MAX_PAGE_SIZE = 200

interface PageNames {
  /** Name of the parameter with the index of the page. @default '_offset' */
  index?: string
  /** Name of the parameter with the number of rows. @default '_limit' */
  limit?: string
  /** @default 200 */
  max?: number
  /** Number of rows if the query has none. @default 20 */
  fallback?: number
}

/** Reads which page of a list a query is for. */
export const readPage = (
  query: Readonly<Partial<Record<string, string>>>,
  { index: indexName = '_offset', limit: limitName = '_limit', max = MAX_PAGE_SIZE, fallback = 20 }: PageNames = {},
): { index: number; limit: number; offset: number } => {
  const index = integer(query[indexName], indexName, { min: 0, max: MAX_PAGES, fallback: 0 })
  const limit = integer(query[limitName], limitName, { min: 1, max, fallback })
  return { index, limit, offset: index * limit }
}

export const flag = (value: string | undefined, field: string): boolean => {
  if (value === undefined || value === '' || value === 'false') return false
  if (value !== 'true') throw badRequest(`${field} must be true or false`)
  return true
}

export const oneOf = <const Options extends readonly string[]>(
  value: string | undefined,
  field: string,
  options: Options,
): Options[number] | undefined => {
  // A choice that is sent as free text, such as `_filter`, is absent here too.
  if (value === undefined || value === '' || isNothing(value)) return undefined
  const found = options.find((option) => option === value)
  if (found === undefined) throw badRequest(`${field} must be one of ${options.join(', ')}`)
  return found
}

/** Reads a comma-joined list, the form in which requests send ids. */
export const commaList = (value: string | undefined): string[] | undefined => {
  const parts = value
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'undefined')
  return parts?.length ? parts : undefined
}

const INVALID = 'Enter a valid email address, like ada@company.com.'
const FOREIGN = 'Before the @, an email address has only letters from a to z, digits and signs like . _ + and -.'

/**
 * Reads an email that a caller sent and returns it in the form in which it is stored.
 *
 * @throws Refusal 400 that says what is wrong with it
 */
export const readEmail = (value: unknown, field: string, maxLength = 1_000): string => {
  const given = text(value, field, maxLength)
  const email = normalizeEmail(given)
  if (email === undefined) throw badRequest(hasForeignLocalPart(given) ? FOREIGN : INVALID)
  return email
}

/**
 * Reads a name and returns it in the form in which it is stored.
 * @throws 400 if it is missing, too long, or has no visible character.
 */
export const readName = (value: unknown, field: string, maxLength: number): string => {
  const name = normalizeName(text(value, field, maxLength))
  if (name === '') throw badRequest(`${field} must have a character that can be seen`)
  return name
}

/** Reads a description, of which each line is stored like a name; empty if there is none. */
export const readDescription = (value: unknown, field: string, maxLength?: number): string =>
  (optionalText(value, field, maxLength) ?? '')
    .split(/\r\n?|\n/)
    .map(normalizeName)
    .join('\n')
    .trim()

/** Reads a name; returns `undefined` if it has no visible character. */
export const readOptionalName = (value: unknown, field: string, maxLength: number): string | undefined =>
  normalizeName(optionalText(value, field, maxLength) ?? '') || undefined

/** The maximum number of users in one call. */
const MAX_USERS = 500

export const userIdList = (value: unknown): string[] => {
  const isList = Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string')
  if (!isList) throw badRequest('userIds must name at least one user')
  if (value.length > MAX_USERS) throw badRequest(`userIds must name at most ${MAX_USERS} users`)
  return [...new Set(value)]
}
