import type { Slice } from '../../feature/slice.ts'
import { lazy } from '../../kernel/lazy.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { LoginActions } from './login.actions.ts'
import { type EntryEvent, entryTransition } from './login.entry.ts'
import type { LoginEvent } from './login.state.ts'
import type { LoginState } from './login.types.ts'
import type { SignInWork } from './sign-in/sign-in.work.ts'
import { signInSteps } from './sign-in/sign-in-steps.ts'

/** The actions of the email step; those of the other steps are loaded with their rules (src/decisions/0008-first-screen.md). */
export const loginSlice: Slice<LoginState, LoginActions> = (context) => {
  const { get, set, deps } = context
  const send = (event: EntryEvent) => set((state) => entryTransition(state, event))
  let loaded: SignInWork | undefined
  const load = lazy(async (): Promise<SignInWork> => {
    const onFailure = (error: unknown) => deps.log.warn('Loading the sign-in steps failed, retrying', error)
    const { signInWork } = await loadChunk(signInSteps.load, { clock: deps.clock, onFailure })
    loaded = signInWork(context)
    loaded.begin()
    return loaded
  })
  /** In the same task where the code is loaded, as for every step that it drew. */
  const withWork = async (task: (work: SignInWork) => Promise<void> | void) => task(loaded ?? (await load()))
  const report = (event: LoginEvent) => void withWork((work) => work.report(event))
  const proceed = async (task: (work: SignInWork) => Promise<void>) => {
    const work = await load().catch(() => undefined)
    if (work) await task(work)
    else send({ type: 'unavailable' })
  }
  /** `false`: the event changed nothing, so nothing follows from it. */
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
      // Where another box signed in and was removed before it left, as by a host that shows it to signed-out users only.
      const isLeft = get().step === 'success'
      if (moves({ type: 'resumed' }) || isLeft) await proceed((work) => work.leave())
    },
  }
}
