import { forbidden, Refusal } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord, UserRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { type Limit, takeTry } from '../base/limits/limits.ts'
import type { Exchange } from '../identity/access/sessions.ts'
import { administratorsOf } from '../identity/roles/administrators.ts'
import { post } from '../mail/mails.ts'
import { ssoUnconfirmedMail } from '../mail/sso-unconfirmed-mail.ts'

const UNCONFIRMED =
  'An administrator must confirm this single sign-on connection before you can sign in with it. We emailed the administrators of your account.'

/** Limits alerts, so that an attacker at the identity provider can't fill the mailboxes of administrators. */
const ALERTS: Limit = { name: 'sso-unconfirmed', tries: 2, windowMs: 24 * 3_600_000 }

const takeAlert = async (ports: Ports, connectionId: string): Promise<boolean> =>
  takeTry(ports, ALERTS, connectionId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

const alertAdministrators = async (ports: Ports, connection: SsoConnectionRecord, user: UserRecord): Promise<void> => {
  if (!(await takeAlert(ports, connection.id))) return
  const { tenantId } = connection
  const tenant = await ports.store.tenants.get(tenantId)
  const { name } = (await ports.store.ssoSetups.get(connection.id)) ?? { name: '' }
  const facts = { tenantName: tenant?.name ?? '', connectionName: name, refused: user }
  const administrators = await administratorsOf(ports.store, tenantId)
  await Promise.all(administrators.map((member) => post(ports, ssoUnconfirmedMail(ports, member, facts))))
}

/**
 * Refuses a sign-in, writes an audit entry, and emails the account's administrators, one of whom must confirm the
 * connection.
 *
 * @throws Refusal 403
 */
export const refuseUnconfirmed = async (
  { ports, caller }: Exchange,
  connection: SsoConnectionRecord,
  { user, guarantorId }: { user: UserRecord; guarantorId: string | null },
): Promise<never> => {
  const { id: connectionId, tenantId } = connection
  await audit(ports, caller, {
    tenantId,
    user,
    action: 'Sign-in refused',
    resource: 'Authentication',
    severity: 'High',
    description: 'A sign-in was refused: the user may do more than the member who vouches for the SSO connection',
    detail: { connectionId, guarantorId },
  })
  await alertAdministrators(ports, connection, user)
  throw forbidden(UNCONFIRMED)
}
