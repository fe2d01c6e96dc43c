import { isRecord, parseJson } from '../../../../kernel/safe-json.ts'
import { conflict, notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'

/**
 * Returns whether a member may act: after accepting the invitation, until temporary access ends or a directory disables
 * them.
 */
export const isActiveMember = <Member extends Pick<MemberRecord, 'activated' | 'disabledAt' | 'temporaryUntil'>>(
  member: Member | undefined,
  now: number,
): member is Member =>
  member?.activated === true &&
  member.disabledAt === null &&
  (member.temporaryUntil === null || member.temporaryUntil > now)

type Copies = Pick<
  MemberRecord,
  'name' | 'verified' | 'isLocked' | 'mfaEnrolled' | 'provider' | 'factor' | 'isBreachedPassword'
>

/** Returns the user fields that memberships duplicate. */
const copiesOf = (user: UserRecord): Omit<Copies, 'factor'> => ({
  name: user.name,
  verified: user.verified,
  isLocked: user.lockedAt !== null,
  mfaEnrolled: user.mfaEnrolled,
  provider: user.provider,
  isBreachedPassword: user.isBreachedPassword,
})

/**
 * Copies a user's changes to the tenants they have joined. An invitation keeps what the inviter entered until it is
 * accepted, or lists could be filtered and sorted by the user's state in other accounts.
 */
export const updateCopies = (store: Collections, userId: string, changes: Partial<Copies>): Promise<number> =>
  store.members.update({ userId, activated: true }, changes)

/** Renames a user in their memberships, except those managed by a directory, which keep the directory's name. */
export const renameUser = (store: Collections, userId: string, name: string): Promise<number> =>
  store.members.update({ userId, activated: true, directoryId: null }, { name })

/** Accepts a user's invitation to a tenant, which then sees their name and state. */
export const acceptInvitation = async (
  store: Collections,
  { userId, tenantId }: { userId: string; tenantId: string },
): Promise<void> => {
  const user = await store.users.get(userId)
  if (!user) return
  const factor = (await store.members.find({ userId, activated: true }))?.factor ?? null
  await store.members.update({ userId, tenantId, activated: false }, { activated: true, ...copiesOf(user), factor })
}

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
  const known = new Set(joined.map(({ userId }) => userId))
  const missing = ids.filter((id) => !known.has(id))
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

/** The values of a new user before anyone sets others. */
export const NEW_USER = {
  phone: null,
  profilePictureUrl: null,
  passwordHash: null,
  verified: false,
  provider: 'local',
  mfaEnrolled: false,
  isBreachedPassword: false,
  superUser: false,
  metadata: '{}',
  failedLogins: 0,
  lockedAt: null,
  lastLogin: null,
} as const satisfies Partial<UserRecord>

/** The same for a member who has joined. */
export const NEW_MEMBER = {
  phone: null,
  verified: false,
  isLocked: false,
  mfaEnrolled: false,
  provider: 'local',
  groupIds: null,
  factor: null,
  activated: true,
  invitedAt: null,
  temporaryUntil: null,
  lastLogin: null,
  subAccountAccess: false,
  isBreachedPassword: false,
  mustUseMfa: false,
  directoryId: null,
  disabledAt: null,
  mappedRoles: null,
} as const satisfies Partial<MemberRecord>

const membership = <Given extends NewMembership>(ports: Makers, userId: string, given: Given) => ({
  ...NEW_MEMBER,
  ...given,
  id: ports.random.uuid(),
  userId,
  roleIds: JSON.stringify(given.roleIds),
  createdAt: ports.clock.now(),
})

/** Builds the membership of a user who has joined. */
export const memberRecord = (
  ports: Makers,
  user: UserRecord,
  given: NewMembership & Partial<Pick<MemberRecord, 'factor' | 'mappedRoles'>>,
): MemberRecord => ({
  ...membership(ports, user.id, given),
  ...copiesOf(user),
  email: user.email,
  phone: null,
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
  activated: false,
  invitedAt: ports.clock.now(),
})

interface Managed {
  directoryId: string | null
}

type Names = ReadonlyMap<string, string>

/** Returns the names of the directory connections that manage these records, by id. */
export const directoryNames = async ({ store }: Pick<Ports, 'store'>, managed: readonly Managed[]): Promise<Names> => {
  const ids = [...new Set(managed.flatMap(({ directoryId }) => directoryId ?? []))]
  const found = ids.length ? await store.directoryConnections.list({ id: { in: ids } }) : []
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Returns the `directory` field with the source of a user or a group, if there is one. */
export const directoryOf = (names: Names, { directoryId }: Managed): { directory?: string } => {
  const directory = directoryId === null ? undefined : names.get(directoryId)
  return directory === undefined ? {} : { directory }
}

/** Role ids by the single sign-on connection whose mapping granted them; all other roles were granted manually. */
type MappedRoles = Readonly<Record<string, readonly string[]>>

export const mappedRolesOf = ({ mappedRoles }: Pick<MemberRecord, 'mappedRoles'>): MappedRoles => {
  const value = parseJson(mappedRoles ?? '')
  // The text is only written by functions of this file.
  return isRecord(value) ? (value as MappedRoles) : {}
}

export const mappedRolesText = (mapped: MappedRoles): string | null => {
  const found = Object.entries(mapped).filter(([, roleIds]) => roleIds.length > 0)
  return found.length > 0 ? JSON.stringify(Object.fromEntries(found)) : null
}

/**
 * Keeps the mapping of roles that a manual change left in place; a role that was removed and granted again is manual.
 */
export const keptMappings = (
  member: Pick<MemberRecord, 'mappedRoles'>,
  roleIds: readonly string[],
): Pick<MemberRecord, 'mappedRoles'> => ({
  mappedRoles: mappedRolesText(
    Object.fromEntries(
      Object.entries(mappedRolesOf(member)).map(([id, ids]) => [id, ids.filter((each) => roleIds.includes(each))]),
    ),
  ),
})
