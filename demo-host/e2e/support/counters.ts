import type { DemoHost } from '../../server/demo-host.ts'

const COUNTERS = '/identity/resources/fe/v1/test/counters'

/** Returns how many requests the API got for paths with this ending. */
const requestsTo = async ({ origins }: DemoHost, ending: string): Promise<number> => {
  const { counters } = (await (await fetch(origins.api + COUNTERS)).json()) as {
    counters: { method: string; path: string; count: number }[]
  }
  const asked = counters.filter(({ method, path }) => method !== 'OPTIONS' && path.endsWith(ending))
  return asked.reduce((sum, { count }) => sum + count, 0)
}

/** Counts requests from now on. */
export const countRequests = async (demo: DemoHost, ending: string): Promise<() => Promise<number>> => {
  const before = await requestsTo(demo, ending)
  return async () => (await requestsTo(demo, ending)) - before
}
