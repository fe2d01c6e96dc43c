/** Requests by method, path, session and status, for tests only (RELIABILITY, "Tools"). */
export interface Counter {
  method: string
  path: string
  session: string | null
  status: number
  count: number
}

export const COUNTERS_PATH = '/identity/resources/fe/v1/test/counters'

export const createCounters = () => {
  const counters = new Map<string, Counter>()
  return {
    add(entry: Omit<Counter, 'count'>) {
      const key = JSON.stringify([entry.method, entry.path, entry.session, entry.status])
      const counter = counters.get(key) ?? { ...entry, count: 0 }
      counters.set(key, { ...counter, count: counter.count + 1 })
    },
    all: (): Counter[] => [...counters.values()],
    clear: () => counters.clear(),
  }
}
