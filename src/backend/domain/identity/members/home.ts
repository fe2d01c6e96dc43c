import type { UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { NO_USER } from '../../base/tickets.ts'

type HomedUser = Pick<UserRecord, 'id'> & Partial<Pick<UserRecord, 'tenantId'>>

/**
 * The account that receives what concerns a user wherever they are: the one they were last in, as long as they belong
 * to it; else none. An account that has only invited a user must not see what happens to them, nor by that whether the
 * email had an account before. The same work for unknown users.
 */
export const homeOf = async (
  { members }: Pick<Collections, 'members'>,
  user: HomedUser | undefined,
): Promise<string> => {
  const { id = NO_USER, tenantId = '' } = user ?? {}
  return (await members.count({ userId: id, tenantId, activated: true })) > 0 ? tenantId : ''
}

/**
 * The account that an activation link lets a user into: the one they were last in or first invited to. Where that ended
 * their membership, another that waits for them. The same work for unknown users.
 */
export const accountToActivate = async (
  { members }: Pick<Collections, 'members'>,
  user: HomedUser | undefined,
): Promise<string | null> => {
  const places = await members.list({ userId: user?.id ?? NO_USER })
  const place = places.find(({ tenantId }) => tenantId === user?.tenantId) ?? places[0]
  return place?.tenantId ?? null
}
