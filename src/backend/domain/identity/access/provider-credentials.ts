import type { CallerRequest } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { ApiTokenRecord, FactorRecord, SessionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { BY_CONNECTION, type Guarantor, guarantorOf, LEFT } from '../guarantor/guarantor.ts'
import { NO_RIGHTS } from '../guarantor/rights.ts'
import { factorsOf, factsOf } from '../mfa/factors.ts'
import { methodsOf, soleVoucherOf, viaAccountOf, viaMethod } from '../sessions/sso-session.ts'

// A sign-in by an account's identity provider is refused to users who may do more than the guarantor of the connection.
// Passkeys and API tokens that its user adds in such a session outlive it, and may be used after the user was promoted,
// so they are checked in the same way.

type Reading = Pick<Ports, 'store' | 'clock'>

interface Voucher {
  id: string
  tenantId: string
  guarantorId: string | null
}

/** Returns a connection; a deleted one has no guarantor any more. */
const voucherOf = async ({ store }: Reading, connectionId: string, tenantId: string): Promise<Voucher> =>
  (await store.ssoConnections.get(connectionId)) ?? { id: connectionId, tenantId, guarantorId: LEFT }

/** Returns what a passkey, or a phone number that signs in, keeps of the session that added it. */
export const vouchedMark = async (
  ports: Pick<Ports, 'store'>,
  session: Pick<SessionRecord, 'amr' | 'tenantId'>,
): Promise<{ connectionId?: string; accountId?: string }> => {
  const connectionId = soleVoucherOf(session)
  if (connectionId === undefined) return {}
  const connection = await ports.store.ssoConnections.get(connectionId)
  return {
    connectionId,
    accountId: connection?.tenantId ?? viaAccountOf(methodsOf(session)) ?? session.tenantId,
  }
}

/** Returns whether a passkey or phone number was added in a session that only an identity provider vouched for. */
export const isMarked = ({ value }: Pick<FactorRecord, 'value'>): boolean => 'connectionId' in jsonOf(value)

/**
 * Returns the ids of users who have a passkey. One that was added in a session of single sign-on may depend on the
 * connection's guarantor, so it doesn't count.
 */
export const passkeyOwners = async (store: Collections, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = await inChunks(ids, (part) =>
    store.factors.listFields({ kind: 'passkey', userId: { in: part } }, ['userId', 'value']),
  )
  return new Set(found.filter((factor) => !isMarked(factor)).map(({ userId }) => userId))
}

/** Returns the methods that carry the mark of a passkey or phone number to the session that it begins. */
export const markMethodsOf = (factor: FactorRecord): string[] => {
  const { connectionId, accountId } = factsOf(factor)
  return isMarked(factor) ? [viaMethod(String(connectionId), String(accountId))] : []
}

/**
 * Returns who verifies a passkey that begins a session: the provider that vouched for it, if the user has had a second
 * factor of their own only since then; else this backend (no connection). It then doesn't replace that factor, which
 * was proven if it existed when the passkey was added.
 */
export const verifierOfPasskey = async ({ store }: Pick<Ports, 'store'>, factor: FactorRecord) => {
  const { connectionId } = factsOf(factor)
  const own = typeof connectionId === 'string' ? await factorsOf(store, factor.userId) : []
  const isFirst = own.length > 0 && own.every(({ createdAt }) => createdAt > factor.createdAt)
  return isFirst ? { connectionId: String(connectionId) } : {}
}

const unconfirmed = ({ kind }: FactorRecord): string =>
  `You added this ${kind === 'login-phone' ? 'phone number' : 'passkey'} in a single sign-on session, and may now do more than the member who vouches for that connection. Sign in another way, or ask an administrator to confirm the connection. We emailed the administrators of your account.`

/**
 * Refuses a passkey or phone number that an identity provider vouched for when it was added, if its user may now do more
 * than the connection's guarantor.
 *
 * @throws Refusal 403
 */
export const assertFactorCounts = async (call: CallerRequest, factor: FactorRecord): Promise<void> => {
  const { connectionId, accountId } = factsOf(factor)
  if (typeof connectionId !== 'string' || typeof accountId !== 'string') return
  const { ports } = call
  const connection = await voucherOf(ports, connectionId, accountId)
  const place = { userId: factor.userId, tenantId: connection.tenantId }
  const { isGuaranteedBelow } = await import('./guaranteed-below.ts')
  if (await isGuaranteedBelow(ports, connection, place)) return
  const user = await ports.store.users.get(factor.userId)
  const { reportUnconfirmed } = await import('./unconfirmed-entry.ts')
  if (user) await reportUnconfirmed(call, connection, { ...place, user, guarantorId: connection.guarantorId })
  throw forbidden(unconfirmed(factor))
}

/** Returns who vouches for a new token of a user: no one but the user, or the connection of the session. */
export const tokenVoucherOf = (session: Pick<SessionRecord, 'amr'>): string | null => {
  const connectionId = soleVoucherOf(session)
  return connectionId === undefined ? null : BY_CONNECTION + connectionId
}

/**
 * Returns the guarantor to whose rights a user's token is limited, because the user may do more than they may;
 * `undefined` if the token isn't limited.
 */
export const limitOfToken = async (
  ports: Reading,
  { guarantorId, tenantId }: Pick<ApiTokenRecord, 'guarantorId' | 'tenantId'>,
  userId: string,
): Promise<Guarantor | undefined> => {
  if (!guarantorId?.startsWith(BY_CONNECTION)) return undefined
  const connection = await voucherOf(ports, guarantorId.slice(BY_CONNECTION.length), tenantId)
  const { isGuaranteedBelow } = await import('./guaranteed-below.ts')
  if (await isGuaranteedBelow(ports, connection, { userId, tenantId })) return undefined
  const guarantor = await guarantorOf(ports, connection.tenantId, connection.guarantorId)
  // The vendor's product isn't concerned, as at a sign-in.
  return { ...(guarantor ?? { ...NO_RIGHTS, userId: '' }), isStandIn: true }
}
