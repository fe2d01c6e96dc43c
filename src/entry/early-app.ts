import { type BaseUrl, isPreview, readBaseUrl, refuseMissingBaseUrl } from '../app/base-url.ts'
import { LOADING_CLASS } from '../app/body-loading.ts'
import { checkOptions } from '../app/check-options.ts'
import { refuseDisabled } from '../app/entitlements/enabled.ts'
import { initialSettings } from '../app/initial-settings.ts'
import { takeLinkTokens } from '../app/link-tokens.ts'
import type { InitOptions } from '../app/options.ts'
import type { FeApp } from '../app/public-app.ts'
import { formatName, nameMismatch } from '../app/registry.ts'
import { UNKNOWN_STATE } from '../app/unknown-state.ts'
import { isLocalHost } from '../elements/setup/local-host.ts'
import type { EntitlementResult } from '../entities/entitlements.ts'
import { type FirstPaint, paintFirstScreen } from '../first-screen/paint.ts'
import { createLogger } from '../kernel/logger.ts'
import { loadCore } from './core.ts'
import { type Core, loadedCore } from './core-slot.ts'

/** An app that was started before the core had loaded. */
interface EarlyApp {
  name: string
  baseUrl: BaseUrl | undefined
  /** Options of each call of `init`; the core checks all after the first. */
  calls: InitOptions[]
  paint?: FirstPaint | undefined
  handle: FeApp
  /** Set once the core has started it. */
  app?: FeApp
  /** The current attempt to load the core and to start the app. */
  opening: Promise<FeApp>
  /** Tasks for the app, whichever attempt starts it. */
  whenOpen: Set<(app: FeApp) => void>
  state: 'loading' | 'failed' | 'unmounted'
}

/** Apps by name until the core has loaded. */
const waiting = new Map<string, EarlyApp>()

/** The handle that `init` returned for an app, which later calls return too. */
const handles = new WeakMap<FeApp, FeApp>()

/** Methods that return a promise, which is pending until the app has started. */
type Later =
  | 'explain'
  | 'getAccessToken'
  | 'headless'
  | 'loadEntitlements'
  | 'loginWithRedirect'
  | 'logout'
  | 'showCheckout'
  | 'switchTenant'
/** Methods that return nothing. */
type Command = 'hideAdminPortal' | 'hideCheckout' | 'login' | 'setTheme' | 'showAdminPortal' | 'stepUp'

type AnyMethod = (...args: unknown[]) => unknown

const call = (app: FeApp, method: Later | Command, args: unknown[]) => (app[method] as AnyMethod)(...args)

const laterOf =
  (early: EarlyApp) =>
  <Name extends Later>(method: Name) =>
    (async (...args: unknown[]) => call(early.app ?? (await early.opening), method, args)) as AnyMethod as FeApp[Name]

const commandOf =
  (early: EarlyApp) =>
  <Name extends Command>(method: Name) =>
    ((...args: unknown[]) => {
      if (early.app) call(early.app, method, args)
      else early.whenOpen.add((app) => void call(app, method, args))
    }) as AnyMethod as FeApp[Name]

const MISSING_FEATURE: EntitlementResult = { isEntitled: false, justification: 'MISSING_FEATURE' }
const MISSING_PERMISSION: EntitlementResult = { isEntitled: false, justification: 'MISSING_PERMISSION' }

/** Returns a handle with which a host uses the app as if it had started. */
const createHandle = (early: EarlyApp, options: InitOptions): FeApp => {
  const later = laterOf(early)
  const command = commandOf(early)
  const unlessOpen = (missing: EntitlementResult) => {
    refuseDisabled(options)
    return missing
  }
  const explain = later('explain')
  return {
    name: early.name,
    async ready() {
      // It never rejects.
      const app = early.app ?? (await early.opening.catch(() => undefined))
      await app?.ready()
    },
    getState: () => early.app?.getState() ?? UNKNOWN_STATE,
    subscribe(listener) {
      if (early.app) return early.app.subscribe(listener)
      let stop = () => {}
      const begin = (app: FeApp) => {
        stop = app.subscribe(listener)
        if (!app.getState().isLoading) listener(app.getState())
      }
      early.whenOpen.add(begin)
      return () => {
        early.whenOpen.delete(begin)
        stop()
      }
    },
    isSteppedUp: (wanted) => early.app?.isSteppedUp(wanted) ?? false,
    getFeatureEntitlements: (...args) => early.app?.getFeatureEntitlements(...args) ?? unlessOpen(MISSING_FEATURE),
    getPermissionEntitlements: (...args) =>
      early.app?.getPermissionEntitlements(...args) ?? unlessOpen(MISSING_PERMISSION),
    getEntitlements: (what, custom) =>
      early.app?.getEntitlements(what, custom) ??
      unlessOpen(what.permissionKey === undefined ? MISSING_FEATURE : MISSING_PERMISSION),
    async explain(...args) {
      if (!early.app) refuseDisabled(options)
      return explain(...args)
    },
    unmount() {
      if (early.app) {
        early.app.unmount()
        return
      }
      early.state = 'unmounted'
      early.paint?.discard()
      document.body?.classList.remove(LOADING_CLASS)
      if (waiting.get(early.name) === early) waiting.delete(early.name)
    },
    getAccessToken: later('getAccessToken'),
    headless: later('headless'),
    loadEntitlements: later('loadEntitlements'),
    loginWithRedirect: later('loginWithRedirect'),
    logout: later('logout'),
    showCheckout: later('showCheckout'),
    switchTenant: later('switchTenant'),
    hideAdminPortal: command('hideAdminPortal'),
    hideCheckout: command('hideCheckout'),
    login: command('login'),
    setTheme: command('setTheme'),
    showAdminPortal: command('showAdminPortal'),
    stepUp: command('stepUp'),
  }
}

/** Starts the app as if `init` were called now. */
const startNow = (core: Core, early: EarlyApp): FeApp => {
  const { name, calls } = early
  waiting.delete(name)
  const [app] = calls.map((options) => core.start(options, { name, hostname: window.location.hostname })).reverse()
  if (!app) throw new Error('An app has options')
  early.app = app
  handles.set(app, early.handle)
  for (const task of early.whenOpen) task(app)
  return app
}

const reportFailure = (cause: unknown): void => {
  console.error('Front Entry could not be loaded', cause)
  globalThis.dispatchEvent(new CustomEvent('fe-load-error', { detail: { url: import.meta.url, cause } }))
}

const openLater = async (early: EarlyApp): Promise<FeApp> => {
  let core: Core
  try {
    core = await loadCore()
  } catch (cause) {
    early.state = 'failed'
    document.body?.classList.remove(LOADING_CLASS)
    reportFailure(cause)
    early.paint?.fail(() => open(early))
    throw cause
  }
  // Nothing waits for an app that was unmounted before it started.
  if (early.state === 'unmounted') return new Promise(() => {})
  try {
    return startNow(core, early)
  } catch (error) {
    early.paint?.discard()
    console.error('Front Entry:', error)
    throw error
  }
}

const open = (early: EarlyApp): void => {
  early.state = 'loading'
  early.opening = openLater(early)
  // Reported where it failed.
  early.opening.catch(() => {})
}

/** Does the work that can't wait for the core: removes secrets from the URL and paints the first screen. */
const begin = (options: InitOptions, name: string): FirstPaint | undefined => {
  if (isPreview(options)) return undefined
  if (options.framework !== 'nextjs') document.body?.classList.add(LOADING_CLASS)
  const settings = initialSettings(options, createLogger('error'))
  // The tab keeps what it takes, and the core reads it there.
  if (!options.customLoginBox) takeLinkTokens({ settings: () => settings, page: window })
  return paintFirstScreen(options, name)
}

/** Adds a call of `init` with the name of an app that waits for the core. */
const callAgain = (known: EarlyApp, options: InitOptions): FeApp => {
  known.calls.push(options)
  if (known.state === 'failed') open(known)
  return known.handle
}

/** Starts an app while the core is loading, or at once if it has loaded. Same errors as `start`. */
export const initEarly = (options: InitOptions, givenName: string): FeApp => {
  const { hostname } = window.location
  const core = loadedCore()
  if (core) {
    const app = core.start(options, { name: givenName, hostname })
    return handles.get(app) ?? app
  }
  const name = formatName(givenName)
  const known = waiting.get(name)
  if (known && isLocalHost(hostname)) return callAgain(known, options)
  const checked = checkOptions(options)
  refuseMissingBaseUrl(checked, window)
  const baseUrl = readBaseUrl(checked)
  if (known && known.baseUrl !== baseUrl) throw nameMismatch(givenName, known.baseUrl, baseUrl)
  if (known) return callAgain(known, checked)
  const early = { name, baseUrl, calls: [checked], whenOpen: new Set(), state: 'loading' } as unknown as EarlyApp
  early.handle = createHandle(early, checked)
  early.paint = begin(checked, name)
  waiting.set(name, early)
  open(early)
  return early.handle
}
