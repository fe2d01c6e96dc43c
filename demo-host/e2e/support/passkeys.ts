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

/** Collects the challenges that the API issued, in order. */
export const watchChallenges = (page: Page): string[] => {
  const seen: string[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('/webauthn/prelogin') || response.request().method() !== 'POST' || !response.ok())
      return
    const { options } = await response.json().catch(() => ({ options: {} }))
    if (options?.challenge) seen.push(options.challenge)
  })
  return seen
}
