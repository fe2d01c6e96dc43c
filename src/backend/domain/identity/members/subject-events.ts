import type { EventData, EventKey, EventUser } from '../../../../entities/events.ts'
import type { Auth } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { type EventPorts, recordEvent } from '../../events/record-event.ts'
import { homeOf } from './home.ts'

/** The collections of a transaction, and the ports it was opened with. */
export const eventPorts = (ports: Ports, store: Collections): EventPorts => ({ ...ports, store })

/** Events of a user, as far as one is known. */
export type UserEventKey = { [Key in EventKey]: { user: EventUser } extends EventData[Key] ? Key : never }[EventKey]

/** What receivers learn of a user. */
const shownUser = ({ id, email, name }: EventUser): EventUser => ({ id, email, name })

export const recordUserEvent = (
  ports: EventPorts,
  user: EventUser,
  given: { key: UserEventKey; tenantId: string; actorId?: string },
): Promise<void> => recordEvent(ports, { ...given, recordId: user.id, data: { user: shownUser(user) } })

/** Of what concerns a user wherever they are. */
export const recordHomeEvent = async (ports: Ports, store: Collections, userId: string, key: UserEventKey) => {
  const user = await store.users.get(userId)
  if (!user) return
  const tenantId = await homeOf(store, user)
  await recordUserEvent(eventPorts(ports, store), user, { key, tenantId, actorId: user.id })
}

/** The same writes for an email without a user, which no account receives. */
export const recordRefusedSignIn = (
  ports: Ports,
  store: Collections,
  { user, tenantId }: { user: UserRecord | undefined; tenantId: string },
): Promise<void> =>
  recordEvent(eventPorts(ports, store), {
    tenantId,
    key: 'frontegg.user.failedAuthentication',
    // Behind each other, the events of unknown emails would take longer than that of a user.
    recordId: user?.id ?? ports.random.uuid(),
    data: user ? { user: shownUser(user) } : {},
  })

/** Of a record that a signed-in caller changed. */
export const recordCallEvent = <Key extends EventKey>(
  { ports, auth }: { ports: Ports; auth: Auth },
  store: Collections,
  { key, recordId, data }: { key: Key; recordId: string; data: EventData[Key] },
): Promise<void> =>
  recordEvent(eventPorts(ports, store), { key, recordId, data, tenantId: auth.tenantId, actorId: auth.user.id })
