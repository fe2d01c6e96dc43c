import { isRecord } from '../../../kernel/safe-json.ts'
import { VISIBLE } from '../../../rules/names.ts'
import type { PolicyRange } from '../../../rules/policy-limits.ts'

/**
 * The part of JSON Schema (2020-12) that settings need. The vendor's file meets all of it; a stored value has its types.
 */
export interface Schema<Value = unknown> {
  /** Only the type system reads this: it is never set. */
  readonly valueType?: Value
  type?: string | readonly string[]
  description?: string
  default?: unknown
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minimum?: number
  maximum?: number
  pattern?: string
  $ref?: string
  if?: Schema
  then?: Schema
  else?: Schema
}

type Fields<Value> = { readonly [field in keyof Value]-?: Schema<Value[field]> }

export const text: Schema<string> = { type: 'string' }
/** A string with a visible character, as `normalizeName` requires. */
export const name: Schema<string> = { type: 'string', pattern: VISIBLE.source }
export const nullableText: Schema<string | null> = { type: ['string', 'null'] }
export const flag: Schema<boolean> = { type: 'boolean' }
export const url: Schema<string> = { type: 'string', pattern: '^https?://[^\\s]+$' }
/**
 * The name of an environment variable that contains the secret, or whose `…_FILE` variant names a file that contains
 * it.
 */
export const secret: Schema<string> = { type: 'string', pattern: '^env:[A-Za-z_][A-Za-z0-9_]*$' }
/** Any object; the login box and the portal interpret it. */
export const anyObject = <Value>(): Schema<Value> => ({ type: 'object', additionalProperties: true })
export const number: Schema<number> = { type: 'number' }
export const numberOrText: Schema<number | string> = { type: ['number', 'string'] }

export const integer = ({ min, max }: Partial<PolicyRange>): Schema<number> => ({
  type: 'integer',
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

export const oneOf = <const Value extends string>(...values: readonly Value[]): Schema<Value> => ({
  type: 'string',
  enum: values,
})

export const list = <Item>(items: Schema<Item>): Schema<Item[]> => ({ type: 'array', items })

export const recordOf = <Item>(values: Schema<Item>): Schema<Record<string, Item>> => ({
  type: 'object',
  additionalProperties: values,
})

/**
 * Creates the schema of an object with only these fields; those not in `required` may be missing. Fields of `Hidden` are
 * stored and not part of the file.
 */
export const object = <Value, Hidden extends keyof Value = never>(
  fields: Fields<Omit<Value, Hidden>>,
  required: readonly Exclude<keyof Value & string, Hidden>[] = [],
): Schema<Value> => ({
  type: 'object',
  properties: fields,
  required,
  additionalProperties: false,
})

/** Creates the schema of an object with exactly these fields. */
export const whole = <Value>(fields: Fields<Value>): Schema<Value> => ({
  type: 'object',
  properties: fields,
  required: Object.keys(fields),
  additionalProperties: false,
})

/** Schemas that others refer to, because groups of conditions can contain groups. */
export const DEFINITIONS: Record<string, Schema> = {}

export const referTo = <Value>(name: string): Schema<Value> => ({ $ref: `#/$defs/${name}` })

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

const hasType = (value: unknown, type: string): boolean => typeOf(value) === type.replace('integer', 'number')

/** Returns the schema of an object's field; a field that isn't declared may have any value. */
export const fieldSchema = ({ properties, additionalProperties }: Schema, field: string): Schema =>
  properties?.[field] ?? (typeof additionalProperties === 'object' ? additionalProperties : {})

/**
 * Returns whether a value has the types of a schema. Ranges, patterns and unknown fields are not checked, because a
 * value may have been stored by another version, and secrets are stored in a different form from that in the file.
 */
export const hasTypes = (value: unknown, { $ref, ...schema }: Schema): boolean => {
  if ($ref) return hasTypes(value, DEFINITIONS[$ref.slice('#/$defs/'.length)] ?? {})
  if (schema.if) return hasTypes(value, (hasTypes(value, schema.if) ? schema.then : schema.else) ?? {})
  if (schema.type && ![schema.type].flat().some((type) => hasType(value, type))) return false
  if (schema.enum && !schema.enum.includes(value)) return false
  if (Array.isArray(value)) return value.every((item) => hasTypes(item, schema.items ?? {}))
  if (!isRecord(value)) return true
  return (
    (schema.required ?? []).every((field) => field in value) &&
    Object.keys(value).every((field) => hasTypes(value[field], fieldSchema(schema, field)))
  )
}
