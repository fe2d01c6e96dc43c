import type { Ports } from '../../../ports.ts'
import type { SsoConnectionRecord } from '../../../store/records.ts'
import { guarantorOf } from '../guarantor/guarantor.ts'
import { accountRights, exceeds, NO_RIGHTS } from '../guarantor/rights.ts'
import { memberOfSession } from '../sessions/live-session.ts'

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
