import type { Page } from '@playwright/test'

/** Returns the name of the portal's focused element, through shadow roots. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? ''
  })
