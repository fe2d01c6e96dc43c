import type { Store } from '../store/store.ts'

export interface Observed {
  /** Calls that succeeded. */
  calls: number
  /** Those of them that left a row. */
  withRow: number
}

/** Notes for every changing call that succeeds whether a row was written meanwhile. */
export const createAuditObserver = ({ audits }: Pick<Store, 'audits'>) => {
  const operations = new Map<string, Observed>()
  return {
    operations,
    async during(operation: string | undefined, method: string, call: () => Promise<Response>): Promise<Response> {
      if (!operation || method === 'GET' || method === 'HEAD') return call()
      const before = await audits.count({})
      const response = await call()
      // A redirect may be the end of a sign-in.
      if (response.status >= 400) return response
      const hasRow = (await audits.count({})) > before
      const { calls, withRow } = operations.get(operation) ?? { calls: 0, withRow: 0 }
      operations.set(operation, { calls: calls + 1, withRow: withRow + Number(hasRow) })
      return response
    },
  }
}
