/** Syntax tree of a pattern. */
export type Node =
  | { kind: 'char'; accepts: (code: number) => boolean }
  | { kind: 'assert'; holds: (text: string, at: number) => boolean }
  | { kind: 'sequence'; nodes: Node[] }
  | { kind: 'choice'; nodes: Node[] }
  | Repeat
  | { kind: 'group'; node: Node; index: number }
  | Look
  /** Several groups may share a name; at most one of them has matched. */
  | { kind: 'back'; indexes: readonly number[] }

export interface Repeat {
  kind: 'repeat'
  node: Node
  least: number
  most: number
  isLazy: boolean
  /** Groups inside are those after `from`, up to `to`. Each iteration forgets their matches. */
  from: number
  to: number
}

export interface Look {
  kind: 'look'
  node: Node
  isBehind: boolean
  isNegative: boolean
}

export interface Pattern {
  node: Node
  /** Look-around and back references cannot run in linear time. */
  needsBacktracking: boolean
  groups: number
}

/** State of the parser. */
interface Reader extends Omit<Pattern, 'node'> {
  source: string
  at: number
  names: Record<string, number[]>
}

/** Reads the wanted text if it is at the current position. */
const read = (reader: Reader, wanted: RegExp): RegExpExecArray | null => {
  wanted.lastIndex = reader.at
  const found = wanted.exec(reader.source)
  if (found) reader.at = wanted.lastIndex
  return found
}

const readInner = (reader: Reader): Node => {
  const inner = readChoice(reader)
  reader.at += 1
  return inner
}

const indexesOf = ({ names }: Reader, name: string): number[] => {
  names[name] ??= []
  return names[name]
}

const readGroup = (reader: Reader): Node => {
  const [whole, behind, sign, name] = read(reader, /\?(?::|(<?)([=!])|<([^>]+)>)|(?!\?)/y) ?? []
  // Only the newest engines support modifiers.
  if (whole === undefined) throw new RangeError()
  if (sign) {
    reader.needsBacktracking = true
    return { kind: 'look', node: readInner(reader), isBehind: behind === '<', isNegative: sign === '!' }
  }
  if (whole === '?:') return readInner(reader)
  reader.groups += 1
  const index = reader.groups
  if (name) indexesOf(reader, name).push(index)
  return { kind: 'group', node: readInner(reader), index }
}

/**
 * Returns `undefined` when no group has this number or name, so that the escape is an ordinary one (ECMA-262 §B.1.2).
 */
const readReference = (reader: Reader): Node | undefined => {
  const { at, source } = reader
  const found = read(reader, /\\(?:([1-9]\d*)|k<([^>]+)>)/y)
  if (!found) return undefined
  const [, number, name = ''] = found
  // The empty first alternative matches at once, and the result still lists all groups.
  const all = new RegExp(`|${source}`).exec('')
  if (number ? Number(number) < (all?.length ?? 0) : name in (all?.groups ?? {})) {
    reader.needsBacktracking = true
    return { kind: 'back', indexes: number ? [Number(number)] : indexesOf(reader, name) }
  }
  reader.at = at
  return undefined
}

/** Matches the source of one character: a class, an escape, or the character itself. */
const ATOM = /\[(?:\\.|[^\]\\])*\]|\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|c[A-Za-z]|[0-3]?[0-7]{1,2}|[^c])|./sy

/** The built-in engine tests single characters, which it does in constant time. */
const accepting = (atom: string): ((code: number) => boolean) => {
  if (atom.length === 1 && atom !== '.') return (code) => code === atom.charCodeAt(0)
  const pattern = new RegExp(`^${atom}`)
  const known: boolean[] = []
  return (code) => {
    known[code] ??= pattern.test(String.fromCharCode(code))
    return known[code]
  }
}

/** Tests `^`, `$` and word boundaries at one position with the built-in engine. */
const asserting = (assertion: string) => {
  const pattern = new RegExp(assertion, 'y')
  return (text: string, at: number): boolean => {
    pattern.lastIndex = at
    return pattern.test(text)
  }
}

const readAtom = (reader: Reader): Node => {
  if (read(reader, /\(/y)) return readGroup(reader)
  const assertion = read(reader, /[$^]|\\[bB]/y)
  if (assertion) return { kind: 'assert', holds: asserting(assertion[0]) }
  return readReference(reader) ?? { kind: 'char', accepts: accepting(read(reader, ATOM)?.[0] ?? '') }
}

const REPEAT = /(?:\*|(\+)|(\?)|\{(\d+)(,?)(\d*)\})(\??)/y

const readSequence = (reader: Reader): Node => {
  const nodes: Node[] = []
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at))) {
    const from = reader.groups
    const node = readAtom(reader)
    const repeat = read(reader, REPEAT)
    if (repeat) {
      const [, plus, optional, count, comma, limit, lazy] = repeat
      const least = plus ? 1 : Number(count ?? 0)
      const most = optional ? 1 : Number(limit || (comma === '' ? least : Infinity))
      nodes.push({ kind: 'repeat', node, least, most, isLazy: lazy !== '', from, to: reader.groups })
    } else nodes.push(node)
  }
  return { kind: 'sequence', nodes }
}

const readChoice = (reader: Reader): Node => {
  const nodes = [readSequence(reader)]
  while (read(reader, /\|/y)) nodes.push(readSequence(reader))
  return { kind: 'choice', nodes }
}

/** Parses a JavaScript pattern without flags, which must already be known to compile. */
export const parsePattern = (source: string): Pattern => {
  const reader: Reader = { source, at: 0, groups: 0, names: Object.create(null), needsBacktracking: false }
  const node = readChoice(reader)
  return { node, needsBacktracking: reader.needsBacktracking, groups: reader.groups }
}
