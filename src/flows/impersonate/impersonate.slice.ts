import { impersonation } from '../../contract/impersonation.ts'
import type { Slice } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { goAfterLogin } from '../../parts/after-login/after-login.ts'
import { failureOf, LOGIN_FAILED } from '../../parts/failure/failure.ts'
import { type ImpersonateEvent, type ImpersonateState, transition } from './impersonate.state.ts'

export interface ImpersonateActions {
  /** Takes the hand-over of the address up, once, as soon as it is known who is signed in before it. */
  start(known: Promise<void>): Promise<void>
  tryAgain(): Promise<void>
}

/** Seed 000 §9. */
const CONTINUE_DELAY_MS = 1000

export const impersonateSlice: Slice<ImpersonateState, ImpersonateActions> = ({ get, set, deps }) => {
  const api = deps.client({ impersonation })
  const send = (event: ImpersonateEvent) => set(() => transition(get(), event))
  let running: Promise<void> | undefined

  const handOver = () => {
    const query = pageQuery(deps)
    const impersonatedUserId = query.get('impersonatedUserId') ?? query.get('userId')
    const actorToken = query.get('actorToken') ?? query.get('token')
    const redirectUrl = query.get('redirectUrl')
    if (!impersonatedUserId || !actorToken) return undefined
    return { impersonatedUserId, actorToken, ...(redirectUrl ? { redirectUrl } : {}) }
  }

  const run = async (known?: Promise<void>) => {
    const body = handOver()
    if (!body) return send({ type: 'linkIncomplete' })
    await known
    try {
      await api.impersonation.impersonate({ body })
      // Flows §15: the session comes from the cookie, the tokens of the answer are not used.
      const user = await deps.session.refresh()
      send(user ? { type: 'impersonated' } : { type: 'failed', failure: { kind: 'refused', message: LOGIN_FAILED } })
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error, LOGIN_FAILED) })
    }
    if (get().step !== 'success') return
    await wait(deps.clock, CONTINUE_DELAY_MS)
    await goAfterLogin(deps)
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
