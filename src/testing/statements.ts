import { Client } from 'pg'

/** Matches commands that begin or end transactions; all others are statements. */
const FRAME = /^(begin|commit|rollback)\b/i

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : undefined
  return typeof text === 'string' ? text : ''
}

/**
 * Records the statements that this process sends to PostgreSQL, without `BEGIN`, `COMMIT` and `ROLLBACK`.
 *
 * @param latencyMs how much later everything is sent, as over a network. @default 0
 * @example const { during } = recordStatements(); const { statements } = await during(() => store.users.count({}))
 */
export const recordStatements = ({ latencyMs = 0 } = {}) => {
  const { query } = Client.prototype
  let count = 0
  /** Texts are kept only while they are recorded, because a benchmark sends millions. */
  const recordings = new Set<string[]>()
  Client.prototype.query = function record(this: Client, ...given: unknown[]) {
    const text = textOf(given[0])
    if (!FRAME.test(text)) {
      count += 1
      for (const each of recordings) each.push(text)
    }
    // The overloads of `query` are the driver's own, so the arguments are passed on unchanged.
    const send = () => Reflect.apply(query, this, given)
    if (latencyMs === 0) return send()
    // The driver's pool passes a callback and ignores promises.
    if (typeof given.at(-1) === 'function') return void setTimeout(send, latencyMs)
    return new Promise((resolve) => setTimeout(resolve, latencyMs)).then(send)
  }
  return {
    /** Returns the number of statements. */
    count: () => count,
    async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: string[] }> {
      const statements: string[] = []
      recordings.add(statements)
      const result = await work().finally(() => recordings.delete(statements))
      return { result, statements }
    },
    end() {
      Client.prototype.query = query
    },
  }
}
