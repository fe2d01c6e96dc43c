import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectNoSidewaysScroll } from './sideways.ts'

/**
 * Expects the page to be accessible in every look, with nothing beyond a phone's screen; then restores the desktop
 * size.
 */
export const expectFit = async (page: Page, state: string): Promise<void> => {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}
