import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { type ResourceType, subAttribute, type Target } from './schema.ts'

/**
 * Marks the start and end of a value in `valuesText`, which repeats every text of a resource in lower case, with a line
 * for each attribute that has values. It lets the database compare attributes that have no column of their own.
 */
const MARK = '\u001f'
/** Replaces characters that would end a value or its line. */
const REPLACED = '\u001e'
const SPECIAL = /\p{Cc}/u
const SPECIAL_EACH = /\p{Cc}/gu

/** The maximum length of an indexed value; longer ones are pictures and certificates, which filters don't search. */
const MAX_LENGTH = 500

const EXTENSION = /^urn:ietf:params:scim:schemas:extension:/i

const prefixOf = (extension: string | undefined): string =>
  extension === undefined ? '' : `${extension.replace(EXTENSION, '').toLowerCase()}:`

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Collects texts by the path of their attribute. */
const collect = (holder: ScimObject, prefix: string, found: Map<string, string[]>): void => {
  const note = (path: string, value: unknown) => {
    if (!isText(value)) return
    const known = found.get(path)
    if (known) known.push(value.toLowerCase())
    else found.set(path, [value.toLowerCase()])
  }
  for (const [name, value] of Object.entries(holder)) {
    const path = `${prefix}${name.toLowerCase()}`
    if (name.startsWith('urn:') && isObject(value)) collect(value, prefixOf(name), found)
    else
      for (const each of listOf(value)) {
        if (!isObject(each)) note(path, each)
        else for (const [part, text] of Object.entries(each)) note(`${path}.${part.toLowerCase()}`, text)
      }
  }
}

const textsOf = (resource: ScimObject): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  collect(resource, '', found)
  return found
}

export const valuesOf = (resource: ScimObject): readonly string[] => [...textsOf(resource).values()].flat()

const startOf = (path: string): string => `\n${path}=`

export const valuesTextOf = (resource: ScimObject): string => {
  const lines = [...textsOf(resource)].map(([path, values]) => {
    const plain = values.map((value) => value.replaceAll(SPECIAL_EACH, REPLACED))
    return `${startOf(path)}${MARK}${plain.join(MARK)}${MARK}`
  })
  return lines.length ? `${lines.join('')}\n` : ''
}

/** Attributes that the server adds to a resource, or stores in rows of their own. */
const NOT_STORED = ['schemas', 'id', 'meta', 'groups', 'members']

/** Returns the start of an attribute's line, or `undefined` if the attribute has none. */
export const lineStartOf = ({ name }: ResourceType, { extension, attribute, sub }: Target): string | undefined => {
  if (name !== 'User' || !attribute || NOT_STORED.includes(attribute.name)) return undefined
  const part = sub ?? (attribute.type === 'complex' ? subAttribute(attribute, 'value') : undefined)
  const leaf = part ?? attribute
  if (leaf.type !== 'string' || leaf.caseExact) return undefined
  const path = part ? `${attribute.name}.${part.name}` : attribute.name
  return startOf(`${prefixOf(extension)}${path.toLowerCase()}`)
}

type TextOperator = 'eq' | 'co' | 'sw' | 'ew'

const PARTS: Readonly<Record<TextOperator, (text: string) => string>> = {
  eq: (text) => `${MARK}${text}${MARK}`,
  co: (text) => text,
  sw: (text) => `${MARK}${text}`,
  ew: (text) => `${text}${MARK}`,
}

interface LinePart {
  /** Text that the attribute's line must contain. */
  has: string
  /**
   * Text that `searchText` must contain. Each value is a line there, so its index finds even short values by their
   * ends.
   */
  contains: string
}

/**
 * Returns the text that a row contains if a value of its attribute matches, or `undefined` if lines can't decide it.
 */
export const linePartOf = (operator: string, text: string): LinePart | undefined => {
  if (text === '' || SPECIAL.test(text) || !Object.hasOwn(PARTS, operator)) return undefined
  // The operator was checked above.
  const has = PARTS[operator as TextOperator](text)
  return { has, contains: has.replaceAll(MARK, '\n') }
}
