import { login } from '../../contract/login.ts'
import type { AuthAnswer } from '../../entities/auth.ts'
import type { Slice } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { NetworkError, TimeoutError } from '../../kernel/errors.ts'
import { goAfterLogin } from '../../parts/after-login/after-login.ts'
import { type Failure, failureOf } from '../../parts/failure/failure.ts'
import { type LoginEvent, type LoginState, transition } from './login.state.ts'
import { ssoAddress } from './sso-address.ts'

export interface LoginActions {
  submitEmail(email: string): Promise<void>
  submitPassword(password: string): Promise<void>
  changeEmail(): void
  /** Somebody is signed in already, or became so in another tab. */
  resume(): Promise<void>
  /** Signed out again: the box starts over. */
  restart(): void
}

/** Seed 000 §9: time to read the notice. */
const SSO_REDIRECT_DELAY_MS = 2000
/** Seed 000 §8. */
const LOGIN_FAILED = 'Failed to authenticate'

/** Flows §4: a failed pre-login is answered by the password step, unless the person can mend it herself. */
const blocksPreLogin = (error: unknown, failure: Failure): boolean =>
  error instanceof NetworkError || error instanceof TimeoutError || failure.kind === 'rateLimited'

type Query = { tenantId?: string; invitationToken?: string }

const pageQuery = (location: URL): Query => {
  const read = (name: string) => location.searchParams.get(name) ?? undefined
  return { tenantId: read('tenantId'), invitationToken: read('invitationToken') }
}

export const loginSlice: Slice<LoginState, LoginActions> = ({ get, set, deps }) => {
  const api = deps.client({ login })
  const send = (event: LoginEvent) => set(() => transition(get(), event))
  const isBusy = () => get().progress.kind === 'busy'

  const goToSso = async (address: string) => {
    const state = get()
    await wait(deps.clock, SSO_REDIRECT_DELAY_MS)
    if (get() === state) deps.navigator.go(address)
  }

  const preLogin = async (email: string): Promise<LoginEvent> => {
    try {
      const { tenantId } = pageQuery(deps.navigator.location())
      const answer = await api.login.preLogin({ body: { email, ...(tenantId ? { tenantId } : {}) } })
      const address = ssoAddress(answer, deps.navigator.location(), deps.settings())
      return address ? { type: 'ssoFound', address } : { type: 'passwordWanted' }
    } catch (error) {
      const failure = failureOf(error, LOGIN_FAILED)
      return blocksPreLogin(error, failure) ? { type: 'failed', failure } : { type: 'passwordWanted' }
    }
  }

  const settle = async (answer: AuthAnswer): Promise<LoginEvent> => {
    const user = await deps.session.accept(answer)
    if (answer.mfaRequired) return { type: 'mfaRequired', enrolled: answer.mfaEnrolled !== false }
    if (!user) return { type: 'failed', failure: { kind: 'refused', message: LOGIN_FAILED } }
    deps.events.after('sign-in', { userId: user.id, email: user.email })
    return { type: 'signedIn' }
  }

  const signIn = async (password: string): Promise<LoginEvent> => {
    try {
      const { invitationToken } = pageQuery(deps.navigator.location())
      const body = { email: get().email, password, ...(invitationToken ? { invitationToken } : {}) }
      return await settle(await api.login.login({ body }))
    } catch (error) {
      return { type: 'failed', failure: failureOf(error, LOGIN_FAILED) }
    }
  }

  return {
    async submitEmail(email) {
      if (isBusy()) return
      send({ type: 'emailSubmitted', email })
      send(await preLogin(email))
      const state = get()
      if (state.step === 'redirectToSSO') await goToSso(state.address)
    },
    async submitPassword(password) {
      if (isBusy() || !deps.events.before('sign-in', { email: get().email })) return
      send({ type: 'passwordSubmitted' })
      send(await signIn(password))
      if (get().step === 'success') await goAfterLogin(deps)
    },
    changeEmail: () => send({ type: 'emailChangeWanted' }),
    restart: () => send({ type: 'restarted' }),
    async resume() {
      const isSubmitting = get().step === 'loginWithPassword' && isBusy()
      if (get().step === 'success' || isSubmitting) return
      send({ type: 'signedIn' })
      await goAfterLogin(deps)
    },
  }
}
