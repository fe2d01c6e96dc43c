import type { Page } from '@playwright/test'
import { session } from '../../src/contract/session.ts'
import { expect, test } from './fixtures.ts'
import { billedAccount } from './support/billed-account.ts'

const OPEN = '#feature'
/** The promised time, and the time that a busy machine may add for the notification and the requests of three tabs. */
const BOUND = { timeout: 5_000 + 3_000 }

const inNewTab = async (page: Page, url: string): Promise<Page> => {
  const tab = await page.context().newPage()
  await tab.goto(url)
  return tab
}

test('A failed payment closes features in every open tab and browser, and paying it opens them, without a new token', async ({
  page,
  browser,
  demo,
  signedIn,
}) => {
  const { newUser, customerId, tenant } = await billedAccount(demo, 'Unpaid', 'active')
  const { ledger } = demo.paymentProvider
  ledger.changed(customerId)
  await expect.poll(() => demo.backend.store.policies.count({ kind: 'plan', tenantId: tenant.id })).toBe(1)
  const elsewhere = await (await browser.newContext()).newPage()
  await signedIn(newUser.email)
  await signedIn(newUser.email, elsewhere)
  const url = `${demo.origins.host}/pricing`
  await page.goto(url)
  await elsewhere.goto(url)
  const tabs = [page, await inNewTab(page, url), elsewhere]
  for (const tab of tabs) await expect(tab.locator(OPEN)).toBeVisible()
  const refreshed: string[] = []
  for (const tab of tabs) {
    tab.on('request', (request) => request.url().includes(session.refreshSession.path) && refreshed.push(request.url()))
  }

  const [card] = ledger.customer(customerId).cards
  ledger.customer(customerId).behaviors[card?.id ?? ''] = 'declines'
  ledger.endPeriod(customerId)
  for (const tab of tabs) {
    await expect(tab.getByText('Choose Growth to schedule reports.')).toBeVisible(BOUND)
    await expect(tab.locator(OPEN)).toBeHidden()
  }

  ledger.customer(customerId).behaviors[card?.id ?? ''] = 'pays'
  const [due] = ledger.customer(customerId).invoices
  ledger.payInvoice(customerId, due?.id ?? '', card?.id)
  for (const tab of tabs) await expect(tab.locator(OPEN)).toBeVisible(BOUND)
  expect(refreshed).toEqual([])
  await elsewhere.context().close()
})
