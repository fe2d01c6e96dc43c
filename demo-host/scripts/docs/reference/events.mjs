import { elements } from './elements.mjs'
import { code, page, section, table } from './markdown.mjs'
import { membersOf } from './typings.ts'

const plain = (name) => name.replaceAll("'", '')

const payloadOf = ({ signature }) =>
  signature
    .replace(/^[^:]*: /, '')
    .replace(/^CustomEvent<(.*)>$/, '$1')
    .replace(/ (\w+\??:)/g, (_, name) => ` ${name}`)

/** Returns every event of the elements with the elements that dispatch it. */
export const events = () => {
  const found = new Map()
  for (const { tagName, events: raised } of elements())
    for (const { name, description } of raised)
      found.set(name, { name, description, tags: [...(found.get(name)?.tags ?? []), tagName] })
  return [...found.values()]
}

export const callbacks = () => membersOf('src/app/event-callbacks.ts', 'EventCallbacks')

const RECORD = `An event about a record has the record's \`id\`, if it has one, and the fields that were sent, so that its detail is
\`{ id?: string; [field: string]: unknown }\`.`

const INTRODUCTION = `Elements raise DOM events that bubble and leave the shadow root, so one listener on \`document\` gets them all. Each action
has two: \`fe-before-…\`, which \`preventDefault()\` stops, and the one after it happened.`

const described = () => {
  const actions = membersOf('src/elements/event-map.ts', 'Actions').map((each) => ({
    ...each,
    name: `fe-${plain(each.name)}`,
  }))
  return [...actions, ...membersOf('src/elements/event-map.ts', 'FeEventMap')]
}

export const eventsPage = () =>
  page(
    'Events',
    INTRODUCTION,
    '## Payloads',
    ...described().map((each) =>
      section({ ...each, signature: `interface Detail ${payloadOf(each)}`.replace(/Record<string, never>/, '{}') }, 3),
    ),
    `## All events\n\n${RECORD}`,
    table(
      ['Event', 'When', 'Elements'],
      events().map(({ name, description, tags }) => [
        code(name),
        description,
        tags.map((tag) => code(`<${tag}>`)).join(', '),
      ]),
    ),
    '## Callbacks\n\nFunctions of the option `events`. They can stop nothing.',
    ...callbacks().map((each) => section(each, 3)),
  )
