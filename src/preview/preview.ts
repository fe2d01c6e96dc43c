import { type Backend, createBackend } from '../backend/backend.ts'
import { refreshCookieName } from '../backend/call/cookies.ts'
import type { Ports } from '../backend/ports.ts'
import { loadSample, SAMPLE_PASSWORD } from '../backend/sample/index.ts'
import { createMemoryStore } from '../backend/store/memory.ts'
import { login as loginTable } from '../contract/login.ts'
import { session } from '../contract/session.ts'
import { type Clock, wait } from '../kernel/clock.ts'
import { lazy } from '../kernel/lazy.ts'
import { isRecord } from '../kernel/safe-json.ts'
import { createPreviewPorts, PREVIEW_CONFIG } from './preview-ports.ts'

export interface PreviewOptions {
  clock: Clock
  /** Who is signed in at the start; `null` starts at the login box. @default 'ada@acme.test' */
  signedInAs?: string | null
}

/** Long enough to see a loading state. */
const DEMO_DELAY_MS = 500
const DEMO_USER = 'ada@acme.test'

/** Scripts may not set a Cookie header on a `Request` (Fetch standard, forbidden names); a bare `Headers` may hold one. */
const withCookie = (request: Request, cookie: string | undefined): Request => {
  const headers = new Headers(request.headers)
  headers.set('Origin', PREVIEW_CONFIG.appUrl)
  if (cookie) headers.set('Cookie', `${refreshCookieName(PREVIEW_CONFIG)}=${cookie}`)
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

interface Jar {
  cookie: string | undefined
}

/** The refresh token of a response stands in for the cookie that a page's script never sees. */
const keepCookie = async (jar: Jar, request: Request, response: Response): Promise<void> => {
  if (new URL(request.url).pathname.endsWith(session.logout.path)) jar.cookie = undefined
  if (!response.ok || !response.headers.get('Content-Type')?.includes('json')) return
  const body: unknown = await response.clone().json()
  if (isRecord(body) && typeof body.refreshToken === 'string' && body.refreshToken) jar.cookie = body.refreshToken
}

const open = async (ports: Ports, { clock, signedInAs = DEMO_USER }: PreviewOptions, jar: Jar): Promise<Backend> => {
  await loadSample(ports.store, ports.hasher, clock)
  const backend = createBackend(ports)
  if (signedInAs) {
    const request = login(signedInAs)
    await keepCookie(jar, request, await backend(withCookie(request, undefined)))
  }
  return backend
}

/**
 * The reference backend over memory and sample data, as a `fetch`: every real rule, half a second later, and no request
 * leaves the page.
 */
export const createPreviewFetch = (options: PreviewOptions): typeof fetch => {
  const jar: Jar = { cookie: undefined }
  // A store of its own for each attempt: a failed one may have left half of the sample data.
  const opened = lazy(async () => open(createPreviewPorts(createMemoryStore(), options.clock), options, jar))
  return async (input, init) => {
    const request = new Request(input, init)
    const [backend] = await Promise.all([opened(), wait(options.clock, DEMO_DELAY_MS, request.signal)])
    const response = await backend(withCookie(request, jar.cookie))
    await keepCookie(jar, request, response)
    return response
  }
}
