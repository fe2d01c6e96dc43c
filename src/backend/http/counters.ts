import { additions, type RequestCounter } from '../../contract/additions.ts'

export const COUNTERS_PATH = additions.testCounters.path

export const createCounters = () => {
  const counters = new Map<string, RequestCounter>()
  return {
    add(entry: Omit<RequestCounter, 'count'>) {
      const key = JSON.stringify([entry.method, entry.path, entry.session, entry.status])
      const counter = counters.get(key) ?? { ...entry, count: 0 }
      counters.set(key, { ...counter, count: counter.count + 1 })
    },
    all: (): RequestCounter[] => [...counters.values()],
    clear: () => counters.clear(),
  }
}
