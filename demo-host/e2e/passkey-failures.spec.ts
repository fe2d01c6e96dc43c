import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { reach, sampled } from './support/figures.ts'
import {
  BY_PASSKEY,
  HOME_URL as home,
  MAKE,
  POSTLOGIN,
  PRELOGIN,
  watchChallenges,
  watchScenarios,
  withoutAutofill,
} from './support/passkeys.ts'
import { addAuthenticator, giveKey } from './support/virtual-key.ts'

const WANTED = 20

const ended = watchScenarios('passkey-failures')

/** A user of their own, whose passkey this browser holds. */
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

  test('with a passkey that was removed from the account is refused', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Nia Cole')
    const id = await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await demo.backend.store.factors.delete({ id })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('wasn’t accepted')
    await expect(box.email).toBeVisible()
  })

  test('with a passkey that was removed from the device shows an error', async ({ page, box, demo }) => {
    const { key } = await withPasskey(page, demo, 'Tia Moss')
    await key.forgetAll()
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('no matching passkey')
  })

  test('of a locked user is refused', async ({ page, box, demo }) => {
    const { newUser } = await withPasskey(page, demo, 'Gil Roth')
    await demo.backend.store.users.update({ id: newUser.id }, { lockedAt: 1 })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toBeVisible()
    await expect(box.email).toBeVisible()
  })

  test('with a challenge that has expired is refused, and the next press has a fresh one', async ({
    page,
    box,
    demo,
  }) => {
    await withPasskey(page, demo, 'Ben Hale')
    let isFirst = true
    await page.route(POSTLOGIN, async (route) => {
      if (isFirst) await demo.backend.store.tickets.update({ purpose: 'webauthn' }, { expiresAt: 1 })
      isFirst = false
      await route.continue()
    })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('wasn’t accepted')
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })

  test('from suggestions that waited too long: their challenge was renewed', async ({ page, demo, box }) => {
    await page.clock.install()
    const key = await addAuthenticator(page, { isTouched: false })
    const newUser = await recruit(demo, 'pia@acme.test', 'Sol Reyes')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    const challenges = watchChallenges(page)
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

  test('with invalid options shows an error', async ({ page, box }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const cases = [{}, { options: null }, { options: { challenge: 5 } }, { options: { challenge: '***' } }]
    let at = 0
    await page.route(PRELOGIN, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      await route.fulfill({ response: response, json: cases[at++ % cases.length] })
    })
    await page.goto('/account/login')
    for (const [index] of cases.entries()) {
      await box.button(BY_PASSKEY).click()
      await expect.poll(() => at).toBe(index + 1)
      await expect(box.button('Cancel')).toBeHidden()
      await expect(box.error).toBeVisible()
    }
  })

  test('without a connection shows an error and works once it is back', async ({ page, box, demo }) => {
    await withPasskey(page, demo, 'Ana Cruz')
    await page.goto('/account/login')
    await expect(box.button(BY_PASSKEY)).toBeVisible()
    await page.route(PRELOGIN, (route) => route.abort())
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('can’t reach the server')
    await page.unroute(PRELOGIN)
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })

  test('too often says when to try again', async ({ page, box }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    await page.route(PRELOGIN, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      const headers = { ...response.headers(), 'retry-after': '30' }
      await route.fulfill({ response: response, headers, status: 429, json: { errors: ['slow'] } })
    })
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('30 seconds')
  })

  test('the connection is lost after the passkey responded: a message, and the way in stays', async ({
    page,
    box,
    demo,
  }) => {
    await withPasskey(page, demo, 'Joe Finn')
    await page.goto('/account/login')
    await page.route(POSTLOGIN, (route) => route.abort())
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('can’t reach the server')
    await page.unroute(POSTLOGIN)
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })
})

/** What the browser says, and what the user reads of it. */
const GET_ERRORS: readonly [name: string, text: string][] = [
  ['NotAllowedError', 'The request was canceled'],
  ['SecurityError', 'don’t work on this domain'],
  ['ConstraintError', 'can’t verify your identity'],
  ['NotSupportedError', 'device or security key isn’t supported'],
  ['OperationError', 'Another request is already open'],
  ['InvalidStateError', 'isn’t set up for your account'],
  ['NotReadableError', 'couldn’t read'],
  ['UnknownError', 'couldn’t read'],
  ['EncodingError', 'couldn’t verify the response'],
  ['TimeoutError', 'The request timed out'],
]
const CREATE_ERRORS = GET_ERRORS.map(([name, text]): readonly [string, string] =>
  name === 'InvalidStateError' ? [name, 'is already set up'] : [name, text],
)

const refuseWith = (page: Page, call: 'get' | 'create', name: string) =>
  page.addInitScript(
    ([method, errorName]) => {
      Object.defineProperty(navigator.credentials, method, {
        value: () => Promise.reject(new DOMException('The browser says no', errorName)),
      })
    },
    [call, name] as const,
  )

test.describe('what the browser says about a passkey', () => {
  for (const [name, text] of sampled(GET_ERRORS, 3)) {
    test(`${name} at a sign-in is said in words`, async ({ page, box }) => {
      await withoutAutofill(page)
      await refuseWith(page, 'get', name)
      await page.goto('/account/login')
      await box.button(BY_PASSKEY).click()
      await expect(box.error).toContainText(text)
      await expect(box.button(BY_PASSKEY)).not.toHaveAttribute('data-busy')
    })
  }
  for (const [name, text] of sampled(CREATE_ERRORS, 3)) {
    test(`${name} when one is made is said in words`, async ({ page, box, demo }) => {
      await withoutAutofill(page)
      await addAuthenticator(page)
      await refuseWith(page, 'create', name)
      const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
      await page.goto('/account/login')
      await box.signIn(email)
      await box.button(MAKE).click()
      await expect(box.error).toContainText(text)
      await box.button('Not now').click()
      await page.waitForURL(home)
    })
  }
})

test('every scenario ended, none hung and nothing was uncaught', async () => {
  reach(30, `${WANTED} scenarios that fail, 0 hangs, 0 uncaught`, `${ended.count()} scenarios, 0 hangs, 0 uncaught`)
  expect(ended.count()).toBeGreaterThanOrEqual(WANTED)
})
