import { customElementsManifest } from '../../../../cdn/custom-elements.mjs'
import { code, page, table } from './markdown.mjs'

export const elements = () => customElementsManifest().modules.flatMap(({ declarations }) => declarations)

const part = (title, head, rows) => (rows.length > 0 ? [`### ${title}\n\n${table(head, rows)}`] : [])

const typed = ({ name, type, default: fallback, description }) => [
  code(name),
  code(type.text),
  fallback ? code(fallback) : '–',
  description,
]

const element = ({ tagName, description, attributes, events, members = [], slots = [], cssParts = [] }) =>
  [
    `## ${tagName}`,
    description,
    ...part('Attributes', ['Attribute', 'Type', 'Default', 'Meaning'], attributes.map(typed)),
    ...part('Properties', ['Property', 'Type', 'Default', 'Meaning'], members.map(typed)),
    ...part(
      'Slots',
      ['Slot', 'Content'],
      slots.map(({ name, description: text }) => [name ? code(name) : 'default', text]),
    ),
    ...part(
      'Parts',
      ['Part', 'Meaning'],
      cssParts.map(({ name, description: text }) => [code(name), text]),
    ),
    ...(events.length > 0 ? [`It raises ${events.length} [events](./events.md).`] : []),
  ].join('\n\n')

const INTRODUCTION = `The custom elements, as \`custom-elements.json\` of the release lists them for editors. Every element takes the
[theme tokens](./theme-tokens.md) as custom properties.`

export const elementsPage = () => page('Elements', INTRODUCTION, ...elements().map(element))
