import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { SECTION_NAMES } from '../../backend/domain/vendor-settings/kinds.ts'
import type { Schema } from '../../backend/domain/vendor-settings/schema.ts'
import { SECTIONS } from '../../backend/domain/vendor-settings/sections.ts'

const README = new URL('../../../README.md', import.meta.url)

const fieldText = (name: string, schema: Schema, defaults: object): string => {
  const value: unknown = (defaults as Record<string, unknown>)[name]
  const known = value === undefined || value === '' ? '' : ` (\`${JSON.stringify(value)}\`)`
  return `\`${name}\`${known}: ${schema.description}`
}

const rowOf = (name: (typeof SECTION_NAMES)[number]): string => {
  const schema: Schema = SECTIONS[name].schema
  const defaults = schema.default as object
  const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => fieldText(field, each, defaults))
  return `| \`${name}\` | ${schema.description} | ${fields.join('; ') || 'keys of your own, each `"on"` or `"off"`'} |`
}

describe('The table of vendor settings in the README', () => {
  it('has a row for each section with its fields and their defaults', () => {
    const readme = readFileSync(README, 'utf8')
    const missing = SECTION_NAMES.map(rowOf).filter((row) => !readme.includes(`\n${row}\n`))
    assert.equal(missing.join('\n'), '')
  })
})
