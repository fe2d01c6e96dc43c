import { conflict, notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { copiesOf } from './member-copies.ts'

export const READ_USERS = 'fe.secure.read.users'
export const WRITE_USERS = 'fe.secure.write.users'
export const DELETE_USERS = 'fe.secure.delete.users'

/**
 * Returns the id by which a tenant knows a member: the user's after the invitation is accepted, the membership's
 * before, so that it doesn't reveal whether the email already has an account.
 */
export const shownIdOf = (member: Pick<MemberRecord, 'id' | 'userId' | 'activated'>): string =>
  member.activated ? member.userId : member.id

/** Returns members by the ids their tenants use; an invitation's id stays valid after it is accepted. */
export const membersByIds = async (
  store: Collections,
  tenantId: string | { in: readonly string[] },
  ids: readonly string[],
): Promise<MemberRecord[]> => {
  if (ids.length === 0) return []
  const joined = await store.members.list({ tenantId, activated: true, userId: { in: ids } })
  const missing = ids.filter((id) => !joined.some(({ userId }) => userId === id))
  return missing.length ? [...joined, ...(await store.members.list({ tenantId, id: { in: missing } }))] : joined
}

/** Returns a member of the tenant; users of other tenants count as missing. */
export const memberOf = async (
  ports: Ports,
  tenantId: string,
  id: string,
): Promise<{ member: MemberRecord; user: UserRecord }> => {
  const [member] = await membersByIds(ports.store, tenantId, [id])
  const user = member && (await ports.store.users.get(member.userId))
  if (!member || !user) throw notFound("This user isn't a member of this account")
  return { member, user }
}

/**
 * Returns a member who has joined. An inviting tenant may change nothing about the user until the invitation is
 * accepted.
 */
export const joinedMemberOf = async (...given: Parameters<typeof memberOf>): ReturnType<typeof memberOf> => {
  const found = await memberOf(...given)
  if (!found.member.activated) throw conflict("This user hasn't accepted the invitation yet")
  return found
}

/** Refuses changes to a member that a directory manages and would overwrite. */
export const assertManagedHere = ({ directoryId }: Pick<MemberRecord, 'directoryId'>): void => {
  if (directoryId !== null) throw conflict('This user is managed by your company directory').as('managed-elsewhere')
}

/**
 * Returns whether the user belongs only to this tenant, so that its administrators may manage the user's whole account.
 */
export const belongsHereAlone = async (store: Collections, { tenantId, userId }: MemberRecord): Promise<boolean> =>
  (await store.members.count({ userId, activated: true, tenantId: { not: tenantId } })) === 0

/** Removes duplicates and empty ids; the front end sends one empty id for "no roles". */
export const cleanRoleIds = (ids: readonly string[]): string[] => [...new Set(ids.filter((id) => id !== ''))]

interface NewMembership {
  tenantId: string
  roleIds: readonly string[]
  temporaryUntil: number | null
}

type Makers = Pick<Ports, 'clock' | 'random'>

const membership = <Given extends NewMembership>(ports: Makers, userId: string, given: Given) => ({
  mappedRoles: null,
  ...given,
  id: ports.random.uuid(),
  userId,
  roleIds: JSON.stringify(given.roleIds),
  groupIds: null,
  createdAt: ports.clock.now(),
  lastLogin: null,
  subAccountAccess: false,
  mustUseMfa: false,
  directoryId: null,
  disabledAt: null,
})

/** Builds the membership of a user who has joined. */
export const memberRecord = (
  ports: Makers,
  user: UserRecord,
  given: NewMembership & Partial<Pick<MemberRecord, 'factor' | 'mappedRoles'>>,
): MemberRecord => ({
  factor: null,
  ...membership(ports, user.id, given),
  ...copiesOf(user),
  email: user.email,
  phone: null,
  activated: true,
  invitedAt: null,
})

/**
 * Builds the membership of a user who has yet to accept. It contains what the inviter entered and no data of the user.
 */
export const invitedRecord = (
  ports: Ports,
  userId: string,
  given: NewMembership & Pick<MemberRecord, 'email' | 'name' | 'phone'>,
): MemberRecord => ({
  ...membership(ports, userId, given),
  verified: false,
  isLocked: false,
  mfaEnrolled: false,
  provider: 'local',
  isBreachedPassword: false,
  factor: null,
  activated: false,
  invitedAt: ports.clock.now(),
})
