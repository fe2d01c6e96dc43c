import type { ApiTokenRecord, SessionRecord } from '../../../store/records.ts'
import type { Read, Store } from '../../../store/store.ts'
import { groupsSetting } from '../../settings/groups.ts'
import { mfaSetting } from '../../settings/mfa.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import { readOf } from '../../settings/setting.ts'
import { tokenUserId } from '../guarantor/guarantor.ts'
import { methodsOf, voucherIn } from '../sessions/sso-session.ts'
import { domainRead, requirementReads } from './required-sso.ts'

export interface Place {
  userId: string
  tenantId: string
}

/** Returns the reads of memberships and of the groups and roles that these name. They must be first. */
const rightsReads = (where: Pick<Place, 'userId'> & Partial<Place>): readonly Read[] => [
  { name: 'members', where },
  { name: 'groups', where: {}, idsIn: [{ read: 0, field: 'groupIds' }] },
  {
    name: 'roles',
    where: {},
    idsIn: [
      { read: 0, field: 'roleIds' },
      { read: 1, field: 'roleIds' },
    ],
  },
]

/** Returns the read of the connection that vouches for a session, if any. */
const voucherReads = (session: Pick<SessionRecord, 'amr'> | undefined): Read[] => {
  const id = session && voucherIn(methodsOf(session))
  return id === undefined ? [] : [{ name: 'ssoConnections', where: { id } }]
}

/** Returns the read of the accounts above a tenant, which matter only to users who aren't members of it. */
const aboveReads = async ({ members }: Store, { userId, tenantId }: Place): Promise<Read[]> =>
  (await members.find({ tenantId, userId })) ? [] : [{ name: 'accountLinks', where: { tenantId } }]

/** A token's session, and the place it is used in. */
export interface TokenPlace extends Place {
  sessionId: string
  email: string
  /** Whether the call needs all memberships of the user, who may have thousands. */
  withMemberships: boolean
}

/**
 * Reads what authentication by a token and most calls need, in one statement, or in two for sessions of identity
 * providers and for users who have groups, work below their account, or have an email at a domain of a connection. If the
 * token's email is out of date, its domain is read separately.
 */
export const readForToken = async (store: Store, place: TokenPlace): Promise<void> => {
  const { userId, tenantId, sessionId, email, withMemberships } = place
  await store.readTogether?.([
    ...rightsReads(withMemberships ? { userId } : { userId, tenantId }),
    { name: 'sessions', where: { id: sessionId } },
    { name: 'users', where: { id: userId } },
    { name: 'tenants', where: { id: tenantId } },
    { name: 'ipConfigs', where: { id: tenantId } },
    domainRead(email),
  ])
  const session = await store.sessions.get(sessionId)
  const member = await store.members.find({ tenantId, userId })
  const above = await aboveReads(store, place)
  const isByDomain = (await store.ssoDomains.find(domainRead(email).where)) !== undefined
  // A user who isn't a member here has access through one of their other memberships.
  const elsewhere = member || withMemberships ? [] : rightsReads({ userId })
  // The domain is read again, because the ids of its connections come from a read of the same statement.
  const required = isByDomain ? requirementReads(email, elsewhere.length) : []
  const others = [...elsewhere, ...required, ...above, ...voucherReads(session)]
  if (others.length > 0 || (member?.groupIds ?? '[]') !== '[]')
    await store.readTogether?.([...others, readOf([tenantId], [sessionsSetting, groupsSetting])])
}

/**
 * Reads what is needed to start or continue a session in a tenant: in one statement for members whose email is known,
 * else in two.
 *
 * @param session the session, if it exists
 */
export const readAhead = async (
  store: Store,
  place: Place & { email?: string },
  session?: Pick<SessionRecord, 'amr'>,
): Promise<void> => {
  const { userId, tenantId, email } = place
  const rights = rightsReads({ userId })
  await store.readTogether?.([
    ...rights,
    ...(email === undefined ? [] : requirementReads(email, rights.length)),
    { name: 'users', where: { id: userId } },
    { name: 'deletions', where: { id: userId } },
    { name: 'tenants', where: { id: tenantId } },
    { name: 'ipConfigs', where: { id: tenantId } },
    readOf([tenantId], [mfaSetting, sessionsSetting, groupsSetting]),
    ...voucherReads(session),
  ])
  const user = await store.users.get(userId)
  if (!user) return
  const required = user.email === email ? [] : requirementReads(user.email)
  const others = [...required, ...(await aboveReads(store, place))]
  if (others.length > 0) await store.readTogether?.(others)
}

/** Returns the reads of a member who vouches for a token of the account, and of all that gives rights there. */
const guarantorReads = (userId: string, tenantId: string): readonly Read[] => [
  { name: 'members', where: { userId, tenantId } },
  { name: 'roles', where: { tenantId: { in: [tenantId, null] } } },
  { name: 'groups', where: { tenantId, roleIds: { not: '[]' } } },
]

/** Reads what a call by an API token needs, in one statement. */
export const readForApiToken = async ({ readTogether }: Store, token: ApiTokenRecord): Promise<void> => {
  const { userId, tenantId } = token
  const actingId = userId ?? tokenUserId(token)
  await readTogether?.([
    ...(userId === null ? guarantorReads(actingId, tenantId) : rightsReads({ userId, tenantId })),
    { name: 'users', where: { id: actingId } },
    { name: 'tenants', where: { id: tenantId } },
    { name: 'ipConfigs', where: { id: tenantId } },
    readOf([tenantId], [groupsSetting]),
  ])
}
