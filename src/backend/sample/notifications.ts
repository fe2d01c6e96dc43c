import type { EventKey } from '../../entities/events.ts'
import { stableId } from '../stable-id.ts'
import type { EventRecord, NotificationStateRecord } from '../store/records.ts'
import { tenantIdOf } from './tenants.ts'
import { userIdOf } from './users.ts'

const HOUR = 3_600_000

interface Sketch {
  key: EventKey
  hoursOld: number
  /** The user who caused it; absent if no signed-in user did. */
  by?: string
  data: object
  /** Ada's state of it. */
  state?: Pick<NotificationStateRecord, 'status' | 'isPinned'>
}

const userOf = (email: string, name: string) => ({ user: { id: userIdOf(email), email, name } })

const READ = { status: 'read', isPinned: false } as const

const ACME: readonly Sketch[] = [
  { key: 'frontegg.user.locked', hoursOld: 2, data: userOf('leo@acme.test', 'Leo Hartmann') },
  {
    key: 'frontegg.user.invitedToTenant',
    hoursOld: 22,
    by: 'max@multi.test',
    data: userOf('ivo@acme.test', 'Ivo Novák'),
  },
  {
    key: 'frontegg.ipRestriction.created',
    hoursOld: 47,
    by: 'max@multi.test',
    data: { ipRestrictions: { count: 1, rules: [{ ip: '203.0.113.0/24', strategy: 'BLOCK', isActive: true }] } },
    state: READ,
  },
  {
    key: 'frontegg.securityPolicy.updated',
    hoursOld: 120,
    by: 'max@multi.test',
    data: { policy: { kind: 'mfa' } },
    state: { status: 'read', isPinned: true },
  },
]

const eventIdOf = ({ key, hoursOld }: Sketch): string => stableId(`event ${key} ${hoursOld}`)

const toEvent = (sketch: Sketch, now: number): EventRecord => {
  const { key, hoursOld, by, data } = sketch
  const id = eventIdOf(sketch)
  const tenantId = tenantIdOf('acme')
  const createdAt = now - hoursOld * HOUR
  const eventContext = {
    eventId: id,
    vendorId: 'sample',
    tenantId,
    userId: by ? userIdOf(by) : null,
    createdAt: new Date(createdAt).toISOString(),
  }
  const body = JSON.stringify({ eventKey: key, eventContext, ...data })
  return { id, tenantId, key, recordId: id, position: createdAt * 1_000, body, createdAt }
}

/** Recent events in Acme: two are new to Ada, two were read and one of them is pinned. */
export const sampleNotifications = (
  now: number,
): { events: EventRecord[]; notificationStates: NotificationStateRecord[] } => ({
  events: ACME.map((sketch) => toEvent(sketch, now)),
  notificationStates: ACME.flatMap((sketch) => {
    const { state, hoursOld } = sketch
    if (!state) return []
    const userId = userIdOf('ada@acme.test')
    const eventId = eventIdOf(sketch)
    const place = { id: `${userId} ${eventId}`, userId, tenantId: tenantIdOf('acme'), eventId }
    return [{ ...place, ...state, createdAt: now - hoursOld * HOUR }]
  }),
})
