import { forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord, UserRecord } from '../../store/records.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { guarantorOf } from '../identity/guarantor/guarantor.ts'
import { accountRights, exceeds, type Holder, NO_RIGHTS } from '../identity/guarantor/rights.ts'
import { NO_ROLES } from '../identity/guarantor/sign-in-rights.ts'
import { isActiveMember } from '../identity/members/members.ts'
import { memberOfSession } from '../identity/sessions/live-session.ts'

const UNCONFIRMED =
  'An administrator must confirm this single sign-on connection before you can sign in with it. We emailed the administrators of your account.'

/**
 * Refuses a sign-in, writes an audit entry, and emails the account's administrators, one of whom must confirm the
 * connection.
 *
 * @throws Refusal 403
 */
const refuseUnconfirmed = async (
  exchange: Exchange,
  connection: SsoConnectionRecord,
  { user, guarantorId }: { user: UserRecord; guarantorId: string | null },
): Promise<never> => {
  const { reportUnconfirmed } = await import('../identity/access/unconfirmed-entry.ts')
  await reportUnconfirmed(exchange, connection, { user, guarantorId, tenantId: connection.tenantId })
  throw forbidden(UNCONFIRMED)
}

/**
 * Returns the memberships that become effective when a connection of the account signs the user in. If the user's own
 * membership has ended, one in a parent account is effective there; without any membership, the first sign-in makes
 * them a member.
 */
const membershipsIn = async (ports: Ports, tenantId: string, user: UserRecord): Promise<Holder[]> => {
  const own = await ports.store.members.find({ tenantId, userId: user.id })
  if (!own) return [NO_ROLES]
  if (isActiveMember(own, ports.clock.now())) return [own]
  const inherited = await memberOfSession(ports, { userId: user.id, actorId: null, tenantId }, tenantId)
  return inherited ? [own, inherited] : [own]
}

/**
 * Checks the guarantor of a connection before a sign-in has any effect.
 *
 * @throws Refusal 403 for an administrator who may do more than the guarantor of the connection does today
 */
export const assertVouchedFor = async (
  exchange: Exchange,
  connection: SsoConnectionRecord,
  user: UserRecord | undefined,
): Promise<void> => {
  if (!user) return
  const { ports } = exchange
  const { tenantId } = connection
  const { administrative } = await accountRights(ports.store, tenantId)
  const held = (await membershipsIn(ports, tenantId, user)).map((member) => administrative(member, user))
  if (held.every(({ keys }) => keys.length === 0)) return
  const guarantor = await guarantorOf(ports, tenantId, connection.guarantorId)
  if (!held.some((rights) => exceeds(rights, guarantor ?? NO_RIGHTS))) return
  return refuseUnconfirmed(exchange, connection, { user, guarantorId: guarantor?.userId ?? null })
}
