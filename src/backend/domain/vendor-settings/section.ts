import { POLICY_DEFAULTS, type Policies } from '../settings/policies.ts'
import { described, object, type Schema } from './schema.ts'

/** A key at the top of the file, with the kind of vendor policy that stores it. */
export interface Section<Kind extends keyof Policies = keyof Policies> {
  kind: Kind
  schema: Schema
}

type FieldsOf<Value> = { readonly [field in keyof Value]-?: Schema }

/** Creates a section whose fields are all optional; a missing field has its default. */
export const section = <Kind extends keyof Policies, Hidden extends keyof Policies[Kind] = never>(
  kind: Kind,
  description: string,
  fields: FieldsOf<Omit<Policies[Kind], Hidden>>,
): Section<Kind> => ({
  kind,
  schema: { ...described(object(fields), description), default: POLICY_DEFAULTS[kind] },
})

/** Creates a section whose keys the vendor chooses. */
export const openSection = <Kind extends keyof Policies>(
  kind: Kind,
  description: string,
  schema: Schema,
): Section<Kind> => ({ kind, schema: { ...described(schema, description), default: POLICY_DEFAULTS[kind] } })
