import type { Collections } from '../../store/store.ts'
import { endSessionsIn } from '../access/end-session.ts'
import { eraseUsers } from '../members/erase-users.ts'
import { founderRoleIds } from '../members/founder-roles.ts'
import { descendantsOf } from './account-tree.ts'
import { deleteDirectories, OF_ACCOUNT } from './sub-accounts.ts'

type OfAccount = (typeof OF_ACCOUNT)[number]

/** What stays: payments that were made and what was used let no one in, and the tickets of the founder are judged apart. */
const KEPT: readonly OfAccount[] = ['members', 'tickets', 'usage', 'billingAccounts']

const PLAIN_MEMBER = { groupIds: null, directoryId: null, disabledAt: null, temporaryUntil: null } as const

interface Reset {
  tenantId: string
  founderId: string
  now: number
}

/** Users without another account end with their membership. */
const removeOthers = async (store: Collections, { tenantId, founderId, now }: Reset): Promise<void> => {
  const others = (await store.members.list({ tenantId })).filter(({ userId }) => userId !== founderId)
  if (others.length === 0) return
  const userIds = others.map(({ userId }) => userId)
  await store.members.delete({ id: { in: others.map(({ id }) => id) } })
  await endSessionsIn(store, tenantId, now)
  const elsewhere = new Set((await store.members.list({ userId: { in: userIds } })).map(({ userId }) => userId))
  await eraseUsers(
    store,
    userIds.filter((id) => !elsewhere.has(id)),
  )
}

const resetAccount = async (store: Collections, reset: Reset): Promise<void> => {
  const { tenantId, founderId } = reset
  await removeOthers(store, reset)
  for (const name of OF_ACCOUNT) if (!KEPT.includes(name)) await store[name].delete({ tenantId })
  const tickets = (await store.tickets.list({ tenantId })).filter(({ userId }) => userId !== founderId)
  await store.tickets.delete({ id: { in: tickets.map(({ id }) => id) } })
  await deleteDirectories(store, { tenantId })
  await store.ipConfigs.delete({ id: tenantId })
  await store.deletions.delete({ id: tenantId })
  // Roles and groups of the account are gone; the founder has again what a founder starts with.
  const roleIds = JSON.stringify(await founderRoleIds(store))
  await store.members.update({ tenantId, userId: founderId }, { ...PLAIN_MEMBER, roleIds })
}

/**
 * In a transaction of the caller: the accounts that a user founded are as after a sign-up, with the accounts below them.
 * All who are in them, or would be let in, came through the unproven user (src/decisions/0057).
 */
export const resetFoundedAccounts = async (store: Collections, founderId: string, now: number): Promise<void> => {
  for (const { id } of await store.tenants.list({ founderId })) {
    const below = await descendantsOf(store, id)
    for (const tenantId of [id, ...below.map((link) => link.tenantId)]) {
      await resetAccount(store, { tenantId, founderId, now })
    }
  }
}
