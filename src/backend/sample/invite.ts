import { mailInvitation } from '../domain/identity/team/invitations.ts'
import type { Ports } from '../ports.ts'
import { membersOf, namedUsers, userIdOf } from './users.ts'

const INVITED = 'ivo@acme.test'
const INVITER = 'Ada Whitfield'

/** Sends the sample user's invitation to the inbox, once. */
export const mailSampleInvitation = async (ports: Ports): Promise<void> => {
  const { store } = ports
  const user = await store.users.get(userIdOf(INVITED))
  const invited = namedUsers(0).find(({ email }) => email === INVITED)
  const member = invited && (await store.members.get(membersOf(invited)[0]?.id ?? ''))
  if (!user || !member || member.activated || (await store.tickets.count({ userId: user.id })) > 0) return
  await mailInvitation(ports, { user, member }, INVITER)
}
