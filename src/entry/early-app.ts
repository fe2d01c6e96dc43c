import { type BaseUrl, isPreview, readBaseUrl, refuseMissingBaseUrl } from '../app/base-url.ts'
import { LOADING_CLASS } from '../app/body-loading.ts'
import { checkOptions } from '../app/check-options.ts'
import { refuseDisabled } from '../app/entitlements/enabled.ts'
import { initialSettings } from '../app/initial-settings.ts'
import { takeLinkTokens } from '../app/link-tokens.ts'
import type { InitOptions } from '../app/options.ts'
import type { FeApp, PublicState } from '../app/public-app.ts'
import { formatName, nameMismatch } from '../app/registry.ts'
import { isLocalHost } from '../elements/setup/local-host.ts'
import type { EntitlementResult } from '../entities/entitlements.ts'
import { type FirstPaint, paintFirstScreen } from '../first-screen/paint.ts'
import { createLogger } from '../kernel/logger.ts'
import { loadCore } from './core.ts'
import { type Core, loadedCore } from './core-slot.ts'

/** State of an app whose code is still loading. */
const UNKNOWN: PublicState = {
  isLoading: true,
  isAuthenticated: false,
  user: undefined,
  tenants: [],
  activeTenant: undefined,
  impersonator: undefined,
}

/** An app that was started before the core had loaded. */
interface EarlyApp {
  name: string
  baseUrl: BaseUrl | undefined
  /** Options of each call of `init`; the core judges all after the first. */
  calls: InitOptions[]
  paint: FirstPaint | undefined
  handle: FeApp
  /** Set once the core has started it. */
  app?: FeApp
  opening: Promise<FeApp>
  isUnmounted: boolean
}

/** Names of methods that run once the app is there, and return a promise. */
type Later =
  | 'getAccessToken'
  | 'loginWithRedirect'
  | 'logout'
  | 'headless'
  | 'switchTenant'
  | 'showCheckout'
  | 'loadEntitlements'
type Command = 'login' | 'stepUp' | 'showAdminPortal' | 'hideAdminPortal' | 'hideCheckout' | 'setTheme'

/** Apps by name until the core has loaded. */
const waiting = new Map<string, EarlyApp>()

/** The handle that `init` returned for an app, which later calls return too. */
const handles = new WeakMap<FeApp, FeApp>()

const createHandle = (early: EarlyApp, options: InitOptions): FeApp => {
  const later =
    (method: Later | 'explain') =>
    async (...args: unknown[]) => {
      const app = early.app ?? (await early.opening)
      return (app[method] as (...own: unknown[]) => unknown)(...args)
    }
  const command =
    (method: Command) =>
    (...args: unknown[]) => {
      const run = (app: FeApp) => (app[method] as (...own: unknown[]) => void)(...args)
      if (early.app) run(early.app)
      // A failed load is reported once, where it fails.
      else early.opening.then(run, () => {})
    }
  const entitled =
    (method: 'getFeatureEntitlements' | 'getPermissionEntitlements' | 'getEntitlements', missing: string) =>
    (...args: unknown[]): EntitlementResult => {
      const { app } = early
      if (app) return (app[method] as (...own: unknown[]) => EntitlementResult)(...args)
      refuseDisabled(options)
      return { isEntitled: false, justification: missing } as EntitlementResult
    }
  const handle = {
    name: early.name,
    ready: () =>
      early.opening.then(
        (app) => app.ready(),
        () => {},
      ),
    getState: () => early.app?.getState() ?? UNKNOWN,
    subscribe(listener: (state: PublicState) => void) {
      if (early.app) return early.app.subscribe(listener)
      let isOver = false
      let stop = () => {}
      early.opening.then(
        (app) => {
          if (isOver) return
          stop = app.subscribe(listener)
          if (!app.getState().isLoading) listener(app.getState())
        },
        () => {},
      )
      return () => {
        isOver = true
        stop()
      }
    },
    isSteppedUp: (wanted?: { maxAge?: number }) => early.app?.isSteppedUp(wanted) ?? false,
    unmount() {
      if (early.app) return early.app.unmount()
      early.isUnmounted = true
      early.paint?.discard()
      if (waiting.get(early.name) === early) waiting.delete(early.name)
    },
    getFeatureEntitlements: entitled('getFeatureEntitlements', 'MISSING_FEATURE'),
    getPermissionEntitlements: entitled('getPermissionEntitlements', 'MISSING_PERMISSION'),
    getEntitlements: (what: { permissionKey?: string }, ...rest: unknown[]) =>
      entitled('getEntitlements', what.permissionKey ? 'MISSING_PERMISSION' : 'MISSING_FEATURE')(what, ...rest),
    explain: (...args: unknown[]) => {
      if (!early.app) refuseDisabled(options)
      return later('explain')(...args)
    },
    getAccessToken: later('getAccessToken'),
    loginWithRedirect: later('loginWithRedirect'),
    logout: later('logout'),
    headless: later('headless'),
    switchTenant: later('switchTenant'),
    showCheckout: later('showCheckout'),
    loadEntitlements: later('loadEntitlements'),
    login: command('login'),
    stepUp: command('stepUp'),
    showAdminPortal: command('showAdminPortal'),
    hideAdminPortal: command('hideAdminPortal'),
    hideCheckout: command('hideCheckout'),
    setTheme: command('setTheme'),
  }
  // The methods pass on what they get to those of the app, whose types FeApp has.
  return handle as unknown as FeApp
}

/** Starts the app as if `init` were called now. */
const startNow = (core: Core, early: EarlyApp): FeApp => {
  const { name, calls } = early
  waiting.delete(name)
  const opened = calls.map((options) => core.start(options, { name, hostname: window.location.hostname }))
  const app = opened.at(-1)
  if (!app) throw new Error('An app has options')
  early.app = app
  handles.set(app, early.handle)
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
    document.body?.classList.remove(LOADING_CLASS)
    reportFailure(cause)
    early.paint?.fail(() => open(early))
    throw cause
  }
  if (early.isUnmounted) return new Promise(() => {})
  try {
    return startNow(core, early)
  } catch (error) {
    early.paint?.discard()
    console.error('Front Entry:', error)
    throw error
  }
}

const open = (early: EarlyApp): void => {
  early.opening = openLater(early)
  // Reported where it failed.
  early.opening.catch(() => {})
}

/** Does before the core has loaded what can't wait: secrets leave the URL, and the first screen is painted. */
const begin = (options: InitOptions, name: string): FirstPaint | undefined => {
  if (isPreview(options)) return undefined
  if (options.framework !== 'nextjs') document.body?.classList.add(LOADING_CLASS)
  const settings = initialSettings(options, createLogger('error'))
  // The tab keeps what it takes, and the core reads it there.
  if (!options.customLoginBox) takeLinkTokens({ settings: () => settings, page: window })
  return paintFirstScreen(options, name)
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
  if (known && isLocalHost(hostname)) {
    known.calls.push(options)
    return known.handle
  }
  const checked = checkOptions(options)
  refuseMissingBaseUrl(checked, window)
  const baseUrl = readBaseUrl(checked)
  if (known) {
    if (known.baseUrl !== baseUrl) throw nameMismatch(givenName, known.baseUrl, baseUrl)
    known.calls.push(checked)
    return known.handle
  }
  const early = { name, baseUrl, calls: [checked], paint: begin(checked, name), isUnmounted: false } as Omit<
    EarlyApp,
    'handle' | 'opening'
  > as EarlyApp
  early.handle = createHandle(early, checked)
  waiting.set(name, early)
  open(early)
  return early.handle
}
