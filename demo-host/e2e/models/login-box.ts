import type { Page } from '@playwright/test'
import { PASSWORD } from '../sample-users.ts'

/** Creates a model of `<fe-login-box>`, from the user's view. */
export const loginBox = (page: Page) => {
  const element = page.locator('fe-login-box')
  const email = element.getByLabel('Email', { exact: true })
  const password = element.getByLabel('Password', { exact: true })
  const enterEmail = async (login: string) => {
    await email.fill(login)
    await email.press('Enter')
  }
  const enterPassword = async (secret: string) => {
    await password.fill(secret)
    await password.press('Enter')
  }
  return {
    element,
    email,
    password,
    newPassword: element.getByLabel('New password', { exact: true }),
    repeated: element.getByLabel('Confirm password', { exact: true }),
    title: element.getByRole('heading', { level: 1 }),
    error: element.getByRole('alert').or(element.locator('.fe-field-error')),
    button: (name: string) => element.getByRole('button', { name, exact: true }),
    link: (name: string) => element.getByRole('link', { name, exact: true }),
    enterEmail,
    enterPassword,
    async signIn(login: string, secret = PASSWORD) {
      await enterEmail(login)
      await enterPassword(secret)
    },
    async chooseNewPassword(secret: string) {
      await this.newPassword.fill(secret)
      if (await this.repeated.isVisible()) await this.repeated.fill(secret)
      await this.newPassword.press('Enter')
    },
  }
}

export type LoginBoxModel = ReturnType<typeof loginBox>
