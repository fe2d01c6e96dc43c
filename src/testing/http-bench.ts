import { type AnyEndpoint, endpoint } from '../contract/endpoint.ts'
import { createHttp } from '../http/create-http.ts'
import type { HttpOptions, TokenSource } from '../http/options.ts'
import { createLogger } from '../kernel/logger.ts'
import { createTestClock, type TestClock } from './clock.ts'

// These endpoints are made up, one for each way in which endpoints differ, so that the transport is tested apart from
// the tables.
export const list = endpoint<Record<string, unknown> | void, void, unknown>()('GET', '/items/v2')
export const one = endpoint<void, Record<string, unknown> | void, unknown>()('DELETE', '/items/v1/{id}')
export const login = endpoint<void, Record<string, unknown>, unknown>()('POST', '/sign-in', {
  noToken: true,
})
export const keys = endpoint<void, void, unknown>()('GET', '/.well-known/items.json', { unprefixed: true })
export const csv = endpoint<Record<string, unknown>, void, void>()('GET', '/items/csv', { blob: true, long: true })
export const mine = endpoint<void, void, unknown>()('GET', '/items/v3/mine', { jwt: true })
export const picture = endpoint<void, FormData, string>()('PUT', '/picture', { multipart: true, text: true })

export interface Bench {
  send(target: AnyEndpoint, input?: object, options?: object): Promise<unknown>
  requests: Request[]
  clock: TestClock
  left: string[]
  tokens: TokenSource & { refreshes: string[]; challenges: unknown[] }
}

export const tokensFor = (outcome: 'refreshed' | 'signed-out' | 'unavailable' = 'refreshed') => {
  let token = 'old'
  const refreshes: string[] = []
  const challenges: unknown[] = []
  return {
    refreshes,
    challenges,
    getToken: async () => token,
    async refreshRejected(used: string) {
      refreshes.push(used)
      if (outcome === 'refreshed') token = 'new'
      return outcome
    },
    stepUpRequired: (challenge: unknown) => void challenges.push(challenge),
  }
}

/** Sets up one transport with a simulated API. */
export const setUp = (
  response: (request: Request, index: number) => Response | Promise<Response>,
  options: Partial<HttpOptions> = {},
): Bench => {
  const requests: Request[] = []
  const left: string[] = []
  const clock = createTestClock()
  const tokens = (options.tokens as Bench['tokens']) ?? tokensFor()
  const http = createHttp({
    baseUrl: 'https://api.test',
    clock,
    log: createLogger('error', { error() {}, warn() {}, info() {}, debug() {} }),
    redirect: (url) => void left.push(url),
    pageUrl: () => new URL('https://app.test/portal'),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return response(request, requests.length - 1)
    },
    ...options,
    tokens,
  })
  return {
    send: (target, input = {}, callOptions) => http.send(target, input, callOptions),
    requests,
    clock,
    left,
    tokens,
  }
}

export const json = (body: unknown, init?: ResponseInit) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'Content-Type': 'application/json', ...init?.headers } })
