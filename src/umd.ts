import type { InitOptions } from './app/options.ts'
import { requestCore } from './entry/core-slot.ts'
import { paintFirstScreen } from './first-screen/paint.ts'
import { SHEETS, sharedSheets } from './first-screen/sheets.ts'
import { trustedImportMap } from './kernel/trusted-scripts.ts'
import { existingLoader, type Loader, openLastGood, type Surface } from './last-good-release.ts'

type AmdDefine = ((dependencies: string[], factory: () => Loader) => void) & { amd?: object }

declare const define: AmdDefine | undefined

/** Loading recovers from two failures in a row well within 20 s; the final failure is reported within 30 s. */
const RETRY_DELAYS_MS = [300, 900, 2700, 6000]
const GIVE_UP_MS = 28_000
/** Leaves the entry the 20 s in which it loads and repairs a core that hangs. */
const CORE_MS = 5000
/** Most browsers request a module that failed again, so a second import of the same URL is enough for them. */
const PLAIN_IMPORTS = 2
const ENTRY = 'fe.esm.js'
/** The entry without the sheets that this file has (src/decisions/0124): chunks get it where they import the entry. */
const OWN_ENTRY = __FE_OWN_ENTRY__
/** Loaded first, because the entry starts apps at once where its core has loaded. */
const CORE = 'core.js'
const PRELOADS = __FE_PRELOAD__
const [CHUNK_NAMES, RELEASE_TAG, CHUNK_HASHES] = __FE_CHUNKS__
const HASH_LENGTH = 43

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Returns the folder to load from: `/6/fe.umd.js` and `/6.176/fe.umd.js` resolve to this loader's release; any other
 * folder is used unchanged.
 */
const releaseFolder = (scriptUrl: string): string => {
  const folder = new URL('./', scriptUrl)
  folder.pathname = folder.pathname.replace(/\/\d+(\.\d+){0,2}\/$/, `/${__FE_VERSION__}/`)
  return folder.href
}

const addToHead = (element: HTMLElement, nonce: string): void => {
  if (nonce) element.nonce = nonce
  document.head.append(element)
}

type Integrity = Record<string, string>

/** Returns the hashes of the files that the login path loads at once. */
const preloadsOf = (folder: string): Integrity =>
  Object.fromEntries(PRELOADS.map(([file, hash]) => [folder + file, `sha256-${hash}`]))

const integrityOf = (folder: string): Integrity => {
  const integrity = preloadsOf(folder)
  CHUNK_NAMES.split(',').forEach((name, at) => {
    const hash = CHUNK_HASHES.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH)
    integrity[`${folder}chunks/${name}-${RELEASE_TAG}.js`] = `sha256-${hash}=`
  })
  return integrity
}

/** Adds an import map with `integrity`, because `modulepreload` alone does not protect an `import()`. */
const addIntegrity = (integrity: Integrity, nonce: string, imports?: Record<string, string>): void => {
  const map = document.createElement('script')
  map.type = 'importmap'
  map.textContent = trustedImportMap(JSON.stringify({ imports, integrity }))
  addToHead(map, nonce)
}

/** Preloads every module of the login path but one, at once instead of one import after another. */
const addPreloads = (folder: string, nonce: string, left: string): void => {
  for (const [url, hash] of Object.entries(preloadsOf(folder))) {
    if (url === folder + left) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = url
    link.crossOrigin = 'anonymous'
    link.integrity = hash
    link.referrerPolicy = 'no-referrer'
    addToHead(link, nonce)
  }
}

/**
 * Returns whether a page can have several import maps, even after modules began to load. No browser reports that, but
 * those that support it also have both of these features, which arrived earlier or at the same time.
 */
const takesMoreMaps = (): boolean => 'Iterator' in globalThis && CSS.supports('text-box-trim', 'none')

/** Resolves once the page has been parsed, with the import map of its own in it. */
const parsed = (): Promise<unknown> | undefined =>
  document.readyState === 'loading'
    ? new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
    : undefined

/**
 * Adds the integrity hashes and preloads of the modules. A browser that accepts only one import map, and none after the
 * first module, must keep the host's map.
 */
const guard = async (folder: string, nonce: string): Promise<void> => {
  const isShared = takesMoreMaps()
  if (!isShared) await parsed()
  try {
    if (isShared || !document.querySelector('script[type=importmap]'))
      addIntegrity(integrityOf(folder), nonce, isShared ? { [folder + ENTRY]: folder + OWN_ENTRY } : undefined)
  } catch (cause) {
    throw new Error("Add 'front-entry' to trusted-types in the page's Content Security Policy.", { cause })
  }
  addPreloads(folder, nonce, isShared ? ENTRY : OWN_ENTRY)
}

/** Imports of the entry that have failed, or haven't ended. */
let failedImports = 0

/**
 * Imports the entry. Chromium before 156 repeats the failure of a module for the life of the page, and every browser waits
 * for one that hangs, so further imports have URLs of their own. The entry can give its URL to all chunks only where a
 * page can have several import maps.
 */
const importOnce = async (folder: string, nonce: string): Promise<Surface> => {
  failedImports += 1
  let url = folder + ENTRY
  if (failedImports > PLAIN_IMPORTS && takesMoreMaps()) {
    const hash = preloadsOf(folder)[url] as string
    url += `?again=${failedImports}`
    addIntegrity({ [url]: hash }, nonce)
  }
  const surface: Surface = await import(url)
  failedImports -= 1
  return surface
}

const importEntry = async (folder: string, nonce: string): Promise<Surface> => {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await importOnce(folder, nonce)
    } catch {
      await later(delay)
    }
  }
  return importOnce(folder, nonce)
}

const importAll = async (folder: string, nonce: string, guarded: Promise<void>): Promise<Surface> => {
  await guarded
  const hasCore = await Promise.race([import(folder + CORE), later(CORE_MS)]).catch(() => undefined)
  const surface = await importEntry(folder, nonce)
  if (!hasCore) await requestCore()
  return surface
}

const reportFailure = (url: string, cause: unknown): void => {
  console.error(`Front Entry could not be loaded from ${url}`, cause)
  globalThis.dispatchEvent(new CustomEvent('fe-load-error', { detail: { url, cause } }))
}

/** Reports a load that fails or hangs. Modules that arrive later still work. */
const watch = (modules: Promise<Surface>, url: string, onFailure: () => void): void => {
  let reported = false
  const fail = (cause: unknown) => {
    if (reported) return
    reported = true
    reportFailure(url, cause)
    onFailure()
  }
  const timer = setTimeout(() => fail(new Error('timeout')), GIVE_UP_MS)
  modules.then(
    () => clearTimeout(timer),
    (cause) => {
      clearTimeout(timer)
      fail(cause)
    },
  )
}

interface Pending {
  app?: object
  promise: Promise<object>
  /** Calls made before the app was there; they run again after another try. */
  calls: ((app: object) => unknown)[]
}

/** Returns a handle for an app that has not loaded yet; its methods run once it has. */
const handleFor = (pending: Pending): object =>
  new Proxy(
    {},
    {
      get(_target, key) {
        const { app, promise } = pending
        if (app) {
          const member: unknown = Reflect.get(app, key)
          return typeof member === 'function' ? member.bind(app) : member
        }
        // A handle with a `then` would be treated as a promise.
        if (typeof key === 'symbol' || key === 'then') return undefined
        return (...args: unknown[]) => {
          const run = (arrived: object) =>
            (Reflect.get(arrived, key) as (...own: unknown[]) => unknown).apply(arrived, args)
          pending.calls.push(run)
          const done = promise.then(run)
          // `fe-load-error` reports the failed load once, so a host that does not await this call gets no unhandled
          // rejection.
          done.catch(() => undefined)
          return done
        }
      },
    },
  )

/** Prepares the page, and returns a function that loads the modules. */
const prepareLoading = (script: HTMLScriptElement | null): ((onFailure: () => void) => Promise<Surface>) => {
  if (!script?.src)
    return () => Promise.reject(new Error('fe.umd.js needs a script tag with src; elsewhere use the ES module.'))
  const folder = releaseFolder(script.src)
  const nonce = script.nonce ?? ''
  const guarded = guard(folder, nonce)
  const url = folder + ENTRY
  return (onFailure) => {
    const modules = importAll(folder, nonce, guarded)
    watch(modules, url, onFailure)
    return modules
  }
}

const createLoader = (): Loader => {
  if (typeof document === 'undefined') {
    return { version: __FE_VERSION__, init: () => ({}), ready: () => new Promise(() => undefined) }
  }
  Object.assign(globalThis, { [SHEETS]: sharedSheets() })
  const load = prepareLoading(document.currentScript as HTMLScriptElement | null)
  const failures = new Set<() => void>()
  let hasFailed = false
  const begin = (): Promise<Surface> => {
    hasFailed = false
    const loading = load(() => {
      hasFailed = true
      for (const fail of failures) fail()
    })
    loading
      // Earlier calls of `init` run first, so that an element that finds its app renders at once.
      .then((surface) => surface)
      .then((surface) => surface.defineElements?.())
      .catch(() => undefined)
    return loading
  }
  let modules = begin()
  const loader: Loader = {
    version: __FE_VERSION__,
    init(options, name) {
      // The core checks the options; until then, those that aren't valid paint nothing.
      const paint = paintFirstScreen(options as InitOptions, name ?? '')
      const open = async (): Promise<object> => {
        const surface = await modules
        // Another release may have started the app while these modules hung.
        if (pending.app) return pending.app
        try {
          return surface.init(options, name)
        } catch (cause) {
          paint?.discard()
          throw cause
        }
      }
      const pending: Pending = { promise: open(), calls: [] }
      const keep = () =>
        pending.promise.then(
          (app) => {
            pending.app = app
          },
          (cause: unknown) => console.error('Front Entry:', cause),
        )
      keep()
      const restart = (start: () => Promise<object>) => {
        pending.promise = start()
        keep().then(() => {
          for (const run of pending.app ? pending.calls : []) run(pending.app as object)
        })
      }
      const retry = () => {
        if (failedImports) failedImports += PLAIN_IMPORTS
        modules = begin()
        restart(open)
      }
      const fail = () => {
        const { lastGoodRelease, ...given } = options as InitOptions
        openLastGood({ lastGoodRelease }, loader).then(
          (lastGood) =>
            restart(async () => {
              paint?.discard()
              return lastGood.init(given, name)
            }),
          () => paint?.fail(retry),
        )
      }
      failures.add(fail)
      if (hasFailed) fail()
      return handleFor(pending)
    },
    ready: () => modules,
  }
  return loader
}

const loader = existingLoader() ?? createLoader()
if (typeof define === 'function' && define.amd) define([], () => loader)
else if (typeof module === 'object' && module?.exports) module.exports = loader
else Object.assign(globalThis, { fe: loader })
