import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { focusedName } from './focus.ts'
import type { Keys } from './keys.ts'

export const AT = '/script-tag#/admin-box/'

/** Checks that Escape closes a dialog and returns the focus to the element that opened it. */
export const openTwice = async (page: Page, keys: Keys, opener: RegExp, opened: Locator) => {
  await keys.press(opener)
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await expect.poll(() => focusedName(page)).toMatch(opener)
  await page.keyboard.press('Enter')
  await expect(opened).toBeVisible()
}

/** Moves by arrow keys to an entry of the open menu. */
export const choose = async (page: Page, entry: string) => {
  for (let press = 0; press < 12 && (await focusedName(page)) !== entry; press += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

export const somewhere = (page: Page) => expect.poll(() => focusedName(page), 'the focus is not lost').not.toBe('')
