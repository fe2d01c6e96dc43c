import { invitation } from '../../contract/invitation.ts'
import type { Slice } from '../../feature/slice.ts'
import { forgetLink, isLinkRefused } from '../../navigation/page-query.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { mailedLinkOf } from '../../parts/mailed-link/mailed-link.ts'
import { acceptInvitationTransition, type InvitationEvent, type InvitationState } from './accept-invitation.state.ts'

export interface InvitationActions {
  /** Checks the link without using it up. */
  check(): void
  accept(): Promise<void>
}

const CHECK_FAILED = "We couldn't verify your invitation"

export const invitationSlice: Slice<InvitationState, InvitationActions> = ({ get, set, deps }) => {
  const api = deps.client({ invitation })
  const send = (event: InvitationEvent) => set(() => acceptInvitationTransition(get(), event))
  return {
    check() {
      if (!mailedLinkOf(deps)) send({ type: 'linkIncomplete' })
    },
    async accept() {
      const body = mailedLinkOf(deps)
      if (!body || get().step === 'pending') return
      send({ type: 'acceptPressed' })
      try {
        await api.invitation.acceptInvitation({ body })
        forgetLink(deps)
        // The new membership requires a new sign-in, so an existing session ends.
        if (deps.session.current().status === 'signed-in') await deps.session.logout().catch(() => undefined)
        send({ type: 'accepted' })
      } catch (error) {
        if (isLinkRefused(error)) forgetLink(deps)
        send({ type: 'refused', failure: failureOf(error, CHECK_FAILED) })
      }
    },
  }
}
