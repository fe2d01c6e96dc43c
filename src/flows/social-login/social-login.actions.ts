import { social } from '../../contract/login.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { SocialLoginResponse } from '../../entities/social.ts'
import type { Slice } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { LOGIN_FAILED } from '../../parts/failure/failure.ts'
import { goToRoute, resumeCallback, settleCallback, submitWith } from '../../parts/federation/complete-sign-in.ts'
import { hideResponse, readCallback, restoreTarget, takePending } from '../../parts/federation/provider-callback.ts'
import { goSignedIn } from '../../parts/sign-in-offer/sign-in-handover.ts'
import type { PendingFlow } from '../../rules/pending-flows.ts'
import { type SocialLoginEvent, type SocialLoginState, socialLoginTransition } from './social-login.state.ts'

export interface SocialLoginActions {
  /** Reads the response in the URL once, and sends it as soon as the current session is known. */
  begin(known: Promise<void>): Promise<void>
  take(response: AuthResponse): Promise<void>
  leave(): void
  /** Continues for a user who is signed in anyway, after a reload or the back button. */
  resume(): void
}

const QUICK_LOGIN = 'register-quick-login'

export const socialLoginSlice: Slice<SocialLoginState, SocialLoginActions> = ({ get, set, deps }) => {
  const api = deps.client({ social }).social
  const send = (event: SocialLoginEvent) => set(() => socialLoginTransition(get(), event))

  /** Reports the sign-up first, then the verified email. */
  const reportNewUser = (response: SocialLoginResponse, { provider, invitationToken }: PendingFlow) => {
    const { email, name, userId: id, tenantId } = response
    const facts = { email, name, ...(id && { id }), ...(tenantId && { tenantId }) }
    if (!invitationToken) {
      deps.events.after('sign-up', { ...facts, authenticationType: 'SOCIAL_LOGIN', socialProvider: provider })
    }
    deps.events.after('user-verified', { ...facts, origin: 'SOCIAL_LOGIN' })
  }

  const signedIn = (who: { id: string; email: string }, isNewUser: boolean): SocialLoginEvent => {
    deps.local.remove(QUICK_LOGIN)
    deps.events.after('sign-in', { userId: who.id, email: who.email })
    return { type: 'signedIn', isNewUser }
  }

  const refused: SocialLoginEvent = { type: 'failed', failure: { kind: 'refused', message: LOGIN_FAILED } }

  /** The response's own token is not stored; a refresh creates the session. */
  const settle = async (response: SocialLoginResponse, flow: PendingFlow): Promise<SocialLoginEvent> => {
    const { isNewUser } = response
    if (isNewUser) reportNewUser(response, flow)
    if (response.mfaRequired && response.mfaToken) {
      await deps.session.accept(response)
      return { type: 'mfaRequired', mfaRequest: response, isNewUser }
    }
    const user = await deps.session.refresh()
    return user ? signedIn(user, isNewUser) : refused
  }

  const settleFactor = async (response: AuthResponse, isNewUser: boolean): Promise<SocialLoginEvent> => {
    const event = await settleCallback(deps, response, (user) => signedIn(user, isNewUser))
    return event.type === 'mfaRequired' ? { ...event, isNewUser } : event
  }

  /** A new user may be redirected to a welcome page first. */
  const leaveSignedIn = (isNewUser: boolean) => {
    const settings = deps.settings()
    const { accountSignUpSuccessUrl, signUpSuccessUrl } = settings.routes
    const welcome = isNewUser ? (accountSignUpSuccessUrl ?? signUpSuccessUrl) : undefined
    if (welcome) deps.navigator.go(routeHref(welcome, settings))
    else return goSignedIn(deps, 'social')
  }

  const submit = submitWith<SocialLoginEvent>(send)
  const finish = async (work: () => Promise<SocialLoginEvent>) => {
    await submit(work)
    const state = get()
    if (state.step === 'success') await leaveSignedIn(state.isNewUser)
  }

  const exchange = async (flow: PendingFlow, code: string): Promise<SocialLoginEvent> => {
    const { provider = '', state, verifier, redirectUri, invitationToken } = flow
    const response = await api.loginWithSocialProvider({
      path: { provider },
      query: {
        code,
        state,
        ...(redirectUri && { redirectUri }),
        ...(verifier && { code_verifier: verifier }),
      },
      body: invitationToken ? { invitationToken } : {},
    })
    return settle(response, flow)
  }

  return {
    async begin(known) {
      const { step, progress } = get()
      if (step !== 'postLogin' || progress.kind !== 'idle') return
      const response = readCallback(deps.navigator.location().searchParams, ['code', 'state'])
      hideResponse(deps)
      const flow = takePending(deps, 'social', response?.values.state)
      const code = response?.values.code
      restoreTarget(deps, flow)
      if (flow?.provider && code) await finish(() => known.then(() => exchange(flow, code)))
      else send({ type: 'notStarted', reason: response?.error ? 'denied' : 'unknown' })
    },
    async take(response) {
      const state = get()
      if (state.step !== 'secondFactor' || state.progress.kind === 'busy') return
      await finish(() => settleFactor(response, state.isNewUser))
    },
    resume: () => resumeCallback(deps, get()),
    leave() {
      send({ type: 'left' })
      goToRoute(deps, 'loginUrl')
    },
  }
}
