import type { AuditEntry, SignedRequest } from '../../../call/auth.ts'
import { conflict, forbidden, notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { DirectoryConnectionRecord, TenantRecord } from '../../../store/records.ts'
import type { Collections, Where } from '../../../store/store.ts'
import { deletePictures } from '../../base/pictures.ts'
import { eraseUsers } from '../team/end-memberships.ts'
import { isBelow, OPERATOR_ID } from '../tenants/account-tree.ts'

export type AccountCall = SignedRequest

export const idTaken = () => conflict('This id is already in use').as('taken')

/** Refuses accounts other than the caller's and those below it. */
export const assertInScope = async ({ ports, auth }: AccountCall, tenantId: string): Promise<void> => {
  if (tenantId === auth.tenantId || (await isBelow(ports.store, tenantId, auth.tenantId))) return
  throw forbidden("You don't have access to this account")
}

/** Returns a sub-account of the caller's account, at any level; all others count as missing. */
export const subAccountOf = async ({ ports, auth }: AccountCall, tenantId: string): Promise<TenantRecord> => {
  const isThere = await isBelow(ports.store, tenantId, auth.tenantId)
  const tenant = isThere ? await ports.store.tenants.get(tenantId) : undefined
  if (!tenant) throw notFound("This sub-account doesn't exist")
  return tenant
}

/** Writes one row in the log of the affected account and one in the caller's, so that both show the change. */
export const auditHere = async (
  { auth, audit }: AccountCall,
  inside: Collections,
  tenantId: string,
  entry: Pick<AuditEntry, 'action' | 'description' | 'detail'>,
): Promise<void> => {
  const row = { ...entry, inside, resource: 'Sub-accounts', severity: 'Medium' } as const
  const detail = { ...entry.detail, accountId: tenantId }
  for (const logged of new Set([tenantId, auth.tenantId])) await audit({ ...row, detail, tenantId: logged })
}

/**
 * Returns whether a new account may get this id. Nothing may exist under it, or the new account would own it: the rows
 * of a user, or the remains of a deleted account, such as its audit log.
 */
export const isFreeId = async (store: Collections, id: string): Promise<boolean> => {
  if (id === OPERATOR_ID) return false
  const owners = await Promise.all([
    store.tenants.get(id),
    store.users.get(id),
    store.apiTokens.get(id),
    store.audits.find({ tenantId: id }),
  ])
  return owners.every((owner) => owner === undefined)
}

/**
 * Tables whose rows are deleted with their account. A test fails if a table with account rows is neither listed here
 * nor kept on purpose.
 */
export const ACCOUNT_TABLES = [
  'members',
  'tickets',
  'apiTokens',
  'groups',
  'roles',
  'policies',
  'usage',
  'usageKeys',
  'billingAccounts',
  'ipRestrictions',
  'domainRules',
  'webhooks',
  'deliveries',
  'webhookLogs',
  'channelConfigs',
  'messageRecipients',
  'slackInstallations',
  'slackSubscriptions',
  'reportSchedules',
  'notificationStates',
  'ssoDomains',
  'ssoConnections',
  'ssoSetups',
  'ssoFailures',
  'samlSettings',
  'samlKeys',
  'samlSessions',
] as const satisfies readonly (keyof Collections)[]

/**
 * Deletes directories with their tokens and the data they sent, and returns how many there were. Runs in the caller's
 * transaction.
 */
export const deleteDirectories = async (
  store: Collections,
  where: Where<DirectoryConnectionRecord>,
): Promise<number> => {
  const directories = (await store.directoryConnections.list(where)).map(({ id }) => id)
  if (directories.length === 0) return 0
  const connectionId = { in: directories }
  await store.directoryMemberships.delete({ connectionId })
  await store.directoryGroups.delete({ connectionId })
  await store.directoryUsers.delete({ connectionId })
  return store.directoryConnections.delete({ id: { in: directories } })
}

/** Deletes everything that belongs only to this account; users who belong to other accounts are kept. */
export const deleteAccount = async (store: Collections, tenantId: string): Promise<string[]> => {
  const userIds = (await store.members.list({ tenantId })).map(({ userId }) => userId)
  for (const name of ACCOUNT_TABLES) await store[name].delete({ tenantId })
  await store.ipConfigs.delete({ id: tenantId })
  await store.deletions.delete({ id: tenantId })
  await deleteDirectories(store, { tenantId })
  await store.accountLinks.delete({ tenantId })
  await store.tenants.delete({ id: tenantId })
  const staying = userIds.length ? await store.members.list({ userId: { in: userIds } }) : []
  const gone = userIds.filter((id) => !staying.some(({ userId }) => userId === id))
  await eraseUsers(store, gone)
  await deletePictures(store, ['account', tenantId], ['login', tenantId])
  return gone
}

/** Returns how many users an account has, and how many of them may enter the accounts below it. */
export const countsOf = async (ports: Ports, tenantId: string) => ({
  tenantId,
  totalUsers: await ports.store.members.count({ tenantId }),
  totalAccessAllowedUsers: await ports.store.members.count({ tenantId, subAccountAccess: true }),
})
