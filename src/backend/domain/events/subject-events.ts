import type { Auth } from '../../call/auth.ts'
import type { Ports } from '../../ports.ts'
import type { UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { NO_USER } from '../credentials/tickets.ts'
import type { EventKey } from './catalog.ts'
import { type EventPorts, recordEvent } from './record-event.ts'

/** The collections of a transaction, and the ports it was opened with. */
export const eventPorts = (ports: Ports, store: Collections): EventPorts => ({ ...ports, store })

type EventUser = Pick<UserRecord, 'id' | 'email' | 'name'>

/** What receivers learn of a user. */
const shownUser = ({ id, email, name }: EventUser) => ({ id, email, name })

export const recordUserEvent = (
  ports: EventPorts,
  user: EventUser,
  given: { key: EventKey; tenantId: string; actorId?: string },
): Promise<void> => recordEvent(ports, { ...given, recordId: user.id, data: { user: shownUser(user) } })

/** Of what concerns a user wherever they are: the account they were last in receives it. */
export const recordHomeEvent = async (ports: Ports, store: Collections, userId: string, key: EventKey) => {
  const user = await store.users.get(userId)
  if (user) await recordUserEvent(eventPorts(ports, store), user, { key, tenantId: user.tenantId, actorId: user.id })
}

/** The same writes for an email without a user, which no account receives. */
export const recordRefusedSignIn = (ports: Ports, store: Collections, user: UserRecord | undefined): Promise<void> =>
  recordEvent(eventPorts(ports, store), {
    tenantId: user?.tenantId ?? '',
    key: 'frontegg.user.failedAuthentication',
    recordId: user?.id ?? NO_USER,
    data: user ? { user: shownUser(user) } : {},
  })

/** Of a record that a signed-in caller changed. */
export const recordCallEvent = (
  { ports, auth }: { ports: Ports; auth: Auth },
  store: Collections,
  { key, recordId, data }: { key: EventKey; recordId: string; data: Readonly<Record<string, object>> },
): Promise<void> =>
  recordEvent(eventPorts(ports, store), { key, recordId, data, tenantId: auth.tenantId, actorId: auth.user.id })
