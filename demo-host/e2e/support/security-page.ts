import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import type { PortalModel } from '../models/portal.ts'

export const AT = '/script-tag#/admin-box/security'

export const toggle = (portal: PortalModel, name: string) => portal.element.getByRole('switch', { name })

/** Saves the changes and accepts the guard's warning. */
export const save = async (portal: PortalModel, effect?: RegExp) => {
  await portal.button('Save changes').click()
  if (!effect) return
  const dialog = portal.element.getByRole('alertdialog')
  await expect(dialog).toContainText(effect)
  await dialog.getByRole('button', { name: /^Save/ }).click()
}

export const isSignedIn = (page: Page, email: string) => expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
export const isSignedOut = (page: Page) =>
  expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
