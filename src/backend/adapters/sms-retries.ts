import { setTimeout as pause } from 'node:timers/promises'
import { MessagePostError } from './message-post.ts'

export interface SmsTimes {
  /** Time limit of one attempt. @default 5,000 */
  tryMs?: number
  /** Time limit of all attempts together, because a user waits. @default 10,000 */
  totalMs?: number
  /** Waits between attempts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Pauses after each failure but the last one. */
const PAUSES_MS = [500, 1_500]

const waitFor = (ms: number, signal: AbortSignal): Promise<unknown> =>
  pause(ms, undefined, { signal }).catch(() => undefined)

interface Work {
  attempt(signal: AbortSignal): Promise<void>
  mayRepeat(error: MessagePostError): boolean
}

/**
 * Tries up to three times within a limit. A service that asks for a longer wait isn't tried again.
 *
 * @throws the error of the last try
 */
export const withRetries = async (
  { attempt, mayRepeat }: Work,
  { tryMs = 5_000, totalMs = 10_000, wait = waitFor }: SmsTimes,
): Promise<void> => {
  const total = AbortSignal.timeout(totalMs)
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    try {
      return await attempt(AbortSignal.any([total, AbortSignal.timeout(tryMs)]))
    } catch (error) {
      const isOver = pauseMs === undefined || !(error instanceof MessagePostError) || !mayRepeat(error)
      if (isOver) throw error
      const waitMs = Math.max(pauseMs, error.retryAfterMs ?? 0)
      if (waitMs > totalMs) throw error
      await wait(waitMs, total)
      if (total.aborted) throw error
    }
  }
}
