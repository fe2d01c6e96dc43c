import { password } from '../../contract/password.ts'
import type { Slice } from '../../feature/slice.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { emailOfLink } from '../../parts/new-password/link-owner.ts'
import { type ResetEvent, type ResetState, transition } from './reset-password.state.ts'

/** Whether sessions on other devices and personal API tokens end with the old password. */
export type SignOut = 'everywhere' | 'nowhere'

export interface ResetActions {
  start(): Promise<void>
  submit(chosen: string, signOut: SignOut): Promise<void>
}

export const resetSlice: Slice<ResetState, ResetActions> = ({ get, set, deps }) => {
  const api = deps.client({ password })
  const send = (event: ResetEvent) => set(() => transition(get(), event))
  const link = () => {
    const query = pageQuery(deps)
    const userId = query.get('userId')
    const token = query.get('token')
    return userId && token ? { userId, token } : undefined
  }
  return {
    async start() {
      const known = link()
      if (!known) return send({ type: 'linkIncomplete' })
      const owner = emailOfLink(deps, { purpose: 'password-reset', ...known })
      try {
        send({ type: 'rulesLoaded', rules: await api.password.getPasswordConfig({ query: { userId: known.userId } }) })
      } catch (error) {
        deps.log.warn('The password rules could not be loaded; the usual ones are shown', error)
      }
      send({ type: 'ownerKnown', email: await owner })
    },
    async submit(chosen, signOut) {
      const known = link()
      const state = get()
      if (!known || state.step !== 'resetPassword' || state.progress.kind === 'busy') return
      send({ type: 'submitted' })
      try {
        // Backends without the choice end the sessions, as ours does by default.
        const choice = signOut === 'nowhere' ? { signOutEverywhere: false } : {}
        await api.password.resetPassword({ body: { ...known, password: chosen, ...choice } })
        send({ type: 'saved' })
      } catch (error) {
        send({ type: 'failed', failure: failureOf(error) })
      }
    },
  }
}
