import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { tally } from './tally.ts'

export const PRELOGIN = '**/webauthn/prelogin'
export const BY_PASSKEY = 'Sign in with a passkey'
export const MAKE = 'Create a passkey'
export const HOME_URL = '**/script-tag/home'

/** Counts the scenarios of a file that ended well: without hanging or uncaught errors. */
export const watchScenarios = (name: string) => {
  const ended = tally(name)
  let uncaught: string[] = []
  test.beforeEach(async ({ page }) => {
    uncaught = []
    page.on('pageerror', (error) => uncaught.push(String(error)))
    await page.goto('/')
  })
  // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
  test.afterEach(async ({}, { titlePath, status }) => {
    expect(uncaught, 'nothing is uncaught').toEqual([])
    if (status === 'passed') ended.add(titlePath.join(' › '))
  })
  return ended
}

/** Turns autofill off, so that only presses are tested: the virtual key would complete a waiting field at once. */
export const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(PublicKeyCredential, 'isConditionalMediationAvailable', { value: async () => false })
  })

/**
 * Collects the challenges that the API issued, in order. They are read before the page gets the response, because the
 * browser drops the bodies of a page that has been left.
 */
export const watchChallenges = async (page: Page): Promise<readonly string[]> => {
  const seen: string[] = []
  await page.route(PRELOGIN, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    const { options } = await response.json().catch(() => ({ options: {} }))
    if (options?.challenge) seen.push(options.challenge)
    // The page may have canceled the request.
    await route.fulfill({ response }).catch(() => undefined)
  })
  return seen
}
