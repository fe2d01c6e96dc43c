import type { Look, Node, Pattern, Repeat } from './pattern-syntax.ts'

/** What may still be done; shared by all patterns of one question. */
export interface Work {
  steps: number
}

/** Where groups began and ended, and where rounds of loops began. */
type Slots = (number | undefined)[]

/** Changes its slots, moves on by returning another position, or says that there is no way on. */
type Action = (text: string, at: number, slots: Slots) => number | false | void

/** Finds the rest of a program from one position; `undefined` when there is no way through. */
export type Attempt = (from: number, text: string, at: number, slots: Slots) => Slots | undefined

/** Takes one character, acts, or goes on elsewhere, `other` being the second choice; one that does nothing is the end. */
export interface Instruction {
  accepts?: (code: number) => boolean
  step?: number
  act?: Action
  to?: number
  other?: number
}

/** Keeps counted repeats of counted repeats from growing without end. */
const MAX_INSTRUCTIONS = 2_000
/** Of a group: where it was opened last, and the two ends of its last match. */
const SLOTS = 3
/** What a back reference compares in the time of one step. */
const LETTERS_PER_STEP = 16

/** Instructions of a pattern. Only those of one that needs backtracking remember anything. */
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
    // A round that takes nothing would never end (ECMA-262, RepeatMatcher).
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
      // A group that has not matched refers to nothing, which is found everywhere.
      const [begin, end] = slots.slice(SLOTS * index + 1)
      // Look-behind closes a group at its beginning; `substring` takes the two in either order.
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
