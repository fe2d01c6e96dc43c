import { confirmations } from '../../../contract/me.ts'
import type { AuthResponse } from '../../../entities/auth.ts'
import type { Slice } from '../../../feature/slice.ts'
import { isNotEnrolled, requestProof } from '../../../flows/step-up/request-proof.ts'
import { providerStepUpUrl } from '../../../flows/step-up/step-up-provider.ts'
import type { StepUpChallenge } from '../../../http/options.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { signInAgain } from '../../../parts/after-login/stored-target.ts'
import { isStopped } from '../../../parts/failure/ceremony-error.ts'
import { failureOf } from '../../../parts/failure/failure.ts'
import type { Ceremonies } from '../../../parts/passkeys/ceremony/ceremonies.ts'
import { ceremonyFailureOf } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { dialogTransition, type StepUpDialogEvent, type StepUpDialogState } from './step-up-dialog.state.ts'

export interface StepUpDialogActions {
  /** Loads what the user must prove; resolves to `true` if the session already has it. */
  start(challenge: StepUpChallenge): Promise<boolean>
  /** Handles the response of a factor; resolves to `true` if the session is stepped up. */
  take(response: AuthResponse): Promise<boolean>
  /** Confirms with the password, or with a passkey; resolves to `true` if the session now has enough proof. */
  confirm(password: string): Promise<boolean>
  confirmByPasskey(ceremonies: Ceremonies): Promise<boolean>
  /** Redirects to a new sign-in, which returns to this page. */
  signInAgain(): void
  /** Redirects to the user's identity provider for a second factor; it returns to this page. */
  goToProvider(): Promise<void>
}

export const stepUpDialogSlice: Slice<StepUpDialogState, StepUpDialogActions> = ({ get, set, deps }) => {
  const api = deps.client({ confirmations }).confirmations
  const send = (event: StepUpDialogEvent) => set((state) => dialogTransition(state, event))
  const fail = (error: unknown) => send({ type: 'failed', failure: failureOf(error) })

  const finish = async (response: AuthResponse): Promise<boolean> => {
    if (!(await deps.session.accept(response))) throw new HttpError('', 401)
    send({ type: 'steppedUp' })
    return true
  }

  /** Loads the available proofs. A backend that lacks this endpoint supports a second factor only. */
  const loadFactors = async ({ acrValues }: StepUpChallenge) => {
    if (acrValues !== undefined) return send({ type: 'notEnrolled' })
    try {
      send({ type: 'waysKnown', ways: (await api.listConfirmations()).ways })
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) send({ type: 'notEnrolled' })
      else fail(error)
    }
  }

  const attempt = async (work: () => Promise<AuthResponse>): Promise<boolean> => {
    send({ type: 'submitted' })
    try {
      return await finish(await work())
    } catch (error) {
      send(isStopped(error) ? { type: 'stopped' } : { type: 'failed', failure: ceremonyFailureOf(error) })
      return false
    }
  }

  return {
    async start(challenge) {
      send({ type: 'restarted' })
      send({ type: 'asked' })
      try {
        const proof = await requestProof(deps, challenge.maxAge)
        if ('response' in proof) return await finish(proof.response)
        send({ type: 'mfaRequested', mfaRequest: proof.mfaRequest })
      } catch (error) {
        if (isNotEnrolled(error)) await loadFactors(challenge)
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
    confirm: (password) => attempt(() => api.confirmByPassword({ body: { password } })),
    confirmByPasskey: (ceremonies) =>
      attempt(async () => {
        const loadOptions = async (signal: AbortSignal) => (await api.startPasskeyConfirmation({}, { signal })).options
        return api.confirmByPasskey({ body: await ceremonies.authenticate(loadOptions) })
      }),
    signInAgain() {
      send({ type: 'left' })
      signInAgain(deps, deps.settings())
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
