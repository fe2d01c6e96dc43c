import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { billedAccount } from './support/billed-account.ts'

const BANK = 'iframe[title="Confirmation by your bank"]'

test('A host page sells a plan: card, confirmation by the bank, one charge, and the same state after a reload', {
  tag: '@smoke',
}, async ({ page, demo, signedIn }) => {
  const { newUser, tenant, customerId } = await billedAccount(demo, 'Checkout', 'trialing')
  await signedIn(newUser.email)
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Growth' }).click()
  const card = page.getByRole('dialog', { name: 'Add a card' })
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.getByLabel('Name on card').fill('Cleo Checkout')
  await frame.getByLabel('Card number').fill('4000 0025 0000 3155')
  await frame.getByLabel('Expiry date (MM/YY)').fill('12/34')
  await frame.getByLabel('Security code').fill('123')
  await expectAccessible(page, 'checkout, card')
  await card.getByRole('button', { name: 'Save card' }).click()
  await page.frameLocator(BANK).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(card.getByRole('alert')).toBeVisible()
  await card.getByRole('button', { name: 'Save card' }).click()
  await page.frameLocator(BANK).getByRole('button', { name: 'Complete authentication' }).click()

  const review = page.getByRole('dialog', { name: 'Change to Growth' })
  await expect(review.getByText('Due now')).toBeVisible()
  await expectAccessible(page, 'checkout, price')
  await review.getByRole('button', { name: 'Confirm and pay $49.00' }).dblclick()
  const done = page.getByRole('dialog', { name: 'You’re now on Growth' })
  await expect(done.getByText(`${tenant.name} now has all features of Growth.`)).toBeVisible()
  await expect(page.locator('#outcome')).toHaveText('Thank you. All features of your plan are on.')
  const totals = () => demo.paymentProvider.ledger.customer(customerId).invoices.map(({ total }) => total)
  expect(totals()).toEqual([4_900])

  await page.reload()
  await page.getByRole('button', { name: 'Choose Growth' }).click()
  await expect(page.getByRole('dialog').getByText(`${tenant.name} is already on Growth.`)).toBeVisible()
  expect(totals()).toEqual([4_900])
})

test('A purchase whose response is lost is completed and charged once, even with a second tab', async ({
  page,
  context,
  demo,
  signedIn,
}) => {
  const { newUser, customerId } = await billedAccount(demo, 'Lost', 'active')
  await signedIn(newUser.email)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/checkout')
    await tab.getByRole('button', { name: 'Choose Growth' }).click()
    await expect(tab.getByRole('dialog', { name: 'Change to Growth' }).getByText('Due now')).toBeVisible()
  }
  await page.route('**/subscriptions/resources/subscriptions/v1/sub_*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const confirm = (tab: typeof page) => tab.getByRole('button', { name: /^Confirm/ }).click()
  await Promise.all([confirm(page), confirm(other)])
  for (const tab of [page, other]) await expect(tab.getByRole('dialog', { name: 'You’re now on Growth' })).toBeVisible()
  expect(demo.paymentProvider.ledger.customer(customerId).invoices.length).toBeLessThanOrEqual(1)
  expect(demo.paymentProvider.ledger.customer(customerId).subscription?.priceId).toBe('price_demo_growth')
})
