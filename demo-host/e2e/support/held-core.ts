import type { Page } from '@playwright/test'
import { version } from '../../scripts/project.mjs'

/** Pattern of the request for React, the app and the elements, which follow the files that paint the first field. */
export const CORE = `**/${version}/core.js`

/** Holds the core back; returns a function that lets it load. */
export const holdCore = async (page: Page) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(CORE, async (route) => {
    await isReleased
    await route.continue()
  })
  return () => release()
}

/** Waits until React has rendered into the login box. */
export const waitForTakeOver = (page: Page) =>
  page.waitForFunction(() => {
    const { shadowRoot = null } = document.querySelector('fe-login-box') ?? {}
    return shadowRoot && Object.keys(shadowRoot).some((key) => key.startsWith('__react'))
  })
