import { ssoSession } from '../../contract/login.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { safeServerUrl } from '../../rules/server-url.ts'

/** Maximum time that a sign-out waits for the URL. */
const MAX_WAIT_MS = 3_000

type Deps = Pick<FeatureDeps, 'client' | 'clock' | 'log' | 'navigator'>

/**
 * Returns the URL that ends the session at the user's identity provider; `undefined` when there is none or it doesn't
 * arrive in time. `accessToken` belongs to the ending session, which no longer has it by then.
 */
export const providerLogoutUrl = async (deps: Deps, accessToken: string): Promise<string | undefined> => {
  const { client, clock, log, navigator } = deps
  const started = client({ ssoSession })
    .ssoSession.startSsoLogout({}, { jwt: `Bearer ${accessToken}` })
    .catch((error: unknown) => {
      log.warn('The session at the identity provider stays', error)
      return undefined
    })
  const url = (await Promise.race([started, wait(clock, MAX_WAIT_MS)]))?.url
  return url ? safeServerUrl(url, { pageUrl: navigator.location() })?.href : undefined
}
