import { type Browser, chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../../scripts/find-browser.mjs'
import type { Engine, Json, Tab } from './tab.ts'

const openTab = async (browser: Browser): Promise<Tab> => {
  const page = await browser.newPage({ locale: 'en-US', timezoneId: 'Europe/London' })
  return {
    navigate: async (url) => void (await page.goto(url)),
    call: (functionText: string, args: readonly Json[]) =>
      page.evaluate(`(${functionText})(...${JSON.stringify(args)})`),
    perform: () => Promise.reject(new Error('Use Playwright for journeys in Chromium')),
    picture: () => page.screenshot(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => page.close(),
  }
}

/** Opens Chromium for work that only reads pages. */
export const openChromium = async (): Promise<Engine> => {
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: browserArgs(), ...(executablePath && { executablePath }) })
  return {
    name: 'Chromium',
    openProfile: async () => ({ openTab: () => openTab(browser), errors: () => [], close: async () => {} }),
    close: () => browser.close(),
  }
}
