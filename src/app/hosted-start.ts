import type { HostedPort } from '../feature/hosted-port.ts'
import { isHostedCallback } from '../navigation/hosted-callback.ts'
import type { ConnectParts } from './connect.ts'

/**
 * How a session begins (contract, flows §2): embedded it asks who is signed in, hosted only when told to, and on the
 * callback the provider's answer tells.
 */
export const startsWith = (
  { options, navigator, store, log }: ConnectParts,
  hosted: (() => Promise<HostedPort>) | undefined,
): 'ask' | 'nobody' | 'wait' => {
  const { disableSilentRefresh, hostedLoginOptions } = options.authOptions ?? {}
  if (hosted && isHostedCallback(navigator.location(), store.getState().settings)) {
    hosted()
      .then((login) => login.finish())
      .catch((error: unknown) => log.error('The end of the sign-in did not load', error))
    return 'wait'
  }
  return disableSilentRefresh || (hosted && !hostedLoginOptions?.loadUserOnFirstLoad) ? 'nobody' : 'ask'
}
