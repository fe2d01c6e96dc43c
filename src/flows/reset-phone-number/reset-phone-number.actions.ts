import { login } from '../../contract/login.ts'
import { phoneReset } from '../../contract/password.ts'
import type { Slice } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { createCaptcha } from '../../parts/captcha/captcha.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { storeHandover } from '../../parts/sign-in-offer/sign-in-handover.ts'
import { type PhoneResetEvent, type PhoneResetState, resetPhoneNumberTransition } from './reset-phone-number.state.ts'

export interface PhoneResetActions {
  askForCode(email: string): Promise<void>
  verify(code: string): Promise<void>
  change(phoneNumber: string): Promise<void>
  restart(): void
}

const RESET_FAILED = 'Unknown error occurred'

export const phoneResetSlice: Slice<PhoneResetState, PhoneResetActions> = ({ get, set, deps }) => {
  const api = deps.client({ phoneReset, login })
  const captcha = createCaptcha(deps)
  const send = (event: PhoneResetEvent) => set(() => resetPhoneNumberTransition(get(), event))

  const attempt = async (work: () => Promise<PhoneResetEvent>, email?: string) => {
    if (get().progress.kind === 'busy') return
    send(email === undefined ? { type: 'submitted' } : { type: 'submitted', email })
    try {
      send(await work())
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error, RESET_FAILED) })
    }
  }

  /** Sends a code to the new number, for which the login then asks. If sending fails, the login starts as usual. */
  const signInByText = async (email: string) => {
    const sent = await captcha
      .proof('login')
      .then((proof) => api.login.passwordlessPreLogin({ path: { type: 'smscode' }, body: { email, ...proof } }))
      .catch((error: unknown) => deps.log.warn('The code for the new number was not sent', error))
    if (sent) storeHandover(deps, { email, strategy: 'SmsCode', phoneNumber: sent.phoneNumber ?? '' })
    const settings = deps.settings()
    deps.navigator.go(routeHref(settings.routes.loginUrl, settings))
  }

  return {
    askForCode: (email) =>
      attempt(async () => {
        const body = { email, ...(await captcha.proof('forgot_password')) }
        const { resetPhoneNumberToken } = await api.phoneReset.resetPhoneNumber({ body })
        return { type: 'codeSent', resetPhoneNumberToken, at: deps.clock.now() }
      }, email),
    async verify(code) {
      const state = get()
      if (state.step !== 'VerifyResetPhoneNumber') return
      const { resetPhoneNumberToken } = state
      await attempt(async () => {
        const response = await api.phoneReset.verifyResetPhoneNumber({ body: { resetPhoneNumberToken, code } })
        return { type: 'verified', changePhoneNumberToken: response.changePhoneNumberToken }
      })
    },
    async change(phoneNumber) {
      const state = get()
      if (state.step !== 'ChangePhoneNumber') return
      const { changePhoneNumberToken, email } = state
      await attempt(async () => {
        await api.phoneReset.changePhoneNumber({ body: { changePhoneNumberToken, phoneNumber } })
        return { type: 'changed' }
      })
      if (get().step === 'done') await signInByText(email)
    },
    restart: () => send({ type: 'restarted' }),
  }
}
