import type { Page } from '@playwright/test'
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
