import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { forgetSession } from './support/settled.ts'

const APP = 'com.acme.app://signed-in'
const CHOICE = '/account/redirect?redirectUrl=%2Fscript-tag%2Fhome'
const HOME = /\/script-tag\/home$/

/** Serves the auth pages of a host with its own app. */
const withApp = (page: Page) =>
  page.addInitScript((app) => {
    type Options = { authOptions?: object }
    type Global = { init(options: Options, name?: string): unknown }
    let own: Global | undefined
    Object.defineProperty(window, 'fe', {
      configurable: true,
      get: () => own,
      set: (given: Global) => {
        const init = given.init.bind(given)
        own = Object.assign(given, {
          init: (options: Options, name?: string) => {
            const authOptions = { ...options.authOptions, allowedRedirectOrigins: [app] }
            return init({ ...options, enableOpenAppRoute: true, authOptions } as Options, name)
          },
        })
      },
    })
  }, APP)

test('With an app of the host the user chooses where to continue after the sign-in, and a reload keeps the choice', async ({
  page,
  box,
}) => {
  await withApp(page)
  await page.goto('/account/login?redirectUrl=%2Fscript-tag%2Fhome')
  await box.signIn('ada@acme.test')
  await expect(box.title).toHaveText('Open the app')
  await expect(page).toHaveURL(/\/account\/redirect\?redirectUrl=/)
  await expect(box.button('Open the app')).toBeVisible()
  await expectAccessible(page, 'the choice between the app and the browser')
  await page.reload()
  await box.button('Continue in browser').click()
  await expect(page).toHaveURL(HOME)
})

test('Opening the app doesn’t change the page, for users without the app', async ({ page, box, signedIn }) => {
  await signedIn('ada@acme.test')
  await withApp(page)
  await page.goto(CHOICE)
  await box.button('Open the app').click()
  await expect(box.title).toHaveText('Open the app')
  await box.button('Continue in browser').click()
  await expect(page).toHaveURL(HOME)
})

test('Without an app of the host none is offered, and hostile URLs are ignored', async ({ page, box, signedIn }) => {
  await signedIn('ada@acme.test')
  for (const url of ['javascript:alert(1)', 'com.evil.app://in', '//evil.test', 'data:text/html,x']) {
    await page.goto(`/account/redirect?redirectUrl=${encodeURIComponent(url)}`)
    await expect(box.button('Continue in browser')).toBeVisible()
    await expect(box.button('Open the app')).toHaveCount(0)
    await box.button('Continue in browser').click()
    await expect(page).toHaveURL(new RegExp(`^${new URL(page.url()).origin}/(?!account/redirect)`))
  }
})

test('A signed-out user is asked to sign in first', async ({ page, box, signedIn }) => {
  await signedIn('ada@acme.test')
  await forgetSession(page)
  await page.goto(CHOICE)
  await expect(box.title).toHaveText('Sign in first')
  await box.link('Sign in').click()
  await expect(page).toHaveURL(/\/account\/login/)
})
