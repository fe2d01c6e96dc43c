import type { App } from '../../app/app.ts'
import { isHosted, isPreview } from '../../app/base-url.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { createStorage } from '../../kernel/storage.ts'
import { isLocalHost } from './local-host.ts'

/** A session that ends later has other causes than a cookie that was never sent. */
const RECENT_MS = 600_000

const keyOf = ({ name }: App): string => `fe-signed-in|${name}`

/**
 * Returns the site approximately, without a list of public suffixes: it may miss that two hosts are different sites,
 * but never treats the same site as different.
 */
const siteOf = ({ hostname, protocol }: URL): string => {
  const isIp = /^[\d.]+$|^\[/.test(hostname)
  return `${protocol}${isIp ? hostname : hostname.split('.').slice(-2).join('.')}`
}

/** Returns whether the browser may withhold the API's cookies from this page because it is on another site. */
export const isOnOtherSite = ({ baseUrl, options }: App, page: URL): boolean =>
  typeof baseUrl === 'string' &&
  !isPreview(options) &&
  !isHosted(options) &&
  siteOf(new URL(baseUrl, page)) !== siteOf(page)

/** Records that a user signed in here, for the next page of this tab. */
export const noteSignIn = (app: App): void => createStorage('session').set(keyOf(app), String(app.clock.now()))

export const forgetSignIn = (app: App): void => createStorage('session').remove(keyOf(app))

/** Returns whether a user signed in just now but the page that followed is signed out. */
export const isSignInLost = (app: App): boolean => {
  const notedAt = Number(createStorage('session').get(keyOf(app)) ?? Number.NaN)
  return app.store.getState().session.status === 'signed-out' && app.clock.now() - notedAt < RECENT_MS
}

/** Frameworks mount elements before they call `init`. */
const PATIENCE_MS = 3_000

const importExplainer = () => import('./explain-setup.ts')

/** Returns whether data that every app loads is missing, or is for another client. */
const looksWrong = ({ options, store }: App): boolean => {
  const { preview, hosted, configuration, vendor, missingRoute } = store.getState().settings
  const { clientId } = options.contextOptions ?? {}
  if (preview) return false
  if (missingRoute) return true
  if (hosted) return !configuration
  // An HTML page instead of the API's response is read as an empty one.
  if (!vendor || Object.keys(vendor).length === 0) return true
  return Boolean(clientId && vendor.clientId && vendor.clientId !== clientId)
}

/**
 * Watches sign-ins when page and API are on different sites, where the browser may drop the session cookie. `explain`
 * is called after a sign-in on a developer's machine, and anywhere when the page after a sign-in starts signed out.
 */
const watchSignIns = (app: App, explain: () => void): (() => void) => {
  if (!isOnOtherSite(app, new URL(window.location.href))) return () => {}
  app.ready.then(() => {
    if (isSignInLost(app)) explain()
  })
  return app.store.subscribe(({ session: { status } }, { session: { status: before } }) => {
    if (status === before) return
    if (status === 'signed-in' && before === 'signed-out') {
      noteSignIn(app)
      if (isLocalHost(window.location.hostname)) explain()
    } else if (before !== 'loading' || status === 'signed-in') forgetSignIn(app)
  })
}

/** Returns whether this element checks the page's markup; one does, on a developer's machine. */
const isInspector = (host: HTMLElement): boolean =>
  isLocalHost(window.location.hostname) && host === document.querySelector('fe-login-box, fe-admin-portal')

/** Explains a set-up that can't work, in the element's place; its code loads only when something looks wrong. */
export const watchSetup = (host: HTMLElement, app: App | undefined): (() => void) => {
  const life = new AbortController()
  const { signal } = life
  const load = async (use: (module: Awaited<ReturnType<typeof importExplainer>>) => unknown) => {
    if (!signal.aborted) use(await loadChunk(importExplainer, { signal }))
  }
  // A failed load is ignored here, because other parts report it.
  const start = () => {
    if (!app || looksWrong(app)) load(({ explainSetup }) => explainSetup(host, app, signal)).catch(() => {})
  }
  const explainCookie = () => {
    if (app) load(({ explainLostCookie }) => explainLostCookie(host, app, signal)).catch(() => {})
  }
  const inspect = () => {
    if (isInspector(host)) load(({ explainPage }) => explainPage(app, signal)).catch(() => {})
  }
  app?.ready.then(start)
  const timer = setTimeout(app ? inspect : start, PATIENCE_MS)
  const stopWatching = app?.store.subscribe(({ settings }, before) => {
    if (settings.missingRoute !== before.settings.missingRoute) start()
  })
  const stopWatchingSignIns = app && watchSignIns(app, explainCookie)
  return () => {
    stopWatching?.()
    stopWatchingSignIns?.()
    clearTimeout(timer)
    life.abort()
  }
}
