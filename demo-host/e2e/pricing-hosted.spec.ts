import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { freshEmail } from './sample-users.ts'
import { ownAccount } from './support/own-account.ts'
import { signUpProspect } from './support/sign-up-prospect.ts'

const chooseGrowth = async (page: Page) => {
  await page.goto('/hosted/pricing')
  await page.locator('fe-pricing-table').getByRole('button', { name: 'Choose Growth' }).click()
}

/** Expects the checkout of the chosen plan to be open; a reload doesn't open it again. */
const expectCheckout = async (page: Page) => {
  await page.waitForURL((url) => url.pathname === '/hosted/pricing')
  await expect(page.getByRole('dialog', { name: 'Add a card' })).toBeVisible()
  await expect(page.getByText('Add a card to pay for Growth.')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await expect(page.locator('fe-pricing-table').getByRole('button', { name: 'Choose Growth' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test.describe('choosing a plan with hosted login', () => {
  test('sends a visitor to sign-up at the API, and after the activation to the checkout of the plan', async ({
    page,
    context,
    inbox,
    demo,
  }) => {
    const email = freshEmail('hope', 'prospect.test')
    await chooseGrowth(page)
    await expect(page).toHaveURL(new RegExp(`^${demo.origins.api}/oauth/account/sign-up`))
    await signUpProspect(page, { name: 'Hope Prospect', email })
    const tab = await context.newPage()
    await tab.goto((await inbox(email)).links[0] ?? '/')
    await expectCheckout(tab)
  })

  test('returns a user who signs in there to the checkout of the plan', async ({ page, demo, box }) => {
    const { newUser } = await ownAccount(demo, 'Hosted Buyer')
    await chooseGrowth(page)
    await page.waitForURL((url) => url.pathname.endsWith('/account/sign-up'))
    await box.link('Sign in').click()
    await box.signIn(newUser.email)
    await expectCheckout(page)
  })

  test('keeps the plan of a sign-in that took too long', async ({ page, demo, box }) => {
    const { newUser } = await ownAccount(demo, 'Slow Buyer')
    await chooseGrowth(page)
    await page.waitForURL((url) => url.pathname.endsWith('/account/sign-up'))
    const forget = () => {
      for (const key of Object.keys(localStorage))
        if (key.includes('HOSTED_LOGIN_VERIFIER')) localStorage.removeItem(key)
    }
    const other = await page.context().newPage()
    await other.goto('/')
    await other.evaluate(forget)
    await other.close()
    await box.link('Sign in').click()
    await box.signIn(newUser.email)
    await expect(box.title).toHaveText('You’re not signed in')
    await box.button('Sign in again').click()
    await expectCheckout(page)
  })
})
