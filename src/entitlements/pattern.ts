import { type Attempt, compile, type Instruction, type Work } from './pattern-program.ts'
import { parsePattern } from './pattern-syntax.ts'

/** Parsing one character of a pattern takes as long as this many steps. */
const STEPS_PER_LETTER = 20
/** Storing a choice takes this many steps, in addition to the step itself. */
const STEPS_PER_CHOICE = 4

type PatternResult = 'match' | 'no-match' | 'gave-up'

/**
 * Tries one path after the other, in JavaScript's order of preference; also returns `undefined` when no steps are left.
 * With `seen`, each choice is followed once per position, so that time grows with text times pattern. That is correct
 * only if the position alone counts, not what groups have matched on the way.
 */
const backtrack =
  (program: readonly Instruction[], work: Work, seen?: Set<number>): Attempt =>
  (from, text, start, before) => {
    const ways = [{ pc: from, at: start, slots: before }]
    for (let way = ways.pop(); way; way = ways.pop()) {
      let { pc, at, slots } = way
      for (let isOpen = true; isOpen; pc += 1) {
        const { accepts, step = 1, act, to, other } = program[pc] ?? {}
        work.steps -= 1
        if (work.steps < 0) return undefined
        if (accepts) {
          const code = text.charCodeAt(step > 0 ? at : at - 1)
          isOpen = code >= 0 && accepts(code)
          at += step
        } else if (act) {
          slots = slots.slice()
          work.steps -= slots.length
          const next = act(text, at, slots)
          isOpen = next !== false
          if (typeof next === 'number') at = next
        } else if (to === undefined) return slots
        else {
          if (other !== undefined) {
            work.steps -= STEPS_PER_CHOICE
            const choice = at * program.length + pc
            if (seen?.has(choice)) break
            seen?.add(choice)
            ways.push({ pc: other, at, slots })
          }
          pc = to - 1
        }
      }
    }
    return undefined
  }

const find = (source: string, text: string, work: Work): PatternResult => {
  const pattern = parsePattern(source)
  const program = compile(pattern, (...way) => attempt(...way), work)
  const attempt = backtrack(program, work, pattern.needsBacktracking ? undefined : new Set())
  for (let at = 0; at <= text.length; at += 1) {
    if (attempt(0, text, at, [])) return 'match'
    if (work.steps < 0) return 'gave-up'
  }
  return 'no-match'
}

const compiles = (pattern: string): boolean => {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}

/**
 * Returns whether `pattern` (a regular expression without flags) matches anywhere in `text`. A pattern that does not
 * compile does not match. Time is linear in both, except for look-around and back references; a search that takes too
 * much work is abandoned.
 *
 * @example findPattern('^u.*r$', 'user', { steps: 1000 }) // 'match'
 */
export const findPattern = (pattern: string, text: string, work: Work): PatternResult => {
  work.steps -= pattern.length * STEPS_PER_LETTER
  if (work.steps < 0) return 'gave-up'
  if (!compiles(pattern)) return 'no-match'
  try {
    return find(pattern, text, work)
  } catch (error) {
    if (error instanceof RangeError) return 'gave-up'
    throw error
  }
}
