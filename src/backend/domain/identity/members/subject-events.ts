import type { EventData, EventKey, EventUser } from '../../../../entities/events.ts'
import type { Auth } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { type EventPorts, recordEvent } from '../../events/record-event.ts'
import { homeOf } from './home.ts'

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
  const tenantId = await homeOf(store, user)
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
