import type { HostedPort } from '../feature/hosted-port.ts'
import { isHostedCallback } from '../navigation/hosted-callback.ts'
import type { StartWay } from '../session/session-types.ts'
import type { ConnectParts } from './connect.parts.ts'

/**
 * Returns how a hosted session starts: it checks who is signed in only when configured to; on the callback URL, the
 * provider's response decides.
 */
export const hostedStart = ({ options, navigator, store }: ConnectParts, { finish }: HostedPort): StartWay => {
  if (isHostedCallback(navigator.location(), store.getState().settings)) {
    // The page shows the outcome and waits for the same promise.
    void finish()
    return 'wait'
  }
  const { disableSilentRefresh, hostedLoginOptions } = options.authOptions ?? {}
  return disableSilentRefresh || !hostedLoginOptions?.loadUserOnFirstLoad ? 'signed-out' : 'ask'
}
