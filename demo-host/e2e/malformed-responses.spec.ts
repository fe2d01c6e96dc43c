import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { LoginBoxModel } from './models/login-box.ts'
import { NEW_PASSWORD, PASSWORD } from './sample-users.ts'
import { reach, sampled, scaled } from './support/figures.ts'
import { MALFORMED_RESPONSES, type Odd, respondMalformed } from './support/malformed-responses.ts'
import { withPolicy } from './support/policy.ts'
import { tally } from './support/tally.ts'

interface World {
  page: Page
  box: LoginBoxModel
  demo: DemoHost
}

interface Call {
  name: string
  path: RegExp
  strategy?: string
  open(world: World): Promise<void>
  submit(world: World): Promise<void>
  /** The screen that says what went wrong is another one. */
  opensAnew?: boolean
}

const at = (path: string) => (world: World) => world.page.goto(path).then(() => undefined)
const EMAIL = 'mel@acme.test'
const submitEmail = ({ box }: World) => box.enterEmail(EMAIL)
const code = (box: LoginBoxModel) => box.element.getByLabel('6-digit code')

/** A code that was refused is gone; one that never arrived is still there to be sent once more. */
const giveCode = async ({ box }: World) => {
  const field = code(box)
  if (await field.inputValue()) await field.press('Enter')
  else await field.fill('123456')
}

const toFactor = async ({ page, box }: World) => {
  await page.goto('/account/login')
  await box.signIn('mia@acme.test')
  await expect(code(box)).toBeEditable()
}

const CALLS: readonly Call[] = [
  {
    name: 'sign-in',
    path: /\/auth\/v1\/user$/,
    async open({ page, box }) {
      await page.goto('/account/login')
      await box.enterEmail(EMAIL)
    },
    submit: ({ box }) => box.enterPassword(PASSWORD),
  },
  {
    name: 'a code asked for',
    path: /\/passwordless\/code\/prelogin$/,
    strategy: 'Code',
    open: at('/account/login'),
    submit: submitEmail,
  },
  {
    name: 'a mailed code',
    path: /\/passwordless\/code\/postlogin$/,
    strategy: 'Code',
    async open(world) {
      await world.page.goto('/account/login')
      await submitEmail(world)
    },
    submit: giveCode,
  },
  {
    name: 'a mailed link',
    path: /\/passwordless\/magiclink\/postlogin$/,
    open: at('/account/login/magic-link?token=t'),
    submit: ({ box }) => box.button('Sign in').click(),
    opensAnew: true,
  },
  {
    name: 'a second factor',
    path: /\/mfa\/verify$/,
    open: toFactor,
    submit: giveCode,
  },
  {
    name: 'a recovery code',
    path: /\/mfa\/recover$/,
    async open(world) {
      await toFactor(world)
      await world.box.button('Use a recovery code').click()
    },
    async submit({ box }) {
      const field = box.element.getByRole('textbox', { name: 'Recovery code' })
      await field.fill('R-1')
      await field.press('Enter')
    },
  },
  {
    name: 'sign-up',
    path: /\/users\/v1\/signUp$/,
    async open({ page, box }) {
      await page.goto('/account/sign-up')
      await box.element.getByLabel('Full name').fill('Malformed Response')
      await box.element.getByLabel('Work email').fill('odd@startup.test')
      await box.element.getByLabel('Company').fill('Startup')
      await box.element.locator('input[type=password]').first().fill(NEW_PASSWORD)
    },
    submit: ({ box }) => box.button('Create account').click(),
  },
  {
    name: 'a forgotten password',
    path: /\/passwords\/reset$/,
    open: at('/account/forget-password'),
    submit: submitEmail,
  },
  {
    name: 'a new password',
    path: /\/passwords\/reset\/verify$/,
    open: at('/account/reset-password?userId=u&token=t'),
    submit: ({ box }) => box.chooseNewPassword(NEW_PASSWORD),
  },
  {
    name: 'a new activation link',
    path: /\/users\/v1\/activate\/reset$/,
    async open({ page, box }) {
      await page.goto('/account/activate')
      await box.button('Get a new link').click()
    },
    submit: submitEmail,
  },
  {
    name: 'an invitation',
    path: /\/users\/v1\/invitation\/accept$/,
    open: at('/account/invitation/accept?userId=u&token=t'),
    submit: ({ box }) => box.button('Accept invitation').or(box.button('Try again')).click(),
  },
  {
    name: 'a lost phone number',
    path: /\/users\/v1\/phone\/reset$/,
    open: at('/account/reset-phone-number'),
    submit: submitEmail,
  },
]

const ASKED = sampled(CALLS, 2)
const responded = tally('malformed-responses')

for (const call of ASKED) {
  test(`${call.name}: whatever the response, the right message and an end to the waiting`, async ({
    page,
    box,
    demo,
  }) => {
    test.setTimeout(300_000)
    const world: World = { page, box, demo }
    const odd = await respondMalformed(page, demo, { path: call.path })
    const response = async (one: Odd) => {
      const before = odd.sent()
      odd.respondWith(one)
      await call.submit(world)
      const what = `${MALFORMED_RESPONSES.indexOf(one)}: ${one.status} ${String(one.body).slice(0, 60)}`
      await expect.poll(odd.sent, what).toBe(before + 1)
      // First the end of the waiting: the message of the response before may be the same.
      await expect(box.element.locator('[data-busy]'), what).toHaveCount(0, { timeout: 30_000 })
      if (one.says) await expect(box.element.getByText(one.says).first(), what).toBeVisible({ timeout: 30_000 })
      await expect(box.element.getByText('<', { exact: false }), what).toHaveCount(0)
      responded.add(`${call.name}: ${what}`)
    }
    const all = async () => {
      let isOpen = false
      for (const one of MALFORMED_RESPONSES.slice(0, scaled(MALFORMED_RESPONSES.length, 3))) {
        odd.respondWith(undefined)
        if (!isOpen || call.opensAnew) await call.open(world)
        await response(one)
        isOpen = one.says !== undefined
      }
    }
    if (call.strategy) {
      await withPolicy(demo, { kind: 'public-policy', value: { authStrategy: call.strategy } }, all)
    } else await all()
    expect(odd.uncaught).toEqual([])
  })
}

test('all malformed responses were tried with all calls', async () => {
  const wanted = ASKED.length * scaled(MALFORMED_RESPONSES.length, 3)
  reach(
    46,
    '40 bodies × 12 calls: right text, loading ends within 30 s, 0 uncaught; 20 clicks in 100 ms: 1 request',
    `${MALFORMED_RESPONSES.length} bodies, ${ASKED.length} calls of the login box: ${responded.count()} responses, 0 uncaught; 20 clicks: 1 request (document.spec.ts)`,
  )
  expect(responded.count()).toBe(wanted)
})
