import { social } from '../../contract/social.ts'
import type { AuthAnswer } from '../../entities/auth.ts'
import type { SocialLoginAnswer } from '../../entities/social.ts'
import type { Slice } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { takeAnswer } from '../../parts/after-login/take-answer.ts'
import { failureOf, LOGIN_FAILED } from '../../parts/failure/failure.ts'
import { hideAnswer, readCallback, restoreTarget, takePending } from '../../parts/federation/arriving.ts'
import { goToRoute, resumeCallback } from '../../parts/federation/callback-page.ts'
import { goSignedIn } from '../../parts/sign-in-offer/go-signed-in.ts'
import type { PendingFlow } from '../../rules/pending-flows.ts'
import { type SocialLoginEvent, type SocialLoginState, transition } from './social-login.state.ts'

export interface SocialLoginActions {
  /** Looks at the answer in the address, once; it is sent as soon as it is known who is signed in before it. */
  begin(known: Promise<void>): Promise<void>
  take(answer: AuthAnswer): Promise<void>
  leave(): void
  /** Signed in all the same: a reload, or the back button. */
  resume(): void
}

const QUICK_LOGIN = 'register-quick-login'

export const socialLoginSlice: Slice<SocialLoginState, SocialLoginActions> = ({ get, set, deps }) => {
  const api = deps.client({ social }).social
  const send = (event: SocialLoginEvent) => set(() => transition(get(), event))

  /** A new account is told first, then that its address is proven. */
  const tellNewUser = (answer: SocialLoginAnswer, { provider, invitationToken }: PendingFlow) => {
    const { email, name, userId: id, tenantId } = answer
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

  /** The answer's own token is not stored: the session comes by a refresh. */
  const settle = async (answer: SocialLoginAnswer, flow: PendingFlow): Promise<SocialLoginEvent> => {
    const { isNewUser } = answer
    if (isNewUser) tellNewUser(answer, flow)
    if (answer.mfaRequired && answer.mfaToken) {
      await deps.session.accept(answer)
      return { type: 'mfaRequired', question: answer, isNewUser }
    }
    const user = await deps.session.refresh()
    return user ? signedIn(user, isNewUser) : refused
  }

  const settleFactor = async (answer: AuthAnswer, isNewUser: boolean): Promise<SocialLoginEvent> => {
    const taken = await takeAnswer(deps, answer)
    if (taken.kind === 'mfaRequired') return { type: 'mfaRequired', question: taken.question, isNewUser }
    return taken.kind === 'signedIn' ? signedIn(taken.user, isNewUser) : refused
  }

  /** A new person may be led elsewhere first. */
  const leaveSignedIn = (isNewUser: boolean) => {
    const settings = deps.settings()
    const { accountSignUpSuccessUrl, signUpSuccessUrl } = settings.routes
    const welcome = isNewUser ? (accountSignUpSuccessUrl ?? signUpSuccessUrl) : undefined
    if (welcome) deps.navigator.go(routeHref(welcome, settings))
    else return goSignedIn(deps, 'social')
  }

  const finish = async (work: () => Promise<SocialLoginEvent>) => {
    send({ type: 'submitted' })
    try {
      send(await work())
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error, LOGIN_FAILED) })
    }
    const state = get()
    if (state.step === 'success') await leaveSignedIn(state.isNewUser)
  }

  const exchange = async (flow: PendingFlow, code: string): Promise<SocialLoginEvent> => {
    const { provider = '', state, verifier, redirectUri, invitationToken } = flow
    const answer = await api.loginWithSocialProvider({
      path: { provider },
      query: {
        code,
        state,
        ...(redirectUri && { redirectUri }),
        ...(verifier && { code_verifier: verifier }),
      },
      body: invitationToken ? { invitationToken } : {},
    })
    return settle(answer, flow)
  }

  return {
    async begin(known) {
      const { step, progress } = get()
      if (step !== 'postLogin' || progress.kind !== 'idle') return
      const answer = readCallback(deps.navigator.location().searchParams, ['code', 'state'])
      hideAnswer(deps)
      const flow = takePending(deps, 'social', answer?.values.state)
      const code = answer?.values.code
      restoreTarget(deps, flow)
      if (flow?.provider && code) await finish(() => known.then(() => exchange(flow, code)))
      else send({ type: 'notStarted', reason: answer?.error ? 'denied' : 'unknown' })
    },
    async take(answer) {
      const state = get()
      if (state.step !== 'secondFactor' || state.progress.kind === 'busy') return
      await finish(() => settleFactor(answer, state.isNewUser))
    },
    resume: () => resumeCallback(deps, get()),
    leave() {
      send({ type: 'left' })
      goToRoute(deps, 'loginUrl')
    },
  }
}
