import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { billedAccount } from './support/billed-account.ts'
import { withPolicy } from './support/policy.ts'

const SUBSCRIPTION = '/script-tag#/admin-box/subscriptions'
const FRAME = 'iframe[title="Secure card payment input frame"]'

/** Replaces Enterprise by Growth, at the payment provider and in the backend. */
const onGrowth = async ({ paymentProvider, backend }: DemoHost, customerId: string) => {
  const { subscription } = paymentProvider.ledger.customer(customerId)
  Object.assign(subscription ?? {}, { priceId: 'price_demo_growth' })
  const { billingAccounts } = backend.store
  const account = await billingAccounts.find({ customerId })
  if (!account) throw new Error('The account is billed')
  const snapshot = JSON.stringify({ ...JSON.parse(account.snapshot), subscription })
  await billingAccounts.update({ id: account.id }, { snapshot })
}

const fillCard = async (page: Page, number: string) => {
  const card = page.getByRole('dialog', { name: 'Add a card' })
  const frame = page.frameLocator(FRAME)
  await card.getByLabel('Name on card').fill('Dee Declined')
  await frame.getByLabel('Card number').fill(number)
  await frame.getByLabel('Expiry date (MM/YY)').fill('12/34')
  await frame.getByLabel('Security code').fill('123')
  await card.getByRole('button', { name: 'Save card' }).click()
}

const centsOf = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)

test('An upgrade in the middle of a month charges what its preview shows: the rest of the month, less what was paid', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { newUser, customerId } = await billedAccount(demo, 'Upgrade', 'active')
  await onGrowth(demo, customerId)
  await signedIn(newUser.email)
  await page.goto(SUBSCRIPTION)
  await portal.button('Choose Enterprise').click()
  const dialog = portal.dialog('Change to Enterprise')
  const pay = dialog.getByRole('button', { name: /^Confirm and pay \$/ })
  const due = centsOf((await pay.textContent()) ?? '')
  // Two thirds of the period remain, so the price is that share of $199.00 less that share of $49.00.
  expect(due).toBeGreaterThan(9_900)
  expect(due).toBeLessThan(10_100)
  await pay.click()
  await expect(portal.toast('You’re now on Enterprise')).toBeVisible()
  const { invoices, subscription } = demo.paymentProvider.ledger.customer(customerId)
  expect(invoices.map(({ total, paid }) => [total, paid])).toEqual([[due, true]])
  expect(subscription?.priceId).toBe('price_demo_enterprise')
})

test('A smaller plan that the vendor refuses is not offered, and refused where an open page still offers it', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { newUser, customerId } = await billedAccount(demo, 'Downgrade', 'active')
  await signedIn(newUser.email)
  await page.goto(SUBSCRIPTION)
  await expect(portal.button('Choose Growth')).toBeVisible()
  await withPolicy(demo, { kind: 'billing', value: { allowPlanDowngrade: false } }, async () => {
    await portal.button('Choose Growth').click()
    const dialog = portal.dialog('Change to Growth')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Confirm/ })).toBeDisabled()
    await page.reload()
    await expect(portal.element.getByText('Contact us to change to a smaller plan.')).toHaveCount(2)
    await expect(portal.button('Choose Growth')).toHaveCount(0)
  })
  expect(demo.paymentProvider.ledger.customer(customerId).subscription?.priceId).toBe('price_demo_enterprise')
})

test('A card that is declined is replaced in the checkout, and the plan is charged once', async ({
  page,
  demo,
  signedIn,
}) => {
  const { newUser, customerId } = await billedAccount(demo, 'Declined', 'trialing')
  await signedIn(newUser.email)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Growth' }).click()
  await fillCard(page, '4000 0000 0000 0341')
  const review = page.getByRole('dialog', { name: 'Change to Growth' })
  await review.getByRole('button', { name: 'Confirm and pay $49.00' }).click()
  await expect(review.getByRole('alert')).toContainText('Your card was declined.')
  await review.getByRole('button', { name: 'Use another card' }).click()
  await fillCard(page, '4242 4242 4242 4242')
  await expect(review.getByText('Visa ending in 4242')).toBeVisible()
  await review.getByRole('button', { name: 'Confirm and pay $49.00' }).click()
  await expect(page.getByRole('dialog', { name: 'You’re now on Growth' })).toBeVisible()
  const paid = demo.paymentProvider.ledger.customer(customerId).invoices.filter((invoice) => invoice.paid)
  expect(paid.map(({ total }) => total)).toEqual([4_900])
})

test('A checkout that is left by the back button or a closed tab charges nothing and can be started again', async ({
  page,
  context,
  demo,
  signedIn,
}) => {
  const { newUser, customerId } = await billedAccount(demo, 'Left', 'active')
  await onGrowth(demo, customerId)
  const { ledger } = demo.paymentProvider
  const openReview = async (tab: Page) => {
    await tab.goto('/checkout')
    await tab.getByRole('button', { name: 'Choose Enterprise' }).click()
    const review = tab.getByRole('dialog', { name: 'Change to Enterprise' })
    await expect(review.getByText('Due now')).toBeVisible()
    return review
  }
  await signedIn(newUser.email)
  await page.goto('/pricing')
  await openReview(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/pricing$/)
  await page.goForward()
  await expect(page.getByRole('button', { name: 'Choose Enterprise' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const closed = await context.newPage()
  await openReview(closed)
  await closed.close()
  expect(ledger.customer(customerId).invoices).toEqual([])
  expect(ledger.customer(customerId).subscription?.priceId).toBe('price_demo_growth')

  const review = await openReview(page)
  await review.getByRole('button', { name: /^Confirm and pay/ }).click()
  await expect(page.getByRole('dialog', { name: 'You’re now on Enterprise' })).toBeVisible()
  expect(ledger.customer(customerId).invoices.length).toBe(1)
})
