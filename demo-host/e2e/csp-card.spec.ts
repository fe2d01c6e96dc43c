import type { Page } from '@playwright/test'
import { pages } from '../../src/pages/index.ts'
import { expect, test } from './fixtures.ts'
import { billedAccount } from './support/billed-account.ts'
import { ownAccount } from './support/own-account.ts'
import { watchViolations } from './support/violations.ts'

const SUBSCRIPTION = '#/admin-box/subscriptions'

/**
 * Returns whether a URL belongs to the payment provider: its script and frames, in the demo or at Stripe, and the calls
 * that prepare them.
 */
const isOfProvider = (url: string): boolean => {
  const { hostname, pathname } = new URL(url)
  return /(^|\.)stripe\.(com|network)$/.test(hostname) || /\/stripe\//.test(pathname)
}

const watchProvider = (page: Page) => {
  const requested: string[] = []
  page.on('request', (request) => isOfProvider(request.url()) && requested.push(request.url()))
  return requested
}

test('Under the strictest policy a card is added that the bank confirms, with 0 violations', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const violations = await watchViolations(page)
  const { newUser } = await billedAccount(demo, 'Strict Card', 'trialing')
  await signedIn(newUser.email)
  const response = await page.goto(`/strict-csp${SUBSCRIPTION}`)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`frame-src ${demo.origins.idp}`)
  await portal.button('Add a card').click()
  const card = portal.dialog('Add a card')
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.getByLabel('Name on card').fill('Cam Card')
  await frame.getByLabel('Card number').fill('4000 0025 0000 3155')
  await frame.getByLabel('Expiry date (MM/YY)').fill('12/34')
  await frame.getByLabel('Security code').fill('123')
  await card.getByRole('button', { name: 'Save card' }).click()
  await page
    .frameLocator('iframe[title="Confirmation by your bank"]')
    .getByRole('button', { name: 'Complete authentication' })
    .click()
  await expect(portal.toast('Card saved')).toBeVisible()
  await expect(portal.element.getByText('Visa ending in 3155')).toBeVisible()
  expect(violations).toEqual([])
})

test('The login box, the pages of the portal and the pricing table request nothing from the payment provider', async ({
  page,
  box,
  portal,
  demo,
}) => {
  test.slow()
  const requested = watchProvider(page)
  const { newUser } = await ownAccount(demo, 'No Checkout')
  await page.goto('/pricing')
  await expect(page.locator('fe-pricing-table').getByRole('heading', { name: 'Growth' })).toBeVisible()
  await page.goto('/script-tag')
  await box.signIn(newUser.email)
  const main = portal.element.getByRole('main')
  for (const { slug } of pages) {
    await page.goto(`/script-tag#/admin-box/${slug}`)
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.locator('.fe-skeleton')).toHaveCount(0)
    expect(requested, slug).toEqual([])
  }
  await page.goto(`/script-tag${SUBSCRIPTION}`)
  await portal.button('Add a card').click()
  await expect(page.locator('iframe[title="Secure card payment input frame"]')).toBeVisible()
  expect(requested.length, 'a card form is noticed').toBeGreaterThan(0)
})
