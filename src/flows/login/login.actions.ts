import type { Slice } from '../../feature/slice.ts'
import { lazy } from '../../kernel/lazy.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { type EntryEvent, entryTransition, type LoginActions, type LoginEvent, type LoginState } from './login.state.ts'
import type { SignInWork } from './sign-in/sign-in.actions.ts'

/** All steps after the email step: their rules, work and views. */
export const signInSteps = { id: 'login-sign-in', load: () => import('./sign-in/sign-in.view.tsx') }

/**
 * The actions of the email step; those of the other steps are loaded with their rules
 * (src/decisions/0008-first-screen.md).
 */
export const loginSlice: Slice<LoginState, LoginActions> = (context) => {
  const { get, set, deps } = context
  const send = (event: EntryEvent) => set((state) => entryTransition(state, event))
  let loaded: SignInWork | undefined
  const load = lazy(async (): Promise<SignInWork> => {
    const onFailure = (error: unknown) => deps.log.warn('Loading the sign-in steps failed, trying again', error)
    const { signInWork } = await loadChunk(signInSteps.load, { clock: deps.clock, onFailure })
    loaded = signInWork(context)
    loaded.begin()
    return loaded
  })
  /** Runs the task synchronously once the code is loaded, which is true for every step that the code renders. */
  const withWork = async (task: (work: SignInWork) => Promise<void> | void) => task(loaded ?? (await load()))
  const report = (event: LoginEvent) => void withWork((work) => work.report(event))
  const proceed = async (task: (work: SignInWork) => Promise<void>) => {
    const work = await load().catch(() => undefined)
    if (work) await task(work)
    else send({ type: 'unavailable' })
  }
  /** Returns `false` if the event changed nothing, so that no work follows. */
  const moves = (event: EntryEvent): boolean => {
    const before = get()
    send(event)
    return get() !== before
  }
  return {
    prepare: () => void load().catch(() => undefined),
    async submitEmail(email) {
      if (moves({ type: 'emailSubmitted', email })) await proceed((work) => work.findWay())
    },
    submitPassword: (password) => withWork((work) => work.submitPassword(password)),
    take: (response) => withWork((work) => work.take(response)),
    report,
    continueWithSso: () => withWork((work) => work.continueWithSso()),
    changeEmail: () => report({ type: 'emailChangeWanted' }),
    restart: () => send({ type: 'restarted' }),
    async resume() {
      // Another box may have signed in and been removed before it redirected, for example by a host that shows it only
      // to signed-out users.
      const isLeft = get().step === 'success'
      if (moves({ type: 'resumed' }) || isLeft) await proceed((work) => work.leave())
    },
  }
}
