import { normalizeName } from '../../../../rules/names.ts'
import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { isTime } from './filter/resolve-filter.ts'
import { fromJsonText, plainForm } from './leniency.ts'
import {
  type Attribute,
  coreAttributes,
  GROUP,
  type ResourceType,
  type Schema,
  sameName,
  subAttribute,
  withStandardSchema,
} from './schema.ts'
import { isRefusedValue, scimRefusal } from './scim-error.ts'

/** The maximum length that an index of the database can store. */
const MAX_TEXT_LENGTH = 500
/** The maximum length of certificates and pictures. */
const MAX_DATA_LENGTH = 20_000
const MAX_VALUES = 1_000

/** Returns whether a value is unassigned: null, an empty list, or a missing attribute (RFC 7643 §2.5). */
export const isUnassigned = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** Returns whether a value clears an attribute; directories clear a string with an empty one. */
export const isCleared = (value: unknown): boolean => isUnassigned(value) || value === ''

/** Returns whether a complex value is empty, because directories clear `name` and `manager` with an empty string. */
export const isBlank = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((part) => isUnassigned(part) || part === '')

const wrong = (name: string, type: string) => scimRefusal('invalidValue', `${name} must be ${type}`)

const booleanOf = ({ name }: Attribute, value: unknown): boolean | undefined => {
  if (value === '') return undefined
  if (typeof value !== 'boolean') throw wrong(name, 'true or false')
  return value
}

const textOf = ({ name, type }: Attribute, value: unknown): string => {
  // A list of one or an object had null inside, which clears a string as an empty one does.
  if (value === null) return ''
  if (typeof value !== 'string') throw wrong(name, 'a string')
  const maxLength = type === 'binary' || type === 'reference' ? MAX_DATA_LENGTH : MAX_TEXT_LENGTH
  if (value.length > maxLength) throw wrong(name, `at most ${maxLength} characters long`)
  if (type === 'dateTime' && !isTime(value)) throw wrong(name, 'a date and time')
  return value
}

const numberOf = ({ name, type }: Attribute, value: unknown): number | undefined => {
  if (value === '') return undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name, 'a number')
  if (type === 'integer' && !Number.isInteger(value)) throw wrong(name, 'a whole number')
  return value
}

const isWritable = ({ mutability }: Attribute): boolean => mutability !== 'readOnly'

const complexOf = (attribute: Attribute, given: unknown): ScimObject => {
  if (isUnassigned(given) || given === '') return {}
  if (!isObject(given)) throw wrong(attribute.name, 'an object')
  const result: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(given)) {
    const sub = subAttribute(attribute, name)
    if (!sub || !isWritableIn(attribute, sub)) continue
    const read = isUnassigned(part) ? undefined : singleOf(sub, part)
    // A type or a reference is meaningless without the value.
    if (sub.name === 'value' && isCleared(read)) return {}
    if (!isCleared(read)) result[sub.name] = read
  }
  return result
}

/**
 * Returns whether clients may set a part. Parts that the server adds to members and managers are ignored if clients
 * send them back.
 */
const isWritableIn = (attribute: Attribute, sub: Attribute): boolean =>
  isWritable(sub) && !(attribute.name === 'members' && sub.name !== 'value' && sub.name !== 'type')

const singleOf = (attribute: Attribute, given: unknown): unknown => {
  const value = plainForm(attribute, given)
  if (attribute.type === 'complex') return complexOf(attribute, value)
  if (attribute.type === 'boolean') return booleanOf(attribute, value)
  if (attribute.type === 'integer' || attribute.type === 'decimal') return numberOf(attribute, value)
  return textOf(attribute, value)
}

/**
 * Keeps one primary value of several, although RFC 7643 §2.4 forbids more than one, because a refusal would repeat at each
 * synchronization. It is the one for work, or else the first.
 */
const withFirstPrimary = (values: readonly unknown[]): readonly unknown[] => {
  const primaries = values.filter((value): value is ScimObject => isObject(value) && value.primary === true)
  if (primaries.length < 2) return values
  const kept = primaries.find(({ type }) => typeof type === 'string' && sameName(type.trim(), 'work')) ?? primaries[0]
  return values.map((value) =>
    isObject(value) && value.primary === true && value !== kept ? { ...value, primary: false } : value,
  )
}

const maxValuesOf = (name: string): number => (name === 'members' ? 100_000 : MAX_VALUES)

export const assertFits = ({ name }: Attribute, values: readonly unknown[]): void => {
  if (values.length > maxValuesOf(name)) throw wrong(name, 'a shorter list')
}

/** Converts a value of an attribute to the form in which it is stored. @throws ScimRefusal invalidValue */
export const typedValue = (attribute: Attribute, value: unknown): unknown => {
  if (!attribute.multiValued) return singleOf(attribute, value)
  const values = [fromJsonText(value)].flat()
  assertFits(attribute, values)
  return withFirstPrimary(values.map((each) => singleOf(attribute, each)).filter((each) => !isBlank(each)))
}

/** Returns what is read, or `undefined` if it is refused and may be left out. */
const readUnlessRefused = <Read>(skipsRefused: boolean, read: () => Read): Read | undefined => {
  if (!skipsRefused) return read()
  try {
    return read()
  } catch (error) {
    if (isRefusedValue(error)) return undefined
    throw error
  }
}

const attributesOf = (
  known: readonly Attribute[],
  given: ScimObject,
  skipsRefused: boolean,
): Record<string, unknown> => {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const attribute = known.find((candidate) => sameName(candidate.name, name))
    if (!attribute || !isWritable(attribute) || attribute.name === 'schemas' || isUnassigned(value)) continue
    const read = readUnlessRefused(skipsRefused, () => typedValue(attribute, value))
    if (!isCleared(read) && !isBlank(read)) result[attribute.name] = read
  }
  return result
}

/** Requires a value for each required attribute. */
export const assertComplete = ({ core }: ResourceType, resource: ScimObject): void => {
  for (const { name, required } of core.attributes) {
    const value = resource[name]
    if (required && (isUnassigned(value) || value === '')) throw scimRefusal('invalidValue', `${name} is required`)
  }
}

const isHidden = (value: unknown): boolean => typeof value === 'string' && value !== '' && normalizeName(value) === ''

/**
 * Requires that the name by which lists show a user or group has a visible character. A stored resource keeps its name
 * instead if a refusal would also keep a user active or a member in a group.
 */
export const withVisibleName = (type: ResourceType, resource: ScimObject, stored?: ScimObject): ScimObject => {
  const hidden = type.core.attributes.find(({ name, required }) => required && isHidden(resource[name]))?.name
  if (!hidden || (stored && stored[hidden] === resource[hidden])) return resource
  if (stored && (type === GROUP || resource.active === false)) return { ...resource, [hidden]: stored[hidden] }
  throw wrong(hidden, 'a string with a visible character')
}

/** Returns a member of a body or query, whose names clients write in any case. */
export const memberNamed = (given: ScimObject, wanted: string): unknown =>
  Object.hasOwn(given, wanted) ? given[wanted] : Object.entries(given).find(([name]) => sameName(name, wanted))?.[1]

/** Requires that a body isn't of another schema. Clients leave `schemas` out, because the URL implies it. */
export const assertSchema = (body: ScimObject, wanted: string, standard = (name: string) => name): void => {
  const schemas = memberNamed(body, 'schemas')
  const names = isCleared(schemas) ? [] : [schemas].flat()
  const isNamed = names.some((name) => typeof name === 'string' && sameName(standard(name), wanted))
  if (names.length > 0 && !isNamed) throw scimRefusal('invalidSyntax', `schemas must name ${wanted}`)
}

const extensionOf = ({ id, attributes }: Schema, sent: unknown, skipsRefused: boolean): ScimObject => {
  const given = fromJsonText(sent)
  const part = Array.isArray(given) && given.length === 1 ? given[0] : given
  if (isCleared(part)) return {}
  if (isObject(part)) return attributesOf(attributes, part, skipsRefused)
  if (skipsRefused) return {}
  throw wrong(id, 'an object')
}

const requiredIn = ({ core }: ResourceType, resource: ScimObject): ScimObject =>
  Object.fromEntries(core.attributes.filter((each) => each.required).map(({ name }) => [name, resource[name]]))

/** @param kept replaces required values that are refused; without it, a refused value is an error */
const readResource = (type: ResourceType, body: ScimObject, kept?: ScimObject): ScimObject => {
  const skipsRefused = kept !== undefined
  const lowered = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [withStandardSchema(type, name).toLowerCase(), value]),
  )
  assertSchema({ schemas: lowered.schemas }, type.core.id, (name) => withStandardSchema(type, name))
  const resource = { ...(kept && requiredIn(type, kept)), ...attributesOf(coreAttributes(type), body, skipsRefused) }
  for (const schema of type.extensions) {
    // Directories also send attributes of an extension beside those of the core.
    const beside = attributesOf(schema.attributes, body, true)
    const extension = { ...beside, ...extensionOf(schema, lowered[schema.id.toLowerCase()], skipsRefused) }
    if (Object.keys(extension).length) resource[schema.id] = extension
  }
  assertComplete(type, resource)
  return resource
}

/**
 * Returns the attributes that a client may set, with the names and types of their schemas; the rest is ignored (RFC
 * 7644 §3.3). A value of another type is refused, unless the resource is a user whom the directory deactivates. A stored
 * one then keeps its required values.
 */
export const normalizeResource = (type: ResourceType, given: ScimObject, stored: ScimObject = {}): ScimObject => {
  try {
    return readResource(type, given)
  } catch (error) {
    const read = isRefusedValue(error) ? readResource(type, given, stored) : undefined
    if (read?.active !== false) throw error
    return read
  }
}
