import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { LoginBoxModel } from './models/login-box.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { type Keys, keyboard } from './support/keys.ts'
import { totp } from './support/totp.ts'

interface World {
  page: Page
  box: LoginBoxModel
  demo: DemoHost
  keys: Keys
  title(words: string | RegExp): Promise<void>
}

type Walk = (world: World) => Promise<void>

const HOME = '**/script-tag/home'
const CODE = /6-digit code/
const newcomer = (demo: DemoHost, like = 'mel@acme.test') => recruit(demo, like, 'Kay Board')

const submitEmail = async ({ page, box, keys }: World, email: string) => {
  await page.goto('/account/login')
  await expect(box.email).toBeVisible()
  await keys.fill(/^Email$/, email, 'Enter')
}

const signIn = async (world: World, email: string, password = PASSWORD) => {
  await submitEmail(world, email)
  await world.title('Enter your password')
  await world.keys.fill(/^Password$/, password, 'Enter')
}

// `src/preview/stage/box-keyboard.test.ts` covers every flow; these leave the box, paste, or end on a page of the host.
const WALKS: Readonly<Record<string, Walk>> = {
  'a password, wrong and right': async (world) => {
    const { email } = await newcomer(world.demo)
    await signIn(world, email, 'wrong')
    await expect(world.box.error).toHaveText('Incorrect email or password')
    await expect(world.box.password).toBeFocused()
    await world.keys.fill(/^Password$/, PASSWORD)
    await world.keys.press(/^Sign in$/)
    await world.page.waitForURL(HOME)
  },
  'a code of the authenticator app, pasted': async (world) => {
    await signIn(world, 'mia@acme.test')
    await world.title('Enter the code from your app')
    await world.keys.paste(CODE, await totp('JBSWY3DPEHPK3PXP'))
    await world.page.waitForURL(HOME)
  },
  'single sign-on, canceled in time': async (world) => {
    await submitEmail(world, 'sue@sso.test')
    await world.title('Redirecting to your company’s sign-in page')
    await world.keys.press(/^Cancel$/)
    await expect(world.box.email).toBeFocused()
  },
  'social login': async (world) => {
    await world.page.goto('/account/login')
    await expect(world.box.button('Continue with Google')).toBeVisible()
    await world.keys.press(/Continue with Google/)
    await world.page.waitForURL(`${world.demo.origins.idp}/**`)
  },
  'signing out': async (world) => {
    const { email } = await newcomer(world.demo)
    await signIn(world, email)
    await expect(world.page.getByText('Signed in as')).toBeVisible()
    await world.keys.press(/^Sign out$/)
    await world.keys.press(/^Sign in$/)
    await expect(world.box.email).toBeVisible()
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
