import type { Page } from '@playwright/test'
import type { FeApp } from '../../../src/index.ts'
import { version } from '../../scripts/project.mjs'
import type { DemoHost } from '../../server/demo-host.ts'

interface FeWindow {
  fe: { init(options: object, name?: string): FeApp; ready(): Promise<unknown> }
  apps: Record<string, FeApp>
  tokens: string[]
  signOuts: number
}

export type AppWindow = Window & typeof globalThis & FeWindow

interface AppOptions {
  name?: string
  baseUrl?: string
  authOptions?: object
}

const CLIENT_ID = '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58'

/** Opens a page without our elements. */
export const openBlank = (page: Page) => page.goto('/')

/** Calls `init` of the script tag; the app is `window.apps[name]`, and its tokens and sign-outs are recorded. */
export const startApp = async (
  page: Page,
  demo: DemoHost,
  { name = 'default', baseUrl, authOptions }: AppOptions = {},
) => {
  if (!(await page.evaluate(() => 'fe' in window))) {
    await page.addScriptTag({ url: `${demo.origins.cdn}/${version}/fe.umd.js` })
  }
  await page.evaluate(
    async ([appName, options]) => {
      const own = window as unknown as FeWindow
      await own.fe.ready()
      const app = own.fe.init(options, appName)
      own.apps = { ...own.apps, [appName]: app }
      own.tokens ??= []
      own.signOuts ??= 0
      let wasIn = false
      app.subscribe(({ user, isAuthenticated }) => {
        if (user && own.tokens.at(-1) !== user.accessToken) own.tokens.push(String(user.accessToken))
        if (wasIn && !isAuthenticated) own.signOuts += 1
        wasIn = isAuthenticated
      })
      await app.ready()
    },
    [
      name,
      { contextOptions: { baseUrl: baseUrl ?? demo.origins.api, clientId: CLIENT_ID, logLevel: 'error' }, authOptions },
    ] as const,
  )
}

/** Returns a fresh token as a host would request it; no token if the user is signed out or none is available now. */
export const getFreshToken = (page: Page, name = 'default') =>
  page.evaluate(
    (appName) => (window as unknown as FeWindow).apps[appName]?.getAccessToken().catch(() => undefined),
    name,
  )

export const isSignedIn = (page: Page, name = 'default') =>
  page.evaluate(
    async (appName) => (await (window as unknown as FeWindow).apps[appName]?.getState())?.isAuthenticated,
    name,
  )

export const signOutsOf = (page: Page) => page.evaluate(() => (window as unknown as FeWindow).signOuts)
export const tokensOf = (page: Page) => page.evaluate(() => (window as unknown as FeWindow).tokens)
