import type { Operation } from './operations.ts'
import type { CallResult, CallState, Problem } from './results.ts'

interface Entry {
  operation: Operation
  problems: Problem[]
  isTried: boolean
  isThere: boolean
  isSeenToSucceed: boolean
  reason?: string
}

const stateOf = ({ operation, problems, isTried, isThere }: Entry): CallState => {
  if (!isTried) return 'untried'
  if (!isThere) return operation.isOptional ? 'absent' : 'missing'
  return problems.length > 0 ? 'differs' : 'conforms'
}

/** Creates a book that collects the results of each call's probes. */
export const createBook = (operations: readonly Operation[]) => {
  const entries = new Map(
    operations.map((operation): [string, Entry] => [
      operation.call,
      { operation, problems: [], isTried: false, isThere: true, isSeenToSucceed: false },
    ]),
  )

  const update = (call: string, change: (entry: Entry) => void) => {
    const entry = entries.get(call)
    if (entry) change(entry)
  }

  return {
    has: (call: string): boolean => entries.has(call),
    isMissing: (call: string): boolean => entries.get(call)?.isThere === false,
    add: (call: string, problems: readonly Problem[]) =>
      update(call, (entry) => {
        const known = new Set(entry.problems.map((problem) => JSON.stringify(problem)))
        entry.isTried = true
        entry.problems.push(...problems.filter((problem) => !known.has(JSON.stringify(problem))))
      }),
    succeed: (call: string) =>
      update(call, (entry) => {
        entry.isSeenToSucceed = true
      }),
    /** Records that the server doesn't know the call, and responds with `status`. */
    miss: (call: string, status: number) =>
      update(call, (entry) => {
        if (entry.isThere)
          entry.problems = [{ kind: 'missing', expected: 'the call to exist', got: `status ${status}` }]
        entry.isTried = true
        entry.isThere = false
      }),
    leave: (call: string, reason: string) =>
      update(call, (entry) => {
        entry.reason ??= reason
      }),
    results: (): CallResult[] =>
      [...entries.values()].map((entry) => {
        const { call, group, endpoint } = entry.operation
        const state = stateOf(entry)
        return {
          call,
          method: endpoint.method,
          path: endpoint.path,
          group,
          state,
          ...(state === 'untried' && { reason: entry.reason ?? 'this run had no way to try it' }),
          isSeenToSucceed: entry.isSeenToSucceed,
          problems: state === 'differs' || state === 'missing' ? entry.problems : [],
        }
      }),
  }
}

export type Book = ReturnType<typeof createBook>
