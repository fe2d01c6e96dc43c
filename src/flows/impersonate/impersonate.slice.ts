import { impersonation } from '../../contract/login.ts'
import type { Slice } from '../../feature/slice.ts'
import { goAfterLogin } from '../../parts/after-login/after-login.ts'
import { failureOf, LOGIN_FAILED } from '../../parts/failure/failure.ts'
import { type ImpersonateEvent, type ImpersonateState, transition } from './impersonate.state.ts'
import { type Handover, takeHandover } from './take-handover.ts'

export interface ImpersonateActions {
  /** Uses the link of this page once, as soon as the current session is known. */
  start(known: Promise<void>): Promise<void>
  tryAgain(): Promise<void>
}

const CONTINUE_DELAY_MS = 1000

export const impersonateSlice: Slice<ImpersonateState, ImpersonateActions> = ({ get, set, deps }) => {
  const api = deps.client({ impersonation })
  const send = (event: ImpersonateEvent) => set(() => transition(get(), event))
  let running: Promise<void> | undefined

  let handover: Handover | undefined

  const run = async (known?: Promise<void>) => {
    // Kept for a retry, because the values can be read from the URL only once.
    handover ??= takeHandover(deps)
    const body = handover
    if (!body) return send({ type: 'linkIncomplete' })
    await known
    try {
      await api.impersonation.impersonate({ body })
      // The session is created from the cookie; the tokens of the response are not used.
      const user = await deps.session.refresh()
      send(user ? { type: 'impersonated' } : { type: 'failed', failure: { kind: 'refused', message: LOGIN_FAILED } })
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error, LOGIN_FAILED) })
    }
    if (get().step !== 'success') return
    await goAfterLogin(deps, CONTINUE_DELAY_MS)
  }

  return {
    start(known) {
      running ??= run(known)
      return running
    },
    async tryAgain() {
      if (get().step !== 'failed') return
      send({ type: 'triedAgain' })
      running = run()
      await running
    },
  }
}
