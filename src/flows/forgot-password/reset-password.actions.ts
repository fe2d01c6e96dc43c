import { password } from '../../contract/password.ts'
import type { Slice } from '../../feature/slice.ts'
import { forgetLink } from '../../navigation/page-query.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { type LinkFacts, mailedLinkOf } from '../../parts/mailed-link/mailed-link.ts'
import { type ResetEvent, type ResetState, resetPasswordTransition } from './reset-password.state.ts'

/** Sets whether sessions on other devices and personal API tokens end with the old password. */
type SignOut = 'everywhere' | 'nowhere'

export interface ResetActions {
  /** Starts the reset. The form doesn't wait for `facts`, the details of the link. */
  start(facts: Promise<LinkFacts>): Promise<void>
  submit(chosen: string, signOut: SignOut): Promise<void>
}

export const resetSlice: Slice<ResetState, ResetActions> = ({ get, set, deps }) => {
  const api = deps.client({ password })
  const send = (event: ResetEvent) => set(() => resetPasswordTransition(get(), event))
  return {
    async start(facts) {
      const known = mailedLinkOf(deps)
      if (!known) return send({ type: 'linkIncomplete' })
      try {
        send({ type: 'rulesLoaded', rules: await api.password.getPasswordConfig({ query: { userId: known.userId } }) })
      } catch (error) {
        deps.log.warn('The password rules could not be loaded; the usual ones are shown', error)
      }
      const { email = '' } = (await facts) ?? {}
      send({ type: 'ownerKnown', email })
    },
    async submit(chosen, signOut) {
      const known = mailedLinkOf(deps)
      const state = get()
      if (!known || state.step !== 'resetPassword' || state.progress.kind === 'busy') return
      send({ type: 'submitted' })
      try {
        // Without the option, every backend ends the sessions.
        const choice = signOut === 'everywhere' ? {} : { signOutEverywhere: false }
        await api.password.resetPassword({ body: { ...known, password: chosen, ...choice } })
        forgetLink(deps)
        send({ type: 'saved' })
      } catch (error) {
        send({ type: 'failed', failure: failureOf(error) })
      }
    },
  }
}
