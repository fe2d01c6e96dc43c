import type { MemberDevice, MemberSecurity } from '../../../../contract/users.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { forbidden, notWhileImpersonating } from '../../../call/refusal.ts'
import type { FactorRecord, SessionRecord } from '../../../store/records.ts'
import { iso } from '../../base/wire/wire.ts'
import { belongsHereAlone, joinedMemberOf } from '../members/members.ts'
import { factorsOf, factsOf, removeFactors, strongest } from '../mfa/factors.ts'
import { forgetDevices } from '../mfa/remembered-devices.ts'
import { liveSessions, toSession } from '../sessions/session-list.ts'
import { assertOutranks } from './member-changes.ts'

/** A second factor protects all accounts of a user, so the administrators of only one can't remove it. */
const BELONGS_ELSEWHERE = 'This user also belongs to other accounts. They can remove their second factors themselves'

const toDevice = (factor: FactorRecord): MemberDevice => {
  const { name } = factsOf(factor)
  return {
    id: factor.id,
    kind: strongest([factor.kind]) as MemberDevice['kind'], // Only second factors are listed.
    name: typeof name === 'string' ? name : '',
    createdAt: iso(factor.createdAt),
    lastUsedAt: factor.lastUsedAt === null ? null : iso(factor.lastUsedAt),
  }
}

/** Returns the sessions and factors of a member, without the user's activity and protection in other accounts. */
export const memberSecurityOf = async (request: SignedRequest, userId: string): Promise<MemberSecurity> => {
  const { ports, auth } = request
  const { member, user } = await joinedMemberOf(ports, auth.tenantId, userId)
  const isManagedHere = await belongsHereAlone(ports.store, member)
  const isOwn = (session: SessionRecord) => session.id === auth.session.id
  const found = await liveSessions(ports, { userId: user.id, tenantId: auth.tenantId })
  // An impersonator doesn't see where else the impersonated user is signed in.
  const sessions = auth.session.actorId !== null && user.id === auth.user.id ? found.filter(isOwn) : found
  return {
    devices: isManagedHere ? (await factorsOf(ports.store, user.id)).map(toDevice) : [],
    sessions: await Promise.all(sessions.map((session) => toSession(request, session))),
    isManagedHere,
  }
}

/** Removes all second factors of a member, who then signs in without one until they add another. */
export const resetFactors = async (request: SignedRequest, userId: string) => {
  const { ports, auth } = request
  if (auth.session.actorId !== null) throw notWhileImpersonating()
  const found = await joinedMemberOf(ports, auth.tenantId, userId)
  const { member, user } = found
  if (user.id === auth.user.id) throw forbidden('Remove your own second factors on the privacy page')
  if (!(await belongsHereAlone(ports.store, member))) throw forbidden(BELONGS_ELSEWHERE)
  await assertOutranks(request, found)
  const factors = await factorsOf(ports.store, user.id)
  if (factors.length > 0) {
    await removeFactors(
      ports,
      user.id,
      factors.map(({ id }) => id),
      (inside) =>
        request.audit({
          inside,
          action: 'Second factors reset',
          resource: 'MFA',
          severity: 'High',
          description: `Removed the second factors of ${user.email}`,
          detail: { userId: user.id, factors: factors.length },
        }),
    )
    await forgetDevices(ports, user.id)
  }
  return { user, count: factors.length }
}
