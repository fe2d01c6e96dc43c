import type { HostEvents } from '../../../feature/ports.ts'
import type { StepUpPrompt, StepUpRequest } from '../../../http/token-source.ts'

interface Pending {
  /** Ends the wait of each call. */
  calls: Set<(isProven: boolean) => void>
  detail: { maxAge?: number | undefined }
}

/** Waits with the other calls; `onAborted` runs when the caller no longer needs the call. */
const waitIn = ({ calls }: Pending, signal: AbortSignal | undefined, onAborted: () => void): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isProven: boolean) => {
      calls.delete(settle)
      signal?.removeEventListener('abort', abort)
      resolve(isProven)
    }
    const abort = () => {
      settle(false)
      onAborted()
    }
    calls.add(settle)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
  })

/**
 * Creates a queue in which calls that are refused at once wait for one proof; when all of them are aborted, no proof is
 * needed.
 */
export const createStepUpQueue = (
  events: Pick<HostEvents, 'before' | 'after'>,
  show: (request: StepUpRequest | undefined) => void,
) => {
  let current: Pending | undefined
  const end = (isProven: boolean): void => {
    const ended = current
    if (!ended) return
    current = undefined
    show(undefined)
    if (isProven) events.after('step-up', ended.detail)
    for (const settle of [...ended.calls]) settle(isProven)
  }
  const prompt: StepUpPrompt = (request) => {
    if (!current) {
      const detail = { maxAge: request.challenge.maxAge }
      if (!events.before('step-up', detail)) return Promise.resolve(false)
      current = { calls: new Set(), detail }
      show(request)
    }
    const own = current
    return waitIn(own, request.signal, () => {
      if (current === own && own.calls.size === 0) end(false)
    })
  }
  return { prompt, end }
}
