import type { AuthResponse } from '../../entities/auth.ts'
import type { Slice } from '../../feature/slice.ts'
import { HttpError } from '../../kernel/errors.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { maxAgeOf, STEP_UP_WANTED, withStepUpQuery } from '../../navigation/step-up-url.ts'
import { afterLoginTarget, goAfterStepUp } from '../../parts/after-login/after-login.ts'
import { SHOULD_STEP_UP } from '../../parts/after-login/stored-target.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { isNotEnrolled, requestProof } from './request-proof.ts'
import { type StepUpEvent, type StepUpState, stepUpTransition } from './step-up.state.ts'

export interface StepUpActions {
  /** Requests the factors that must be verified. */
  start(): Promise<void>
  /** Redirects a signed-out user to sign in first. */
  signIn(): void
  /** Handles the response to a factor. */
  take(response: AuthResponse): Promise<void>
  /** Redirects to the user's identity provider, which asks for a second factor instead of this page. */
  goToProvider(): Promise<void>
  /** Returns to the page that the user came from. */
  cancel(): void
}

export const stepUpSlice: Slice<StepUpState, StepUpActions> = ({ get, set, deps }) => {
  const send = (event: StepUpEvent) => set((state) => stepUpTransition(state, event))
  const query = () => pageQuery(deps)

  const goTo = (route: 'loginUrl' | 'logoutUrl') => {
    send({ type: 'left' })
    const settings = deps.settings()
    const target = withStepUpQuery(settings.routes[route], deps.navigator.location(), settings)
    if (route === 'loginUrl') target.searchParams.set(STEP_UP_WANTED, 'true')
    deps.navigator.go(target.href, { replace: true })
  }

  const fail = (error: unknown) => {
    if (isNotEnrolled(error)) return send({ type: 'notEnrolled' })
    const failure = failureOf(error)
    // Only errors that may be temporary are retried here; any other error needs a new sign-in
    // (src/decisions/0029-step-up-errors.md).
    if (failure.kind !== 'refused') return send({ type: 'failed', failure })
    deps.local.set(SHOULD_STEP_UP, 'true')
    goTo('logoutUrl')
  }

  const finish = async (response: AuthResponse) => {
    const user = await deps.session.accept(response)
    if (!user) throw new HttpError('', 401)
    send({ type: 'steppedUp' })
    deps.events.after('step-up', { maxAge: maxAgeOf(query()) })
    await goAfterStepUp(deps)
  }

  return {
    async start() {
      send({ type: 'restarted' })
      send({ type: 'asked' })
      try {
        const proof = await requestProof(deps, maxAgeOf(query()))
        if ('response' in proof) return await finish(proof.response)
        send({ type: 'mfaRequested', mfaRequest: proof.mfaRequest })
      } catch (error) {
        fail(error)
      }
    },
    signIn: () => goTo('loginUrl'),
    async take(response) {
      if (get().step !== 'proving') return
      send({ type: 'submitted' })
      try {
        await finish(response)
      } catch (error) {
        send({ type: 'failed', failure: failureOf(error) })
      }
    },
    async goToProvider() {
      if (get().step !== 'noMFAEnrolledStepUp') return
      send({ type: 'submitted' })
      try {
        const { providerStepUpUrl } = await loadChunk(() => import('./step-up-provider.ts'))
        const url = await providerStepUpUrl(deps)
        send({ type: 'left' })
        deps.navigator.go(url)
      } catch (error) {
        send({ type: 'failed', failure: failureOf(error) })
      }
    },
    cancel() {
      send({ type: 'left' })
      deps.navigator.go(afterLoginTarget(deps))
    },
  }
}
