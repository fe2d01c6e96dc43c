import { CLIENT_ID } from '../../../../src/testing/setup-fault.ts'
import { version } from '../../../scripts/project.mjs'
import type { EnginePage } from '../page.ts'
import type { Json } from '../tab.ts'
import type { Visit } from '../visit.ts'

interface State {
  token: string | undefined
  tenantId: string | undefined
}

interface App {
  ready(): Promise<void>
  unmount(): void
  showAdminPortal(page: string): void
  loadEntitlements(): Promise<unknown>
  switchTenant(tenantId: string): Promise<void>
  subscribe(listener: (state: { user?: { accessToken?: string } }) => void): void
  getState(): { user?: { accessToken?: string }; activeTenant?: { tenantId: string } }
}

export interface AppWindow {
  fe?: { ready(): Promise<unknown>; init(options: object): App }
  app: App
  /** Every token that the app has had. */
  tokens: string[]
  /** Starts another app on this page. */
  again(): Promise<App>
}

/** Runs in the page: starts an app on a page that has none. */
const start = async (script: string, options: object): Promise<void> => {
  const page = window as unknown as AppWindow
  const tag = Object.assign(document.createElement('script'), { src: script, crossOrigin: 'anonymous' })
  const loaded = new Promise((resolve) => tag.addEventListener('load', resolve))
  document.head.append(tag)
  await loaded
  await page.fe?.ready()
  page.tokens = []
  page.again = async () => {
    if (page.fe) page.app = page.fe.init(options)
    page.app.subscribe(({ user }) => {
      const token = user?.accessToken
      if (token && token !== page.tokens.at(-1)) page.tokens.push(token)
    })
    await page.app.ready()
    return page.app
  }
  await page.again()
}

/** Opens a page without our elements and starts an app there, `window.app`. */
export const startApp = async ({ demo, url }: Visit, page: EnginePage, more: { [key: string]: Json } = {}) => {
  await page.open(url('/'))
  const contextOptions = { baseUrl: demo.origins.api, clientId: CLIENT_ID, logLevel: 'error' }
  await page.run(start, `${demo.origins.cdn}/${version}/fe.umd.js`, { contextOptions, ...more })
}

/** Returns the user whose token the page currently has. */
export const stateOf = (page: EnginePage): Promise<State> =>
  page.run(() => {
    const { user, activeTenant } = (window as unknown as AppWindow).app.getState()
    return { token: user?.accessToken, tenantId: activeTenant?.tenantId }
  })

/** Returns how many tokens the page has had. */
export const tokensOf = (page: EnginePage): Promise<number> =>
  page.run(() => (window as unknown as AppWindow).tokens.length)

/** Waits until the page has a different token. */
export const newerToken = (page: EnginePage, old: string | undefined) =>
  page.holds(
    'the tab has a new token',
    (before: string) => {
      const { user } = (window as unknown as AppWindow).app.getState()
      return user?.accessToken !== undefined && user.accessToken !== before
    },
    old ?? '',
  )
