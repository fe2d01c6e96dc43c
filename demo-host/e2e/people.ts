import type { Page } from '@playwright/test'

export const PASSWORD = 'Correct-Horse-9'

/** The login box as a person meets it. */
export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.locator('input[autocomplete~="username"]').fill(email)
  await page.keyboard.press('Enter')
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
}
