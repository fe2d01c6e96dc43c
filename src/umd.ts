import { trustedImportMap } from './kernel/trusted-scripts.ts'

/** The part of `index.ts` the loader needs. */
interface Surface {
  init(options: object, name?: string): object
  defineElements?(): void
}

/** What `window.fe` is. */
interface Loader {
  version: string
  /** Same as `init` of the ES module; what is called on its result before the modules are loaded is done once they are. */
  init(options: object, name?: string): object
  /** Resolves with the ES module, rejects when it could not be loaded. */
  ready(): Promise<Surface>
}

type AmdDefine = ((dependencies: string[], factory: () => Loader) => void) & { amd?: object }

declare const define: AmdDefine | undefined

/** Two failures in a row recover well within 20 s, the last failure is reported within 30 s. */
const RETRY_DELAYS_MS = [300, 900, 2700, 6000]
const GIVE_UP_MS = 28_000
const ENTRY = 'fe.esm.js'
const [CHUNK_NAMES, CHUNK_HASHES] = __FE_CHUNKS__
const TAG_LENGTH = 7
const HASH_LENGTH = 50

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** `/6/fe.umd.js` and `/6.176/fe.umd.js` lead to the release this loader belongs to, any other folder is used as it is. */
const releaseFolder = (scriptUrl: string): string => {
  const folder = new URL('./', scriptUrl)
  folder.pathname = folder.pathname.replace(/\/\d+(\.\d+){0,2}\/$/, `/${__FE_VERSION__}/`)
  return folder.href
}

const addToHead = (element: HTMLElement, nonce: string): void => {
  if (nonce) element.nonce = nonce
  document.head.append(element)
}

const integrityOf = (folder: string): Record<string, string> => {
  const integrity: Record<string, string> = {}
  for (const [file, hash] of __FE_PRELOAD__) integrity[folder + file] = `sha256-${hash}`
  CHUNK_NAMES.split(',').forEach((name, at) => {
    const text = CHUNK_HASHES.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH)
    integrity[`${folder}chunks/${name}-${text.slice(0, TAG_LENGTH)}.js`] = `sha256-${text.slice(TAG_LENGTH)}=`
  })
  return integrity
}

/** `modulepreload` alone does not guard an `import()`: only an import map's `integrity` is enforced. */
const addIntegrity = (folder: string, nonce: string): void => {
  const map = document.createElement('script')
  map.type = 'importmap'
  map.textContent = trustedImportMap(JSON.stringify({ integrity: integrityOf(folder) }))
  addToHead(map, nonce)
}

/** The whole login path starts at once instead of one hop after the other. */
const addPreloads = (folder: string, nonce: string): void => {
  for (const [file, hash] of __FE_PRELOAD__) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = folder + file
    link.crossOrigin = 'anonymous'
    link.integrity = `sha256-${hash}`
    link.referrerPolicy = 'no-referrer'
    addToHead(link, nonce)
  }
}

const importWithRetries = async (url: string): Promise<Surface> => {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await import(url)
    } catch {
      await later(delay)
    }
  }
  return import(url)
}

const reportFailure = (url: string, cause: unknown): void => {
  console.error(`Front Entry could not be loaded from ${url}`, cause)
  globalThis.dispatchEvent(new CustomEvent('fe-load-error', { detail: { url, cause } }))
}

/** Also reports a load that hangs; modules that arrive later still work. */
const watch = (modules: Promise<Surface>, url: string): void => {
  let reported = false
  const fail = (cause: unknown) => {
    if (!reported) reportFailure(url, cause)
    reported = true
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

/** A handle for an app that is not loaded yet: its methods are called once it is. */
const handleFor = (pending: Promise<object>): object => {
  let app: object | undefined
  pending.then(
    (arrived) => {
      app = arrived
    },
    () => undefined,
  )
  return new Proxy(
    {},
    {
      get(_target, key) {
        if (app) {
          const member: unknown = Reflect.get(app, key)
          return typeof member === 'function' ? member.bind(app) : member
        }
        // A promise would take a handle with `then` for a promise.
        if (typeof key === 'symbol' || key === 'then') return undefined
        return (...args: unknown[]) => {
          const done = pending.then((arrived) =>
            (Reflect.get(arrived, key) as (...own: unknown[]) => unknown).apply(arrived, args),
          )
          // The failed load is reported once, by `fe-load-error`; a host that does not wait for this call has no error.
          done.catch(() => undefined)
          return done
        }
      },
    },
  )
}

const startLoading = (script: HTMLScriptElement | null): Promise<Surface> => {
  if (!script?.src)
    return Promise.reject(new Error('fe.umd.js needs a script tag with src; elsewhere use the ES module.'))
  const folder = releaseFolder(script.src)
  const nonce = script.nonce ?? ''
  addIntegrity(folder, nonce)
  addPreloads(folder, nonce)
  const url = folder + ENTRY
  const modules = importWithRetries(url)
  watch(modules, url)
  return modules
}

const createLoader = (): Loader => {
  if (typeof document === 'undefined') {
    return { version: __FE_VERSION__, init: () => ({}), ready: () => new Promise(() => undefined) }
  }
  const modules = startLoading(document.currentScript as HTMLScriptElement | null)
  modules
    // Callers of `init` so far come first: an element that finds its app is drawn at once.
    .then((surface) => surface)
    .then((surface) => surface.defineElements?.())
    .catch(() => undefined)
  return {
    version: __FE_VERSION__,
    init(options, name) {
      const app = modules.then((surface) => surface.init(options, name))
      app.catch((cause: unknown) => console.error('Front Entry:', cause))
      return handleFor(app)
    },
    ready: () => modules,
  }
}

/** A second script tag keeps the first loader; an element with `id="fe"` does not count as one. */
const existingLoader = (): Loader | undefined => {
  const existing = (globalThis as { fe?: Partial<Loader> }).fe
  return typeof existing?.init === 'function' && existing.version ? (existing as Loader) : undefined
}

const loader = existingLoader() ?? createLoader()
if (typeof define === 'function' && define.amd) define([], () => loader)
else if (typeof module === 'object' && module?.exports) module.exports = loader
else Object.assign(globalThis, { fe: loader })
