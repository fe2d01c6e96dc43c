import type { sessions } from '../../contract/sessions.ts'
import type { settings } from '../../contract/settings.ts'
import type { Session } from '../../entities/policies.ts'
import type { AccountSettings } from '../../entities/tenants.ts'
import { allowed, type Handlers, open, signedIn } from '../http/handler.ts'
import { text } from '../http/read.ts'
import { notFound } from '../http/refusal.ts'
import { audit } from '../rules/audit.ts'
import { memberOf, WRITE_USERS } from '../rules/members.ts'
import { revokeSessions } from '../rules/sessions.ts'
import { iso, jsonOf } from '../rules/wire.ts'
import type { SessionRecord } from '../store/records.ts'

const READ_SETTINGS = 'fe.secure.read.accountSettings'
const ALIAS_HEADER = 'frontegg-login-alias'

const textOr = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const settingsHandlers = {
  getAccountSettings: allowed(READ_SETTINGS, async ({ ports, auth }): Promise<AccountSettings> => {
    const tenant = await ports.store.tenants.get(auth.tenantId)
    if (!tenant) throw notFound()
    // Settings hold only keys of the account form.
    return { ...(jsonOf(tenant.settings) as AccountSettings), tenantId: tenant.id, name: tenant.name }
  }),
  /** Known before sign-in by the tenant's login alias only; nothing else of the tenant is told. */
  getPublicAccountSettings: open(async ({ ports, caller }) => {
    const alias = caller.header(ALIAS_HEADER)
    const tenant = alias ? await ports.store.tenants.find({ alias }) : undefined
    if (!tenant) throw notFound('There is no such account')
    const { applicationUrl, loginUrl } = jsonOf(tenant.settings)
    return { tenantId: tenant.id, applicationUrl: textOr(applicationUrl), loginUrl: textOr(loginUrl) }
  }),
} satisfies Pick<Handlers<typeof settings>, 'getAccountSettings' | 'getPublicAccountSettings'>

const toSession = (session: SessionRecord, currentId: string): Session => ({
  id: session.id,
  userAgent: session.userAgent,
  ipAddress: session.ipAddress,
  createdAt: iso(session.createdAt),
  expires: iso(session.expiresAt),
  current: session.id === currentId,
  impersonated: false,
})

export const sessionsHandlers = {
  listSessions: signedIn(async ({ ports, auth }) => {
    const live = { userId: auth.user.id, revokedAt: null, expiresAt: { gte: ports.clock.now() } }
    const found = await ports.store.sessions.list(live)
    return found
      .sort((left, right) => right.createdAt - left.createdAt)
      .map((session) => toSession(session, auth.session.id))
  }),
  getCurrentSession: signedIn(async ({ auth }) => toSession(auth.session, auth.session.id)),
  deleteSession: signedIn(async ({ ports, auth, path, caller }) => {
    const ended = await revokeSessions(ports, { userId: auth.user.id, id: path.id })
    if (!ended) throw notFound('There is no such session')
    await audit(ports, caller, {
      tenantId: auth.tenantId,
      user: auth.user,
      action: 'Session ended',
      resource: 'Sessions',
      description: 'Ended one of the own sessions',
    })
    return {}
  }),
  deleteAllSessions: signedIn(async ({ ports, auth, caller }) => {
    // The one that asks stays, so that she can see that the others are gone.
    await revokeSessions(ports, { userId: auth.user.id, id: { not: auth.session.id } })
    await audit(ports, caller, {
      tenantId: auth.tenantId,
      user: auth.user,
      action: 'Session ended',
      resource: 'Sessions',
      description: 'Ended all other own sessions',
    })
    return {}
  }),
  revokeUserSessions: allowed(WRITE_USERS, async ({ ports, auth, body, caller }) => {
    const { user } = await memberOf(ports, auth.tenantId, text(body.userId, 'userId'))
    await revokeSessions(ports, { userId: user.id })
    await audit(ports, caller, {
      tenantId: auth.tenantId,
      user: auth.user,
      action: 'Session ended',
      resource: 'Sessions',
      severity: 'Medium',
      description: `Ended all sessions of ${user.email}`,
    })
    return {}
  }),
} satisfies Handlers<typeof sessions>
