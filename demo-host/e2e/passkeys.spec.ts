import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { reach } from './support/figures.ts'
import {
  BY_PASSKEY,
  HOME_URL as home,
  PRELOGIN,
  watchChallenges,
  watchScenarios,
  withoutAutofill,
} from './support/passkeys.ts'
import { setStrategies } from './support/strategies.ts'
import { addAuthenticator, giveKey } from './support/virtual-key.ts'

const WANTED = 14

const ended = watchScenarios('passkeys')

test.describe('signing in by passkey', () => {
  test('with one press and nothing typed', { tag: ['@smoke', '@counted'] }, async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Una Park')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
    expect(await page.evaluate(() => localStorage.getItem('preferred-login-method'))).toBe('Passkeys')
  })

  test('by keyboard alone', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Kim Ito')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await page.goto('/account/login')
    await expect(box.button(BY_PASSKEY)).toBeVisible()
    await box.email.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(box.button(BY_PASSKEY)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(home)
  })

  test('from the suggestions of the email field', async ({ page, demo, box }) => {
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Ola Berg')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await page.goto('/account/login')
    await page.waitForURL(home)
    await expect(box.email).toHaveCount(0)
  })

  test('while the suggestions wait: the press takes their place', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page, { isTouched: false })
    const newUser = await recruit(demo, 'pia@acme.test', 'Ivy Noor')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await watchPending(page)
    const challenges = await watchChallenges(page)
    await page.goto('/account/login')
    await expect.poll(() => page.evaluate(() => (window as unknown as Pending).pending)).toBe(1)
    await box.button(BY_PASSKEY).click()
    await expect.poll(() => challenges.length).toBe(2)
    expect(new Set(challenges).size).toBe(2)
    await box.button('Cancel').click()
    expect(await page.evaluate(() => (window as unknown as Pending).most)).toBe(1)
  })

  test('before the suggestions are set up: they never start during it', async ({ page, box, demo }) => {
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Leo Vance')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await watchPending(page)
    let first = true
    const held: (() => void)[] = []
    await page.route(PRELOGIN, async (route) => {
      const wait = first
      first = false
      if (wait) await new Promise<void>((go) => held.push(go))
      await route.continue().catch(() => undefined)
    })
    await page.goto('/account/login')
    await expect.poll(() => held.length).toBe(1)
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
    held[0]?.()
    expect(await page.evaluate(() => (window as unknown as Pending).most)).toBeLessThanOrEqual(1)
  })

  test('can be canceled, shows an error, and works the next time with a fresh challenge', async ({
    page,
    box,
    demo,
  }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page, { isTouched: false })
    const newUser = await recruit(demo, 'pia@acme.test', 'Mo Said')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    const challenges = await watchChallenges(page)
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    // A canceled press has no challenge if it was canceled before the API responded.
    await expect.poll(() => challenges.length).toBe(1)
    await box.button('Cancel').click()
    await expect(box.button('Cancel')).toBeHidden()
    await key.touch(true)
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
    expect(new Set(challenges).size).toBe(2)
  })

  test('sends one request for twenty presses', async ({ page, box }) => {
    await withoutAutofill(page)
    await addAuthenticator(page, { isTouched: false })
    const challenges = await watchChallenges(page)
    await page.goto('/account/login')
    await expect(box.button(BY_PASSKEY)).toBeVisible()
    await box.button(BY_PASSKEY).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 20; press++) button.click()
    })
    await expect(box.button('Cancel')).toBeVisible()
    await expect.poll(() => challenges.length).toBe(1)
  })

  test('can be replaced by the password while the suggestions wait', async ({ page, box }) => {
    await addAuthenticator(page, { isTouched: false })
    await watchPending(page)
    await page.goto('/account/login')
    await expect.poll(() => page.evaluate(() => (window as unknown as Pending).pending)).toBe(1)
    await box.enterEmail('ada@acme.test')
    await expect(box.password).toBeVisible()
    await expect.poll(() => page.evaluate(() => (window as unknown as Pending).pending)).toBe(0)
  })

  test('ends when the box is removed from the page', async ({ page, box }) => {
    await withoutAutofill(page)
    await addAuthenticator(page, { isTouched: false })
    await watchPending(page)
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect.poll(() => page.evaluate(() => (window as unknown as Pending).pending)).toBe(1)
    await page.evaluate(() => document.querySelector('fe-login-box')?.remove())
    await expect.poll(() => page.evaluate(() => (window as unknown as Pending).pending)).toBe(0)
  })

  test('survives a reload in the middle', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page, { isTouched: false })
    const newUser = await recruit(demo, 'pia@acme.test', 'Lia Wolf')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.button('Cancel')).toBeVisible()
    await page.reload()
    await key.touch(true)
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })

  test('in one tab also signs in the other tab', async ({ page, box, demo, context }) => {
    await withoutAutofill(page)
    const other = await context.newPage()
    await other.goto('/account/login')
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Max Oren')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
    await other.waitForURL(home)
    await other.close()
  })

  test('is not offered by a browser that has none', async ({ page, box }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'PublicKeyCredential', { value: undefined }))
    await page.goto('/account/login')
    await box.enterEmail('ada@acme.test')
    await expect(box.password).toBeVisible()
    await expect(box.button(BY_PASSKEY)).toHaveCount(0)
  })

  test('is not offered if the vendor has turned it off', async ({ page, box, demo }) => {
    await setStrategies(demo, {})
    await page.goto('/account/login')
    await expect(box.link('Create an account')).toBeVisible()
    await expect(box.button(BY_PASSKEY)).toHaveCount(0)
    await setStrategies(demo, { Passkeys: true })
  })

  test('is accessible on every screen size', async ({ page, box }) => {
    await withoutAutofill(page)
    await addAuthenticator(page, { isTouched: false })
    await page.goto('/account/login')
    await expect(box.button(BY_PASSKEY)).toBeVisible()
    await expectAccessible(page, 'the email step with a passkey')
    await box.button(BY_PASSKEY).click()
    await expect(box.button('Cancel')).toBeVisible()
    await expectAccessible(page, 'the passkey is asked for')
  })
})

test('every scenario ended, none hung and nothing was uncaught', async () => {
  reach(
    30,
    `${WANTED} scenarios at the sign-in, 0 hangs, 0 uncaught`,
    `${ended.count()} scenarios, 0 hangs, 0 uncaught`,
  )
  expect(ended.count()).toBeGreaterThanOrEqual(WANTED)
})

interface Pending {
  /** Requests that are open in the browser, and their maximum. */
  pending: number
  most: number
}

/** Counts the open requests of the page; an aborted one counts until the browser has ended it. */
const watchPending = (page: Page) =>
  page.addInitScript(() => {
    const own = Object.assign(window as unknown as Pending, { pending: 0, most: 0 })
    const { get } = CredentialsContainer.prototype
    CredentialsContainer.prototype.get = async function (...given) {
      own.pending += 1
      own.most = Math.max(own.most, own.pending)
      try {
        return await get.apply(this, given)
      } finally {
        own.pending -= 1
      }
    }
  })
