import { SECTION_NAMES, type VendorSettings } from '../backend/domain/vendor-settings/kinds.ts'
import { writeSections } from '../backend/domain/vendor-settings/write.ts'
import { userRoutes } from '../backend/handlers/user-routes.ts'
import { createBackendOf } from '../backend/http/edge.ts'
import { createGrowingRouter } from '../backend/http/router.ts'
import type { Ports } from '../backend/ports.ts'
import { SAMPLE_PRICES } from '../backend/sample/billing.ts'
import { loadSample, SAMPLE_PASSWORD } from '../backend/sample/index.ts'
import { fillLedger } from '../backend/sample/payment-customers.ts'
import { createPaymentLedger, type PaymentLedger } from '../backend/sample/payment-ledger.ts'
import { createMemoryStore } from '../backend/store/memory.ts'
import { login as loginTable } from '../contract/login.ts'
import type { Clock } from '../kernel/clock.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { createPreviewPorts, PREVIEW_CONFIG } from './preview-ports.ts'

/** Preview has no connection: every request comes from this IP address, which is reserved for examples (RFC 5737). */
const IP_ADDRESS = '203.0.113.9'

/** Cookies by name; a page's script cannot read those of a `Response`. */
export type Jar = Map<string, string>

const keepCookies = (jar: Jar, setCookies: readonly string[]): void => {
  for (const header of setCookies) {
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (value === '' || attributes.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
}

/**
 * Returns a request with cookies. Scripts may not set a Cookie header on a `Request` (Fetch standard, forbidden names),
 * but on a separate `Headers`.
 */
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

/** Handlers of pages that most visitors of a preview never open. */
const LATER_PARTS = [
  async () => (await loadChunk(() => import('../backend/handlers/administration-routes.ts'))).administrationRoutes(),
  async () => (await loadChunk(() => import('../backend/handlers/integration-routes.ts'))).integrationRoutes(),
]

/** Returns the ledger of simulated payments, which cost nothing. */
const ledgerOf = (clock: Clock): PaymentLedger => {
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

export interface PreviewBackend {
  ports: Ports
  ledger: PaymentLedger
  /** Sends a request with the cookies of the jar, which stores those of the response. */
  send(request: Request): Promise<Response>
  signIn(email: string): Promise<void>
}

export interface PreviewSettings {
  clock: Clock
  /** Aborts with the app. */
  signal?: AbortSignal | undefined
  /** Sections of the vendor settings that replace those of the sample data. */
  vendor?: Partial<VendorSettings> | undefined
}

const textsOf = (vendor: Partial<VendorSettings>) =>
  new Map(SECTION_NAMES.filter((name) => vendor[name]).map((name) => [name, JSON.stringify(vendor[name])]))

/** The demo's 5,000 rows would take most of the time that the preview needs to open. */
const GLOBEX_AUDITS = 500

/** Opens the reference backend over memory and sample data, in this page. */
export const openPreviewBackend = async (
  { clock, signal, vendor = {} }: PreviewSettings,
  jar: Jar,
): Promise<PreviewBackend> => {
  const ledger = ledgerOf(clock)
  const ports = createPreviewPorts({ store: createMemoryStore(), clock, ledger, signal })
  await loadSample({ ...ports, audits: { globex: GLOBEX_AUDITS } })
  await writeSections(ports.store, textsOf(vendor), clock.now())
  await fillLedger(ledger, ports.store)
  const backend = createBackendOf(ports, createGrowingRouter(userRoutes(), LATER_PARTS))
  const send = (request: Request) =>
    backend(withCookies(request, jar), {
      address: IP_ADDRESS,
      takeCookies: (setCookies) => keepCookies(jar, setCookies),
    })
  return {
    ports,
    ledger,
    send,
    async signIn(email) {
      await send(login(email))
    },
  }
}
