import type { CallerRequest } from '../../../call/auth.ts'
import { passes } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord, SsoConnectionRecord, UserRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import { type Limit, takeAttempt } from '../../base/limits/limits.ts'
import { post } from '../../mail/mails.ts'
import { ssoUnconfirmedMail } from '../../mail/sso-unconfirmed-mail.ts'
import { guarantorOf } from '../guarantor/guarantor.ts'
import { responsibleAdministrators } from '../roles/administrators.ts'
import { methodsOf, voucherIn } from '../sessions/sso-session.ts'
import { isGuaranteedBelow } from './guaranteed-below.ts'
import { signedInAs } from './required-sso.ts'
import { isTrustedIn } from './vouching.ts'

/** Limits alerts, so that an attacker at the identity provider can't fill the mailboxes of administrators. */
const ALERTS: Limit = { name: 'sso-unconfirmed', tries: 2, windowMs: 24 * 3_600_000 }

/** Limits audit entries about accounts below, because every call of a session can try to enter one. */
const ENTRIES: Limit = { name: 'sso-unconfirmed-below', tries: 5, windowMs: 3_600_000 }

const take = (ports: Ports, limit: Limit, key: string): Promise<boolean> => passes(takeAttempt(ports, limit, key))

type Connection = Pick<SsoConnectionRecord, 'id' | 'tenantId'>

const alertAdministrators = async (
  ports: Ports,
  connection: Connection,
  facts: { user: UserRecord; isSignedIn?: boolean },
): Promise<void> => {
  if (!(await take(ports, ALERTS, connection.id))) return
  const { tenantId } = connection
  const tenant = await ports.store.tenants.get(tenantId)
  const { name } = (await ports.store.ssoSetups.get(connection.id)) ?? { name: '' }
  const mail = { ...facts, tenantName: tenant?.name ?? '', connectionName: name }
  const administrators = await responsibleAdministrators(ports.store, tenantId)
  await Promise.all(administrators.map((member) => post(ports, ssoUnconfirmedMail(ports, member, mail))))
}

export interface Unconfirmed {
  user: UserRecord
  /** The account that was to be entered: the connection's, or one below it. */
  tenantId: string
  guarantorId: string | null
}

/**
 * Records that a user may do more in an account than the guarantor of the connection that signed them in: writes an
 * audit entry of the account, and emails the administrators of the connection, one of whom must confirm it.
 */
export const reportUnconfirmed = async (
  { ports, caller }: CallerRequest,
  connection: Connection,
  { user, tenantId, guarantorId }: Unconfirmed,
): Promise<void> => {
  const isBelow = tenantId !== connection.tenantId
  if (isBelow && !(await take(ports, ENTRIES, `${user.id} ${tenantId}`))) return
  await audit(ports, caller, {
    tenantId,
    user,
    action: 'Sign-in refused',
    resource: 'Authentication',
    severity: 'High',
    description: 'A sign-in was refused: the user may do more than the member who vouches for the SSO connection',
    detail: { connectionId: connection.id, guarantorId },
  })
  await alertAdministrators(ports, connection, { user })
}

/** Limits audit entries about permissions that sessions don't get, because every refresh would write one. */
const WITHHELD: Limit = { name: 'sso-withheld', tries: 1, windowMs: 24 * 3_600_000 }

/** Records that a user who is signed in may do more than the guarantor of the connection that vouches for the session. */
export const reportWithheld = async (
  { ports, caller }: CallerRequest,
  connection: Connection & Pick<SsoConnectionRecord, 'guarantorId'>,
  user: UserRecord,
): Promise<void> => {
  if (!(await take(ports, WITHHELD, `${user.id} ${connection.id}`))) return
  await audit(ports, caller, {
    tenantId: connection.tenantId,
    user,
    action: 'Permissions withheld',
    resource: 'Authentication',
    severity: 'High',
    description:
      'A session lacks new permissions of its user, who may do more than the member who vouches for the SSO connection',
    detail: { connectionId: connection.id, guarantorId: connection.guarantorId },
  })
  await alertAdministrators(ports, connection, { user, isSignedIn: true })
}

/**
 * Reports an entry that was refused because the guarantor of the session's connection may do less than its user in an
 * account below. Other reasons why a provider isn't trusted concern no guarantor.
 *
 * @returns whether that is the reason
 */
export const reportIfUnconfirmed = async (
  call: CallerRequest,
  { user, session, tenantId }: { user: UserRecord; session: SessionRecord; tenantId: string },
): Promise<boolean> => {
  const { ports } = call
  const { user: known, session: proven } = await signedInAs(ports, { user, session })
  const connectionId = voucherIn(methodsOf(proven))
  const connection = connectionId === undefined ? undefined : await ports.store.ssoConnections.get(connectionId)
  if (!connection || !(await isTrustedIn(ports.store, connection.id, tenantId))) return false
  if (await isGuaranteedBelow(ports, connection, { userId: known.id, tenantId })) return false
  const guarantor = await guarantorOf(ports, connection.tenantId, connection.guarantorId)
  const refused = (await ports.store.users.get(known.id)) ?? user
  await reportUnconfirmed(call, connection, { user: refused, tenantId, guarantorId: guarantor?.userId ?? null })
  return true
}
