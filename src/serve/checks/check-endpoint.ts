import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5_000

/** Checks whether a service of the operator is reachable. The request is a GET, so that it sends no message. */
export const checkEndpoint = async (check: Finding['check'], setting: string, url: string): Promise<Finding> => {
  const { host } = new URL(url)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    await response.body?.cancel()
    return response.status === 404
      ? { check, level: 'warning', text: `${setting}: ${host} responds with 404. Check the path of the URL.` }
      : { check, level: 'ok', text: `${setting}: ${host} can be reached.` }
  } catch {
    return { check, level: 'fault', text: `${setting}: ${host} can't be reached. Start it, or correct the URL.` }
  }
}
