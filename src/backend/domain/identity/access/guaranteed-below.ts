import type { Caller } from '../../../call/caller.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord, SsoConnectionRecord, UserRecord } from '../../../store/records.ts'
import { guarantorOf } from '../guarantor/guarantor.ts'
import { accountRights, exceeds, NO_RIGHTS } from '../guarantor/rights.ts'
import { memberOfSession } from '../sessions/account-access.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import { signedInAs } from './enforced-sso.ts'
import { reportUnconfirmed } from './unconfirmed-entry.ts'
import { isTrustedIn, methodsOf } from './vouching.ts'

/**
 * Returns whether the guarantor of a connection may do as much as one of its users may do in an account below. Trust in
 * a provider descends to that account, so a caller who chooses the provider would otherwise act as its administrators.
 */
export const isGuaranteedBelow = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  { tenantId: home, guarantorId }: Pick<SsoConnectionRecord, 'tenantId' | 'guarantorId'>,
  { userId, tenantId }: { userId: string; tenantId: string },
): Promise<boolean> => {
  const member = await memberOfSession(ports, { userId, actorId: null, tenantId }, tenantId)
  const user = await ports.store.users.get(userId)
  if (!member || !user) return true
  const held = (await accountRights(ports.store, tenantId)).administrative(member, user)
  if (held.keys.length === 0) return true
  return !exceeds(held, (await guarantorOf(ports, home, guarantorId)) ?? NO_RIGHTS)
}

/**
 * Reports an entry that was refused because the guarantor of the session's connection may do less than its user in an
 * account below. Other reasons why a provider isn't trusted concern no guarantor.
 */
export const reportIfUnconfirmed = async (
  call: { ports: Ports; caller: Caller },
  { user, session, tenantId }: { user: UserRecord; session: SessionRecord; tenantId: string },
): Promise<void> => {
  const { ports } = call
  const { user: known, session: proven } = await signedInAs(ports, { user, session })
  const connectionId = connectionOf(methodsOf(proven))
  const connection = connectionId === undefined ? undefined : await ports.store.ssoConnections.get(connectionId)
  if (!connection || !(await isTrustedIn(ports.store, connection.id, tenantId))) return
  if (await isGuaranteedBelow(ports, connection, { userId: known.id, tenantId })) return
  const guarantor = await guarantorOf(ports, connection.tenantId, connection.guarantorId)
  const refused = (await ports.store.users.get(known.id)) ?? user
  await reportUnconfirmed(call, connection, { user: refused, tenantId, guarantorId: guarantor?.userId ?? null })
}
