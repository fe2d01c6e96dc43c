import type { CallbackEnd, HostedPort } from '../../feature/ports.ts'
import type { FeatureDeps, Slice } from '../../feature/slice.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { goAfterLogin } from '../../parts/after-login/after-login.ts'
import { storedTarget, storeTarget } from '../../parts/after-login/stored-target.ts'
import { type HostedLoginEvent, type HostedLoginState, hostedLoginTransition } from './hosted-login.state.ts'

export interface HostedLoginActions {
  /** Redirects to the provider, or continues at once when a user is already signed in. */
  leave(): Promise<void>
  /** Handles the provider's response. */
  finish(): Promise<void>
}

const hostedOf = async ({ hosted }: FeatureDeps): Promise<HostedPort> => {
  if (!hosted) throw new Error('hostedLoginBox is not on')
  return hosted()
}

/** The flow's own target replaces one that another tab stored meanwhile; it is validated like any other. */
const goOn = async (deps: FeatureDeps, returnTo: string | undefined): Promise<void> => {
  if (returnTo) storeTarget(deps, returnTo)
  await goAfterLogin(deps)
}

export const hostedLoginSlice: Slice<HostedLoginState, HostedLoginActions> = ({ get, set, deps }) => {
  const send = (event: HostedLoginEvent): HostedLoginState => {
    set((state) => hostedLoginTransition(state, event))
    return get()
  }

  const conclude = async (end: CallbackEnd): Promise<void> => {
    if (end.kind === 'failed') {
      send({ type: 'failed', fault: end.fault, returnTo: end.returnTo })
      return
    }
    send({ type: 'signedIn' })
    deps.events.after('sign-in', { userId: end.user.id, email: end.user.email })
    await goOn(deps, end.returnTo)
  }

  const wantedTarget = (state: HostedLoginState): string | undefined => {
    if (state.step === 'failed' && state.returnTo) return state.returnTo
    const query = pageQuery(deps)
    return query.get('redirectUrl') ?? storedTarget(deps)
  }

  return {
    async leave() {
      const before = get()
      if (!deps.events.before('sign-in', {}) || send({ type: 'leaving' }) === before) return
      const returnTo = wantedTarget(before)
      try {
        if (!deps.session.current().user) await (await hostedOf(deps)).login({ returnTo })
        send({ type: 'signedIn' })
        await goOn(deps, returnTo)
      } catch (error) {
        deps.log.error('The sign-in page could not be reached', error)
        send({ type: 'failed', fault: 'unavailable', returnTo })
      }
    },
    async finish() {
      const before = get()
      if (send({ type: 'finishing' }) === before) return
      try {
        await conclude(await (await hostedOf(deps)).finish())
      } catch (error) {
        deps.log.error('The sign-in could not be finished', error)
        send({ type: 'failed', fault: 'unavailable' })
      }
    },
  }
}
