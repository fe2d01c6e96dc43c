import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expectNoSidewaysScroll } from './sideways.ts'

/** Accessible in every look, nothing beyond a phone's screen, and back to a desk's. */
export const expectFit = async (page: Page, state: string): Promise<void> => {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page, state)
}
