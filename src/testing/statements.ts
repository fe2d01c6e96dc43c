import { Client } from 'pg'

/** Opens and ends transactions; everything else is a statement. */
const FRAME = /^(begin|commit|rollback)\b/i

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : undefined
  return typeof text === 'string' ? text : ''
}

/**
 * Lists what this process sends to PostgreSQL, without `BEGIN`, `COMMIT` and `ROLLBACK`.
 *
 * @example const { during } = recordStatements(); const { statements } = await during(() => store.users.count({}))
 */
export const recordStatements = () => {
  const { query } = Client.prototype
  const sent: string[] = []
  Client.prototype.query = function record(this: Client, ...given: unknown[]) {
    const text = textOf(given[0])
    if (!FRAME.test(text)) sent.push(text)
    // The overloads of `query` are the driver's own; what was given is passed on as it is.
    return Reflect.apply(query, this, given)
  }
  return {
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
