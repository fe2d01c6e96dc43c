import { ours } from './endpoint.ts'

/** Number of requests of one session for one path with one outcome. */
export interface RequestCounter {
  method: string
  path: string
  session: string | null
  status: number
  count: number
}

export const requestCounters = {
  /** Returns requests so far by method, path, session and status; available in test mode only. */
  testCounters: ours<void, void, { counters: RequestCounter[] }>()('GET', '/test/counters'),
}
