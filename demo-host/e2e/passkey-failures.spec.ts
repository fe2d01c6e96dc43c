import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { reach } from './support/figures.ts'
import {
  BY_PASSKEY,
  HOME_URL as home,
  PRELOGIN,
  watchChallenges,
  watchScenarios,
  withoutAutofill,
} from './support/passkeys.ts'
import { addAuthenticator, giveKey } from './support/virtual-key.ts'

const WANTED = 5

const ended = watchScenarios('passkey-failures')

/** Creates a user whose passkey is in this browser. */
const withPasskey = async (
  page: Page,
  demo: DemoHost,
  name: string,
  options: Parameters<typeof addAuthenticator>[1] = {},
) => {
  await withoutAutofill(page)
  const key = await addAuthenticator(page, options)
  const newUser = await recruit(demo, 'pia@acme.test', name)
  await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
  return { key, newUser }
}

// `src/preview/stage/box-passkeys.test.ts` checks errors of browser and server; these tests need an authenticator.
test.describe('signing in by passkey', () => {
  test('without user verification shows an error', async ({ page, box, demo }) => {
    const { key } = await withPasskey(page, demo, 'Eva Lund', { isUserVerified: false })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('The request was canceled')
    await key.verify(true)
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })

  test('with no passkey on this device shows an error and offers the password', async ({ page, box }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('no matching passkey')
    await box.enterEmail('ada@acme.test')
    await expect(box.password).toBeVisible()
  })

  test('with a passkey that was removed from the device shows an error', async ({ page, box, demo }) => {
    const { key } = await withPasskey(page, demo, 'Tia Moss')
    await key.forgetAll()
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('no matching passkey')
  })

  test('from suggestions that waited too long: their challenge was renewed', async ({ page, demo, box }) => {
    await page.clock.install()
    const key = await addAuthenticator(page, { isTouched: false })
    const newUser = await recruit(demo, 'pia@acme.test', 'Sol Reyes')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    const challenges = await watchChallenges(page)
    await page.goto('/account/login')
    await expect(box.button(BY_PASSKEY)).toBeVisible()
    await expect.poll(() => challenges.length).toBe(1)
    await page.clock.fastForward(241_000)
    await expect.poll(() => challenges.length).toBe(2)
    expect(new Set(challenges).size).toBe(2)
  })

  test('on a site that the passkey does not belong to shows an error', async ({ page, box }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    await page.route(PRELOGIN, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      const { options } = await response.json()
      await route.fulfill({ response: response, json: { options: { ...options, rpId: 'evil.test' } } })
    })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('don’t work on this domain')
  })
})

test('every scenario ended, none hung and nothing was uncaught', async () => {
  reach(30, `${WANTED} scenarios that fail, 0 hangs, 0 uncaught`, `${ended.count()} scenarios, 0 hangs, 0 uncaught`)
  expect(ended.count()).toBeGreaterThanOrEqual(WANTED)
})
