import { signedInAs } from '../access/enforced-sso.ts'
import { connectionOf } from '../access/sso-session.ts'
import { idsOf } from '../roles/grants.ts'
import { provenWay, type Required, requirementOf, type SsoRows } from '../sso/required-sso.ts'
import type { GuardCall, GuardedSession, Outcomes, Subject } from './judge.ts'

interface Change {
  before: SsoRows
  after: SsoRows
}

/** Whether a session with these methods began at none of the connections that are required of its user. */
export const lacksRequired = (ids: readonly string[], amr: string | null): boolean =>
  ids.length > 0 && !ids.includes(connectionOf(amr === null ? [] : idsOf(amr)) ?? '')

/**
 * Sessions that began in another way end. A connection counts as a way back only once a sign-in through it has worked:
 * a wrong certificate would keep out everyone whom it is required of.
 */
export const ssoOutcomes = async (
  { ports, auth }: GuardCall,
  { before, after }: Change,
  subjects: readonly Subject[],
): Promise<Outcomes> => {
  const users = new Map(subjects.map(({ user }) => [user.id, user]))
  const signer = await signedInAs(ports, auth)
  const proofOf = ({ id, userId, amr }: GuardedSession) =>
    id === auth.session.id ? { user: signer.user, amr: signer.session.amr } : { user: users.get(userId), amr }
  const isRefusedBy = (required: Required) => (session: GuardedSession) => {
    const { user, amr } = proofOf(session)
    return user !== undefined && lacksRequired(required(user), amr)
  }
  const required = requirementOf(after)
  const isClosed = isRefusedBy(requirementOf(before))
  const isRefused = isRefusedBy(required)
  const isProvenWay = provenWay(after)
  // Scripts keep the access they were given.
  const isScript = ({ id }: GuardedSession) => auth.machine !== undefined && id === auth.session.id
  return {
    ends: (session) => !isScript(session) && isRefused(session) && !isClosed(session),
    refuses: ({ user }) => required(user).length > 0 && !isProvenWay(user),
    // The identity provider proves the email of those who never did.
    admits: ({ user }) => user.lockedAt === null && required(user).length > 0 && isProvenWay(user),
  }
}
