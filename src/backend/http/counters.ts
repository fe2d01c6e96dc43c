import { type RequestCounter, requestCounters } from '../../contract/request-counters.ts'

export const COUNTERS_PATH = requestCounters.testCounters.path

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
