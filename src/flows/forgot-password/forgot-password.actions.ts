import { password } from '../../contract/password.ts'
import type { Slice } from '../../feature/slice.ts'
import { createCaptcha } from '../../parts/captcha/captcha.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { type ForgotEvent, type ForgotState, forgotPasswordTransition } from './forgot-password.state.ts'

export interface ForgotActions {
  submit(email: string): Promise<void>
  otherEmail(): void
}

const FORGOT_FAILED = 'Unknown error occurred'

export const forgotSlice: Slice<ForgotState, ForgotActions> = ({ get, set, deps }) => {
  const api = deps.client({ password })
  const captcha = createCaptcha(deps)
  const send = (event: ForgotEvent) => set(() => forgotPasswordTransition(get(), event))
  return {
    async submit(email) {
      const state = get()
      if (state.step !== 'forgotPassword' || state.progress.kind === 'busy') return
      send({ type: 'submitted', email })
      try {
        await api.password.forgotPassword({ body: { email, ...(await captcha.proof('forgot_password')) } })
        send({ type: 'sent' })
      } catch (error) {
        send({ type: 'failed', failure: failureOf(error, FORGOT_FAILED) })
      }
    },
    otherEmail: () => send({ type: 'otherEmailWanted' }),
  }
}
