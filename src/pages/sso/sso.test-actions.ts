import { wait } from '../../kernel/clock.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { callbackUri } from '../../parts/federation/provider-redirect.ts'
import { safeServerUrl } from '../../rules/server-url.ts'
import type { SsoContext } from './sso.calls.ts'
import { type Connection, isOidc } from './sso.state.ts'

/** Short enough that the result seems immediate. */
const POLL_MS = 1_000

/** The window of a test sign-in. It opens during the click, because later it would be blocked as a pop-up. */
export interface TestWindow {
  /** Navigates the window to a URL. */
  go(url: string): void
  close(): void
}

/** Creates the actions that run a real sign-in in a separate window, without signing in a user. */
export const testActions = (context: SsoContext, refresh: () => Promise<void>) => {
  const { api, apply, get, deps, save } = context
  let running: string | undefined

  const urlOf = (connection: Connection, given: string): string => {
    const url = safeServerUrl(given, { pageUrl: deps.navigator.location() })
    if (!url) throw new TypeError('The sign-in URL of the identity provider can’t be opened')
    if (isOidc(connection) && !url.searchParams.has('redirect_uri')) {
      url.searchParams.set('redirect_uri', callbackUri(deps, 'oidcRedirectUrl'))
    }
    return url.href
  }

  const isOver = async (id: string, testId: string): Promise<boolean> => {
    try {
      const test = await api.ssoConnections.getSsoTest({ path: { id, testId } })
      return test.status !== 'pending'
    } catch (error) {
      // After a lost connection the request is retried, but a test that another one replaced has ended.
      deps.log.warn('The state of a test sign-in could not be read', error)
      return !isAbort(error) && messageOf(error) === 'This test was not found'
    }
  }

  const watch = async ({ id }: Connection, testId: string): Promise<void> => {
    running = testId
    apply((state) => ({ ...state, isTesting: true }))
    while (running === testId) {
      await wait(deps.clock, POLL_MS)
      if (running === testId && (await isOver(id, testId))) break
    }
    if (running !== testId) return
    running = undefined
    await refresh()
    apply((state) => ({ ...state, isTesting: false }))
  }

  const stopTest = (): void => {
    running = undefined
    if (get().isTesting) apply((state) => ({ ...state, isTesting: false }))
  }

  return {
    stopTest,
    cancelTest: stopTest,
    async test(connection: Connection, opened: TestWindow): Promise<void> {
      let testId = ''
      const isStarted = await save({ id: 'test' }, async () => {
        const started = await api.ssoConnections.startSsoTest({ path: { id: connection.id } })
        testId = started.testId
        opened.go(urlOf(connection, started.url))
      })
      if (!isStarted) return opened.close()
      await watch(connection, testId)
      opened.close()
    },
  }
}
