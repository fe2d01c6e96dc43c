import type { Member } from '../../contract/additions/members.ts'
import type { Guaranteed, GuaranteedKind } from '../../entities/guarantee.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import type { UsersContext } from './users.calls.ts'
import { idsOfUsers } from './users.member.ts'

/** The server's limit per call. */
const USERS_PER_CALL = 100

/**
 * Loads what users guarantee. An older backend returns nothing, and administrators without the permission see nothing.
 */
export const loadGuaranteed = async ({ api, apply }: UsersContext, members: readonly Member[]): Promise<void> => {
  apply((state) => ({ ...state, guaranteed: undefined }))
  const items: Guaranteed[] = []
  for (let start = 0; start < members.length; start += USERS_PER_CALL) {
    const userId = idsOfUsers(members.slice(start, start + USERS_PER_CALL))
    items.push(...(await api.guarantees.listGuaranteed({ query: { userId } }).catch(() => [])))
  }
  apply((state) => ({ ...state, guaranteed: { userIds: idsOfUsers(members), items } }))
}

/**
 * Makes the caller the guarantor of some kinds of items that users guarantee. Returns whether the change of those users
 * may continue.
 */
export const succeedGuarantor = async (
  context: UsersContext,
  members: readonly Member[],
  kinds: GuaranteedKind[],
): Promise<boolean> => {
  const { api, notify, failWith } = context
  const values = { name: nameOfUser(members[0]), count: members.length }
  let remaining = 0
  try {
    for (const { id: userId } of members) {
      remaining += (await api.guarantees.succeedGuarantor({ body: { userId, kinds } })).length
    }
    if (remaining === 0) notify('succeeded', values)
    else notify('succeededPartly', { ...values, count: remaining })
    return true
  } catch (error) {
    failWith('failed', { name: values.name, error, retry: () => succeedGuarantor(context, members, kinds) })
    return false
  }
}
