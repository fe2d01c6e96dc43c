import { userRoutes } from '../backend/handlers/user-routes.ts'
import { createGrowingRouter } from '../backend/http/router.ts'
import type { Ports } from '../backend/ports.ts'
import { type Backend, createBackendOf } from '../backend/routed-backend.ts'
import { SAMPLE_PRICES } from '../backend/sample/billing.ts'
import { loadSample, SAMPLE_PASSWORD } from '../backend/sample/index.ts'
import { fillLedger } from '../backend/sample/payment-customers.ts'
import { createPaymentLedger } from '../backend/sample/payment-ledger.ts'
import { createMemoryStore } from '../backend/store/memory.ts'
import { login as loginTable } from '../contract/login.ts'
import { type Clock, wait } from '../kernel/clock.ts'
import { lazy } from '../kernel/lazy.ts'
import { createPreviewPorts, PREVIEW_CONFIG } from './preview-ports.ts'

export interface PreviewOptions {
  clock: Clock
  /** Who is signed in at the start; `null` starts at the login box. @default 'ada@acme.test' */
  signedInAs?: string | null
  /** Aborts with the app, which leaves nothing on the page. @default the page's own life */
  signal?: AbortSignal
}

/** Long enough to see a loading state. */
const DEMO_DELAY_MS = 500
const DEMO_USER = 'ada@acme.test'

/** Preview has no connection: every request comes from this IP address, one that is reserved for examples (RFC 5737). */
const IP_ADDRESS = '203.0.113.9'

/** Cookies by name; a page's script never sees those of a `Response`. */
type Jar = Map<string, string>

const keepCookies = (jar: Jar, setCookies: readonly string[]): void => {
  for (const header of setCookies) {
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (value === '' || attributes.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
}

/** Scripts may not set a Cookie header on a `Request` (Fetch standard, forbidden names); a bare `Headers` may hold one. */
const withCookies = (request: Request, jar: Jar): Request => {
  const headers = new Headers(request.headers)
  headers.set('Origin', PREVIEW_CONFIG.appUrl)
  if (jar.size > 0) headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  return new Proxy(request, {
    get(target, key) {
      if (key === 'headers') return headers
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const login = (email: string) =>
  new Request(PREVIEW_CONFIG.apiUrl + loginTable.login.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: SAMPLE_PASSWORD }),
  })

const send = (backend: Backend, request: Request, jar: Jar): Promise<Response> =>
  backend(withCookies(request, jar), {
    address: IP_ADDRESS,
    takeCookies: (setCookies) => keepCookies(jar, setCookies),
  })

/** The handlers of pages that most visitors of a preview never open. */
const LATER_PARTS = [
  async () => (await import('../backend/handlers/administration-routes.ts')).administrationRoutes(),
  async () => (await import('../backend/handlers/integration-routes.ts')).integrationRoutes(),
]

/** Payments of the preview cost nothing. */
const ledgerOf = (clock: Clock) => {
  let made = 0
  return createPaymentLedger({
    clock,
    newId: (prefix) => {
      made += 1
      return `${prefix}_preview${made}`
    },
    price: (id) => SAMPLE_PRICES.find((price) => price.id === id),
  })
}

const open = async ({ clock, signal, signedInAs = DEMO_USER }: PreviewOptions, jar: Jar): Promise<Backend> => {
  // A store of its own for each attempt: a failed one may have left half of the sample data.
  const ledger = ledgerOf(clock)
  const ports: Ports = createPreviewPorts({ store: createMemoryStore(), clock, ledger, signal })
  await loadSample(ports.store, ports.hasher, clock)
  await fillLedger(ledger, ports.store)
  const backend = createBackendOf(ports, createGrowingRouter(userRoutes(), LATER_PARTS))
  if (signedInAs) await send(backend, login(signedInAs), jar)
  return backend
}

/**
 * The reference backend over memory and sample data, as a `fetch`: every real rule, half a second later, and no request
 * leaves the page.
 */
export const createPreviewFetch = (options: PreviewOptions): typeof fetch => {
  const jar: Jar = new Map()
  const opened = lazy(async () => open(options, jar))
  return async (input, init) => {
    const request = new Request(input, init)
    const [backend] = await Promise.all([opened(), wait(options.clock, DEMO_DELAY_MS, request.signal)])
    return send(backend, request, jar)
  }
}
