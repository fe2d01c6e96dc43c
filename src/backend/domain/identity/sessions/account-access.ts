import type { Ports } from '../../../ports.ts'
import type { MemberRecord, SessionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember } from '../members/members.ts'
import { everyAncestorOf } from '../tenants/account-tree.ts'

/** The store, or the collections of a transaction. */
type Reading = Pick<Ports, 'clock'> & { store: Collections }

/**
 * Returns the membership a user acts with in a tenant: their own there, else the nearest one above it that has access
 * to its sub-accounts. Of the latter, only the vendor's roles count here.
 */
const memberIn = async (ports: Reading, userId: string, tenantId: string): Promise<MemberRecord | undefined> => {
  const now = ports.clock.now()
  const own = await ports.store.members.find({ tenantId, userId })
  if (isActiveMember(own, now)) return own
  const above = await everyAncestorOf(ports.store, tenantId)
  if (above.length === 0) return undefined
  const members = await ports.store.members.list({ userId, tenantId: { in: above } })
  for (const ancestorId of above) {
    const member = members.find((candidate) => candidate.tenantId === ancestorId)
    if (member?.subAccountAccess && isActiveMember(member, now)) return { ...member, tenantId }
  }
  return undefined
}

/** Identifies whose memberships a session may use: its user's, or a single one while the user is impersonated. */
type Pinnable = Pick<SessionRecord, 'userId' | 'actorId' | 'tenantId'>

/**
 * Returns whether an impersonation session can't be used in a tenant. The actor's right was checked only for the
 * session's own tenant.
 */
const isOutOfReach = ({ actorId, tenantId: pinned }: Pinnable, tenantId: string): boolean =>
  actorId !== null && tenantId !== pinned

/** Returns the membership a session may use in a tenant, if any. */
export const memberOfSession = async (
  ports: Reading,
  session: Pinnable,
  tenantId: string,
): Promise<MemberRecord | undefined> =>
  isOutOfReach(session, tenantId) ? undefined : memberIn(ports, session.userId, tenantId)

/**
 * Returns the active memberships a session may use, in the order the user joined. The requested tenant is last if an
 * account above it gives the user access to its sub-accounts.
 */
export const membershipsOf = async (ports: Ports, session: Pinnable, alsoIn?: string): Promise<MemberRecord[]> => {
  const now = ports.clock.now()
  const all = await ports.store.members.list({ userId: session.userId })
  const own = all
    .filter((member) => isActiveMember(member, now) && !isOutOfReach(session, member.tenantId))
    .sort((left, right) => left.createdAt - right.createdAt)
  if (alsoIn === undefined || own.some(({ tenantId }) => tenantId === alsoIn)) return own
  const guest = await memberOfSession(ports, session, alsoIn)
  return guest ? [...own, guest] : own
}
