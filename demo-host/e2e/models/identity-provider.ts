import { expect, type Page } from '@playwright/test'
import type { DemoHost } from '../../server/demo-host.ts'

/** Creates a model of the independent identity provider, from the user's view. */
export const foreignProvider = (page: Page, { origins }: Pick<DemoHost, 'origins'>) => {
  const shown = () => expect(page).toHaveURL((url) => url.origin === origins.idp)
  return {
    shown,
    async choose(name: RegExp) {
      await shown()
      await page.getByRole('button', { name }).click()
    },
    async enter(email: string, name: string, isVerified: boolean) {
      await shown()
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('The email is verified').setChecked(isVerified)
      await page.getByRole('button', { name: 'Sign in as this user' }).click()
    },
    async cancel() {
      await shown()
      await page.getByRole('button', { name: 'Cancel and go back' }).click()
    },
  }
}
