import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { freshEmail } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { billedAccount } from './support/billed-account.ts'
import { ownAccount } from './support/own-account.ts'
import { signUpProspect } from './support/sign-up-prospect.ts'

const PUBLIC_PLANS = '**/fe/v1/billing/public-plans'

const tableOf = (page: Page) => page.locator('fe-pricing-table')
const planOf = (page: Page, name: string) =>
  tableOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })

const payWithNewCard = async (page: Page) => {
  const card = page.getByRole('dialog', { name: 'Add a card' })
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.getByLabel('Name on card').fill('Pia Prospect')
  await frame.getByLabel('Card number').fill('4242 4242 4242 4242')
  await frame.getByLabel('Expiry date (MM/YY)').fill('12/34')
  await frame.getByLabel('Security code').fill('123')
  await card.getByRole('button', { name: 'Save card' }).click()
  await page.getByRole('button', { name: 'Confirm and pay $49.00' }).click()
  await expect(page.getByRole('dialog', { name: 'You’re now on Growth' })).toBeVisible()
}

const inNewTab = async (context: BrowserContext, url: string): Promise<Page> => {
  const tab = await context.newPage()
  await tab.goto(url)
  return tab
}

test('A visitor chooses a plan, signs up, activates the account in another tab, pays, and has its feature', async ({
  page,
  context,
  inbox,
  demo,
}) => {
  const email = freshEmail('pia', 'prospect.test')
  await page.goto('/pricing')
  await expect(planOf(page, 'Growth')).toContainText('$49.00 per month')
  await expect(page.getByText('Choose Growth to schedule reports.')).toBeVisible()
  await expectAccessible(page, 'pricing table')
  await planOf(page, 'Growth').getByRole('button', { name: 'Choose Growth' }).click()
  await signUpProspect(page, { name: 'Pia Prospect', email })
  const [link = '/'] = (await inbox(email)).links
  const tab = await inNewTab(context, link)
  await tab.waitForURL((url) => url.pathname === '/pricing')
  await payWithNewCard(tab)
  expect(new URL(tab.url()).search, 'a reload opens no second checkout').toBe('')
  await tab.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(tab.locator('#feature')).toBeVisible()
  await expect(planOf(tab, 'Growth').getByText('Current plan')).toBeVisible()
  const user = await demo.backend.store.users.find({ email })
  const account = await demo.backend.store.billingAccounts.find({ tenantId: user?.tenantId ?? '' })
  const { invoices } = demo.paymentProvider.ledger.customer(account?.customerId ?? '')
  expect(invoices.map(({ total, paid }) => [total, paid])).toEqual([[4_900, true]])
})

test('A user who signs in to buy continues with the checkout of the chosen plan', async ({ page, box, demo }) => {
  const { newUser } = await billedAccount(demo, 'Returning', 'active')
  await page.goto('/pricing')
  await planOf(page, 'Growth').getByRole('button', { name: 'Choose Growth' }).click()
  await box.link('Sign in').click()
  await box.signIn(newUser.email)
  await page.waitForURL((url) => url.pathname === '/pricing')
  await expect(page.getByRole('dialog', { name: 'Change to Growth' }).getByText('Due now')).toBeVisible()
  await page.reload()
  await expect(planOf(page, 'Enterprise').getByText('Current plan')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('A purchase opens the features of the plan in every tab within 5 seconds', async ({
  page,
  context,
  demo,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Tabs')
  await signedIn(newUser.email)
  await page.goto('/pricing')
  const other = await inNewTab(context, '/pricing')
  for (const tab of [page, other]) await expect(tab.getByText('Choose Growth to schedule reports.')).toBeVisible()
  await planOf(page, 'Growth').getByRole('button', { name: 'Choose Growth' }).click()
  await payWithNewCard(page)
  for (const tab of [page, other]) await expect(tab.locator('#feature')).toBeVisible({ timeout: 5_000 })
})

test('Plans that fail to load can be loaded again, and an empty table is explained', async ({ page }) => {
  let isDown = true
  await page.route(PUBLIC_PLANS, (route) =>
    isDown ? route.fulfill({ status: 503, json: { errors: ['Billing is down.'] } }) : route.fallback(),
  )
  await page.goto('/pricing')
  await expect(tableOf(page).getByText('We couldn’t load the plans')).toBeVisible()
  await expectAccessible(page, 'pricing table, failed')
  isDown = false
  await tableOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(tableOf(page).getByRole('button', { name: 'Get started' })).toBeVisible()
  await page.route(PUBLIC_PLANS, (route) => route.fulfill({ json: { defaultPlanId: null, features: [], plans: [] } }))
  await page.reload()
  await expect(tableOf(page).getByText('No plans yet')).toBeVisible()
})
