import type { Auth } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { ApiTokenRecord, GroupRecord, RoleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { recordCallEvent } from './subject-events.ts'

interface CallOfUser {
  ports: Ports
  auth: Auth
}

type Change = 'created' | 'updated' | 'deleted'

export const recordRole = (call: CallOfUser, store: Collections, { id, key, name }: RoleRecord, change: Change) =>
  recordCallEvent(call, store, { key: `frontegg.role.${change}`, recordId: id, data: { role: { id, key, name } } })

export const recordGroup = (call: CallOfUser, store: Collections, { id, name }: GroupRecord, change: Change) =>
  recordCallEvent(call, store, { key: `frontegg.group.${change}`, recordId: id, data: { group: { id, name } } })

export const recordToken = (
  call: CallOfUser,
  store: Collections,
  { id, userId, description }: ApiTokenRecord,
  change: Exclude<Change, 'updated'>,
) => {
  const kind = userId === null ? 'tenantApiToken' : 'userApiToken'
  const apiToken = { id, userId, description }
  return recordCallEvent(call, store, { key: `frontegg.${kind}.${change}`, recordId: id, data: { apiToken } })
}
