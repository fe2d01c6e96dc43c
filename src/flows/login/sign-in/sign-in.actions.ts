import { login, ssoInitiation } from '../../../contract/login.ts'
import { portal } from '../../../contract/portal.ts'
import type { AuthResponse } from '../../../entities/auth.ts'
import type { AuthStrategy } from '../../../entities/portal.ts'
import type { Slice } from '../../../feature/slice.ts'
import { wait } from '../../../kernel/clock.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { invitationOf, pageQuery } from '../../../navigation/page-query.ts'
import { goAfterLogin, settleSignIn } from '../../../parts/after-login/after-login.ts'
import { createCaptcha } from '../../../parts/captcha/captcha.ts'
import { type Failure, failureOf, LOGIN_FAILED } from '../../../parts/failure/failure.ts'
import { noteLeaving } from '../../../parts/federation/provider-redirect.ts'
import { noteLastUsed } from '../../../parts/last-used/last-used.ts'
import { handToApp } from '../../../parts/native-bridge/native-bridge.ts'
import { dueOffer, type SignInOffer } from '../../../parts/sign-in-offer/due-offer.ts'
import { takeHandover, takeOffer } from '../../../parts/sign-in-offer/sign-in-handover.ts'
import type { CodeStrategy, LoginActions, LoginEvent, LoginState } from '../login.state.ts'
import { signInTransition } from './sign-in.state.ts'
import { ssoFlow, ssoUrl } from './sso-url.ts'

/** Actions of the login that run once their code is loaded. */
export interface SignInWork extends Pick<LoginActions, 'submitPassword' | 'take' | 'continueWithSso'> {
  /** Continues a sign-in that another flow prepared by sending a code, or one that an identity provider started. */
  begin(): void
  /** Finds the next step for the email in the state, which is already busy. */
  findWay(): Promise<void>
  report(event: LoginEvent): void
  /** Redirects from the login page. */
  leave(): Promise<void>
}

/** Time to read the notice. */
const SSO_REDIRECT_DELAY_MS = 2000

const FORBIDDEN = 403

const CODE_STRATEGIES: readonly CodeStrategy[] = ['Code', 'SmsCode', 'MagicLink']

const offered = (offer: SignInOffer | undefined): LoginEvent => {
  if (!offer) return { type: 'signedIn' }
  return offer === 'passkey' ? { type: 'passkeyOffered' } : { type: 'quickLoginOffered', strategy: offer }
}

const SERVER_ERROR = 500

/** After a server error it isn't known whether the email has single sign-on. */
const preLoginFailure = (error: unknown): Failure =>
  error instanceof HttpError && error.status >= SERVER_ERROR ? { kind: 'unavailable' } : failureOf(error, LOGIN_FAILED)

/** A refused pre-login continues with the password step. */
const blocksPreLogin = (failure: Failure): boolean => failure.kind !== 'refused'

export const signInWork: Slice<LoginState, SignInWork> = ({ get, set, deps }) => {
  const api = deps.client({ login, portal, ssoInitiation })
  const captcha = createCaptcha(deps)
  const send = (event: LoginEvent) => set(() => signInTransition(get(), event))
  const isBusy = () => get().progress.kind === 'busy'

  const goToSso = async (url: string) => {
    const state = get()
    await wait(deps.clock, SSO_REDIRECT_DELAY_MS)
    if (get() !== state) return
    const flow = ssoFlow(url)
    if (flow) noteLeaving(deps, flow)
    deps.navigator.go(url)
  }

  /**
   * OpenID Connect Core 4: starts a sign-in with the identity provider that linked here. Without one it does nothing.
   */
  const beginSso = async () => {
    const query = pageQuery(deps)
    const iss = query.get('iss')
    const login_hint = query.get('login_hint')
    if (!iss || isBusy() || deps.session.current().status === 'signed-in') return
    send({ type: 'emailSubmitted', email: login_hint ?? get().email })
    const body = { iss, ...(login_hint && { login_hint }) }
    const response = await api.ssoInitiation.startSso({ body }).catch(() => undefined)
    const url = ssoUrl(response, deps.navigator.location(), deps.settings())
    send(url ? { type: 'ssoFound', url } : { type: 'handedOver' })
    if (url) await goToSso(url)
  }

  /**
   * Loads the policy if the user typed faster than start-up completed, so that the vendor's chosen method still
   * applies.
   */
  const strategyOf = async (): Promise<AuthStrategy | undefined> => {
    const policy = deps.settings().policy ?? (await api.portal.getVendorPublicPolicy().catch(() => undefined))
    return policy?.authStrategy
  }

  /** Sends a code or a link to users who sign in without a password. */
  const offerLocal = async (email: string): Promise<LoginEvent> => {
    const chosen = await strategyOf()
    const strategy = CODE_STRATEGIES.find((one) => one === chosen)
    if (!strategy) return { type: 'passwordWanted' }
    try {
      const path = { type: strategy.toLowerCase() }
      const body = { email, ...invitationOf(deps), ...(await captcha.proof('login')) }
      const response = await api.login.passwordlessPreLogin({ path, body })
      return { type: 'codeSent', strategy, phoneNumber: response?.phoneNumber ?? '', at: deps.clock.now() }
    } catch (error) {
      return { type: 'failed', failure: failureOf(error, LOGIN_FAILED) }
    }
  }

  /**
   * Returns whether the backend reports that this email has no local sign-in
   * (src/decisions/0028-no-local-authentication.md).
   */
  const isSsoOnly = async (error: unknown): Promise<boolean> =>
    error instanceof HttpError && error.status === FORBIDDEN && (await strategyOf()) === 'NoLocalAuthentication'

  const findSso = async (email: string, tenantId: string | null): Promise<LoginEvent | undefined> => {
    const response = await api.login.preLogin({ body: { email, ...(tenantId ? { tenantId } : {}) } })
    const url = ssoUrl(response, deps.navigator.location(), deps.settings())
    if (!url) return undefined
    // An app around the page takes over, and the box stays as it is.
    return handToApp('loginWithSSO', email) ? { type: 'handedOver' } : { type: 'ssoFound', url }
  }

  const preLogin = async (email: string): Promise<LoginEvent> => {
    try {
      return (await findSso(email, pageQuery(deps).get('tenantId'))) ?? (await offerLocal(email))
    } catch (error) {
      const failure = preLoginFailure(error)
      return blocksPreLogin(failure) || (await isSsoOnly(error)) ? { type: 'failed', failure } : await offerLocal(email)
    }
  }

  /**
   * Looks up the account that owns the email's domain, since that account requires single sign-on, not the one in the
   * page's URL.
   */
  const requiredSso = async (email: string): Promise<LoginEvent> => {
    const noSso: LoginEvent = { type: 'failed', failure: { kind: 'refused', message: LOGIN_FAILED } }
    try {
      return (await findSso(email, null)) ?? noSso
    } catch (error) {
      return { type: 'failed', failure: preLoginFailure(error) }
    }
  }

  const proceedFrom = async (event: LoginEvent) => {
    send(event)
    const state = get()
    if (state.step === 'redirectToSSO') await goToSso(state.url)
  }

  const settle = async (response: AuthResponse): Promise<LoginEvent> => {
    const taken = await settleSignIn(deps, response)
    if (taken.kind === 'nothing') return { type: 'failed', failure: { kind: 'refused', message: LOGIN_FAILED } }
    if (taken.kind === 'mfaRequired') return { type: 'mfaRequired', mfaRequest: taken.mfaRequest }
    if (taken.kind === 'breached') return { type: 'breached' }
    deps.events.after('sign-in', { userId: taken.user.id, email: taken.user.email })
    const by = get().step === 'loginWithPasskey' ? 'passkey' : 'local'
    return offered(await dueOffer(deps, { userId: taken.user.id, by }))
  }

  let leaving: Promise<void> | undefined
  const go = (): Promise<void> => {
    leaving ??= goAfterLogin(deps).finally(() => {
      leaving = undefined
    })
    return leaving
  }

  const finish = async (responseOf: () => Promise<AuthResponse>) => {
    send({ type: 'submitted' })
    try {
      send(await settle(await responseOf()))
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error, LOGIN_FAILED) })
    }
    if (get().step === 'success') await go()
  }

  return {
    begin() {
      const handover = isBusy() ? undefined : takeHandover(deps)
      if (!handover) return void beginSso()
      send({ type: 'emailSubmitted', email: handover.email })
      send({ ...handover, type: 'codeSent' })
    },
    async findWay() {
      captcha.prepare()
      noteLastUsed(deps.local, 'email')
      await proceedFrom(await preLogin(get().email))
    },
    async continueWithSso() {
      const before = get()
      send({ type: 'ssoWanted' })
      if (get() !== before) await proceedFrom(await requiredSso(before.email))
    },
    async submitPassword(password) {
      const { email } = get()
      if (isBusy() || !deps.events.before('sign-in', { email })) return
      const body = { email, password, ...invitationOf(deps) }
      await finish(async () => api.login.login({ body: { ...body, ...(await captcha.proof('login')) } }))
    },
    async take(response) {
      if (isBusy()) return
      if (get().step === 'preLogin') send({ type: 'passkeyChosen' })
      await finish(async () => response)
    },
    report(event) {
      send(event)
      if (event.type === 'offerOver' && get().step === 'success') void go()
    },
    async leave() {
      if (leaving || get().step !== 'success') return
      const offer = takeOffer(deps)
      if (offer) send(offered(offer))
      else await go()
    },
  }
}
