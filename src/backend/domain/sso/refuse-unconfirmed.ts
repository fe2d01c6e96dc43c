import { forbidden } from '../../call/refusal.ts'
import type { SsoConnectionRecord, UserRecord } from '../../store/records.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { reportUnconfirmed } from '../identity/access/unconfirmed-entry.ts'

const UNCONFIRMED =
  'An administrator must confirm this single sign-on connection before you can sign in with it. We emailed the administrators of your account.'

/**
 * Refuses a sign-in, writes an audit entry, and emails the account's administrators, one of whom must confirm the
 * connection.
 *
 * @throws Refusal 403
 */
export const refuseUnconfirmed = async (
  exchange: Exchange,
  connection: SsoConnectionRecord,
  { user, guarantorId }: { user: UserRecord; guarantorId: string | null },
): Promise<never> => {
  await reportUnconfirmed(exchange, connection, { user, guarantorId, tenantId: connection.tenantId })
  throw forbidden(UNCONFIRMED)
}
