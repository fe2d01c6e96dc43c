import type { Page } from '@playwright/test'
import { API_PREFIX } from '../../../src/contract/path.ts'
import { session } from '../../../src/contract/session.ts'
import { expect } from '../fixtures.ts'

/** Nothing is wider than the window: no sideways scroll on a phone, in the page or in the element. */
export const expectNoSidewaysScroll = async (page: Page, state: string): Promise<void> => {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const tooWide = await page.evaluate(() => {
    const scrollers = [document.scrollingElement as Element]
    const collect = (root: Document | ShadowRoot) => {
      for (const node of root.querySelectorAll('*')) {
        if (node.shadowRoot) collect(node.shadowRoot)
        const { overflowX } = getComputedStyle(node)
        if (overflowX === 'auto' || overflowX === 'scroll') scrollers.push(node)
      }
    }
    collect(document)
    return scrollers
      .filter((node) => node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1)
      .map((node) => `${node.tagName}.${node.className} ${node.scrollWidth} > ${node.clientWidth}`)
  })
  if (before) await page.setViewportSize(before)
  expect(tooWide, `${state} at 390 px`).toEqual([])
}

/** The call of the person herself, as any client would make it. */
export const apiAs = async (page: Page, api: string, host: string) => {
  const answer = await page.request.post(api + API_PREFIX + session.refreshSession.path, {
    headers: { origin: host },
    data: {},
  })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  const headers = { authorization: `Bearer ${accessToken}`, origin: host }
  return async (path: string) => (await page.request.get(`${api}${path}`, { headers })).json()
}

/** Another browser, as it were: the page is left first, so that no answer on its way brings a session back. */
export const forgetSession = async (page: Page): Promise<void> => {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
