import { systemClock, wait } from '../../../../kernel/clock.ts'

/** Several times the duration of a call that looks up an email and sends a message. */
const MIN_MS = 50

/**
 * Resolves with the result of `work`, but not before a fixed time has passed. A call takes longer for a known email
 * than for an unknown one, and the caller must not be able to measure the difference.
 */
export const withMinimumDuration = async <Result>(work: Promise<Result>): Promise<Result> => {
  const [result] = await Promise.all([work, wait(systemClock, MIN_MS)])
  return result
}
