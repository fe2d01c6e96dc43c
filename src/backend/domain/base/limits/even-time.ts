import { systemClock, wait } from '../../../../kernel/clock.ts'

/** Several times what the calls take that look up an email and write a mail. */
const MIN_MS = 50

/**
 * Resolves with the result of `work`, but not before a fixed time has passed: what was found for an email takes longer to
 * read than nothing does, and that difference must not reach the caller.
 */
export const inEvenTime = async <Result>(work: Promise<Result>): Promise<Result> => {
  const [result] = await Promise.all([work, wait(systemClock, MIN_MS)])
  return result
}
