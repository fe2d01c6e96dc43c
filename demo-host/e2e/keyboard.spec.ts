import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { LoginBoxModel } from './models/login-box.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { type Keys, keyboard } from './support/keys.ts'
import { totp } from './support/totp.ts'

interface Harness {
  page: Page
  box: LoginBoxModel
  demo: DemoHost
  keys: Keys
  title(words: string | RegExp): Promise<void>
}

type Walk = (harness: Harness) => Promise<void>

const HOME = '**/script-tag/home'
const CODE = /6-digit code/
const newcomer = (demo: DemoHost, like = 'mel@acme.test') => recruit(demo, like, 'Kay Board')

const submitEmail = async ({ page, box, keys }: Harness, email: string) => {
  await page.goto('/account/login')
  await expect(box.email).toBeVisible()
  await keys.fill(/^Email$/, email, 'Enter')
}

const signIn = async (harness: Harness, email: string, password = PASSWORD) => {
  await submitEmail(harness, email)
  await harness.title('Enter your password')
  await harness.keys.fill(/^Password$/, password, 'Enter')
}

// `src/preview/stage/box-keyboard.test.ts` covers every flow; these leave the box, paste, or end on a page of the host.
const WALKS: Readonly<Record<string, Walk>> = {
  'a password, wrong and right': async (harness) => {
    const { email } = await newcomer(harness.demo)
    await signIn(harness, email, 'wrong')
    await expect(harness.box.error).toHaveText('Incorrect email or password')
    await expect(harness.box.password).toBeFocused()
    await harness.keys.fill(/^Password$/, PASSWORD)
    await harness.keys.press(/^Sign in$/)
    await harness.page.waitForURL(HOME)
  },
  'a code of the authenticator app, pasted': async (harness) => {
    await signIn(harness, 'mia@acme.test')
    await harness.title('Enter the code from your app')
    await harness.keys.paste(CODE, await totp('JBSWY3DPEHPK3PXP'))
    await harness.page.waitForURL(HOME)
  },
  'single sign-on, canceled in time': async (harness) => {
    await submitEmail(harness, 'sue@sso.test')
    await harness.title('Redirecting to your company’s sign-in page')
    await harness.keys.press(/^Cancel$/)
    await expect(harness.box.email).toBeFocused()
  },
  'social login': async (harness) => {
    await harness.page.goto('/account/login')
    await expect(harness.box.button('Continue with Google')).toBeVisible()
    await harness.keys.press(/Continue with Google/)
    await harness.page.waitForURL(`${harness.demo.origins.idp}/**`)
  },
  'signing out': async (harness) => {
    const { email } = await newcomer(harness.demo)
    await signIn(harness, email)
    await expect(harness.page.getByText('Signed in as')).toBeVisible()
    await harness.keys.press(/^Sign out$/)
    await harness.keys.press(/^Sign in$/)
    await expect(harness.box.email).toBeVisible()
  },
}

for (const [name, walk] of Object.entries(WALKS)) {
  test(`a user needs only the keyboard: ${name}`, async ({ page, box, demo, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width: 1280, height: 900 })
    const keys = keyboard(page)
    await walk({ page, box, demo, keys, title: (words) => expect(box.title).toHaveText(words) })
  })
}
