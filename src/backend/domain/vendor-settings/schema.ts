import type { PolicyRange } from '../../../rules/policy-limits.ts'

/** A JSON Schema (2020-12), as far as settings need it. */
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
/** Names an environment variable that has the secret, or whose `…_FILE` names a file that has it. */
export const secret: Schema = { type: 'string', pattern: '^env:[A-Za-z_][A-Za-z0-9_]*$' }
/** Any object: the login box and the portal read it. */
export const anyObject: Schema = { type: 'object', additionalProperties: true }

export const integer = ({ min, max }: Partial<PolicyRange>): Schema => ({
  type: 'integer',
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
})

export const oneOf = <Value extends string>(...values: readonly Value[]): Schema => ({ type: 'string', enum: values })

export const list = (items: Schema): Schema => ({ type: 'array', items })

export const recordOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values })

/** An object with these fields and no other; the fields after `required` in the list may be missing. */
export const object = <Value>(fields: Fields<Value>, required: readonly (keyof Value & string)[] = []): Schema => ({
  type: 'object',
  properties: fields,
  required,
  additionalProperties: false,
})

/** An object with all of these fields and no other. */
export const whole = <Value>(fields: Fields<Value>): Schema =>
  object<Value>(fields, Object.keys(fields) as (keyof Value & string)[])

export const described = (schema: Schema, description: string): Schema => ({ ...schema, description })
