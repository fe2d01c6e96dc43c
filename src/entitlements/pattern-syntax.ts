/** What a pattern says, before it is turned into instructions. */
export type Node =
  | { kind: 'char'; accepts: (code: number) => boolean; cost: number }
  | { kind: 'assert'; holds: (text: string, at: number) => boolean }
  | { kind: 'sequence'; nodes: Node[] }
  | { kind: 'choice'; nodes: Node[] }
  | { kind: 'repeat'; node: Node; least: number; most: number }

/** The pattern uses something that no linear engine can follow, such as a back reference. */
export class UnsupportedPattern extends Error {
  override readonly name = 'UnsupportedPattern'
}

type Accepts = (code: number) => boolean

const isDigit: Accepts = (code) => code >= 48 && code <= 57
const isWord: Accepts = (code) =>
  isDigit(code) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
/** WhiteSpace and LineTerminator of ECMA-262 §12.2, §12.3. */
const isSpace: Accepts = (code) =>
  code < 128
    ? code === 32 || (code >= 9 && code <= 13)
    : code === 0xa0 ||
      code === 0x1680 ||
      (code >= 0x2000 && code <= 0x200a) ||
      (code >= 0x2028 && code <= 0x2029) ||
      [0x202f, 0x205f, 0x3000, 0xfeff].includes(code)
const isLineEnd: Accepts = (code) => code === 10 || code === 13 || code === 0x2028 || code === 0x2029
const not =
  (accepts: Accepts): Accepts =>
  (code) =>
    !accepts(code)

const CLASSES: Readonly<Record<string, Accepts>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
}
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, v: 11, f: 12 }

const atBoundary = (text: string, at: number): boolean => {
  const before = at > 0 && isWord(text.charCodeAt(at - 1))
  const after = at < text.length && isWord(text.charCodeAt(at))
  return before !== after
}

const ASSERTIONS: Readonly<Record<string, (text: string, at: number) => boolean>> = {
  '^': (_text, at) => at === 0,
  $: (text, at) => at === text.length,
  '\\b': atBoundary,
  '\\B': (text, at) => !atBoundary(text, at),
}

const REPEAT = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y
const MAY_REPEAT = '*+?{'

const repeatAt = (source: string, at: number): { least: number; most: number; length: number } | undefined => {
  if (!MAY_REPEAT.includes(source.charAt(at) || ' ')) return undefined
  REPEAT.lastIndex = at
  const found = REPEAT.exec(source)
  if (!found) return undefined
  const length = found[0].length
  const sign = source[at]
  if (sign === '*') return { least: 0, most: Infinity, length }
  if (sign === '+') return { least: 1, most: Infinity, length }
  if (sign === '?') return { least: 0, most: 1, length }
  const least = Number(found[1])
  return { least, most: found[2] ? (found[3] ? Number(found[3]) : Infinity) : least, length }
}

/** Where the reading of a pattern has come to. */
interface Reader {
  source: string
  at: number
}

const peek = (reader: Reader, length = 1): string => reader.source.slice(reader.at, reader.at + length)
const take = (reader: Reader): string => reader.source.charAt(reader.at++)

const readHex = (reader: Reader, digits: number): number => {
  const text = peek(reader, digits)
  if (text.length < digits || /[^0-9a-fA-F]/.test(text)) throw new UnsupportedPattern('escape')
  reader.at += digits
  return Number.parseInt(text, 16)
}

/** The character an escape stands for, after its backslash; classes are told apart by the caller. */
const readEscape = (reader: Reader): number => {
  const letter = take(reader)
  const control = CONTROLS[letter]
  if (control !== undefined) return control
  if (letter === 'x') return readHex(reader, 2)
  if (letter === 'u') return readHex(reader, 4)
  if (letter === '0' && !/\d/.test(peek(reader))) return 0
  if (/[A-Za-z0-9]/.test(letter)) throw new UnsupportedPattern(`\\${letter}`)
  return letter.charCodeAt(0)
}

const readClassItem = (reader: Reader): Accepts | number => {
  const letter = take(reader)
  if (letter !== '\\') return letter.charCodeAt(0)
  const named = CLASSES[peek(reader)]
  if (named) {
    reader.at += 1
    return named
  }
  if (peek(reader) !== 'b') return readEscape(reader)
  reader.at += 1
  return 8
}

const readClassPart = (reader: Reader): Accepts => {
  const low = readClassItem(reader)
  if (typeof low !== 'number') return low
  if (peek(reader) !== '-' || peek(reader, 2) === '-]') return (code) => code === low
  reader.at += 1
  const high = readClassItem(reader)
  if (typeof high !== 'number') throw new UnsupportedPattern('class range')
  return (code) => code >= low && code <= high
}

const readClass = (reader: Reader): Node => {
  const negated = peek(reader) === '^'
  if (negated) reader.at += 1
  const parts: Accepts[] = []
  while (peek(reader) !== ']') parts.push(readClassPart(reader))
  reader.at += 1
  const any: Accepts = (code) => parts.some((accepts) => accepts(code))
  return { kind: 'char', accepts: negated ? not(any) : any, cost: parts.length + 1 }
}

const readGroup = (reader: Reader): Node => {
  if (peek(reader) === '?') {
    const opening = /^\?(?::|<[^=!>]+>)/.exec(reader.source.slice(reader.at))
    if (!opening) throw new UnsupportedPattern('look-around')
    reader.at += opening[0].length
  }
  const inner = readChoice(reader)
  reader.at += 1
  return inner
}

const readEscapedAtom = (reader: Reader): Node => {
  const boundary = ASSERTIONS[`\\${peek(reader)}`]
  const named = CLASSES[peek(reader)]
  if (boundary ?? named) reader.at += 1
  if (boundary) return { kind: 'assert', holds: boundary }
  if (named) return { kind: 'char', accepts: named, cost: 1 }
  const code = readEscape(reader)
  return { kind: 'char', accepts: (other) => other === code, cost: 1 }
}

const readAtom = (reader: Reader): Node => {
  const letter = take(reader)
  if (letter === '(') return readGroup(reader)
  if (letter === '[') return readClass(reader)
  if (letter === '\\') return readEscapedAtom(reader)
  if (letter === '.') return { kind: 'char', accepts: not(isLineEnd), cost: 1 }
  const anchor = ASSERTIONS[letter]
  if (anchor) return { kind: 'assert', holds: anchor }
  const wanted = letter.charCodeAt(0)
  return { kind: 'char', accepts: (code) => code === wanted, cost: 1 }
}

const readSequence = (reader: Reader): Node => {
  const nodes: Node[] = []
  while (reader.at < reader.source.length && peek(reader) !== '|' && peek(reader) !== ')') {
    const node = readAtom(reader)
    const repeat = repeatAt(reader.source, reader.at)
    if (repeat) reader.at += repeat.length
    nodes.push(repeat ? { kind: 'repeat', node, least: repeat.least, most: repeat.most } : node)
  }
  return { kind: 'sequence', nodes }
}

const readChoice = (reader: Reader): Node => {
  const nodes = [readSequence(reader)]
  while (peek(reader) === '|') {
    reader.at += 1
    nodes.push(readSequence(reader))
  }
  return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'choice', nodes }
}

/**
 * Reads a pattern of the language's own syntax without flags. It must already be known to compile; what a linear
 * engine cannot follow (look-around, back references, odd escapes) throws `UnsupportedPattern`.
 */
export const parsePattern = (source: string): Node => readChoice({ source, at: 0 })
