import type { PlacedEntry } from '../../call/auth.ts'
import { SYSTEM_CALLER } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { DeletionRecord, UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { audit } from '../audit/audit.ts'
import { stopCharging } from '../billing/stop-charging.ts'
import { deleteAccount } from '../identity/accounts/sub-accounts.ts'
import { recordDeletedTenant, recordTenantDeletion } from '../identity/members/deletion-events.ts'
import { eventPorts, recordUserEvent } from '../identity/members/subject-events.ts'
import { eraseUsers } from '../identity/team/end-memberships.ts'
import { postWith } from '../mail/mails.ts'
import { userDeletedMail } from '../mail/self-service-mails.ts'
import { hasSubAccounts } from './tenant-deletion.ts'

/** Deletes an account and notifies its parent account. */
const endAccount = async (ports: Ports, store: Collections, tenantId: string): Promise<void> => {
  const tenant = await store.tenants.get(tenantId)
  await deleteAccount(store, tenantId)
  if (tenant) await recordDeletedTenant(ports, store, tenant)
}

/** Deletes accounts that have no members and no sub-accounts left. */
const deleteEmptied = async (ports: Ports, store: Collections, tenantIds: readonly string[]): Promise<void> => {
  for (const tenantId of tenantIds) {
    const isUsed = (await store.members.count({ tenantId, activated: true })) > 0
    if (!isUsed && !(await hasSubAccounts(store, tenantId))) await endAccount(ports, store, tenantId)
  }
}

const finishUser = async (ports: Ports, store: Collections, user: UserRecord): Promise<PlacedEntry[]> => {
  const { id, email } = user
  const places = await store.members.list({ userId: id, activated: true })
  const tenantIds = places.map(({ tenantId }) => tenantId)
  for (const tenantId of tenantIds) {
    await recordUserEvent(eventPorts(ports, store), user, { key: 'frontegg.user.deleted', tenantId })
  }
  await eraseUsers(store, [id])
  await deleteEmptied(ports, store, tenantIds)
  return tenantIds.map((tenantId) => ({
    tenantId,
    user: { id, email },
    action: 'User deleted',
    resource: 'Users' as const,
    severity: 'High' as const,
    description: 'Deleted the user as they had requested',
  }))
}

const finishTenant = async (ports: Ports, store: Collections, deletion: DeletionRecord): Promise<PlacedEntry[]> => {
  const { id, requestedById, requestedByEmail } = deletion
  const row = {
    tenantId: id,
    user: { id: requestedById, email: requestedByEmail },
    resource: 'Account',
    severity: 'Critical',
  } as const
  if (await hasSubAccounts(store, id)) {
    await recordTenantDeletion(ports, store, { change: 'deletionCanceled', deletion })
    const description = 'The account was kept: sub-accounts were created after its deletion was requested'
    return [{ ...row, action: 'Account deletion canceled', description }]
  }
  await endAccount(ports, store, id)
  return [{ ...row, action: 'Account deleted', description: 'Deleted the account as requested' }]
}

const emptiedBy = async ({ store }: Ports, id: string): Promise<string[]> => {
  const places = await store.members.list({ userId: id, activated: true })
  const others = await Promise.all(
    places.map(({ tenantId }) => store.members.count({ tenantId, activated: true, userId: { not: id } })),
  )
  return places.filter((_place, at) => others[at] === 0).map(({ tenantId }) => tenantId)
}

/**
 * Returns the accounts that this deletion will end, as far as is known before it. Accounts with sub-accounts are kept.
 */
const endingAccounts = async (ports: Ports, { kind, id }: DeletionRecord): Promise<string[]> => {
  const tenantIds = kind === 'tenant' ? [id] : await emptiedBy(ports, id)
  const isNeeded = await Promise.all(tenantIds.map((tenantId) => hasSubAccounts(ports.store, tenantId)))
  return tenantIds.filter((_tenantId, at) => !isNeeded[at])
}

/** Finishes a deletion. If several processes try, only the one that removes the request continues. */
const finish = async (ports: Ports, deletion: DeletionRecord): Promise<boolean> => {
  const { id, dueAt, kind } = deletion
  // This runs first and outside the transaction: if the provider can't be reached, the next run tries again.
  for (const tenantId of await endingAccounts(ports, deletion)) await stopCharging(ports, tenantId)
  const user = kind === 'user' ? await ports.store.users.get(id) : undefined
  return postWith(ports, user ? [userDeletedMail(user)] : [], (keep) =>
    ports.store.transaction(async (store) => {
      if (!(await store.deletions.delete({ id, dueAt }))) return false
      if (kind === 'user' && !user) return true
      const rows = user ? await finishUser(ports, store, user) : await finishTenant(ports, store, deletion)
      for (const row of rows) await audit({ ...ports, store }, SYSTEM_CALLER, row)
      await keep(store)
      return true
    }),
  )
}

/**
 * Finishes all due deletions and returns how many users and accounts were deleted. Several processes may run this at
 * once.
 */
export const finishDeletions = async (ports: Ports): Promise<number> => {
  let done = 0
  for (const deletion of await ports.store.deletions.list({ dueAt: { lt: ports.clock.now() } })) {
    try {
      if (await finish(ports, deletion)) done++
    } catch (error) {
      ports.log.error('A deletion that is due failed', error)
    }
  }
  return done
}
