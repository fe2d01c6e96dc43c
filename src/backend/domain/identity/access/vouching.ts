import type { Ports } from '../../../ports.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isByProvider, methodsOf, OWN_PROOF, viaAccountOf, voucherIn } from '../sessions/sso-session.ts'
import { isBelow, tenantTypeOf } from '../tenants/account-tree.ts'
import { signedInAs } from './required-sso.ts'

/**
 * Returns whether a tenant trusts a connection's identity provider. The account of the connection and the accounts
 * below it do, except those below a headquarter, which belong to other customers.
 */
export const isTrustedIn = async (store: Collections, connectionId: string, tenantId: string): Promise<boolean> => {
  const connection = await store.ssoConnections.get(connectionId)
  if (!connection) return false
  if (connection.tenantId === tenantId) return true
  if (!(await isBelow(store, tenantId, connection.tenantId))) return false
  const owner = await store.tenants.get(connection.tenantId)
  return owner !== undefined && tenantTypeOf(owner) !== 'headquarter'
}

/**
 * Returns whether what a connection's identity provider says about a user counts in a tenant. In the account of the
 * connection it does; below, only for users who may do no more there than the connection's guarantor.
 */
export const isAssertionTrustedIn = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  connectionId: string,
  { userId, tenantId }: { userId: string; tenantId: string },
): Promise<boolean> => {
  const connection = await ports.store.ssoConnections.get(connectionId)
  if (!connection) return false
  if (connection.tenantId === tenantId) return true
  if (!(await isTrustedIn(ports.store, connectionId, tenantId))) return false
  const { isGuaranteedBelow } = await import('./guaranteed-below.ts')
  return isGuaranteedBelow(ports, connection, { userId, tenantId })
}

type Proven = Pick<SessionRecord, 'amr' | 'tenantId' | 'actorId' | 'actorSessionId'>

/**
 * Returns whether what the session has proven counts in a tenant. The user's own proof counts everywhere; an identity
 * provider's counts only where it is trusted, and below its account only for users who may do no more there than the
 * connection's guarantor. A session whose connection is unknown or deleted stays in its account.
 * For an impersonation, the session that it was started from counts.
 */
export const isVouchedFor = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  { user, session }: { user: Pick<UserRecord, 'id' | 'email'>; session: Proven },
  tenantId: string,
): Promise<boolean> => {
  const { user: known, session: proven } = await signedInAs(ports, { user, session })
  const amr = methodsOf(proven)
  if (!isByProvider(amr) || amr.includes(OWN_PROOF)) return true
  const connectionId = voucherIn(amr)
  const connection = connectionId === undefined ? undefined : await ports.store.ssoConnections.get(connectionId)
  if (!connection) return (viaAccountOf(amr) ?? session.tenantId) === tenantId
  return isAssertionTrustedIn(ports, connection.id, { userId: known.id, tenantId })
}

/** Returns whether a user has accounts that don't trust the provider of this session. */
export const hasAccountsElsewhere = async (
  store: Collections,
  userId: string,
  connectionId: string,
): Promise<boolean> => {
  for (const { tenantId, subAccountAccess } of await store.members.list({ userId })) {
    const below = subAccountAccess ? await store.accountLinks.find({ ancestorId: tenantId }) : undefined
    for (const place of below ? [tenantId, below.tenantId] : [tenantId])
      if (!(await isTrustedIn(store, connectionId, place))) return true
  }
  return false
}
