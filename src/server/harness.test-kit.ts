import { applyCookies, type CookiePair, formatCookies } from './cookies.ts'
import { createFrontEntryServer } from './front-entry-server.ts'
import type { ServerOptions } from './options.ts'
import { API, CLIENT, createStubApi, REFRESH_COOKIE, type StubApi, type StubSettings } from './stub-api.test-kit.ts'

export const APP = 'https://app.example.test'
export const PASSWORD = '0123456789abcdef'.repeat(4)
export const OTHER_PASSWORD = 'fedcba9876543210'.repeat(4)

/** Creates a browser's cookie jar for one host. */
export const createJar = (first: readonly CookiePair[] = []) => {
  let cookies = [...first]
  return {
    header: () => formatCookies(cookies),
    names: () => cookies.map(([name]) => name),
    set: (name: string, value: string) => {
      cookies = [...cookies.filter(([known]) => known !== name), [name, value]]
    },
    take(response: Response) {
      cookies = applyCookies(cookies, response.headers.getSetCookie())
      return response
    },
    takeAll(setCookies: readonly string[]) {
      cookies = applyCookies(cookies, setCookies)
    },
    cookies: () => [...cookies],
  }
}

export type Jar = ReturnType<typeof createJar>

export const optionsFor = (api: StubApi, extra: Partial<ServerOptions> = {}): ServerOptions => ({
  appUrl: APP,
  baseUrl: API,
  clientId: CLIENT,
  encryptionPassword: PASSWORD,
  fetch: api.fetch,
  console: { error() {}, warn() {}, info() {}, debug() {} },
  ...extra,
})

/** Creates a server over a stub API, with a clock that tests set. */
export const createHarness = async (extra: Partial<ServerOptions> = {}, stub: Partial<StubSettings> = {}) => {
  const time = { now: 1_767_225_600_000 }
  const now = () => time.now
  const api = await createStubApi({ now, ...stub })
  const open = (more: Partial<ServerOptions> = {}) =>
    createFrontEntryServer(optionsFor(api, { now, ...extra, ...more }))
  const server = open()
  const request = (path: string, jar?: Jar, init: RequestInit = {}) => {
    const headers = new Headers({ accept: 'text/html', ...Object.fromEntries(new Headers(init.headers)) })
    if (jar?.header()) headers.set('cookie', jar.header())
    return new Request(APP + path, { ...init, headers })
  }
  /** Mimics a sign-in of the login box at the API. */
  const signedIn = (email: string): Jar => createJar([[REFRESH_COOKIE, api.tokenOf(api.start(email))]])
  return { time, api, server, open, request, signedIn }
}

export type Harness = Awaited<ReturnType<typeof createHarness>>
