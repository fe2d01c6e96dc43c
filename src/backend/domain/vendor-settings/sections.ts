import { accountSections } from './account-sections.ts'
import { type SECTION_KINDS, SECTION_NAMES, type SectionName } from './kinds.ts'
import { DEFINITIONS, productSections } from './product-sections.ts'
import type { Schema } from './schema.ts'
import type { Section } from './section.ts'
import { signInSections } from './sign-in-sections.ts'

export const SECTIONS = { ...productSections, ...signInSections, ...accountSections } satisfies {
  [name in SectionName]: Section<(typeof SECTION_KINDS)[name]>
}

const properties: Readonly<Record<string, Schema>> = {
  $schema: { type: 'string' },
  ...Object.fromEntries(SECTION_NAMES.map((name) => [name, SECTIONS[name].schema])),
}

/** Describes the whole file, for its validation and for editors. */
export const VENDOR_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'front-entry.vendor.json',
  type: 'object',
  properties,
  additionalProperties: false,
  $defs: DEFINITIONS,
} as const
