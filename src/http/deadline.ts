import type { Clock } from '../kernel/clock.ts'
import { TimeoutError } from '../kernel/errors.ts'

const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/**
 * Ends `run` after `limitMs` or with the caller's signal, even if it waits for something that doesn't support signals.
 * One deadline covers a call with its refresh and its retry.
 */
export const withDeadline = async <Result>(
  clock: Clock,
  limitMs: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const controller = new AbortController()
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  else outer?.addEventListener('abort', follow, { once: true })
  const cancel = clock.schedule(
    () => controller.abort(new TimeoutError(`No response within ${limitMs / 1000} s`)),
    limitMs,
  )
  try {
    controller.signal.throwIfAborted()
    return await Promise.race([run(controller.signal), never(controller.signal)])
  } finally {
    cancel()
    outer?.removeEventListener('abort', follow)
  }
}
