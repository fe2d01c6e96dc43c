import { login, ssoTests } from '../../contract/login.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { Slice } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { authRouteOf } from '../../navigation/auth-route.ts'
import { goToRoute, resumeCallback, settleCallback, submitWith } from '../../parts/federation/complete-sign-in.ts'
import {
  type CallbackResponse,
  hideResponse,
  readCallback,
  restoreTarget,
  takePending,
} from '../../parts/federation/provider-callback.ts'
import { callbackUri } from '../../parts/federation/provider-redirect.ts'
import { goSignedIn } from '../../parts/sign-in-offer/sign-in-handover.ts'
import { isSamlCode } from '../../rules/saml-problem.ts'
import { isSsoTestState } from '../../rules/sso-test.ts'
import { type SsoCallbackEvent, type SsoCallbackState, ssoCallbackTransition } from './sso-callback.state.ts'

export interface SsoCallbackActions {
  /** Reads the response in the URL once, and sends it as soon as the current session is known. */
  begin(known: Promise<void>): Promise<void>
  /** The signed-in user agrees to change to the other account. */
  changeAccount(): Promise<void>
  /** The signed-in user keeps their account; the response is discarded. */
  keepAccount(): void
  take(response: AuthResponse): Promise<void>
  leave(): void
  /** Continues for a user who is signed in anyway, after a reload or the back button. */
  resume(): void
}

const FAILED_SSO_REDIRECT_MS = 1000

/**
 * Our API verifies SAML responses before this page opens, so a response that it rejected was not declined by the
 * provider.
 */
const notStarted = (response: CallbackResponse | undefined, isSaml: boolean): SsoCallbackEvent => {
  const { error, values } = response ?? {}
  if (!error) return { type: 'notStarted', reason: 'unknown' }
  const code = isSaml && isSamlCode(values?.error_code) ? values.error_code : undefined
  const isOurs = isSaml && (code !== undefined || error !== 'access_denied')
  return { type: 'notStarted', reason: isOurs ? 'refused' : 'denied', code }
}

type Redeem = () => Promise<AuthResponse>

export const ssoCallbackSlice: Slice<SsoCallbackState, SsoCallbackActions> = ({ get, set, deps }) => {
  const api = deps.client({ login }).login
  const send = (event: SsoCallbackEvent) => set(() => ssoCallbackTransition(get(), event))

  /** Exchanges the code only if this browser started exactly this flow. */
  const oidc = ({ values }: CallbackResponse): Redeem | undefined => {
    const { code, state } = values
    const flow = takePending(deps, 'oidc', state)
    if (!flow || !code || !state) return undefined
    restoreTarget(deps, flow)
    const redirectUri = flow.redirectUri ?? callbackUri(deps, 'oidcRedirectUrl')
    return () => api.oidcPostLogin({ body: { code, RelayState: state, redirectUri } })
  }

  /**
   * The request of a sign-in that the identity provider started, held until the signed-in user agrees to change
   * accounts.
   */
  let held: Redeem | undefined

  /**
   * The identity provider may have started the sign-in. The API knows whether it may, and which browser posted the
   * response.
   */
  const saml = ({ values }: CallbackResponse): Redeem | undefined => {
    const { SAMLResponse, RelayState = '' } = values
    const flow = takePending(deps, 'saml', RelayState)
    restoreTarget(deps, flow)
    if (!SAMLResponse) return undefined
    const redeem = () => api.samlPostLogin({ body: { SAMLResponse, RelayState } })
    if (!flow) held = redeem
    return redeem
  }

  /** Anyone can send a browser here with their own sign-in, so a signed-in user must confirm the change. */
  const confirmChange = (): boolean => {
    const { user } = deps.session.current()
    if (!held || !user) return false
    send({ type: 'accountChangeFound', email: user.email })
    return true
  }

  const submit = submitWith<SsoCallbackEvent>(send)
  const settle = (response: AuthResponse): Promise<SsoCallbackEvent> =>
    settleCallback(deps, response, ({ id, email }) => {
      deps.events.after('sign-in', { userId: id, email })
      return { type: 'signedIn' }
    })

  const finish = async (redeem: Redeem) => {
    await submit(async () => settle(await redeem()))
    const state = get()
    if (state.step === 'success') return goSignedIn(deps, 'other')
    if (state.step !== 'loginWithSSOFailed') return
    await wait(deps.clock, FAILED_SSO_REDIRECT_MS)
    if (get() === state) goToRoute(deps, 'authenticatedUrl')
  }

  /** For SAML the API already has the result of a test; for OpenID Connect this page sends it. */
  const finishTest = async ({ values, error }: CallbackResponse): Promise<void> => {
    const { state, code, iss } = values
    const body = { ...(code && { code }), ...(iss && { iss }), ...(error && { error }) }
    const redirectUri = callbackUri(deps, 'oidcRedirectUrl')
    if (state) {
      const tests = deps.client({ ssoTests }).ssoTests
      await tests.completeSsoTest({ body: { ...body, state, redirectUri } }).catch((cause: unknown) => {
        deps.log.warn('The result of a test sign-in was not stored', cause)
      })
    }
    send({ type: 'notStarted', reason: 'tested' })
  }

  return {
    async begin(known) {
      const { step, progress } = get()
      if (step !== 'postLogin' || progress.kind !== 'idle') return
      const page = deps.navigator.location()
      const isSaml = authRouteOf(page, deps.settings()) === 'samlCallbackUrl'
      const response = readCallback(
        page.searchParams,
        isSaml ? ['SAMLResponse', 'RelayState', 'error_code'] : ['code', 'state', 'iss'],
      )
      hideResponse(deps)
      const state = response?.values[isSaml ? 'RelayState' : 'state']
      if (response && isSsoTestState(state)) return finishTest(response)
      const redeem = response && !response.error ? (isSaml ? saml : oidc)(response) : undefined
      if (!redeem) return send(notStarted(response, isSaml))
      send({ type: 'submitted' })
      await known
      if (!confirmChange()) await finish(redeem)
    },
    async changeAccount() {
      const redeem = held
      held = undefined
      if (redeem) await finish(redeem)
    },
    keepAccount() {
      held = undefined
      goToRoute(deps, 'authenticatedUrl')
    },
    async take(response) {
      if (get().progress.kind !== 'busy') await finish(async () => response)
    },
    leave: () => goToRoute(deps, 'loginUrl'),
    resume: () => resumeCallback(deps, get()),
  }
}
