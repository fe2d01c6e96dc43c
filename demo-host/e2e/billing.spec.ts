import { expect, test } from './fixtures.ts'
import { billedAccount } from './support/billed-account.ts'
import { keyboard } from './support/keys.ts'
import { pdfText } from './support/pdf-text.ts'

const PAGE = '/script-tag#/admin-box/subscriptions'

test('A trial becomes a paid plan with a card that the bank confirms, and its invoice reads back', {
  tag: '@smoke',
}, async ({ page, portal, demo, signedIn }) => {
  const { newUser, tenant, customerId } = await billedAccount(demo, 'Trial', 'trialing')
  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('/stripe/') && scripts.push(request.url()))
  await signedIn(newUser.email)
  await page.goto(PAGE)
  await expect(portal.element.getByText('Your trial ends in 20 days.')).toBeVisible()
  await portal.button('Choose Growth').click()

  const card = portal.dialog('Add a card')
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.getByLabel('Name on card').fill('Tess Trial')
  await frame.getByLabel('Card number').fill('4000 0000 0000 0002')
  await frame.getByLabel('Expiry date (MM/YY)').fill('12/34')
  await frame.getByLabel('Security code').fill('123')
  await card.getByRole('button', { name: 'Save card' }).click()
  await expect(card.getByText('Your card was declined.')).toBeVisible()
  await frame.getByLabel('Card number').fill('4000 0025 0000 3155')
  await card.getByRole('button', { name: 'Save card' }).click()
  await page
    .frameLocator('iframe[title="Confirmation by your bank"]')
    .getByRole('button', { name: 'Complete authentication' })
    .click()

  const plan = portal.dialog('Change to Growth')
  await expect(plan.getByText('Due now')).toBeVisible()
  await plan.getByRole('button', { name: 'Confirm and pay $49.00' }).dblclick()
  await expect(portal.toast('You’re now on Growth')).toBeVisible()
  await expect(portal.element.getByText('Visa ending in 3155')).toBeVisible()
  expect(demo.paymentProvider.ledger.customer(customerId).invoices.map(({ total }) => total)).toEqual([4_900])

  const downloading = page.waitForEvent('download')
  await portal.button('Download invoice FE-0001').click()
  const text = await pdfText(await (await downloading).path())
  for (const part of ['FE-0001', tenant.name, 'Growth', '$49.00', 'Paid']) expect(text).toContain(part)
  expect(scripts.some((url) => url.endsWith('/stripe/stripe.js'))).toBe(true)
  await page.reload()
  await expect(portal.element.getByText('Active', { exact: true })).toBeVisible()
})

test('A subscription is canceled and renewed without a mouse', async ({ page, portal, demo, signedIn }) => {
  const { newUser, customerId } = await billedAccount(demo, 'Keys', 'active')
  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('/stripe/') && scripts.push(request.url()))
  await signedIn(newUser.email)
  await page.goto(PAGE)
  const isEnding = () => demo.paymentProvider.ledger.customer(customerId).subscription?.cancelsAtPeriodEnd
  await expect(portal.button('Cancel subscription')).toBeVisible()
  const keys = keyboard(page)
  await keys.press(/^Cancel subscription$/)
  const lost = portal.element.getByRole('alertdialog').getByRole('list', { name: 'You’ll lose:' }).getByRole('listitem')
  await expect(lost).toHaveText(['Dashboards beyond 100 per month', 'Scheduled reports', 'Audit log', 'Single sign-on'])
  await keys.press(/^Cancel Enterprise$/)
  await expect(portal.element.getByText(/Your plan is canceled and stays available until/)).toBeVisible()
  expect(isEnding()).toBe(true)
  await keys.press(/^Keep subscription$/)
  await expect(portal.element.getByText(/Enterprise continues and renews on/)).toBeVisible()
  await keys.press(/^Keep subscription$/)
  await expect(portal.button('Cancel subscription')).toBeVisible()
  expect(isEnding()).toBe(false)
  expect(scripts).toEqual([])
})

test('Billing details are corrected and saved', async ({ page, portal, demo, signedIn }) => {
  const { newUser, customerId } = await billedAccount(demo, 'Details', 'active')
  await signedIn(newUser.email)
  await page.goto(PAGE)
  await portal.button('Add details').click()
  const dialog = portal.dialog('Billing details')
  await dialog.getByLabel('Country').selectOption({ label: 'United States' })
  await dialog.getByLabel('Email for invoices').fill('bills@details.test')
  await dialog.getByLabel('Street address').fill('1 Main Street')
  await dialog.getByLabel('City').fill('Springfield')
  await dialog.getByLabel('ZIP or postal code').fill('12')
  await dialog.getByRole('button', { name: 'Save details' }).click()
  await expect(dialog.getByText('This code doesn’t match the country.')).toBeVisible()
  await dialog.getByLabel('ZIP or postal code').fill('62704')
  await dialog.getByRole('button', { name: 'Save details' }).click()
  await expect(portal.toast('Billing details saved')).toBeVisible()
  await expect(portal.element.getByText('Invoices go to bills@details.test.')).toBeVisible()
  const [card] = demo.paymentProvider.ledger.customer(customerId).cards
  expect([card?.email, card?.address.postalCode, card?.address.country]).toEqual(['bills@details.test', '62704', 'US'])
})
