import type { Look, Node, Pattern, Repeat } from './pattern-syntax.ts'

/** Remaining work, shared by all patterns of one query. */
export interface Work {
  steps: number
}

/** Positions where groups began and ended, and where loop iterations began. */
type Slots = (number | undefined)[]

/** Changes its slots, and either continues, moves to the returned position, or fails with `false`. */
type Action = (text: string, at: number, slots: Slots) => number | false | void

/** Runs the rest of a program from one position; `undefined` when no path matches. */
export type Attempt = (from: number, text: string, at: number, slots: Slots) => Slots | undefined

/**
 * Consumes one character, acts, or jumps, with `other` as the second choice. An instruction that does none of these is
 * the end.
 */
export interface Instruction {
  accepts?: (code: number) => boolean
  step?: number
  act?: Action
  to?: number
  other?: number
}

/** Limits the growth of nested counted repeats. */
const MAX_INSTRUCTIONS = 2_000
/** Slots per group: its latest start, and both ends of its last match. */
const SLOTS = 3
/** Number of characters that a back reference compares in the time of one step. */
const LETTERS_PER_STEP = 16

/** Returns the instructions of a pattern. Only patterns that need backtracking store positions. */
export const compile = ({ node, needsBacktracking, groups }: Pattern, attempt: Attempt, work: Work): Instruction[] => {
  const program: Instruction[] = []
  /** Look-behind runs from right to left. */
  let step = 1
  let slotCount = SLOTS * (groups + 1)
  const push = (instruction: Instruction): Instruction => {
    if (program.length >= MAX_INSTRUCTIONS) throw new RangeError()
    program.push(instruction)
    return instruction
  }
  const remember = (act: Action) => {
    if (needsBacktracking) push({ act })
  }
  const mark = (slot: number) =>
    remember((_text, at, slots) => {
      slots[slot] = at
    })
  const emitRound = ({ node: inner, from, to }: Repeat) => {
    remember((_text, _at, slots) => {
      slots.fill(undefined, SLOTS * (from + 1), SLOTS * (to + 1))
    })
    emit(inner)
  }
  const emitOptional = (part: Repeat) => {
    const start = program.length
    const split = push({})
    const slot = slotCount++
    mark(slot)
    emitRound(part)
    // An iteration that consumes nothing would never end (ECMA-262, RepeatMatcher).
    remember((_text, at, slots) => slots[slot] !== at && at)
    if (part.most === Infinity) push({ to: start })
    const ways = [start + 1, program.length]
    if (part.isLazy) ways.reverse()
    ;[split.to, split.other] = ways
  }
  const emitRepeat = (part: Repeat) => {
    const { least, most } = part
    for (let count = 0; count < least; count += 1) emitRound(part)
    const last = most === Infinity ? least + 1 : most
    for (let count = least; count < last; count += 1) emitOptional(part)
  }
  const emitChoice = (nodes: readonly Node[]) => {
    const ends = nodes.map((option, index) => {
      const split = index < nodes.length - 1 ? push({ to: program.length + 1 }) : {}
      emit(option)
      const end = push({})
      split.other = program.length
      return end
    })
    for (const end of ends) end.to = program.length
  }
  const emitGroup = (inner: Node, slot: number) => {
    mark(slot)
    emit(inner)
    remember((_text, at, slots) => {
      slots[slot + 1] = slots[slot]
      slots[slot + 2] = at
    })
  }
  const emitLook = ({ node: inner, isBehind, isNegative }: Look) => {
    const outside = step
    const start = program.length + 2
    remember((text, at, slots) => {
      const found = attempt(start, text, at, slots)
      Object.assign(slots, found)
      return Boolean(found) !== isNegative && at
    })
    const skip = push({})
    step = isBehind ? -1 : 1
    emit(inner)
    push({})
    step = outside
    skip.to = program.length
  }
  const emitBack = (indexes: readonly number[]) => {
    const direction = step
    remember((text, at, slots) => {
      const index = indexes.find((one) => slots[SLOTS * one + 2] !== undefined) ?? 0
      // A reference to a group that has not matched is empty and matches anywhere.
      const [begin, end] = slots.slice(SLOTS * index + 1)
      // Look-behind closes a group at its beginning; `substring` accepts both orders.
      const wanted = text.substring(begin ?? at, end ?? at)
      const next = at + wanted.length * direction
      work.steps -= wanted.length / LETTERS_PER_STEP
      return next >= 0 && text.startsWith(wanted, Math.min(at, next)) && next
    })
  }
  const emit = (part: Node): void => {
    if (part.kind === 'char') push({ accepts: part.accepts, step })
    else if (part.kind === 'assert') push({ act: (text, at) => part.holds(text, at) && at })
    else if (part.kind === 'sequence') (step > 0 ? part.nodes : [...part.nodes].reverse()).forEach(emit)
    else if (part.kind === 'choice') emitChoice(part.nodes)
    else if (part.kind === 'repeat') emitRepeat(part)
    else if (part.kind === 'group') emitGroup(part.node, SLOTS * part.index)
    else if (part.kind === 'look') emitLook(part)
    else emitBack(part.indexes)
  }
  emit(node)
  push({})
  return program
}
