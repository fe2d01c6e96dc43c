import { login } from '../../../contract/login.ts'
import { password } from '../../../contract/password.ts'
import type { AuthResponse } from '../../../entities/auth.ts'
import type { Slice } from '../../../feature/slice.ts'
import { invitationOf } from '../../../navigation/page-query.ts'
import { createCaptcha } from '../../../parts/captcha/captcha.ts'
import { failureOf, LOGIN_FAILED } from '../../../parts/failure/failure.ts'
import type { CodeStrategy, LoginActions, LoginEvent, LoginState } from '../login.state.ts'

type Report = (event: LoginEvent) => void

export interface CodesAndLinksActions {
  submitCode(state: LoginState, code: string, login: Pick<LoginActions, 'report' | 'take'>): Promise<void>
  resend(state: LoginState, report: Report): Promise<void>
  sendReset(state: LoginState, report: Report): Promise<void>
}

const STRATEGIES: Readonly<Record<string, CodeStrategy>> = {
  loginWithOtc: 'Code',
  loginWithSmsOtc: 'SmsCode',
  loginWithQuickSmsOtc: 'SmsCode',
  magicLinkPreLoginSuccess: 'MagicLink',
}

const isBusy = (state: LoginState): boolean => state.progress.kind === 'busy'

/** Does the work of the login's later steps; their rules are in the state machine of the login. */
export const codesAndLinksSlice: Slice<null, CodesAndLinksActions> = ({ deps }) => {
  const api = deps.client({ login, password })

  const captcha = createCaptcha(deps)

  const attempt = async (report: Report, work: () => Promise<LoginEvent>) => {
    report({ type: 'submitted' })
    try {
      report(await work())
    } catch (error) {
      report({ type: 'failed', failure: failureOf(error, LOGIN_FAILED) })
    }
  }

  /** Verifies a code. Backends read either name, so both are sent. */
  const checkCode = (strategy: CodeStrategy, code: string): Promise<AuthResponse> =>
    api.login.passwordlessPostLogin({
      path: { type: strategy.toLowerCase() },
      body: { code, token: code, ...invitationOf(deps) },
    })

  return {
    async submitCode(state, code, { report, take }) {
      const strategy = STRATEGIES[state.step]
      if (!strategy || isBusy(state) || !deps.events.before('sign-in', { email: state.email })) return
      let response: AuthResponse | undefined
      await attempt(report, async () => {
        response = await checkCode(strategy, code)
        return { type: 'checked' }
      })
      if (!response) return
      // The code proves that the user owns the email.
      if (response.emailVerified) deps.events.after('user-verified', { email: state.email, origin: 'PASSWORDLESS' })
      await take(response)
    },
    async resend(state, report) {
      const strategy = STRATEGIES[state.step]
      if (!strategy || isBusy(state)) return
      await attempt(report, async () => {
        const path = { type: strategy.toLowerCase() }
        const phoneNumber = 'phoneNumber' in state ? state.phoneNumber : ''
        if ('userId' in state) {
          await api.login.passwordlessPreLogin({
            path,
            body: { userId: state.userId, ...(await captcha.proof('login')) },
          })
          return { type: 'quickCodeSent', userId: state.userId, phoneNumber, at: deps.clock.now() }
        }
        const proof = await captcha.proof('login')
        await api.login.passwordlessPreLogin({ path, body: { email: state.email, ...invitationOf(deps), ...proof } })
        return { type: 'codeSent', strategy, phoneNumber, at: deps.clock.now() }
      })
    },
    async sendReset(state, report) {
      if (isBusy(state)) return
      await attempt(report, async () => {
        const proof = await captcha.proof('forgot_password')
        await api.password.forgotPassword({ body: { email: state.email, ...proof } })
        return { type: 'resetSent' }
      })
    },
  }
}
