import type { App } from '../../app/app.ts'
import { apps } from '../../app/apps.ts'
import { readBaseUrl } from '../../app/base-url.ts'
import { sessionNameOf } from '../../app/connect.ts'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { urlOf } from '../../http/call-url.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { type Locks, refreshLockName, withTabLock } from '../../session/tab-lock.ts'
import { findMisspelled } from './find-markup-faults.ts'

/** The parts of the page that a check of the API uses; tests supply their own. */
export interface SetupPage {
  location: Pick<Location, 'href' | 'origin' | 'protocol'>
  isOnline(): boolean
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Locks shared with the other tabs. */
  locks?: Locks
  /** Runs `work`; resolves to whether the page's Content Security Policy blocked a request in the meantime. */
  isBlockedDuring(work: () => Promise<unknown>): Promise<boolean>
}

/** Message with one sentence on what is wrong, and one on what to change. */
export type Fault = string

const appNames = (): string =>
  apps
    .all()
    .map(({ name }) => `'${name}'`)
    .join(', ')

/** Returns why an element found no app. */
export const findMissingApp = (host: Element): Fault => {
  const misspelled = findMisspelled(host)
  if (misspelled) return misspelled
  const tag = `<${host.localName}>`
  const name = host.getAttribute('app')
  const baseUrl = host.getAttribute('base-url') ?? undefined
  try {
    readBaseUrl({ contextOptions: { baseUrl } })
  } catch {
    return `The attribute base-url of ${tag} is '${baseUrl}'. Set it to the http(s) URL of your API.`
  }
  const known = apps.get(name ?? 'default')
  if (known && baseUrl) {
    return `${tag} has base-url '${baseUrl}', but the app '${known.name}' uses ${String(known.baseUrl)}. Remove the attribute, or give the element an app of its own with the attribute app.`
  }
  if (name && apps.all().length > 0) {
    return `${tag} waits for an app named '${name}', but this page has ${appNames()}. Call init(options, '${name}'), or change the attribute app.`
  }
  return `${tag} has no app. Call init({ contextOptions: { baseUrl, clientId } })${name ? ` with the name '${name}'` : ''}, or set the attribute base-url of the element.`
}

const callUrlOf = ({ options }: App, page: SetupPage, template: string): URL =>
  urlOf({
    baseUrl: options.contextOptions?.baseUrl ?? '',
    urlPrefix: options.contextOptions?.urlPrefix,
    pageUrl: new URL(page.location.href),
    template,
  })

const probe = (page: SetupPage, url: URL, mode: RequestMode): Promise<Response | undefined> => {
  const isRead = mode === 'cors'
  const init: RequestInit = { mode, cache: 'no-store', credentials: isRead ? 'include' : 'omit' }
  // With this content type the request needs the API's consent, as every call of the product does.
  return page
    .fetch(url.href, isRead ? { ...init, headers: { 'Content-Type': 'application/json' } } : init)
    .catch(() => undefined)
}

const isJsonObject = async (response: Response): Promise<boolean> => isRecord(parseJson(await response.text()))

/** Requests the URL without cookies. File servers, such as a CDN, let every page read them, but not with cookies. */
const fetchWithoutCookies = (page: SetupPage, url: URL): Promise<Response | undefined> =>
  page.fetch(url.href, { mode: 'cors', cache: 'no-store', credentials: 'omit' }).catch(() => undefined)

/** Returns a fault unless the server is set up; one that fails, refuses or rate-limits counts as set up. */
const findForeign = async (url: URL, response: Response | undefined): Promise<Fault | undefined> => {
  const isForeign = response?.ok ? !(await isJsonObject(response)) : response?.status === 404
  if (!response || !isForeign) return undefined
  return `${url.href} isn't part of an identity API (status ${response.status}). Check contextOptions.baseUrl and contextOptions.urlPrefix.`
}

const findUnreadable = async (url: URL, page: SetupPage): Promise<Fault> => {
  const { origin, protocol } = page.location
  if (origin === 'null' && protocol !== 'file:') {
    return 'This page is in a sandboxed frame without an origin, which no API accepts. If the frame may use your API, add allow-same-origin to its sandbox attribute.'
  }
  if (protocol === 'file:') {
    return 'This page was opened from a file, which no API accepts. Open it from a web server, like http://localhost:8080.'
  }
  if (protocol === 'https:' && url.protocol === 'http:') {
    return `An https page can't call ${url.origin}. Set contextOptions.baseUrl to an https URL.`
  }
  let opaque: Response | undefined
  const isBlocked = await page.isBlockedDuring(async () => {
    opaque = await probe(page, url, 'no-cors')
  })
  if (isBlocked) return `The page's Content Security Policy blocks the API. Add ${url.origin} to its connect-src.`
  if (!opaque) {
    return `The API at ${url.origin} can't be reached. Start it, or set contextOptions.baseUrl to its URL.`
  }
  const foreign = await findForeign(url, await fetchWithoutCookies(page, url))
  if (foreign) return foreign
  return `The API at ${url.origin} doesn't allow this page's origin. Add ${origin} to the origins it allows; for the reference backend start it with ALLOWED_ORIGINS=${origin}. If your API is elsewhere, change contextOptions.baseUrl.`
}

/** Returns a fault for a wrong client ID. Such a box would look fine but sign in to the wrong place, or nowhere. */
export const findWrongClient = ({ options, store }: App): Fault | undefined => {
  const { clientId } = options.contextOptions ?? {}
  const expected = store.getState().settings.vendor?.clientId
  if (!clientId || !expected || clientId === expected) return undefined
  return `The API doesn't know the client ID '${clientId}'. Set contextOptions.clientId to '${expected}'.`
}

/**
 * Returns a fault for a missing route. The box continues with hash routes, but providers and links in emails still lead
 * to paths.
 */
export const findMissingRoute = ({ store }: App): Fault | undefined => {
  const { missingRoute } = store.getState().settings
  if (!missingRoute) return undefined
  return `This server has no page at ${missingRoute} (status 404), so the box uses hash routes. Let the server return your page for the paths of all auth routes, which single sign-on and links in emails need, or set urlStrategy: 'hash'.`
}

/**
 * Returns a fault if, after a sign-in, the API finds no session of this browser: its cookie was not sent. Otherwise the
 * response is a new token, which is discarded. No other tab may refresh meanwhile, because a refresh token that is used
 * twice is refused.
 */
export const findLostCookie = async (app: App, page: SetupPage, signal: AbortSignal): Promise<Fault | undefined> => {
  const url = callUrlOf(app, page, session.refreshSession.path)
  const headers = { 'Content-Type': 'application/json' }
  const init: RequestInit = { method: 'POST', credentials: 'include', cache: 'no-store', headers, body: '{}', signal }
  const refresh = () => page.fetch(url.href, init)
  const lockName = refreshLockName(sessionNameOf(app))
  const response = await withTabLock(page.locks, lockName, app.clock, signal, refresh).catch(() => undefined)
  if (response?.status !== 401) return undefined
  const { hostname } = new URL(page.location.href)
  return `The sign-in worked, but the browser didn't send the session cookie of ${url.origin} back, because this page (${hostname}) is on another site. Users are signed out by a reload. Serve the API on this page's site, such as a custom domain or a path of this server, or set hostedLoginBox: true.`
}

/**
 * Returns what prevents this app from working; `undefined` when the set-up is fine or the fault is not in the set-up.
 */
export const findFault = async (app: App, page: SetupPage): Promise<Fault | undefined> => {
  const known = findWrongClient(app) ?? findMissingRoute(app)
  if (known || !page.isOnline()) return known
  const url = callUrlOf(app, page, portal.getVendorPublicInfo.path)
  const response = await probe(page, url, 'cors')
  if (!response) return findUnreadable(url, page)
  return findForeign(url, response)
}
