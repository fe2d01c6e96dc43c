import { SECTION_NAMES } from '../../../../src/backend/domain/vendor-settings/kinds.ts'
import { sectionSchema } from '../../../../src/backend/domain/vendor-settings/sections.ts'
import { code, page, table } from './markdown.mjs'

const fields = ({ properties = {}, default: defaults }) =>
  Object.entries(properties).map(([name, { description }]) => {
    const value = defaults[name]
    return [code(name), value === undefined || value === '' ? '–' : code(JSON.stringify(value)), description]
  })

const FREE = 'It has keys of your own, each `"on"` or `"off"`.'

const section = (name) => {
  const schema = sectionSchema(name)
  const rows = fields(schema)
  return `## ${name}\n\n${schema.description}.\n\n${rows.length > 0 ? table(['Field', 'Default', 'Meaning'], rows) : FREE}`
}

const INTRODUCTION = `Sections of \`front-entry.vendor.json\`, which holds what is the same for all accounts. [Vendor settings](../guides/vendor-settings.md)
shows how the file is applied.`

export const vendorSettingsPage = () => page('Vendor settings', INTRODUCTION, ...SECTION_NAMES.map(section))
