import type { Page } from '@playwright/test'
import { setLoginPhone } from '../../src/backend/domain/credentials/login-phone.ts'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { reach, sampled } from './support/figures.ts'
import { withPolicy } from './support/policy.ts'
import { setStrategies } from './support/strategies.ts'
import { tally } from './support/tally.ts'
import { addAuthenticator, giveKey } from './support/virtual-key.ts'

const WANTED = 40
const PRELOGIN = '**/webauthn/prelogin'
const POSTLOGIN = '**/webauthn/postlogin'
const BY_PASSKEY = 'Sign in with a passkey'
const MAKE = 'Create a passkey'

/** Scenarios that ended well: no hang, nothing uncaught. */
const ended = tally('passkeys')

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

/** Only what is pressed is tested: the virtual key would complete a waiting field at once. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(PublicKeyCredential, 'isConditionalMediationAvailable', { value: async () => false })
  })

/** The challenges that the API handed out, in order. */
const watchChallenges = (page: Page): string[] => {
  const seen: string[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('/webauthn/prelogin') || response.request().method() !== 'POST' || !response.ok())
      return
    const { options } = await response.json().catch(() => ({ options: {} }))
    if (options?.challenge) seen.push(options.challenge)
  })
  return seen
}

const home = '**/script-tag/home'

test.describe('signing in by passkey', () => {
  test('by one press, with nothing typed', async ({ page, box, demo }) => {
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
    const challenges = watchChallenges(page)
    await page.goto('/account/login')
    await expect.poll(() => page.evaluate(() => (window as unknown as Pending).pending)).toBe(1)
    await box.button(BY_PASSKEY).click()
    await expect.poll(() => challenges.length).toBe(2)
    expect(new Set(challenges).size).toBe(2)
    await box.button('Cancel').click()
    expect(await page.evaluate(() => (window as unknown as Pending).most)).toBe(1)
  })

  test('before the suggestions are set up: they never begin beside it', async ({ page, box, demo }) => {
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

  test('is cancelled, said in words, and works the next time with a fresh challenge', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page, { isTouched: false })
    const newUser = await recruit(demo, 'pia@acme.test', 'Mo Said')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    const challenges = watchChallenges(page)
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await box.button('Cancel').click()
    await expect(box.button('Cancel')).toBeHidden()
    await key.touch(true)
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
    expect(new Set(challenges).size).toBe(2)
  })

  test('without user verification shows an error', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page, { isUserVerified: false })
    const newUser = await recruit(demo, 'pia@acme.test', 'Eva Lund')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
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
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Tia Moss')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await key.forgetAll()
    await page.goto('/account/login')
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText('no matching passkey')
  })

  test('of a locked user is refused', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Gil Roth')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
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
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Ben Hale')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
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
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Ana Cruz')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await page.goto('/account/login')
    await expect(box.button(BY_PASSKEY)).toBeVisible()
    await page.route(PRELOGIN, (route) => route.abort())
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText("can't reach the server")
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
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const newUser = await recruit(demo, 'pia@acme.test', 'Joe Finn')
    await giveKey(demo, key, { userId: newUser.id, kind: 'passkey' })
    await page.goto('/account/login')
    await page.route(POSTLOGIN, (route) => route.abort())
    await box.button(BY_PASSKEY).click()
    await expect(box.error).toContainText("can't reach the server")
    await page.unroute(POSTLOGIN)
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })

  test('pressed twenty times asks once', async ({ page, box }) => {
    await withoutAutofill(page)
    await addAuthenticator(page, { isTouched: false })
    const challenges = watchChallenges(page)
    await page.goto('/account/login')
    await expect(box.button(BY_PASSKEY)).toBeVisible()
    await box.button(BY_PASSKEY).evaluate((button: HTMLElement) => {
      for (let press = 0; press < 20; press++) button.click()
    })
    await expect(box.button('Cancel')).toBeVisible()
    await expect.poll(() => challenges.length).toBe(1)
  })

  test('is left for the password while the suggestions wait', async ({ page, box }) => {
    await addAuthenticator(page, { isTouched: false })
    await watchPending(page)
    await page.goto('/account/login')
    await expect.poll(() => page.evaluate(() => (window as unknown as Pending).pending)).toBe(1)
    await box.enterEmail('ada@acme.test')
    await expect(box.password).toBeVisible()
    await expect.poll(() => page.evaluate(() => (window as unknown as Pending).pending)).toBe(0)
  })

  test('is over when the box is taken off the page', async ({ page, box }) => {
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

  test('in one tab takes the other tab along', async ({ page, box, demo, context }) => {
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

  test('is not offered where the vendor has it off', async ({ page, box, demo }) => {
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

test.describe('a passkey offered after the sign-in', () => {
  test('is made there, and is the way in from then on', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login?redirectUrl=/script-tag')
    await box.signIn(email)
    await expect(box.title).toHaveText('Sign in faster next time')
    await expectAccessible(page, 'a passkey is offered')
    await box.button(MAKE).click()
    await page.waitForURL((url) => url.pathname === '/script-tag')
    expect(await key.count()).toBe(1)
    const [factor] = await demo.backend.store.factors.list({ userId: id, kind: 'passkey' })
    expect(JSON.parse(factor?.value ?? '{}').deviceType).toBe('Platform')
    await page.goto('/account/logout')
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })

  test('by keyboard alone', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.title).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(box.button(MAKE)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(home)
  })

  test('is put off and offered again the next time', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    for (const _ of [1, 2]) {
      await page.goto('/account/login')
      await box.signIn(email)
      await box.button('Not now').click()
      await page.waitForURL(home)
      await page.goto('/account/logout')
      await page.waitForURL('**/account/login')
    }
  })

  test('is not shown again when the user dismisses it for good', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email)
    await box.button('Don’t show this again').click()
    await page.waitForURL(home)
    await page.goto('/account/logout')
    await page.waitForURL('**/account/login')
    await box.signIn(email)
    await page.waitForURL(home)
  })

  test('is left in the middle: the user goes on', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page, { isTouched: false })
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email)
    await box.button(MAKE).click()
    await box.button('Cancel').click()
    await box.button('Not now').click()
    await page.waitForURL(home)
  })

  test('comes after a mailed link too, on the login page, and continues to the page that the link names', async ({
    page,
    box,
    demo,
    inbox,
  }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await withPolicy(demo, { kind: 'public-policy', value: { authStrategy: 'MagicLink' } }, async () => {
      await page.goto('/account/login')
      await box.enterEmail(email)
      await expect(box.title).toHaveText('Check your email')
      await page.goto((await inbox(email)).links[0] ?? '/')
      await box.button('Sign in').click()
      await page.waitForURL('**/account/login?*')
      await box.button(MAKE).click()
      await page.waitForURL(home)
      expect(await key.count()).toBe(1)
    })
  })

  for (const [strategy, title] of [
    ['Code', 'Check your email'],
    ['SmsCode', 'Check your phone'],
  ] as const) {
    test(`comes after a ${strategy} too`, async ({ page, box, demo, inbox }) => {
      await withoutAutofill(page)
      await addAuthenticator(page)
      const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
      const phone = `+1556${String(Date.now()).slice(-7)}`
      await setLoginPhone(demo.backend.ports, id, phone)
      await withPolicy(demo, { kind: 'public-policy', value: { authStrategy: strategy } }, async () => {
        await page.goto('/account/login')
        await box.enterEmail(email)
        await expect(box.title).toHaveText(title)
        const { code = '' } = await inbox(strategy === 'Code' ? email : phone)
        await box.element.getByLabel('6-digit code').fill(code)
        await box.button('Not now').click()
        await page.waitForURL(home)
      })
    })
  }

  test('is offered after a social login too, not to a user who dismissed it for good', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    const comeIn = async () => {
      await page.goto('/account/login')
      await box.button('Continue with Google').click()
      await foreignProvider(page, demo).enter(email, 'Una Park', true)
    }
    await comeIn()
    await page.waitForURL('**/account/login?*')
    await box.button('Don’t show this again').click()
    await page.waitForURL(home)
    await page.goto('/account/logout')
    await page.waitForURL('**/account/login')
    await comeIn()
    await page.waitForURL(home)
  })

  const notDue: readonly [title: string, prepare: (page: Page) => Promise<unknown>][] = [
    [
      'who prefers passkeys already',
      (page) => page.evaluate(() => localStorage.setItem('preferred-login-method', 'Passkeys')),
    ],
    [
      'who has dismissed it',
      (page) => page.evaluate(() => localStorage.setItem('dont-show-again-prompt-passkeys', 'true')),
    ],
    [
      'whose device cannot hold one',
      (page) =>
        page.addInitScript(() => {
          const value = async () => false
          Object.defineProperty(PublicKeyCredential, 'isUserVerifyingPlatformAuthenticatorAvailable', { value })
        }),
    ],
  ]
  for (const [title, prepare] of notDue) {
    test(`is not offered to a user ${title}`, async ({ page, box, demo }) => {
      await withoutAutofill(page)
      await addAuthenticator(page)
      const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
      await prepare(page)
      await page.goto('/account/login')
      await box.signIn(email)
      await page.waitForURL(home)
    })
  }

  test('is not offered to a user who has one', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await giveKey(demo, key, { userId: id, kind: 'passkey' })
    await page.goto('/account/login')
    await box.signIn(email)
    await page.waitForURL(home)
  })

  test('is not offered where the vendor has passkeys off', async ({ page, box, demo }) => {
    await setStrategies(demo, {})
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email, PASSWORD)
    await page.waitForURL(home)
    await setStrategies(demo, { Passkeys: true })
  })
})

test.describe('the list of passkeys', () => {
  const addButton = 'Add passkey'

  test('adds one, renames it, removes it, and reports to password managers what is left', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await withoutAutofill(page)
    await page.addInitScript(() => {
      const notified: unknown[] = []
      Object.assign(window, { notified })
      Object.assign(PublicKeyCredential, {
        signalAllAcceptedCredentials: async (given: unknown) => notified.push(given),
      })
    })
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await signedIn(email)
    await page.goto('/script-tag/home#/admin-box/privacy')
    await expect(portal.element.getByText('No passkeys yet')).toBeVisible()
    await portal.button(addButton).click()
    await expect(portal.toast('Passkey added')).toBeVisible()
    expect(await key.count()).toBe(1)
    await portal.button('Rename Passkey on a device').click()
    await portal.dialog('Rename Passkey on a device').getByLabel('Name').fill('Work <b>laptop</b>')
    await page.keyboard.press('Enter')
    await expect(portal.toast('Name saved')).toBeVisible()
    const [named] = await demo.backend.store.factors.list({ userId: id, kind: 'passkey' })
    expect(JSON.parse(named?.value ?? '{}').name).toBe('Work <b>laptop</b>')
    await portal.button('Remove Work <b>laptop</b>').click()
    const question = portal.element.getByRole('alertdialog', { name: 'Remove this passkey?' })
    await question.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(portal.element.getByText('No passkeys yet')).toBeVisible()
    expect(await demo.backend.store.factors.list({ userId: id, kind: 'passkey' })).toEqual([])
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { notified: { rpId: string; userId: string }[] }).notified))
      .toMatchObject([{ rpId: 'localhost', userId: Buffer.from(id).toString('base64url') }])
  })

  test('is left while the browser asks, by keyboard alone', async ({ page, portal, demo, signedIn }) => {
    await withoutAutofill(page)
    await addAuthenticator(page, { isTouched: false })
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await signedIn(email)
    await page.goto('/script-tag/home#/admin-box/privacy')
    await portal.button(addButton).focus()
    await page.keyboard.press('Enter')
    await expect(portal.button('Cancel')).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(portal.button('Cancel')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(portal.button('Cancel')).toBeHidden()
    await expect(portal.button(addButton)).toBeEnabled()
  })

  test('asks a user with a second factor to prove it first, and returns to the page', async ({
    page,
    box,
    portal,
    demo,
    signedIn,
  }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await signedIn(email)
    await giveKey(demo, key, { userId: id, kind: 'webauthn' })
    await demo.backend.store.users.update({ id }, { mfaEnrolled: true })
    await page.goto('/script-tag/home#/admin-box/privacy')
    await portal.button(addButton).click()
    await page.waitForURL('**/account/step-up?*')
    await box.button('Use this device').click()
    await page.waitForURL('**/script-tag/home#/admin-box/privacy')
    await portal.button(addButton).click()
    await expect(portal.toast('Passkey added')).toBeVisible()
  })
})

test('every scenario ended, none hung and nothing was uncaught', async () => {
  reach(30, `${WANTED} scenarios, 0 hangs, 0 uncaught`, `${ended.count()} scenarios, 0 hangs, 0 uncaught`)
  expect(ended.count()).toBeGreaterThanOrEqual(WANTED)
})

interface Pending {
  /** Requests that the browser has open, and the most at once. */
  pending: number
  most: number
}

/** Counts the open requests of the page; one that is aborted still counts until the browser has ended it. */
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
