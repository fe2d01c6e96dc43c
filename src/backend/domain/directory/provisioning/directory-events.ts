import type { DirectoryUserRecord, GroupRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { recordEvent } from '../../events/record-event.ts'
import { eventPorts } from '../../identity/members/subject-events.ts'
import type { DirectoryCall } from './directory-call.ts'
import type { DirectoryFacts } from './directory-members.ts'

/** Records an event about a user that a directory sent, whether or not they become a member of the account. */
export const recordDirectoryUser = (
  { ports }: DirectoryCall,
  store: Collections,
  { row, facts }: { row: DirectoryUserRecord; facts: DirectoryFacts },
  change: 'created' | 'updated' | 'deleted',
): Promise<void> => {
  const { id, tenantId, connectionId, memberId } = row
  const { email, name, active } = facts
  const data = { directoryUser: { id, connectionId, email, name, active, memberId } }
  return recordEvent(eventPorts(ports, store), {
    key: `frontegg.directoryUser.${change}`,
    tenantId,
    recordId: id,
    data,
  })
}

/** Records an event about a group that a directory manages. */
export const recordDirectoryGroup = (
  { ports }: DirectoryCall,
  store: Collections,
  { id, tenantId, name }: Pick<GroupRecord, 'id' | 'tenantId' | 'name'>,
  change: 'created' | 'updated' | 'deleted',
): Promise<void> =>
  recordEvent(eventPorts(ports, store), {
    key: `frontegg.group.${change}`,
    tenantId,
    recordId: id,
    data: { group: { id, name } },
  })
