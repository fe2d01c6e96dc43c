import type { HostEvents } from '../../../feature/ports.ts'
import type { StepUpPrompt, StepUpRequest } from '../../../http/token-source.ts'

/** Calls that are refused at once wait for one proof. */
export const createStepUpQueue = (
  events: Pick<HostEvents, 'before' | 'after'>,
  show: (request: StepUpRequest | undefined) => void,
) => {
  let current:
    | { proof: Promise<boolean>; settle(isProven: boolean): void; detail: { maxAge?: number | undefined } }
    | undefined
  const prompt: StepUpPrompt = (request) => {
    if (current) return current.proof
    const detail = { maxAge: request.challenge.maxAge }
    if (!events.before('step-up', detail)) return Promise.resolve(false)
    let settle: (isProven: boolean) => void = () => {}
    const proof = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    current = { proof, settle, detail }
    show(request)
    return proof
  }
  return {
    prompt,
    end(isProven: boolean): void {
      const ended = current
      if (!ended) return
      current = undefined
      show(undefined)
      if (isProven) events.after('step-up', ended.detail)
      ended.settle(isProven)
    },
  }
}
