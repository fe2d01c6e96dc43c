import type { CallbackEnd, SessionUser } from '../../src/feature/ports.ts'
import { urlOf } from '../../src/http/call-url.ts'
import { createHttp } from '../../src/http/create-http.ts'
import { createLogger } from '../../src/kernel/logger.ts'
import { createMemoryStorage } from '../../src/kernel/storage.ts'
import { createHostedLogin } from '../../src/session/hosted/hosted-login.ts'
import type { SessionResponse } from '../../src/session/token.ts'
import { BASE, CALLBACK, CLIENT_ID, type StubProvider } from './stub-provider.ts'

const silent = { error() {}, warn() {}, info() {}, debug() {} }
const user: SessionUser = { id: 'user-1', email: 'ada@acme.test', accessToken: '' }

/** Opens one browser: its storage, and the real client's code over the real transport with the provider's responses. */
export const openBrowser = (provider: StubProvider, time: { now: number }) => {
  const local = createMemoryStorage()
  const accepted: SessionResponse[] = []
  const clock = { now: () => time.now, schedule: () => () => {} }
  const log = createLogger('error', silent)

  /** Loads a page; only storage is kept from the previous one. */
  const openPage = (url: string) => {
    let left: (url: string) => void = () => {}
    const leaving = new Promise<string>((resolve) => {
      left = resolve
    })
    const tokens = {
      getToken: async () => undefined,
      refreshRejected: async () => 'signed-out' as const,
      stepUpRequired() {},
    }
    const page = new URL(url)
    const { send } = createHttp({
      baseUrl: BASE,
      fetch: provider.fetch,
      clock,
      log,
      tokens,
      redirect() {},
      pageUrl: () => page,
    })
    const hosted = createHostedLogin({
      send,
      clock,
      log,
      local,
      name: 'one app',
      clientId: CLIENT_ID,
      isSilentDisabled: false,
      serverNow: () => Math.floor(time.now / 1000),
      urlOf: (template, { unprefixed }: { unprefixed?: true } = {}) => urlOf({ baseUrl: BASE, template, unprefixed }),
      page: { url: () => page, leave: (url) => left(url), post: () => false, forgetResponse() {} },
      redirectUri: () => CALLBACK,
      homeUrl: () => 'https://app.test/',
      scope: async () => ({}),
      async accept(response) {
        if (!response.accessToken) return undefined
        accepted.push(response)
        return user
      },
      refresh: async () => undefined,
    })
    return { hosted, leaving }
  }

  return {
    /** Sessions that were accepted. */
    accepted,
    openPage,
    /** Redirects to the provider and returns the URL that was requested. */
    async start(): Promise<URL> {
      const { hosted, leaving } = openPage('https://app.test/')
      void hosted.login({ prompt: 'login' })
      return new URL(await leaving)
    },
    finish: (url: string): Promise<CallbackEnd> => openPage(url).hosted.finish(),
  }
}
