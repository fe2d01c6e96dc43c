import type { LinkTokens } from '../feature/ports.ts'
import { isRecord, jsonText, parseJson } from '../kernel/safe-json.ts'
import { createStorage, type KeyValue } from '../kernel/storage.ts'
import { authRouteOf, isDestination, type RouteSettings } from '../navigation/auth-route.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'

type Route = keyof AuthRoutes
type Value = readonly [name: string, value: string]

interface Kept {
  values: readonly Value[]
  /** Route that the values are for; an invitation is for every route. */
  route?: Route
  /** Time origin of the document that wrote this; a later document may read it only for a reason. */
  page: number
  /** Route that this tab is leaving for, which may read the values without a reload. */
  movesTo?: Route
}

const KEY = 'fe-link'
const INVITATION = 'invitationToken'

/** Values that sign a user in, or change how they sign in, by the route that reads them. */
const TOKENS: Readonly<Partial<Record<Route, readonly string[]>>> = {
  activateUrl: ['token'],
  acceptInvitationUrl: ['token'],
  resetPasswordUrl: ['token'],
  resetPhoneNumberUrl: ['token'],
  magicLinkCallbackUrl: ['token', 'code'],
  impersonationUrl: ['actorToken', 'token'],
}

/** Takes the named values out of a query; the rest stays unchanged. */
const split = (query: string, names: readonly string[]): { values: Value[]; rest: string } => {
  const values: Value[] = []
  const rest = query.split('&').filter((part) => {
    const [value] = new URLSearchParams(part)
    const isTaken = value !== undefined && names.includes(value[0])
    if (isTaken && value[1]) values.push(value)
    return !isTaken
  })
  return { values, rest: rest.join('&') }
}

/** Returns the values in a URL of an auth route, and the same URL without them. */
const strip = (
  url: URL,
  route: Route | undefined,
  { urlStrategy }: RouteSettings,
): { values: Value[]; href: string } => {
  const names = [INVITATION, ...((route && TOKENS[route]) ?? [])]
  const inSearch = split(url.search.slice(1), names)
  const fragment = url.hash.slice(1)
  // With path routing the fragment belongs to the host, except in a link that hides its token from all servers.
  const isOurs = urlStrategy === 'hash' || route === 'impersonationUrl'
  const at = fragment.startsWith('/') ? `${fragment}?`.indexOf('?') + 1 : 0
  const inHash = split(isOurs ? fragment.slice(at) : '', names)
  // The whole URL is needed: a path would be resolved against the page's `<base>`, which may have another origin.
  const clean = new URL(url)
  clean.search = inSearch.rest
  if (inHash.values.length > 0) clean.hash = fragment.slice(0, inHash.rest ? at : Math.max(0, at - 1)) + inHash.rest
  return { values: [...inHash.values, ...inSearch.values], href: clean.href }
}

const isValue = (value: unknown): value is Value =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')

const readKept = (storage: KeyValue): Kept | undefined => {
  const kept = parseJson(storage.get(KEY))
  if (!isRecord(kept) || !Array.isArray(kept.values) || !kept.values.every(isValue)) return undefined
  return kept as unknown as Kept // this tab wrote it, and its values are strings
}

const navigationOf = (page: Window): PerformanceNavigationTiming | undefined =>
  page.performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined // its type by name

/**
 * Returns the values that this tab kept. A tab that a page opens starts with a copy of its storage; it neither reloads
 * nor goes back, so it removes the copy.
 */
const takeKept = (storage: KeyValue, page: Window, route: Route | undefined): Kept | undefined => {
  const kept = readKept(storage)
  const isSamePage = kept?.page === page.performance.timeOrigin
  const isBack = ['reload', 'back_forward'].includes(navigationOf(page)?.type ?? '')
  const hasMoved = kept?.movesTo !== undefined && kept.movesTo === route
  if (kept && (isSamePage || isBack || hasMoved)) return kept
  storage.remove(KEY)
  return undefined
}

interface LinkParts {
  settings(): RouteSettings
  page: Window
  /**
   * Opens the storage.
   * @default the storage of the tab
   */
  storage?: () => KeyValue
}

/**
 * Takes one-time values of a link out of the page's URL before any other code of the product loads: from then on no
 * script, image or referrer can read them. The tab keeps them until they are used or refused, so that a reload works.
 */
export const takeLinkTokens = ({
  settings,
  page,
  storage: open = () => createStorage('session'),
}: LinkParts): LinkTokens => {
  const storage = open()
  const routeOf = (url: URL) => {
    const route = authRouteOf(url, settings())
    return isDestination(route) ? undefined : route
  }
  const here = () => new URL(page.document.URL)
  let kept = takeKept(storage, page, routeOf(here()))
  const write = (next: Kept) => {
    kept = next
    storage.set(KEY, jsonText(next))
  }
  const take = (hasBox: boolean) => {
    const url = here()
    const route = routeOf(url)
    if (!route && !hasBox) return
    const { values, href } = strip(url, route, settings())
    if (values.length === 0) return
    page.history.replaceState(page.history.state, '', href)
    write({ values, route, page: page.performance.timeOrigin })
  }
  take(false)
  if (kept) write({ values: kept.values, route: kept.route, page: page.performance.timeOrigin })

  /** Returns whether the browser's navigation record, which every script can read, contains the values. */
  const isExposed = () => {
    const url = kept && navigationOf(page)?.name
    return url ? strip(new URL(url), kept?.route, settings()).values.length > 0 : false
  }
  const isStored = () => readKept(open())?.page === page.performance.timeOrigin

  return {
    read: (url) => {
      const route = routeOf(url)
      return (kept?.values ?? []).filter(([name]) => name === INVITATION || route === kept?.route)
    },
    forget() {
      kept = undefined
      storage.remove(KEY)
    },
    forgetOnReload: () => storage.remove(KEY),
    takeForBox: () => take(true),
    carry(target) {
      const movesTo = routeOf(target)
      const values = kept?.values.filter(([name]) => name === INVITATION || movesTo === kept?.route) ?? []
      if (kept && movesTo && values.length > 0) write({ ...kept, values, movesTo })
    },
    isExposed,
    reloadIfExposed() {
      const isNeeded = isExposed() && isStored()
      if (isNeeded) page.location.reload()
      return isNeeded
    },
  }
}
