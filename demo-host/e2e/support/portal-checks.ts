import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { LOOKS, type Look, wear } from './axe.ts'

const NARROW: Look = { scheme: 'light', width: 390 }
const [WIDE = NARROW] = LOOKS

/** Nothing of the page reaches beyond a phone's screen. */
export const expectNoSidewaysScroll = async (page: Page, state: string): Promise<void> => {
  await wear(page, NARROW)
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const inside = await page.evaluate(() => {
    const root = document.querySelector('fe-admin-portal')?.shadowRoot
    const main = root?.querySelector('.fe-portal-main')
    return main ? main.scrollWidth - main.clientWidth : 0
  })
  expect.soft([over, inside], `${state} at 390 px`).toEqual([0, 0])
  await wear(page, WIDE)
}

/** The portal's own focus, through shadow roots. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? ''
  })
