import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { loginBox } from './models/login-box.ts'
import { freshEmail } from './sample-users.ts'
import { ownAccount } from './support/own-account.ts'
import { totp } from './support/totp.ts'

/** Opens the checkout while no one is signed in, and continues to sign-in. */
const buySignedOut = async (page: Page) => {
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Growth' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Sign in to choose this plan for your account.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/account/login')
}

/** Expects the dialog to be open again with its plan; a reload doesn't open it again. */
const expectResumed = async (page: Page, path: string) => {
  await page.waitForURL((url) => url.pathname === path)
  await expect(page.getByRole('dialog', { name: 'Add a card' })).toBeVisible()
  await expect(page.getByText('Add a card to pay for Growth.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose Growth' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('A checkout of the host page that led to sign-in opens again with its plan', async ({ page, box, demo }) => {
  const { newUser } = await ownAccount(demo, 'Resume')
  await buySignedOut(page)
  await box.signIn(newUser.email)
  await expectResumed(page, '/checkout')
})

test('The checkout opens again after a second factor that the account requires', async ({ page, box, demo }) => {
  const { newUser, tenant } = await ownAccount(demo, 'Resume MFA')
  const [model] = await demo.backend.store.policies.list({ kind: 'mfa' })
  if (!model) throw new Error('No sample account has rules for second factors')
  const value = JSON.stringify({ enforceMFAType: 'Force' })
  await demo.backend.store.policies.insert({ ...model, id: randomUUID(), tenantId: tenant.id, value })
  await buySignedOut(page)
  await box.signIn(newUser.email)
  await expect(box.title).toHaveText('Set up two-factor authentication')
  await box.element.getByRole('button', { name: /^Authenticator app/ }).click()
  const secret = ((await box.element.getByText(/^[A-Z2-7 ]{20,}$/).textContent()) ?? '').replace(/\s/g, '')
  await box.element.getByLabel('6-digit code').fill(await totp(secret))
  await box.element.getByLabel('I have saved this code').check()
  await box.button('Continue').click()
  await expectResumed(page, '/checkout')
})

test('The checkout opens again after a social login', async ({ page, demo }) => {
  const { newUser } = await ownAccount(demo, 'Resume Social')
  await buySignedOut(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await foreignProvider(page, demo).enter(newUser.email, newUser.name, true)
  await expectResumed(page, '/checkout')
})

test('A visitor who signs up with a social login continues with the plan chosen before', async ({ page, demo }) => {
  await page.goto('/pricing')
  await page.locator('fe-pricing-table').getByRole('button', { name: 'Choose Growth' }).click()
  await page.waitForURL((url) => url.pathname === '/account/sign-up')
  await expect(loginBox(page).element).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await foreignProvider(page, demo).enter(freshEmail('sosu', 'fresh.test'), 'Sosu Buyer', true)
  await expectResumed(page, '/pricing')
})
