import type { LinkTokens, Navigator } from '../feature/ports.ts'
import { type Clock, wait } from '../kernel/clock.ts'
import { createEmitter } from '../kernel/emitter.ts'
import { type RouteSettings, routePath } from '../navigation/auth-route.ts'
import { withPageQuery } from '../navigation/page-query.ts'
import type { InitOptions } from './options.ts'
import type { ServedRoute } from './served-route.ts'

export interface AppNavigator extends Navigator {
  /** Navigates after a delay; `element` aborts when the element that starts it is removed. */
  goLater(url: string, delayMs: number, element?: AbortSignal): Promise<void>
  /** Calls the listener after every URL change that the page can detect. */
  subscribe(listener: () => void): () => void
  /** Simulates a route without changing the page's URL. */
  setStaticRoute(route: string): void
  dispose(): void
}

interface NavigatorParts {
  onRedirectTo?: InitOptions['onRedirectTo']
  /** Route in memory, for preview and renderers, which never leave the page. */
  staticRoute?: string
  /** Returns the route settings, which determine where the query of a route is. */
  settings(): RouteSettings
  /** Values that were taken out of the page's URL. */
  linkTokens?: LinkTokens
  /** Moves a route into the fragment if the page's server has no page for it. @default every path has a page */
  servedRoute?: ServedRoute
  clock: Clock
  page: Window
}

interface HistoryEvents {
  addEventListener(type: 'currententrychange', listener: () => void): void
  removeEventListener(type: 'currententrychange', listener: () => void): void
}

/**
 * Watches the URL. `pushState` of a router is detected through the Navigation API if available; history itself is never
 * patched.
 */
const watchUrl = (page: Window, changed: () => void): (() => void) => {
  const entries = (page as Window & { navigation?: HistoryEvents }).navigation
  entries?.addEventListener('currententrychange', changed)
  page.addEventListener('popstate', changed)
  page.addEventListener('hashchange', changed)
  return () => {
    entries?.removeEventListener('currententrychange', changed)
    page.removeEventListener('popstate', changed)
    page.removeEventListener('hashchange', changed)
  }
}

/** Documents such as those of `srcdoc` and `blob:` have none. */
const hasPath = ({ pathname }: URL): boolean => pathname[0] === '/'

/** Returns the host of a page such as that of `file:` or `capacitor:`, or else the document without its fragment. */
const placeOf = (url: URL): string => url.protocol + (hasPath(url) ? url.host : url.href.split('#')[0])

const load = (page: Window, url: URL, replace: boolean) => page.location[replace ? 'replace' : 'assign'](url.href)

/** Creates the function that loads another page. While a path is being checked, a later navigation replaces it. */
const createLoad = ({ page, servedRoute }: NavigatorParts) => {
  let latest: URL | undefined
  return (target: URL, replace: boolean): void => {
    latest = target
    if (!servedRoute?.isUnsure(target)) load(page, target, replace)
    else
      servedRoute.find(target).then((url) => {
        if (latest === target) load(page, url, replace)
      })
  }
}

/** Maximum time for the target page to replace the current one. */
const LOADING_MS = 2_000

interface Departure {
  from: string | undefined
  until: number
  done: Promise<void>
}

interface DepartureParts {
  clock: Clock
  route(): string | undefined
  go(url: string): void
  /** Aborts with the app, which ends its departures. */
  gone: AbortSignal
}

/**
 * Allows one departure at a time, whichever element starts it: a box that replaces a removed one does not know where
 * the user was going.
 */
const createDepartures = ({ clock, route, go, gone }: DepartureParts) => {
  let latest: Departure | undefined
  return async (url: string, delayMs: number, element?: AbortSignal): Promise<void> => {
    const from = route()
    if (latest && latest.from === from && clock.now() < latest.until) return latest.done
    const depart = async () => {
      await wait(clock, delayMs, gone).catch(() => {})
      if (!gone.aborted && (!element?.aborted || route() === from)) go(url)
    }
    const own: Departure = { from, until: clock.now() + delayMs + LOADING_MS, done: depart() }
    latest = own
    let isOver = true
    try {
      await own.done
      isOver = route() !== from
    } finally {
      if (isOver && latest === own) latest = undefined
    }
  }
}

export const createNavigator = (parts: NavigatorParts): AppNavigator => {
  const { onRedirectTo, staticRoute, settings, linkTokens, clock, page } = parts
  const changes = createEmitter<void>()
  const gone = new AbortController()
  const unwatch = watchUrl(page, () => changes.emit())
  const loadPage = createLoad(parts)
  let pretended = staticRoute
  const location = () => new URL(pretended ?? page.location.href, page.location.href)
  const leave = (target: URL, replace: boolean) => {
    const inside = target.origin === page.location.origin
    const path = hasPath(target) ? target.pathname + target.search : ''
    const url = inside ? path + target.hash : target.href
    if (inside) linkTokens?.carry(target)
    if (onRedirectTo) onRedirectTo(url, { refresh: !inside, replace })
    else if (target.href === page.location.href) changes.emit()
    else loadPage(target, replace)
  }
  const go: Navigator['go'] = (url, { replace = false, preserveQuery = false } = {}) => {
    const wanted = new URL(url, location())
    // A URL with a script scheme would run as code on the page.
    if (!/^https?:$/.test(wanted.protocol) && placeOf(wanted) !== placeOf(new URL(page.location.href))) return
    const target = preserveQuery ? withPageQuery(wanted, location(), settings()) : wanted
    if (pretended === undefined) return leave(target, replace)
    pretended = target.href
    changes.emit()
  }
  return {
    location,
    ...(linkTokens && { linkTokens }),
    go,
    goLater: createDepartures({ clock, route: () => routePath(location(), settings()), go, gone: gone.signal }),
    subscribe: changes.subscribe,
    setStaticRoute(route) {
      pretended = route
      changes.emit()
    },
    dispose() {
      gone.abort()
      unwatch()
      changes.clear()
    },
  }
}
