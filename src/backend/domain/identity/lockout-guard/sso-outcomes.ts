import type { TransactionPorts } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import { provenConnection, type Required, requirementOf, type SsoRows, signedInAs } from '../access/required-sso.ts'
import type { Assumed } from '../guarantor/rights.ts'
import { NO_ROLES, vouchingOf } from '../guarantor/sign-in-rights.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import type { GuardCall, GuardedSession, Outcomes, Subject } from './guarded-change.ts'

interface Change {
  before: SsoRows
  after: SsoRows
}

/** Returns whether a session with these methods began at none of the connections that are required of its user. */
export const lacksRequired = (ids: readonly string[], amr: string | null): boolean =>
  ids.length > 0 && !ids.includes(connectionOf(amr === null ? [] : idsOf(amr)) ?? '')

/** Returns whether the user's required connection has worked for a sign-in, and may sign in this user. */
export const provenWay = async (ports: TransactionPorts, rows: SsoRows, assumed?: Assumed) => {
  const connectionOfUser = provenConnection(rows)
  const isVouchedFor = await vouchingOf(ports, rows.connections, assumed)
  return ({ user, member }: Pick<Subject, 'user' | 'member'>): boolean => {
    const connection = connectionOfUser(user)
    if (!connection) return false
    return isVouchedFor(connection)(member.tenantId === connection.tenantId ? member : NO_ROLES, user)
  }
}

/**
 * Returns the outcomes of a change of required single sign-on: sessions that began in another way end. A connection
 * counts as a way in only after a sign-in through it has worked, because a wrong certificate would lock out every user
 * it is required of.
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
  const isProvenWay = await provenWay(ports, after)
  // Scripts keep their access.
  const isScript = ({ id }: GuardedSession) => auth.machine !== undefined && id === auth.session.id
  return {
    ends: (session) => !isScript(session) && isRefused(session) && !isClosed(session),
    refuses: (subject) => required(subject.user).length > 0 && !isProvenWay(subject),
    // The identity provider proves the email of users who haven't proven it themselves.
    admits: (subject) => subject.user.lockedAt === null && required(subject.user).length > 0 && isProvenWay(subject),
  }
}
