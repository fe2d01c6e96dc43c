import { type Node, parsePattern, UnsupportedPattern } from './pattern-syntax.ts'

/** Instructions of a machine that tries all ways at once, so that time grows with text times pattern (RELIABILITY 39). */
type Instruction =
  | { op: 'char'; accepts: (code: number) => boolean; cost: number }
  | { op: 'assert'; holds: (text: string, at: number) => boolean }
  | { op: 'split'; one: number; other: number }
  | { op: 'jump'; to: number }
  | { op: 'match' }

/** Keeps counted repeats of counted repeats from growing without end. */
const MOST_INSTRUCTIONS = 2_000

/** Reading a letter of a pattern takes as long as this many steps of the machine. */
const STEPS_PER_LETTER = 20

/** What may still be done; shared by all patterns of one question. */
export interface Work {
  steps: number
}

const compile = (node: Node): Instruction[] => {
  const program: Instruction[] = []
  const push = (instruction: Instruction): number => {
    if (program.length >= MOST_INSTRUCTIONS) throw new UnsupportedPattern('too large')
    return program.push(instruction) - 1
  }
  const emitOptional = (inner: Node, repeats: boolean) => {
    const split = push({ op: 'split', one: program.length + 1, other: -1 })
    emit(inner)
    if (repeats) push({ op: 'jump', to: split })
    program[split] = { op: 'split', one: split + 1, other: program.length }
  }
  const emitRepeat = (inner: Node, least: number, most: number) => {
    for (let count = 0; count < least; count += 1) emit(inner)
    if (most === Infinity) return emitOptional(inner, true)
    for (let count = least; count < most; count += 1) emitOptional(inner, false)
  }
  const emitChoice = (nodes: readonly Node[]) => {
    const ends: number[] = []
    const last = nodes.length - 1
    for (const option of nodes.slice(0, last)) {
      const split = push({ op: 'split', one: program.length + 1, other: -1 })
      emit(option)
      ends.push(push({ op: 'jump', to: -1 }))
      program[split] = { op: 'split', one: split + 1, other: program.length }
    }
    for (const option of nodes.slice(last)) emit(option)
    for (const end of ends) program[end] = { op: 'jump', to: program.length }
  }
  const emit = (part: Node): void => {
    if (part.kind === 'char') push({ op: 'char', accepts: part.accepts, cost: part.cost })
    else if (part.kind === 'assert') push({ op: 'assert', holds: part.holds })
    else if (part.kind === 'sequence') part.nodes.forEach(emit)
    else if (part.kind === 'choice') emitChoice(part.nodes)
    else emitRepeat(part.node, part.least, part.most)
  }
  emit(node)
  push({ op: 'match' })
  return program
}

export type PatternResult = 'match' | 'no-match' | 'gave-up'

/** Which instructions wait for the next character; `follow` goes through all that need none. */
const run = (program: readonly Instruction[], text: string, work: Work): PatternResult => {
  let threads: number[] = []
  let next: number[] = []
  const marks = new Int32Array(program.length).fill(-1)
  const pending: number[] = []
  let matched = false

  const follow = (start: number, at: number, into: number[]) => {
    pending.push(start)
    for (let address = pending.pop(); address !== undefined; address = pending.pop()) {
      if (marks[address] === at) continue
      marks[address] = at
      work.steps -= 1
      const instruction = program[address]
      if (instruction?.op === 'match') matched = true
      else if (instruction?.op === 'char') into.push(address)
      else if (instruction?.op === 'jump') pending.push(instruction.to)
      else if (instruction?.op === 'split') pending.push(instruction.other, instruction.one)
      else if (instruction?.op === 'assert' && instruction.holds(text, at)) pending.push(address + 1)
    }
  }

  for (let at = 0; ; at += 1) {
    follow(0, at, threads)
    if (matched) return 'match'
    if (at >= text.length) return 'no-match'
    const code = text.charCodeAt(at)
    next.length = 0
    for (const address of threads) {
      const instruction = program[address]
      if (instruction?.op !== 'char') continue
      work.steps -= instruction.cost
      if (instruction.accepts(code)) follow(address + 1, at + 1, next)
    }
    if (matched) return 'match'
    if (work.steps < 0) return 'gave-up'
    ;[threads, next] = [next, threads]
  }
}

const compiles = (pattern: string): boolean => {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}

/**
 * Whether `pattern` (regular expression, no flags) is found anywhere in `text`, in time linear in both. A pattern that
 * does not compile is no match; one with back references or look-around, or too much work, is given up.
 *
 * @example findPattern('^u.*r$', 'user', { steps: 1000 }) // 'match'
 */
export const findPattern = (pattern: string, text: string, work: Work): PatternResult => {
  work.steps -= pattern.length * STEPS_PER_LETTER
  if (work.steps < 0) return 'gave-up'
  if (!compiles(pattern)) return 'no-match'
  try {
    return run(compile(parsePattern(pattern)), text, work)
  } catch (error) {
    if (error instanceof UnsupportedPattern || error instanceof RangeError) return 'gave-up'
    throw error
  }
}
