import { login } from '../../../contract/login.ts'
import type { WebAuthnAssertion, WebAuthnGet } from '../../../entities/mfa.ts'
import type { Slice } from '../../../feature/slice.ts'
import { USER_ID_KEY } from '../../../kernel/storage.ts'
import { invitationOf } from '../../../navigation/page-query.ts'
import { createCaptcha } from '../../../parts/captcha/captcha.ts'
import { isStopped } from '../../../parts/failure/ceremony-error.ts'
import { LOGIN_FAILED } from '../../../parts/failure/failure.ts'
import { noteLastUsed } from '../../../parts/last-used/last-used.ts'
import type { Ask, Ceremonies } from '../../../parts/passkeys/ceremony/ceremonies.ts'
import { ceremonyFailureOf } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'
import { chooseQuickLogin, forgetQuickLogin } from '../../../parts/sign-in-offer/quick-login.ts'
import type { LoginActions } from '../login.state.ts'
import {
  type SignInOptionsEvent,
  type SignInOptionsState,
  signInOptionsTransition,
  type Way,
} from './sign-in-options.state.ts'

type Login = Pick<LoginActions, 'take' | 'report'>

export interface SignInOptionsActions {
  /** Offers passkeys among the suggestions of the email field until one is chosen. */
  autofill(ceremonies: Ceremonies, login: Login): Promise<void>
  signIn(way: Way, ceremonies: Ceremonies, login: Login): Promise<void>
  /** Selects a method to set up after the next sign-in. */
  want(strategy: QuickStrategy): void
  unwant(): void
  /** Cleans up when the email step is removed. */
  leave(): void
}

export const signInOptionsSlice: Slice<SignInOptionsState, SignInOptionsActions> = ({ get, set, deps }) => {
  const api = deps.client({ login }).login
  const captcha = createCaptcha(deps)
  const send = (event: SignInOptionsEvent) => set((state) => signInOptionsTransition(state, event))

  const askFor =
    (body: { userId?: string }): Ask<WebAuthnGet> =>
    async (signal) =>
      (await api.webauthnPreLogin({ body }, { signal })).options

  const enter = (assertion: WebAuthnAssertion, way: Way, { take }: Login): Promise<void> => {
    noteLastUsed(deps.local, way)
    return take(api.webauthnPostLogin({ body: { ...assertion, ...invitationOf(deps) } }))
  }

  const byKey = async (way: Way, ceremonies: Ceremonies, login: Login) => {
    const userId = deps.local.get(USER_ID_KEY)
    const body = way === 'passkey' || !userId ? {} : { userId }
    const assertion = await ceremonies.authenticate(askFor(body))
    send({ type: 'over' })
    await enter(assertion, way, login)
  }

  const byText = async ({ report }: Login) => {
    const userId = deps.local.get(USER_ID_KEY) ?? ''
    const body = { userId, ...(await captcha.proof('login')) }
    const { phoneNumber = '' } = await api.passwordlessPreLogin({ path: { type: 'smscode' }, body })
    send({ type: 'over' })
    noteLastUsed(deps.local, 'sms')
    report({ type: 'quickCodeSent', userId, phoneNumber, at: deps.clock.now() })
  }

  return {
    async autofill(ceremonies, login) {
      if (get().progress.kind === 'busy') return
      try {
        const assertion = await ceremonies.autofill(askFor({}))
        if (deps.events.before('sign-in', { email: '' })) await enter(assertion, 'passkey', login)
      } catch (error) {
        // The user didn't start this request. If they click the button, it reports the error.
        if (!isStopped(error)) deps.log.info('Passkeys are not among the suggestions of the email field', error)
      }
    },
    async signIn(way, ceremonies, login) {
      const isFree = get().progress.kind !== 'busy'
      if (!isFree || !deps.events.before('sign-in', { email: '' })) return
      send({ type: 'pressed', way })
      try {
        if (way === 'sms') await byText(login)
        else await byKey(way, ceremonies, login)
      } catch (error) {
        send(isStopped(error) ? { type: 'over' } : { type: 'failed', failure: ceremonyFailureOf(error, LOGIN_FAILED) })
      }
    },
    want(strategy) {
      chooseQuickLogin(deps.local, strategy)
      send({ type: 'wanted', strategy })
    },
    leave: () => send({ type: 'over' }),
    unwant() {
      forgetQuickLogin(deps.local)
      send({ type: 'unwanted' })
    },
  }
}
