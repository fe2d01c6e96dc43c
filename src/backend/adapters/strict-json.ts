import { createScanner, getLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value',
  InvalidCommentToken: 'JSON has no comments',
  PropertyNameExpected: 'a key in double quotes must follow; JSON has no comma after the last entry',
  ValueExpected: 'a value must follow; JSON has no comma after the last entry',
  ColonExpected: 'a colon must follow the key',
  CommaExpected: 'a comma is missing after this',
  CloseBraceExpected: '} is missing',
  CloseBracketExpected: '] is missing',
  EndOfFileExpected: 'nothing may follow the settings',
}

/** The parser reports these errors after the faulty entry, often in a later line. */
const FOUND_LATE = ['PropertyNameExpected', 'ValueExpected', 'CommaExpected']

/** Why a text is no JSON, without any of its values, which may be secret. */
interface JsonFault {
  offset: number
  path: readonly (string | number)[]
  message: string
}

const faultOf = (text: string, { error, offset }: ParseError): JsonFault => {
  const code = printParseErrorCode(error)
  const entryEnd = Math.max(0, text.slice(0, offset).trimEnd().length - 1)
  const { path } = getLocation(text, entryEnd)
  return {
    offset: FOUND_LATE.includes(code) ? entryEnd : offset,
    path: path.filter((part) => part !== ''),
    message: SYNTAX[code] ?? `the JSON is malformed (${code})`,
  }
}

/** Removes the invisible mark with which editors on Windows begin a file (RFC 8259 §8.1). */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\ufeff/, '')

/** Settings have about ten levels; the parser would overflow the stack at some thousands. */
const MAX_DEPTH = 100

/** Returns the offset of the first bracket that is nested too deeply. */
const tooDeepAt = (text: string): number | undefined => {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    // A text begins with its quotation mark.
    const first = text.charAt(scanner.getTokenOffset())
    if (first === '{' || first === '[') depth += 1
    if (first === '}' || first === ']') depth -= 1
    if (depth > MAX_DEPTH) return scanner.getTokenOffset()
  }
  return undefined
}

const keyOf = (property: Node): string => String(property.children?.[0]?.value)

/** Finds keys that an object has twice; only the last one would apply. */
export const repeatedKeys = (node: Node, path: JsonFault['path'] = []): JsonFault[] => {
  const children = node.children ?? []
  if (node.type === 'array') return children.flatMap((item, at) => repeatedKeys(item, [...path, at]))
  if (node.type !== 'object') return []
  return children.flatMap((property, at) => {
    const key = keyOf(property)
    const inside = [...path, key]
    const isRepeated = children.findIndex((other) => keyOf(other) === key) < at
    const value = property.children?.[1]
    return [
      ...(isRepeated ? [{ offset: property.offset, path: inside, message: 'this object has the key twice' }] : []),
      ...(value ? repeatedKeys(value, inside) : []),
    ]
  })
}

/** Returns the tree of a JSON text, which `utf8Text` has read, or its first fault. */
export const parseStrictly = (text: string): { root: Node; fault?: never } | { root?: never; fault: JsonFault } => {
  const odd = text.indexOf('\0')
  if (odd >= 0) return { fault: { offset: odd, path: [], message: 'it must be saved as UTF-8' } }
  const tooDeep = tooDeepAt(text)
  if (tooDeep !== undefined) return { fault: { offset: tooDeep, path: [], message: 'it is nested too deeply' } }
  const errors: ParseError[] = []
  const options = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }
  const root = parseTree(text, errors, options)
  const [first] = errors
  if (root && !first) return { root }
  return { fault: first ? faultOf(text, first) : { offset: 0, path: [], message: 'it is empty' } }
}

/** Returns the number of the line that an offset is in. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
