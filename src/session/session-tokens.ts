import type { TokenSource } from '../http/token-source.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Refresher } from './refresher.ts'
import { ageOf, type Token } from './token.ts'

/** A token that arrives expired is requested a limited number of times. */
const MAX_ROUNDS = 3
/** If a call is refused this soon after a refresh, another refresh does not help. */
const FRESH_ENOUGH_MS = 10_000

/** Creates the session's token source for `http/`. */
export const createSessionTokens = (
  clock: Clock,
  refresher: Refresher,
  current: () => Token | undefined,
): Pick<TokenSource, 'getToken' | 'refreshRejected'> => {
  let rescued: string | undefined
  const isExpired = (token: Token | undefined) => token !== undefined && ageOf(token, clock) >= token.lifetimeMs
  return {
    async getToken() {
      for (let round = 0; round < MAX_ROUNDS && isExpired(current()); round += 1) await refresher.refresh()
      return current()?.value
    },
    async refreshRejected(used) {
      const token = current()
      if (!token) return 'signed-out'
      if (token.value !== used) return 'refreshed'
      const isFresh = ageOf(token, clock) < Math.min(FRESH_ENOUGH_MS, token.lifetimeMs / 2)
      if (used === rescued && isFresh) return 'unavailable'
      try {
        await refresher.refresh()
        rescued = current()?.value
        return rescued ? 'refreshed' : 'signed-out'
      } catch {
        return 'unavailable'
      }
    },
  }
}
