import type { UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { NO_USER } from '../../base/tickets.ts'

type HomedUser = Pick<UserRecord, 'id'> & Partial<Pick<UserRecord, 'tenantId'>>

/**
 * Returns the account that receives a user's events that concern no particular account: the one they were last in, if
 * they are still a member, else none. An account that only invited a user must not see their events, or learn from them
 * whether the email already had an account. Unknown users cause the same work.
 */
export const homeOf = async (
  { members }: Pick<Collections, 'members'>,
  user: HomedUser | undefined,
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
  user: HomedUser | undefined,
): Promise<string | null> => {
  const places = await members.list({ userId: user?.id ?? NO_USER })
  const place = places.find(({ tenantId }) => tenantId === user?.tenantId) ?? places[0]
  return place?.tenantId ?? null
}
