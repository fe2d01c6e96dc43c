import type { HostedPort } from '../feature/hosted-port.ts'
import { isHostedCallback } from '../navigation/hosted-callback.ts'
import type { StartWay } from '../session/session-types.ts'
import type { ConnectParts } from './connect.parts.ts'

/**
 * How a hosted session begins : it asks who is signed in only when configured to, and on the callback the
 * provider's response says.
 */
export const hostedStart = ({ options, navigator, store }: ConnectParts, { finish }: HostedPort): StartWay => {
  if (isHostedCallback(navigator.location(), store.getState().settings)) {
    // The page shows how it ends, and waits for the same promise.
    void finish()
    return 'wait'
  }
  const { disableSilentRefresh, hostedLoginOptions } = options.authOptions ?? {}
  return disableSilentRefresh || !hostedLoginOptions?.loadUserOnFirstLoad ? 'signed-out' : 'ask'
}
