import { expect, type Page, type Request } from '@playwright/test'
import { API_PREFIX } from '../../../src/contract/path.ts'
import { session } from '../../../src/contract/session.ts'

/** The user's own call, as any client would make it. */
export const apiAs = async (page: Page, api: string, host: string) => {
  const response = await page.request.post(api + API_PREFIX + session.refreshSession.path, {
    headers: { origin: host },
    data: {},
  })
  const { accessToken } = (await response.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}`, origin: host }
  return async (path: string) => (await page.request.get(`${api}${path}`, { headers })).json()
}

/** Another browser, as it were: the page is left first, so that no response on its way brings a session back. */
export const forgetSession = async (page: Page): Promise<void> => {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Watches the requests of a page to one origin; a response that is late would set its cookies after the page has closed. */
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
