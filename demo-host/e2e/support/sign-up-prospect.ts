import { expect, type Page } from '@playwright/test'
import { loginBox } from '../models/login-box.ts'
import { NEW_PASSWORD } from '../sample-users.ts'

/** Fills in the open sign-up form as a visitor, for an account of a new company. */
export const signUpProspect = async (page: Page, { name, email }: { name: string; email: string }): Promise<void> => {
  const box = loginBox(page)
  await box.element.getByLabel('Full name').fill(name)
  await box.element.getByLabel('Work email').fill(email)
  await box.element.getByLabel('Company').fill('Prospect')
  await box.element.locator('input[type=password]').first().fill(NEW_PASSWORD)
  await box.button('Create account').click()
  await expect(box.title).toHaveText('Check your email')
}
