import type { AuthResponse } from '../../../entities/auth.ts'
import type { Slice } from '../../../feature/slice.ts'
import { askForProof, isNotEnrolled } from '../../../flows/step-up/ask-for-proof.ts'
import { type StepUpEvent, type StepUpState, transition } from '../../../flows/step-up/step-up.state.ts'
import { providerStepUpUrl } from '../../../flows/step-up/step-up-provider.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { failureOf } from '../../../parts/failure/failure.ts'

export interface StepUpDialogActions {
  /** Asks what has to be proven; `true`: the session proves enough already. */
  start(maxAge: number | undefined): Promise<boolean>
  /** The response of a factor; `true`: the session is stepped up. */
  take(response: AuthResponse): Promise<boolean>
  /** The user's identity provider asks for a second factor; it leads back to this page. */
  goToProvider(): Promise<void>
}

export const stepUpDialogSlice: Slice<StepUpState, StepUpDialogActions> = ({ get, set, deps }) => {
  const send = (event: StepUpEvent) => set((state) => transition(state, event))
  const fail = (error: unknown) => send({ type: 'failed', failure: failureOf(error) })

  const finish = async (response: AuthResponse): Promise<boolean> => {
    if (!(await deps.session.accept(response))) throw new HttpError('', 401)
    send({ type: 'steppedUp' })
    return true
  }

  return {
    async start(maxAge) {
      send({ type: 'restarted' })
      send({ type: 'asked' })
      try {
        const proof = await askForProof(deps, maxAge)
        if ('response' in proof) return await finish(proof.response)
        send({ type: 'mfaRequested', mfaRequest: proof.mfaRequest })
      } catch (error) {
        if (isNotEnrolled(error)) send({ type: 'notEnrolled' })
        else fail(error)
      }
      return false
    },
    async take(response) {
      if (get().step !== 'proving') return false
      send({ type: 'submitted' })
      try {
        return await finish(response)
      } catch (error) {
        fail(error)
        return false
      }
    },
    async goToProvider() {
      send({ type: 'submitted' })
      try {
        const url = await providerStepUpUrl(deps)
        send({ type: 'left' })
        deps.navigator.go(url)
      } catch (error) {
        fail(error)
      }
    },
  }
}
