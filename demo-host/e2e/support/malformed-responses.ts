import type { Page, Route } from '@playwright/test'
import type { MalformedResponse } from '../../../src/testing/malformed-responses.ts'
import type { DemoHost } from '../../server/demo-host.ts'

export interface MalformedCall {
  path: RegExp
  method?: string
}

/** Sends a malformed response to one call of the page while switched on, and records the page's uncaught errors. */
export const respondMalformed = async (page: Page, demo: DemoHost, { path, method }: MalformedCall) => {
  let current: MalformedResponse | undefined
  let sent = 0
  const uncaught: string[] = []
  page.on('pageerror', (error) => uncaught.push(String(error)))
  await page.route(path, (route: Route) => {
    const asked = route.request().method()
    if (asked === 'OPTIONS' || !current || (method && asked !== method)) return route.fallback()
    sent += 1
    const { status, body, type = 'application/json', headers } = current
    return route.fulfill({
      status,
      body: typeof body === 'string' ? body : Buffer.from(body),
      contentType: type,
      headers: {
        'access-control-allow-origin': demo.origins.host,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': 'Retry-After',
        ...headers,
      },
    })
  })
  return {
    uncaught,
    sent: () => sent,
    respondWith(next: MalformedResponse | undefined) {
      current = next
    },
  }
}
