import { ALL_SETTINGS, type SettingValues } from '../settings/all-settings.ts'
import { described, object, type Schema } from './schema.ts'

/** A key at the top of the file, with the kind of the vendor's setting that stores it. */
export interface Section<Kind extends keyof SettingValues = keyof SettingValues> {
  kind: Kind
  schema: Schema
}

type FieldsOf<Value> = { readonly [field in keyof Value]-?: Schema }

/** Creates a section whose fields are all optional; a missing field has its default. */
export const section = <Kind extends keyof SettingValues, Hidden extends keyof SettingValues[Kind] = never>(
  kind: Kind,
  description: string,
  fields: FieldsOf<Omit<SettingValues[Kind], Hidden>>,
): Section<Kind> => ({
  kind,
  schema: { ...described(object(fields), description), default: ALL_SETTINGS[kind].default },
})

/** Creates a section whose keys the vendor chooses. */
export const openSection = <Kind extends keyof SettingValues>(
  kind: Kind,
  description: string,
  schema: Schema,
): Section<Kind> => ({ kind, schema: { ...described(schema, description), default: ALL_SETTINGS[kind].default } })
