import { scimRefusal } from '../scim-error.ts'

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

export type Literal = string | number | boolean | null

/** A filter as it was written. Attribute paths stay texts until they are compared with a schema. */
export type Tree =
  | { kind: 'and'; parts: readonly Tree[] }
  | { kind: 'or'; parts: readonly Tree[] }
  | { kind: 'not'; part: Tree }
  | { kind: 'present'; path: string }
  | { kind: 'compare'; path: string; operator: Operator; value: Literal }
  /** For `emails[type eq "work"]`, a single value of the attribute must meet the whole condition. */
  | { kind: 'value'; path: string; part: Tree }

type Token = { kind: '(' | ')' | '[' | ']' } | { kind: 'word'; text: string } | { kind: 'text'; value: string }

const MAX_FILTER_LENGTH = 10_000

/** The format of a JSON string with its escapes (RFC 7159 §7). */
const TEXT = /"(?:[^"\\]|\\.)*"/y
/**
 * A string in apostrophes, which RFC 7644 doesn't define but many clients send. It ends with an apostrophe before a
 * blank, a closing bracket, the next condition or the end, so that names such as O'Hara and d'Or need no escape.
 */
const APOSTROPHES =
  /'(?:[^'\\]|\\.|'(?!\s|[)\]]|$|(?:and|or)(?:\s*\(|\s+(?:not\s*\(|[\w$.:-]+(?:\[|\s+(?:eq|ne|co|sw|ew|gt|ge|lt|le|pr)\b)))))*'/iy
/**
 * A word may have an apostrophe, as the email of O'Hara does, except right after an operator, where a string begins.
 */
const WORD = /[^\s()[\]"']+(?:(?<!(?:^|\s)(?:eq|ne|co|sw|ew|gt|ge|lt|le))'[^\s()[\]"']+(?=[\s)\]]|$))?/iy
const SPACE = /\s+/y

const readAt = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** Converts a string in apostrophes to a JSON string. Two apostrophes, or one with a backslash, mean one. */
const inQuotes = (text: string): string => {
  const escaped = (part: string) => (part === '"' ? '\\"' : part)
  return `"${text.slice(1, -1).replace(/\\'|''|"|\\./g, (part) => (part.endsWith("'") ? "'" : escaped(part)))}"`
}

const unquoted = (text: string): string => {
  try {
    return String(JSON.parse(text.startsWith("'") ? inQuotes(text) : text))
  } catch {
    throw invalid(`The value ${text} in the filter is not a JSON string`)
  }
}

const isBracket = (character: string): character is '(' | ')' | '[' | ']' => '()[]'.includes(character)

/** Splits a filter or a path into words, texts, and brackets, each with its start. */
export const lexed = (source: string): Token[] => {
  if (source.length > MAX_FILTER_LENGTH) throw invalid('The filter is too long')
  const tokens: Token[] = []
  let at = 0
  while (at < source.length) {
    const character = source.charAt(at)
    const space = readAt(SPACE, source, at)
    const text = space === undefined ? (readAt(TEXT, source, at) ?? readAt(APOSTROPHES, source, at)) : undefined
    const word = text === undefined ? readAt(WORD, source, at) : undefined
    if (space === undefined && text === undefined && word === undefined && !isBracket(character)) {
      throw invalid('A string in the filter has no end')
    }
    if (text !== undefined) tokens.push({ kind: 'text', value: unquoted(text) })
    else if (space === undefined && word !== undefined) tokens.push({ kind: 'word', text: word })
    else if (isBracket(character)) tokens.push({ kind: character })
    at += (space ?? text ?? word ?? character).length
  }
  return tokens
}

const OPERATORS: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']
const MAX_DEPTH = 30
const MAX_PARTS = 200
/** The maximum number of conditions in a PATCH path, which is compared with every value of an attribute. */
export const MAX_PATH_PARTS = 10

/** The format of a path (RFC 7643 §2.1), including `$ref` and the prefix of a schema. */
const PATH = /^(?:urn:[\w.:-]+:)?[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/i
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i
/**
 * A value without quotation marks, such as an email, a date or an ID. It has none of the characters that other languages
 * use for operators and texts, because they would become part of the value.
 */
const BARE = /^[\p{L}\d_+-][\p{L}\p{M}\d@._:/+$#%*~'\\-]*$/u
const KEYWORDS: readonly string[] = [...OPERATORS, 'pr', 'and', 'or', 'not']

const invalid = (detail: string) => scimRefusal('invalidFilter', detail)

/** Reads tokens one after the other. */
interface Reader {
  peek(): Token | undefined
  next(): Token | undefined
  /** Counts a condition and throws if the filter has too many. */
  count(): void
}

export const readerOf = (tokens: readonly Token[], maxParts = MAX_PARTS): Reader => {
  let at = 0
  let parts = 0
  return {
    peek: () => tokens[at],
    next: () => tokens[at++],
    count: () => {
      parts += 1
      if (parts > maxParts) throw invalid('The filter has too many conditions')
    },
  }
}

const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && token.text.toLowerCase() === word

const expect = (reader: Reader, kind: ')' | ']'): void => {
  if (reader.next()?.kind !== kind) throw invalid(`The filter lacks a ${kind}`)
}

export const readPath = (reader: Reader): string => {
  const token = reader.next()
  if (token?.kind !== 'word' || !PATH.test(token.text)) throw invalid('The filter lacks an attribute')
  return token.text
}

const LITERALS: Readonly<Record<string, Literal>> = { true: true, false: false, null: null }

const readLiteral = (reader: Reader): Literal => {
  const token = reader.next()
  if (token?.kind === 'text') return token.value
  const word = token?.kind === 'word' ? token.text : ''
  const literal = LITERALS[word.toLowerCase()]
  if (literal !== undefined) return literal
  // Numbers with leading zeros, and those that are too long, stay as they were written.
  if (NUMBER.test(word) && String(Number(word)) === word) return Number(word)
  if (BARE.test(word) && !KEYWORDS.includes(word.toLowerCase())) return word
  throw invalid('A condition of the filter lacks its value')
}

/** Returns whether a token is the part after a value filter, such as `.value` after `emails[type eq "work"]`. */
const isTail = (token: Token | undefined): token is Token & { kind: 'word' } =>
  token?.kind === 'word' && token.text.startsWith('.')

const readCondition = (reader: Reader, depth: number): Tree => {
  reader.count()
  const path = readPath(reader)
  if (reader.peek()?.kind !== '[') return readComparison(reader, path)
  reader.next()
  const part = readOr(reader, depth + 1)
  expect(reader, ']')
  const tail = reader.peek()
  if (!isTail(tail)) return { kind: 'value', path, part }
  reader.next()
  reader.count()
  // RFC 7644 doesn't define this syntax, but directories send it: a single value must meet the condition and have this
  // part.
  return { kind: 'value', path, part: { kind: 'and', parts: [part, readComparison(reader, tail.text.slice(1))] } }
}

const readComparison = (reader: Reader, path: string): Tree => {
  const token = reader.next()
  const operator = token?.kind === 'word' ? token.text.toLowerCase() : ''
  if (operator === 'pr') return { kind: 'present', path }
  if (!OPERATORS.includes(operator)) throw invalid(`The attribute ${path} in the filter lacks an operator`)
  return { kind: 'compare', path, operator: operator as Operator, value: readLiteral(reader) }
}

const readUnit = (reader: Reader, depth: number): Tree => {
  if (depth > MAX_DEPTH) throw invalid('The filter is nested too deeply')
  const isNot = isWord(reader.peek(), 'not')
  if (isNot) reader.next()
  if (reader.peek()?.kind === '(') {
    reader.next()
    const part = readOr(reader, depth + 1)
    expect(reader, ')')
    return isNot ? { kind: 'not', part } : part
  }
  if (isNot) throw invalid('What follows "not" must be in parentheses')
  return readCondition(reader, depth)
}

const readAnd = (reader: Reader, depth: number): Tree => {
  const parts = [readUnit(reader, depth)]
  while (isWord(reader.peek(), 'and')) {
    reader.next()
    parts.push(readUnit(reader, depth))
  }
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts }
}

/** Reads a filter. By RFC 7644 §3.4.2.2, `not` binds closest, then `and`, then `or`. */
export function readOr(reader: Reader, depth = 0): Tree {
  const parts = [readAnd(reader, depth)]
  while (isWord(reader.peek(), 'or')) {
    reader.next()
    parts.push(readAnd(reader, depth))
  }
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts }
}

/** @throws ScimRefusal invalidFilter */
export const parseFilter = (source: string): Tree => {
  const reader = readerOf(lexed(source))
  const tree = readOr(reader)
  if (reader.peek() !== undefined) throw invalid('The filter continues after its end')
  return tree
}
