import { invitation } from '../../contract/invitation.ts'
import type { Slice } from '../../feature/slice.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { type InvitationEvent, type InvitationState, transition } from './accept-invitation.state.ts'

export interface InvitationActions {
  /** Looks at the link without using it. */
  check(): void
  accept(): Promise<void>
}

const CHECK_FAILED = "We couldn't verify your invitation"

export const invitationSlice: Slice<InvitationState, InvitationActions> = ({ get, set, deps }) => {
  const api = deps.client({ invitation })
  const send = (event: InvitationEvent) => set(() => transition(get(), event))
  const link = () => {
    const query = pageQuery(deps)
    const userId = query.get('userId')
    const token = query.get('token')
    return userId && token ? { userId, token } : undefined
  }
  return {
    check() {
      if (!link()) send({ type: 'linkIncomplete' })
    },
    async accept() {
      const body = link()
      if (!body || get().step === 'pending') return
      send({ type: 'acceptPressed' })
      try {
        await api.invitation.acceptInvitation({ body })
        // The new membership needs a new sign-in; a session from before ends.
        if (deps.session.current().status === 'signed-in') await deps.session.logout().catch(() => undefined)
        send({ type: 'accepted' })
      } catch (error) {
        send({ type: 'refused', failure: failureOf(error, CHECK_FAILED) })
      }
    },
  }
}
