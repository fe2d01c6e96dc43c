import type { TokenSource } from '../http/token-source.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Refresher } from './refresher.ts'
import { ageOf, type Token } from './token.ts'

/** A token that arrives expired is not asked for for ever. */
const MAX_ROUNDS = 3
/** A refusal this soon after a refresh is not cured by another one. */
const FRESH_ENOUGH_MS = 10_000

/** The session as `http/` sees it. */
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
