import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { type AppWindow, startApp } from './support/app-page.ts'
import { expectAccessible } from './support/axe.ts'
import { reach } from './support/figures.ts'
import { weakSessionWithKey } from './support/weak-session.ts'

const KEY = 'Use security key'
const KEPT = ['SHOULD_STEP_UP', 'FRONTEGG_AFTER_AUTH_REDIRECT_URL']

/** Opens a page of the host. */
const open = async (page: Page, demo: DemoHost, at = '/?report=7') => {
  await page.goto(at)
  await startApp(page, demo)
}

const isSteppedUp = (page: Page, maxAge?: number) =>
  page.evaluate(
    async (seconds) => (window as unknown as AppWindow).apps.default?.isSteppedUp({ maxAge: seconds }),
    maxAge,
  )

const stepUp = (page: Page, maxAge?: number) =>
  page.evaluate((seconds) => void (window as unknown as AppWindow).apps.default?.stepUp({ maxAge: seconds }), maxAge)

const leftBehind = (page: Page) =>
  page.evaluate((names) => names.filter((name) => localStorage.getItem(name) !== null), KEPT)

test('a user with a weak session proves a factor once and returns to the same page with one redirect', {
  tag: '@smoke',
}, async ({ page, box, demo, signedIn }) => {
  await weakSessionWithKey({ page, demo, signedIn })
  await open(page, demo)
  expect(await isSteppedUp(page)).toBe(false)
  await stepUp(page, 60)
  await page.waitForURL('**/account/step-up?*')
  expect(new URL(page.url()).searchParams.get('maxAge')).toBe('60')
  expect(await leftBehind(page)).toEqual([])
  await expect(box.title).toHaveText('Use your security key')
  await expect(box.button('Use a recovery code')).toHaveCount(0)
  await expectAccessible(page, 'a step-up by security key')
  let redirects = 0
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) redirects += 1
  })
  await box.button(KEY).click()
  await page.waitForURL('**/?report=7')
  await page.waitForLoadState('networkidle')
  expect(redirects).toBe(1)
  await startApp(page, demo)
  expect(await isSteppedUp(page, 60)).toBe(true)
  expect(await leftBehind(page)).toEqual([])
  reach(21, '1 redirect, not 2; abandoned leaves no marker', `${redirects} redirect, 0 markers`)
})

test('several refused calls at once lead to the step-up once, and the host can stop it', async ({
  page,
  demo,
  signedIn,
}) => {
  await weakSessionWithKey({ page, demo, signedIn })
  await open(page, demo)
  await page.evaluate(() =>
    document.addEventListener('fe-before-step-up', (event) => event.preventDefault(), { once: true }),
  )
  await stepUp(page)
  await page.waitForLoadState('networkidle')
  expect(new URL(page.url()).pathname).toBe('/')
  const seen: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) seen.push(frame.url())
  })
  await page.evaluate(() => {
    for (let call = 0; call < 5; call++) (window as unknown as AppWindow).apps.default?.stepUp({ maxAge: 60 })
  })
  await page.waitForURL('**/account/step-up?*')
  expect(seen).toHaveLength(1)
})

test('a step-up that is abandoned leaves nothing behind', async ({ page, box, demo, signedIn }) => {
  await weakSessionWithKey({ page, demo, signedIn })
  await open(page, demo)
  await stepUp(page, 60)
  await box.button('Cancel and go back').click()
  await page.waitForURL('**/?report=7')
  expect(await leftBehind(page)).toEqual([])
  await startApp(page, demo)
  await stepUp(page, 60)
  await expect(box.button(KEY)).toBeVisible()
  await page.goBack()
  await page.waitForURL('**/?report=7')
  expect(await leftBehind(page)).toEqual([])
})

test('a user without a second factor sees what to do', async ({ page, box, demo, signedIn }) => {
  const { email } = await recruit(demo, 'pia@acme.test', 'Ned Low')
  await signedIn(email)
  await open(page, demo)
  await stepUp(page)
  await expect(box.title).toHaveText('Two-factor authentication required')
  await expectAccessible(page, 'noMFAEnrolledStepUp')
  await page.keyboard.press('Tab')
  await expect(box.button('Go back')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/?report=7')
  expect(await leftBehind(page)).toEqual([])
})

test('a session that proves enough is redirected at once', async ({ page, box, demo, signedIn }) => {
  await weakSessionWithKey({ page, demo, signedIn })
  await open(page, demo)
  await stepUp(page, 300)
  await box.button(KEY).click()
  await page.waitForURL('**/?report=7')
  await startApp(page, demo)
  await Promise.all([page.waitForURL('**/account/step-up?*'), stepUp(page, 300)])
  await page.waitForURL('**/?report=7')
})

test('a signed-out user signs in first, proves the factor there, and isn’t prompted twice', async ({
  page,
  box,
  demo,
  signedIn,
}) => {
  const { email } = await weakSessionWithKey({ page, demo, signedIn })
  await page.goto('/account/logout')
  await page.waitForURL('**/account/login')
  await page.goto('/account/step-up?maxAge=60&redirectUrl=%2F%3Freport%3D7')
  await page.waitForURL('**/account/login?*')
  expect(await leftBehind(page)).toEqual([])
  await box.signIn(email)
  await box.button(KEY).click()
  await page.waitForURL('**/?report=7')
})

test('when the API goes down an error with a retry is shown, and no user is signed out', async ({
  page,
  box,
  demo,
  signedIn,
}) => {
  await weakSessionWithKey({ page, demo, signedIn })
  await open(page, demo)
  await page.route('**/step-up/generate', (route) => route.abort())
  await stepUp(page)
  await expect(box.title).toHaveText('Something went wrong')
  await expectAccessible(page, 'a step-up that failed')
  await page.unroute('**/step-up/generate')
  await box.button('Try again').click()
  await box.button(KEY).click()
  await page.waitForURL('**/?report=7')
})

test('when the API refuses the step-up the user is signed out, signs in again, and continues to the step-up', async ({
  page,
  box,
  demo,
  signedIn,
}) => {
  const { email } = await weakSessionWithKey({ page, demo, signedIn })
  await open(page, demo)
  await page.route('**/step-up/generate', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response: response, status: 403, json: { errors: ['No'] } })
  })
  await stepUp(page, 60)
  await page.waitForURL('**/account/login?*')
  expect(await leftBehind(page)).toEqual([])
  expect(new URL(page.url()).searchParams.get('shouldStepUp')).toBe('true')
  await page.unroute('**/step-up/generate')
  await box.signIn(email)
  await box.button(KEY).click()
  await page.waitForURL('**/?report=7')
})
