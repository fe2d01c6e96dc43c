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
  const sent: string[] = []
  Client.prototype.query = function record(this: Client, ...given: unknown[]) {
    const text = textOf(given[0])
    if (!FRAME.test(text)) sent.push(text)
    // The overloads of `query` are the driver's own, so the arguments are passed on unchanged.
    const send = () => Reflect.apply(query, this, given)
    if (latencyMs === 0) return send()
    // The driver's pool passes a callback and ignores promises.
    if (typeof given.at(-1) === 'function') return void setTimeout(send, latencyMs)
    return new Promise((resolve) => setTimeout(resolve, latencyMs)).then(send)
  }
  return {
    /** Returns the number of statements. */
    count: () => sent.length,
    async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: string[] }> {
      const from = sent.length
      const result = await work()
      return { result, statements: sent.slice(from) }
    },
    end() {
      Client.prototype.query = query
    },
  }
}
