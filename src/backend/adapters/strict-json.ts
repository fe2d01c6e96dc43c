import { getLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

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

/** Returns the tree of a JSON text, or its first fault. */
export const parseStrictly = (text: string): { root: Node; fault?: never } | { root?: never; fault: JsonFault } => {
  // Text in UTF-16, as PowerShell writes it, has a null beside every ASCII character when it is read as UTF-8.
  if (text.includes('\0')) return { fault: { offset: 0, path: [], message: 'it must be saved as UTF-8' } }
  const errors: ParseError[] = []
  const options = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }
  const root = parseTree(text, errors, options)
  const [first] = errors
  if (root && !first) return { root }
  return { fault: first ? faultOf(text, first) : { offset: 0, path: [], message: 'it is empty' } }
}

/** Returns the number of the line that an offset is in. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
