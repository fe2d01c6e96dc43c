import type { Ports } from '../../../ports.ts'
import type { DeletionRecord, TenantRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { iso } from '../../base/wire/wire.ts'
import { recordEvent, recordEvents } from '../../events/record-event.ts'
import { eventPorts, shownMember } from './subject-events.ts'

interface DeletionChange {
  change: 'deletionRequested' | 'deletionCanceled'
  deletion: DeletionRecord
  /** Id of the user who caused the change, if one was signed in. */
  actorId?: string
}

/** Records the event in every account of the user. */
export const recordUserDeletion = async (
  ports: Ports,
  store: Collections,
  { change, deletion, actorId }: DeletionChange,
): Promise<void> => {
  const members = await store.members.list({ userId: deletion.id, activated: true })
  const events = members.map((member) => {
    const user = shownMember(member)
    const data = { user, deletesAt: iso(deletion.dueAt) }
    return { key: `frontegg.user.${change}` as const, tenantId: member.tenantId, actorId, recordId: user.id, data }
  })
  if (events.length) await recordEvents(eventPorts(ports, store), events)
}

export const recordTenantDeletion = async (
  ports: Ports,
  store: Collections,
  { change, deletion, actorId }: DeletionChange,
): Promise<void> => {
  const { id, dueAt } = deletion
  const { name = '' } = (await store.tenants.get(id)) ?? {}
  const data = { tenant: { id, name }, deletesAt: iso(dueAt) }
  const event = { key: `frontegg.tenant.${change}` as const, tenantId: id, recordId: id, actorId, data }
  await recordEvent(eventPorts(ports, store), event)
}

/** Records the deletion in the account above, because a deleted account has no receivers left. */
export const recordDeletedTenant = async (
  ports: Ports,
  store: Collections,
  { id, name, parentId }: TenantRecord,
): Promise<void> => {
  if (parentId === null) return
  const data = { subTenant: { id, name, parentId } }
  const event = { key: 'frontegg.subTenant.deleted', tenantId: parentId, recordId: id, data } as const
  await recordEvent(eventPorts(ports, store), event)
}
