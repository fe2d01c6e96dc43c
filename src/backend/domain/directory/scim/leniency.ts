import { parseJson } from '../../../../kernel/safe-json.ts'
import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { type Attribute, sameName, subAttribute } from './schema.ts'

interface Form {
  /** A description of the form that a directory sends. */
  name: string
  isSent(attribute: Attribute, value: unknown): boolean
  /** Converts the value to the form of RFC 7643. */
  read(value: unknown): unknown
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  yes: true,
  no: false,
  1: true,
  0: false,
}
/** Sub-attributes of one value of a list (RFC 7643 §2.4). */
const PARTS_OF_A_VALUE = ['value', 'type', 'display', 'primary', '$ref']

const booleanIn = (value: unknown): boolean | undefined =>
  typeof value === 'string' || typeof value === 'number' ? BOOLEANS[String(value).trim().toLowerCase()] : undefined

const partNamed = (value: ScimObject, wanted: string): [string, unknown] | undefined =>
  Object.entries(value).find(([name]) => sameName(name, wanted))

const isOneValue = (value: unknown): boolean =>
  isObject(value) &&
  partNamed(value, 'value') !== undefined &&
  Object.keys(value).every((name) => PARTS_OF_A_VALUE.some((part) => sameName(part, name)))

const isVacant = (value: ScimObject): boolean =>
  Object.keys(value).every((name) => PARTS_OF_A_VALUE.some((part) => sameName(part, name))) &&
  (partNamed(value, 'value')?.[1] ?? null) === null

/** Returns the object or list in a text that some clients serialize once too often; any other value unchanged. */
export const fromJsonText = (value: unknown): unknown => {
  const read = typeof value === 'string' && /^\s*[{[]/.test(value) ? parseJson(value) : undefined
  return read ?? value
}

/** Returns the object with a value of its own that is the JSON text in a value, or `undefined`. */
const objectInValue = (value: unknown): ScimObject | undefined => {
  const inner = isObject(value) ? fromJsonText(partNamed(value, 'value')?.[1]) : undefined
  return isObject(inner) && partNamed(inner, 'value') ? inner : undefined
}

const withObjectInValue = (value: ScimObject): ScimObject => {
  const inner = objectInValue(value) ?? {}
  const rest = Object.entries(value).filter(([name]) => !sameName(name, 'value'))
  const display = partNamed(inner, 'displayName')?.[1]
  return { ...(display !== undefined && { display }), ...inner, ...Object.fromEntries(rest) }
}

/**
 * Forms of a value that large directories send although RFC 7643 doesn't define them. They are applied in this order.
 * All values in resources and operations, and those that filters and paths compare with, are read with this table.
 */
const FORMS: readonly Form[] = [
  {
    name: 'the JSON text of an object',
    isSent: ({ type }, value) => type === 'complex' && isObject(fromJsonText(value)),
    read: fromJsonText,
  },
  {
    name: 'a list of one for a single value',
    isSent: (_, value) => Array.isArray(value) && value.length === 1,
    read: (value) => (value as unknown[])[0],
  },
  {
    name: 'an object with a value, perhaps of a type, for a plain value',
    isSent: ({ type }, value) => type !== 'complex' && isOneValue(value),
    read: (value) => partNamed(value as ScimObject, 'value')?.[1],
  },
  {
    name: 'an object whose value is the JSON text of an object, such as a role of Entra ID with id and display name',
    isSent: ({ type }, value) => type === 'complex' && objectInValue(value) !== undefined,
    read: (value) => withObjectInValue(value as ScimObject),
  },
  {
    name: 'the value alone for an object with parts, such as a manager',
    isSent: (attribute, value) =>
      attribute.type === 'complex' &&
      (typeof value === 'string' || typeof value === 'number') &&
      subAttribute(attribute, 'value') !== undefined,
    read: (value) => ({ value }),
  },
  {
    name: 'the whole text for a name or a postal address',
    isSent: (attribute, value) =>
      attribute.type === 'complex' && typeof value === 'string' && subAttribute(attribute, 'formatted') !== undefined,
    read: (formatted) => ({ formatted }),
  },
  {
    name: 'a string or a number for true or false',
    isSent: ({ type }, value) => type === 'boolean' && booleanIn(value) !== undefined,
    read: booleanIn,
  },
  {
    name: 'a number, true or false for a string, such as an employee number or a title',
    isSent: ({ type }, value) => type === 'string' && (typeof value === 'boolean' || Number.isFinite(value)),
    read: String,
  },
  {
    name: 'letters with separate marks (NFD), which are compared as composed ones (RFC 7644 §5)',
    isSent: ({ type, caseExact }, value) => type === 'string' && !caseExact && typeof value === 'string',
    read: (value) => String(value).normalize('NFC'),
  },
  {
    name: 'an object without a value for a plain value that is cleared',
    isSent: ({ type }, value) => type !== 'complex' && type !== 'boolean' && isObject(value) && isVacant(value),
    read: () => '',
  },
]

/** Converts a value from any of the known forms to the form of RFC 7643. */
export const plainForm = (attribute: Attribute, given: unknown): unknown =>
  FORMS.reduce((value, { isSent, read }) => (isSent(attribute, value) ? read(value) : value), given)
