import type { AuthAnswer } from '../../entities/auth.ts'
import type { Slice } from '../../feature/slice.ts'
import { lazy } from '../../kernel/lazy.ts'
import { loadPatiently } from '../../kernel/load-patiently.ts'
import { BUSY, failedWith, IDLE } from '../../parts/failure/failure.ts'
import type { LoginEvent, LoginState } from './login.state.ts'
import type { LoginWork } from './next/login.work.ts'
import { nextSteps } from './next/next-steps.ts'

export interface LoginActions {
  /** Asks for the code behind the first step, so that the first press need not wait for it. */
  prepare(): void
  submitEmail(email: string): Promise<void>
  submitPassword(password: string): Promise<void>
  changeEmail(): void
  /** The answer of a code, of a second factor, or of a passkey chosen on the first step. */
  take(answer: AuthAnswer | Promise<AuthAnswer>): Promise<void>
  /** What a step that came later did. */
  tell(event: LoginEvent): void
  /** Somebody is signed in already, or became so in another tab. */
  resume(): Promise<void>
  /** Signed out again: the box starts over. */
  restart(): void
}

/** What the email step does by itself; the rules and the work behind it come as a chunk (src/decisions/0008). */
export const loginSlice: Slice<LoginState, LoginActions> = (context) => {
  const { get, set, deps } = context
  let here: LoginWork | undefined
  const work = lazy(async (): Promise<LoginWork> => {
    const onFailure = (error: unknown) => deps.log.warn('Loading the next steps failed, trying again', error)
    here = (await loadPatiently(nextSteps.load, { clock: deps.clock, onFailure })).loginWork(context)
    here.begin()
    return here
  })
  /** At once where the code is here, as for every press on what it drew. */
  const withWork = async (task: (next: LoginWork) => Promise<void> | void) => task(here ?? (await work()))
  const tell = (event: LoginEvent) => void withWork((next) => next.tell(event))
  /** The code behind the email step, or an email step that says why there is none. */
  const proceed = async (task: (next: LoginWork) => Promise<void>) => {
    const next = await work().catch(() => undefined)
    if (next) await task(next)
    else set(({ email }) => ({ step: 'preLogin', email, progress: failedWith({ kind: 'offline' }) }))
  }
  return {
    prepare: () => void work().catch(() => undefined),
    async submitEmail(email) {
      const { step, progress } = get()
      if (step !== 'preLogin' || progress.kind === 'busy') return
      set(() => ({ step, email, progress: BUSY }))
      await proceed((next) => next.findWay())
    },
    submitPassword: (password) => withWork((next) => next.submitPassword(password)),
    take: (answer) => withWork((next) => next.take(answer)),
    tell,
    changeEmail: () => tell({ type: 'emailChangeWanted' }),
    restart() {
      const { step, email } = get()
      if (step === 'success') set(() => ({ step: 'preLogin', email, progress: IDLE }))
    },
    async resume() {
      const { step, email, progress } = get()
      const isSubmitting = step !== 'preLogin' && step !== 'redirectToSSO' && progress.kind === 'busy'
      if (isSubmitting) return
      set(() => ({ step: 'success', email, progress: BUSY }))
      await proceed((next) => next.leave())
    },
  }
}
