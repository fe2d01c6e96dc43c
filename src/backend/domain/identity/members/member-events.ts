import type { EventUser } from '../../../../entities/events.ts'
import type { MemberRecord } from '../../../store/records.ts'
import { type EventPorts, recordEvents } from '../../events/record-event.ts'
import { shownIdOf } from './members.ts'
import type { UserEventKey } from './subject-events.ts'

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
