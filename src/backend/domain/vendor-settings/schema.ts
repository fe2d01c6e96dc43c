import type { PolicyRange } from '../../../rules/policy-limits.ts'

/** The part of JSON Schema (2020-12) that settings need. */
export interface Schema {
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
  minLength?: number
  pattern?: string
  $ref?: string
  if?: Schema
  then?: Schema
  else?: Schema
}

type Fields<Value> = { readonly [field in keyof Value]-?: Schema }

export const text: Schema = { type: 'string' }
export const name: Schema = { type: 'string', minLength: 1 }
export const maybeText: Schema = { type: ['string', 'null'] }
export const flag: Schema = { type: 'boolean' }
export const url: Schema = { type: 'string', pattern: '^https?://[^\\s]+$' }
/**
 * The name of an environment variable that contains the secret, or whose `…_FILE` variant names a file that contains
 * it.
 */
export const secret: Schema = { type: 'string', pattern: '^env:[A-Za-z_][A-Za-z0-9_]*$' }
/** Any object; the login box and the portal interpret it. */
export const anyObject: Schema = { type: 'object', additionalProperties: true }

export const integer = ({ min, max }: Partial<PolicyRange>): Schema => ({
  type: 'integer',
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

export const oneOf = <Value extends string>(...values: readonly Value[]): Schema => ({ type: 'string', enum: values })

export const list = (items: Schema): Schema => ({ type: 'array', items })

export const recordOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })

/** Creates the schema of an object with only these fields; those not in `required` may be missing. */
export const object = <Value>(fields: Fields<Value>, required: readonly (keyof Value & string)[] = []): Schema => ({
  type: 'object',
  properties: fields,
  required,
  additionalProperties: false,
})

/** Creates the schema of an object with exactly these fields. */
export const whole = <Value>(fields: Fields<Value>): Schema =>
  object<Value>(fields, Object.keys(fields) as (keyof Value & string)[])

export const described = (schema: Schema, description: string): Schema => ({ ...schema, description })
