import type { MalformedResponse } from '../../testing/malformed-responses.ts'
import type { Backstage } from './backstage.test-kit.ts'

export interface MalformedCall {
  path: RegExp
  method?: string
}

/** Sends a malformed response to one call while switched on, and counts them. */
export const respondMalformed = (backstage: Backstage, { path, method }: MalformedCall) => {
  let current: MalformedResponse | undefined
  let sent = 0
  backstage.intercept((request) => {
    const { pathname, search } = new URL(request.url)
    if (!current || !path.test(pathname + search) || (method && request.method !== method)) return undefined
    sent += 1
    const { status, body, type = 'application/json', headers } = current
    return new Response(status === 204 ? null : body, { status, headers: { 'content-type': type, ...headers } })
  })
  return {
    sent: () => sent,
    respondWith(next: MalformedResponse | undefined) {
      current = next
    },
  }
}
