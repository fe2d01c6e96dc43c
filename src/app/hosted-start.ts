import type { HostedPort } from '../feature/hosted-port.ts'
import { isHostedCallback } from '../navigation/hosted-callback.ts'
import type { StartWay } from '../session/session-types.ts'
import type { ConnectParts } from './connect.ts'

/**
 * How a hosted session begins (contract, flows §2): it asks who is signed in only when told to, and on the callback the
 * provider's answer tells.
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
