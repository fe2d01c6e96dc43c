import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import { isBelow } from '../tenants/account-tree.ts'
import { tenantTypeOf } from '../tenants/tenant-type.ts'
import { signedInAs } from './enforced-sso.ts'

/** Marks sessions that began at an identity provider of an account, in their methods. */
export const SINGLE_SIGN_ON = 'sso'

/** Among the methods of such a session: its user has proven their own password or passkey as well. */
export const OWN_PROOF = 'own:proof'

export const methodsOf = ({ amr }: Pick<SessionRecord, 'amr'>): string[] => (amr === null ? [] : idsOf(amr))

/** Whether the session began at an identity provider, which proved something in place of its user. */
export const isByProvider = (amr: readonly string[]): boolean =>
  amr.includes(SINGLE_SIGN_ON) || connectionOf(amr) !== undefined

/**
 * Whether a tenant takes the word of a connection's identity provider: the account of the connection does, and so do the
 * accounts below it. The accounts below a headquarter belong to others, and trust no provider that it chose.
 */
export const isTrustedIn = async (store: Collections, connectionId: string, tenantId: string): Promise<boolean> => {
  const connection = await store.ssoConnections.get(connectionId)
  if (!connection) return false
  if (connection.tenantId === tenantId) return true
  if (!(await isBelow(store, tenantId, connection.tenantId))) return false
  const owner = await store.tenants.get(connection.tenantId)
  return owner !== undefined && tenantTypeOf(owner) !== 'headquarter'
}

type Proven = Pick<SessionRecord, 'amr' | 'tenantId' | 'actorId' | 'actorSessionId'>

/**
 * Whether what the session has proven counts in a tenant: something of the user's own counts everywhere, the word of an
 * identity provider only where it is trusted. A session whose connection is unknown, because it began before sessions
 * named theirs or because the connection was deleted, stays in the account it is in. In an impersonation the impersonator
 * is judged, by the session it was started from.
 */
export const isVouchedFor = async (
  ports: Pick<Ports, 'store'>,
  { user, session }: { user: Pick<UserRecord, 'id' | 'email'>; session: Proven },
  tenantId: string,
): Promise<boolean> => {
  const { session: proven } = await signedInAs(ports, { user, session })
  const amr = methodsOf(proven)
  if (!isByProvider(amr) || amr.includes(OWN_PROOF)) return true
  const connectionId = connectionOf(amr)
  const isKnown = connectionId !== undefined && (await ports.store.ssoConnections.get(connectionId)) !== undefined
  return isKnown ? isTrustedIn(ports.store, connectionId, tenantId) : session.tenantId === tenantId
}

/** Whether a user has accounts in which the provider of this session is not trusted. */
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
