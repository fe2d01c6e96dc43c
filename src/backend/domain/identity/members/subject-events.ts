import type { EventData, EventKey, EventUser } from '../../../../entities/events.ts'
import type { Auth } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { NO_USER } from '../../base/tickets.ts'
import { type EventPorts, recordEvent, recordEvents } from '../../events/record-event.ts'
import { shownIdOf } from './members.ts'

type UserWithAccount = Pick<UserRecord, 'id'> & Partial<Pick<UserRecord, 'tenantId'>>

/**
 * Returns the account that receives a user's events that concern no particular account: the one they were last in, if
 * they are still a member, else none. An account that only invited a user must not see their events, or learn from them
 * whether the email already had an account. Unknown users cause the same work.
 */
export const primaryTenantOf = async (
  { members }: Pick<Collections, 'members'>,
  user: UserWithAccount | undefined,
): Promise<string> => {
  const { id = NO_USER, tenantId = '' } = user ?? {}
  return (await members.count({ userId: id, tenantId, activated: true })) > 0 ? tenantId : ''
}

/**
 * Returns the account that an activation link admits a user to: the one they were last in or first invited to or, if
 * that membership ended, another that awaits them. Unknown users cause the same work.
 */
export const accountToActivate = async (
  { members }: Pick<Collections, 'members'>,
  user: UserWithAccount | undefined,
): Promise<string | null> => {
  const places = await members.list({ userId: user?.id ?? NO_USER })
  const place = places.find(({ tenantId }) => tenantId === user?.tenantId) ?? places[0]
  return place?.tenantId ?? null
}

/** Returns the ports with the collections of a transaction. */
export const eventPorts = (ports: Ports, store: Collections): EventPorts => ({ ...ports, store })

/** Events whose data contains a user, if one is known. */
export type UserEventKey = { [Key in EventKey]: { user: EventUser } extends EventData[Key] ? Key : never }[EventKey]

/** Returns the user fields that receivers get. */
const shownUser = ({ id, email, name }: EventUser): EventUser => ({ id, email, name })

export const recordUserEvent = (
  ports: EventPorts,
  user: EventUser,
  given: { key: UserEventKey; tenantId: string; actorId?: string },
): Promise<void> => recordEvent(ports, { ...given, recordId: user.id, data: { user: shownUser(user) } })

/** Records an event that concerns a user in no particular account. */
export const recordHomeEvent = async (ports: Ports, store: Collections, userId: string, key: UserEventKey) => {
  const user = await store.users.get(userId)
  if (!user) return
  const tenantId = await primaryTenantOf(store, user)
  await recordUserEvent(eventPorts(ports, store), user, { key, tenantId, actorId: user.id })
}

/** Records a refused sign-in. An email without a user causes the same writes, which no account receives. */
export const recordRefusedSignIn = (
  ports: Ports,
  store: Collections,
  { user, tenantId }: { user: UserRecord | undefined; tenantId: string },
): Promise<void> =>
  recordEvent(eventPorts(ports, store), {
    tenantId,
    key: 'frontegg.user.failedAuthentication',
    // Events of one record are put in order, so a record id shared by unknown emails would take longer than a user's.
    recordId: user?.id ?? ports.random.uuid(),
    data: user ? { user: shownUser(user) } : {},
  })

/** Records an event for a record that a signed-in caller changed. */
export const recordCallEvent = <Key extends EventKey>(
  { ports, auth }: { ports: Ports; auth: Auth },
  store: Collections,
  { key, recordId, data }: { key: Key; recordId: string; data: EventData[Key] },
): Promise<void> =>
  recordEvent(eventPorts(ports, store), { key, recordId, data, tenantId: auth.tenantId, actorId: auth.user.id })

type ShownMember = Pick<MemberRecord, 'id' | 'userId' | 'activated' | 'email' | 'name' | 'tenantId'>

/** Returns the member fields that events contain. */
export const shownMember = (member: ShownMember): EventUser => ({
  id: shownIdOf(member),
  email: member.email,
  name: member.name,
})

/**
 * Records events of members who were not changed by an administrator, or of many members at once. Runs in the
 * transaction of the change, after it.
 */
export const recordMembers = (
  ports: EventPorts,
  members: readonly ShownMember[],
  { key, actorId }: { key: UserEventKey; actorId?: string },
): Promise<void> =>
  recordEvents(
    ports,
    members.map((member) => {
      const user = shownMember(member)
      return { key, tenantId: member.tenantId, actorId, recordId: user.id, data: { user } }
    }),
  )
