import { expect, type Page, type Request } from '@playwright/test'
import { API_PREFIX } from '../../../src/contract/path.ts'
import { session } from '../../../src/contract/session.ts'

/** Calls the API as the user, like any client. */
export const apiAs = async (page: Page, api: string, host: string) => {
  const response = await page.request.post(api + API_PREFIX + session.refreshSession.path, {
    headers: { origin: host },
    data: {},
  })
  const { accessToken } = (await response.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}`, origin: host }
  return async (path: string) => (await page.request.get(`${api}${path}`, { headers })).json()
}

/** Simulates another browser: leaves the page first, so that no pending response restores a session. */
export const forgetSession = async (page: Page): Promise<void> => {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Watches the requests of a page to one origin; a late response would set its cookies after the page has closed. */
export const watchOpenRequests = (page: Page, origin: string): { end(): Promise<void> } => {
  const open = new Set<Request>()
  const forget = (request: Request) => void open.delete(request)
  page.on('request', (request) => {
    if (request.url().startsWith(origin)) open.add(request)
  })
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
  const urls = () => [...open].map((request) => request.url())
  return { end: () => expect.poll(urls, 'every request has its response').toEqual([]) }
}
