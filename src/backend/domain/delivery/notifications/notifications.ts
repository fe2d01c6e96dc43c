import type { Notification } from '../../../../entities/reports.ts'
import type { Auth } from '../../../call/auth.ts'
import { badRequest, notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { EventRecord, NotificationStateRecord } from '../../../store/records.ts'
import { DuplicateError } from '../../../store/store.ts'
import { iso } from '../../base/wire/wire.ts'
import { showsEvent } from '../../identity/guarantor/event-areas.ts'
import { BELL_KEYS, bellEventOf } from './bell-events.ts'

/** The maximum number of events in the bell; older ones are in the audit log. */
const MAX_SHOWN = 100
const MAX_PINNED = 20

type BellPorts = Pick<Ports, 'store' | 'clock'>
type State = Pick<NotificationStateRecord, 'status' | 'isPinned'>
type Owner = Pick<Auth, 'tenantId' | 'user' | 'grants'>

const NEW: State = { status: 'unread', isPinned: false }

const ownOf = ({ tenantId, user }: Owner) => ({ tenantId, userId: user.id })

/** Returns the events that ring the bell and whose data the user may see. */
const keysFor = async ({ grants }: Owner): Promise<string[]> => {
  const { keys } = await grants()
  return BELL_KEYS.filter((key) => showsEvent(keys, key))
}

/** Returns the latest events since the user became a member, except those the user caused. */
const latestEvents = async ({ store }: BellPorts, owner: Owner): Promise<EventRecord[]> => {
  const { tenantId, user } = owner
  const key = { in: await keysFor(owner) }
  if (key.in.length === 0) return []
  const member = await store.members.find({ tenantId, userId: user.id })
  const { items } = await store.events.page({
    where: { tenantId, key, createdAt: { gte: member?.createdAt ?? 0 } },
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: MAX_SHOWN,
  })
  return items
}

const shown = (event: EventRecord, { status, isPinned }: State): Notification => {
  const { title, body, severity, url } = bellEventOf(event)
  return {
    id: event.id,
    key: event.key,
    title,
    body,
    severity,
    url,
    status,
    viewed: status !== 'unread',
    isPinned,
    actions: [],
    createdAt: iso(event.createdAt),
  }
}

interface Kept {
  event: EventRecord
  state: State
}

const keptBy = async (ports: BellPorts, owner: Owner): Promise<Kept[]> => {
  const states = await ports.store.notificationStates.list(ownOf(owner))
  const stateOf = new Map(states.map((state) => [state.eventId, state]))
  const latest = await latestEvents(ports, owner)
  const missing = states
    .filter(({ isPinned, eventId }) => isPinned && !latest.some(({ id }) => id === eventId))
    .map(({ eventId }) => eventId)
  const shownKeys = await keysFor(owner)
  const pinned = missing.length ? await ports.store.events.list({ tenantId: owner.tenantId, id: { in: missing } }) : []
  return [...latest, ...pinned]
    .filter((event) => shownKeys.includes(event.key) && bellEventOf(event).actorId !== owner.user.id)
    .map((event) => ({ event, state: stateOf.get(event.id) ?? NEW }))
    .filter(({ state }) => state.status !== 'archived')
}

/** Sorts pinned events first, then by newest. */
const inOrder = (one: Kept, other: Kept): number =>
  Number(other.state.isPinned) - Number(one.state.isPinned) || other.event.createdAt - one.event.createdAt

/** Returns the events in a user's bell in an account. */
export const notificationsOf = async (ports: BellPorts, owner: Owner): Promise<Notification[]> =>
  (await keptBy(ports, owner)).sort(inOrder).map(({ event, state }) => shown(event, state))

/** Stores the state of an event for a user. There is one row per event and user, even if two tabs write it at once. */
const keep = async (ports: BellPorts, owner: Owner, event: EventRecord, change: Partial<State>): Promise<void> => {
  const { notificationStates } = ports.store
  const own = { ...ownOf(owner), eventId: event.id }
  if (await notificationStates.update(own, change)) return
  try {
    const id = `${owner.user.id} ${event.id}`
    await notificationStates.insert({ id, ...own, ...NEW, ...change, createdAt: event.createdAt })
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error
    await notificationStates.update(own, change)
  }
}

const eventOf = async ({ store }: BellPorts, owner: Owner, id: string): Promise<EventRecord> => {
  const event = await store.events.find({ id, tenantId: owner.tenantId })
  if (!event || !(await keysFor(owner)).includes(event.key)) throw notFound('Notification not found')
  return event
}

export const setStatus = async (ports: BellPorts, owner: Owner, id: string, status: State['status']): Promise<void> =>
  keep(ports, owner, await eventOf(ports, owner, id), { status })

export const setPinned = async (ports: BellPorts, owner: Owner, id: string, isPinned: boolean): Promise<void> => {
  const event = await eventOf(ports, owner, id)
  const pinned = await ports.store.notificationStates.count({ ...ownOf(owner), isPinned: true })
  if (isPinned && pinned >= MAX_PINNED)
    throw badRequest(`You can pin ${MAX_PINNED} notifications. Unpin one first.`).as('limit-reached')
  await keep(ports, owner, event, { isPinned })
}

export const markAllRead = async (ports: BellPorts, owner: Owner): Promise<void> => {
  for (const { event, state } of await keptBy(ports, owner)) {
    if (state.status === 'unread') await keep(ports, owner, event, { status: 'read' })
  }
}
