import type { PlacedEntry } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { recordMembers } from '../members/subject-events.ts'
import { endSessionsIn } from '../sessions/end-session.ts'
import { endMemberships } from '../team/end-memberships.ts'
import { ACCOUNT_TABLES, deleteDirectories } from './sub-accounts.ts'

/** Returns the vendor's most powerful role, because the founder of an account manages it. */
export const founderRoleIds = async (store: Pick<Collections, 'roles'>): Promise<string[]> => {
  const roles = await store.roles.list({ tenantId: null })
  const [top] = roles.sort((left, right) => left.level - right.level)
  return top ? [top.id] : []
}

/** The ports, with the collections of a transaction. */
export type ResetPorts = Pick<Ports, 'clock' | 'random' | 'config'> & { store: Collections }

type OfAccount = (typeof ACCOUNT_TABLES)[number]

/**
 * Rows that are handled separately or kept: recorded payments and usage give no one access. The plan is a policy that
 * also lists additional purchased features.
 */
const KEPT: readonly OfAccount[] = ['members', 'tickets', 'policies', 'usage', 'billingAccounts']
const PLAN = 'plan'

const PLAIN_MEMBER = {
  groupIds: null,
  mappedRoles: null,
  directoryId: null,
  disabledAt: null,
  temporaryUntil: null,
} as const

/** Maximum number of emails in one row of the audit log. */
const MAX_LISTED = 100

interface Reset {
  tenantId: string
  founderId: string
}

/** Removes the other members; users without another account are erased. */
const removeOthers = async (ports: ResetPorts, { tenantId, founderId }: Reset): Promise<MemberRecord[]> => {
  const { store, clock } = ports
  const others = (await store.members.list({ tenantId })).filter(({ userId }) => userId !== founderId)
  if (others.length === 0) return []
  const gone = await endMemberships(store, tenantId, others)
  await endSessionsIn(store, tenantId, clock.now())
  const erased = others.filter(({ userId }) => gone.includes(userId))
  await recordMembers(ports, others, { key: 'frontegg.user.removedFromTenant', actorId: founderId })
  await recordMembers(ports, erased, { key: 'frontegg.user.deleted', actorId: founderId })
  return others
}

/** Removes the account's rows and returns how many were removed, by kind. */
const removeRows = async (store: Collections, { tenantId, founderId }: Reset): Promise<Record<string, number>> => {
  const removed: Record<string, number> = {}
  for (const name of ACCOUNT_TABLES) if (!KEPT.includes(name)) removed[name] = await store[name].delete({ tenantId })
  removed.policies = await store.policies.delete({ tenantId, kind: { not: PLAN } })
  const tickets = (await store.tickets.list({ tenantId })).filter(({ userId }) => userId !== founderId)
  removed.tickets = await store.tickets.delete({ id: { in: tickets.map(({ id }) => id) } })
  removed.directories = await deleteDirectories(store, { tenantId })
  removed.ipConfigs = await store.ipConfigs.delete({ id: tenantId })
  removed.deletions = await store.deletions.delete({ id: tenantId })
  return Object.fromEntries(Object.entries(removed).filter(([, count]) => count > 0))
}

/**
 * Resets an account to its state after the sign-up that founded it. Runs in the caller's transaction.
 *
 * @returns the row of its audit log; none if there was nothing to remove
 */
export const resetAccount = async (ports: ResetPorts, reset: Reset): Promise<PlacedEntry[]> => {
  const { store } = ports
  const { tenantId, founderId } = reset
  // Members are removed after the rows, so that no webhook or recipient that a stranger added is notified.
  const rows = await removeRows(store, reset)
  const others = await removeOthers(ports, reset)
  // The account's roles and groups no longer exist, so the founder gets the initial roles again.
  const roleIds = JSON.stringify(await founderRoleIds(store))
  await store.members.update({ tenantId, userId: founderId }, { ...PLAIN_MEMBER, roleIds })
  if (others.length === 0 && Object.keys(rows).length === 0) return []
  const emails = others.map(({ email }) => email)
  return [
    {
      tenantId,
      user: await store.users.get(founderId),
      action: 'Account reset',
      resource: 'Account',
      severity: 'High',
      description: 'The founder proved their email in another browser: what was added before was removed',
      detail: {
        before: { members: emails.length, users: emails.slice(0, MAX_LISTED), ...rows },
        after: { members: 0 },
      },
    },
  ]
}
