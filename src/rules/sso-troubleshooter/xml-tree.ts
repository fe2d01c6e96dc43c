export interface XmlElement {
  /** Name without its prefix. */
  name: string
  namespace: string
  attributes: Readonly<Record<string, string>>
  children: readonly XmlElement[]
  /** All text of the element. */
  text: string
  parent: XmlElement | undefined
}

/** Thrown for a document larger than any provider's; reading it would block the page. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError'
}

const MAX_ELEMENTS = 5_000
const MAX_DEPTH = 60
/** Matches a comment, CDATA, processing instruction, end tag, start tag with attributes, or text. */
const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?"'=&]+)((?:\s+[^\s<>/="'&]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi
const LOOSE_REFERENCE = /&(?!#\d{1,7};|#x[\da-f]{1,6};|(?:amp|lt|gt|quot|apos);)/i
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

interface Growing extends XmlElement {
  children: Growing[]
  /** Tag as written in the source. */
  tag: string
  parts: string[]
  scope: Readonly<Record<string, string>>
  parent: Growing | undefined
}

const unescaped = (text: string): string =>
  text.replace(REFERENCE, (_all, decimal?: string, hex?: string, named = '') => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return NAMED[named.toLowerCase()] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD')
  })

/** Returns the attributes; `undefined` when a name occurs twice. */
const attributesOf = (text: string): Record<string, string> | undefined => {
  const all = [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
    name,
    unescaped(double ?? single ?? ''),
  ])
  const attributes = Object.fromEntries(all)
  return Object.keys(attributes).length === all.length ? attributes : undefined
}

const scopeOf = (attributes: Readonly<Record<string, string>>, outer: Growing['scope']): Growing['scope'] => {
  const own = Object.entries(attributes).flatMap(([name, value]) => {
    if (name === 'xmlns') return [['', value]]
    return name.startsWith('xmlns:') ? [[name.slice(6), value]] : []
  })
  return own.length > 0 ? { ...outer, ...Object.fromEntries(own) } : outer
}

const elementOf = (tag: string, written: string, parent: Growing | undefined): Growing | undefined => {
  const attributes = attributesOf(written)
  if (!attributes) return undefined
  const scope = scopeOf(attributes, parent?.scope ?? {})
  const [prefix, name] = tag.includes(':')
    ? [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)]
    : ['', tag]
  const namespace = scope[prefix]
  if (namespace === undefined && prefix !== '') return undefined
  return { tag, name, namespace: namespace ?? '', attributes, children: [], text: '', parts: [], scope, parent }
}

const close = (element: Growing): void => {
  element.text = element.parts.join('').trim()
  element.parent?.parts.push(element.text)
}

/** Creates a reader of consecutive tokens; each step returns whether the document is still well-formed. */
const createReader = () => {
  let root: Growing | undefined
  let open: Growing | undefined
  let count = 0
  let depth = 0
  const end = (tag: string): boolean => {
    if (open?.tag !== tag) return false
    close(open)
    open = open.parent
    depth -= 1
    return true
  }
  const start = (tag: string, written: string): boolean => {
    const element = elementOf(tag, written, open)
    if (!element || (root && !open)) return false
    count += 1
    depth += 1
    if (count > MAX_ELEMENTS || depth > MAX_DEPTH) throw new TooLargeError()
    root ??= element
    open?.children.push(element)
    open = element
    return true
  }
  const text = (value: string): boolean => {
    open?.parts.push(value)
    return open !== undefined || value.trim() === ''
  }
  return { start, end, text, done: () => (open ? undefined : root) }
}

/**
 * Parses a document into a tree; `undefined` when it isn't well-formed. The browser's own parser refuses plain strings
 * on pages with Trusted Types, and its trees differ from those of other platforms.
 *
 * @throws TooLargeError
 */
export const parseXml = (source: string): XmlElement | undefined => {
  const reader = createReader()
  TOKEN.lastIndex = 0
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const [, data, ending, tag, written = '', empty, text] = TOKEN.exec(source) ?? []
    if (TOKEN.lastIndex <= at || LOOSE_REFERENCE.test(text ?? written)) return undefined
    const isFine =
      (data === undefined || reader.text(data)) &&
      (ending === undefined || reader.end(ending)) &&
      (tag === undefined || (reader.start(tag, written) && (empty !== '/' || reader.end(tag)))) &&
      (text === undefined || reader.text(unescaped(text)))
    if (!isFine) return undefined
  }
  return reader.done()
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? []

export const childOf = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((found, name) => childrenOf(found, name)[0], element)

/** Returns the element and all its descendants with this name. */
export const allOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element
    ? [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => allOf(child, name))]
    : []

export const timeOf = (element: XmlElement | undefined, name: string): number | undefined => {
  const time = Date.parse(element?.attributes[name] ?? '')
  return Number.isNaN(time) ? undefined : time
}
