import { scimRefusal } from '../scim-error.ts'

export type Token = { kind: '(' | ')' | '[' | ']' } | { kind: 'word'; text: string } | { kind: 'text'; value: string }

const MAX_FILTER_LENGTH = 10_000

const invalid = (detail: string) => scimRefusal('invalidFilter', detail)

/** The format of a JSON string with its escapes (RFC 7159 §7). */
const TEXT = /"(?:[^"\\]|\\.)*"/y
/**
 * A text in apostrophes, which RFC 7644 doesn't define but many clients send. It ends with an apostrophe that nothing
 * follows, so that names such as O'Hara need no escape.
 */
const APOSTROPHES = /'(?:[^'\\]|\\.|'(?![\s)\]]|$))*'/y
const WORD = /[^\s()[\]"']+/y
const SPACE = /\s+/y

const readAt = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** Converts a text in apostrophes to a JSON string. Two apostrophes, or one with a backslash, mean one. */
const inQuotes = (text: string): string =>
  `"${text.slice(1, -1).replace(/\\'|''|"|\\./g, (part) => (part === '"' ? '\\"' : part.endsWith("'") ? "'" : part))}"`

const unquoted = (text: string): string => {
  try {
    return String(JSON.parse(text.startsWith("'") ? inQuotes(text) : text))
  } catch {
    throw invalid(`The text ${text} in the filter is not a JSON string`)
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
      throw invalid('A text in the filter has no end')
    }
    if (text !== undefined) tokens.push({ kind: 'text', value: unquoted(text) })
    else if (space === undefined && word !== undefined) tokens.push({ kind: 'word', text: word })
    else if (isBracket(character)) tokens.push({ kind: character })
    at += (space ?? text ?? word ?? character).length
  }
  return tokens
}
