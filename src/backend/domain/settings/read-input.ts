import { fieldsOf, flagOf, number } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'
import type { Schema } from './schema.ts'

const readNumber = (value: unknown, field: string, { type, minimum, maximum }: Schema): number => {
  const found = number(value, field, { min: minimum ?? -Infinity, max: maximum ?? Infinity })
  if (type !== 'number' && !Number.isInteger(found)) throw badRequest(`${field} must be a whole number`)
  return found
}

const readValue = (value: unknown, field: string, schema: Schema): unknown => {
  if (schema.properties) return readFields(value, schema, { field, prefix: `${field}.` })
  if (schema.type === 'boolean') return flagOf(value, field)
  if (schema.enum) {
    if (!schema.enum.includes(value)) throw badRequest(`${field} must be one of ${schema.enum.join(', ')}`)
    return value
  }
  return value === null && schema.type?.includes('null') ? value : readNumber(value, field, schema)
}

/**
 * Reads the declared fields of an object that a client sent: objects, flags, numbers and choices.
 *
 * @returns without the fields that weren't sent if it is `partial`
 * @throws Refusal 400 that names the field
 */
export const readFields = (
  value: unknown,
  { properties = {} }: Schema,
  { field = 'policy', prefix = '', isPartial = false } = {},
): Record<string, unknown> => {
  const given = fieldsOf(value, field)
  const names = Object.keys(properties).filter((name) => !isPartial || given[name] != null)
  return Object.fromEntries(names.map((name) => [name, readValue(given[name], prefix + name, properties[name] ?? {})]))
}
