import { holdsPermission } from '../../../rules/permission.ts'
import type { Auth } from '../../call/auth.ts'
import { badRequest, forbidden } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { audit } from '../audit/audit.ts'
import { liveTicket, spendTicket } from '../credentials/tickets.ts'
import { memberOf } from '../members/members.ts'
import { grantsOf } from '../roles/grants.ts'
import { answerOf, type Exchange, newSession } from './sessions.ts'
import { enterTenant } from './tenant-entry.ts'

/** A visit, not a second home. */
const VISIT_MS = 3_600_000

const GONE = 'This hand-over is no longer valid. Please start again'

/** Acting as somebody must never give more than one has: her keys are all among the actor's. */
export const assertMayActAs = async (ports: Ports, auth: Auth, userId: string): Promise<void> => {
  if (auth.session.actorId !== null) throw forbidden('Not while acting as somebody else')
  if (userId === auth.user.id) throw badRequest('This is you')
  const { member, user } = await memberOf(ports, auth.tenantId, userId)
  if (!member.activated || user.lockedAt !== null) throw badRequest('This person cannot sign in')
  const [own, hers] = await Promise.all([auth.grants(), grantsOf(ports.store, member, user)])
  const exceeds = user.superUser || hers.keys.some((key) => !holdsPermission(own.keys, key))
  if (exceeds && !auth.user.superUser) throw forbidden('This person may do more than you')
}

/** Uses the hand-over and opens a session that says who acts in it (RFC 8693 §4.1). */
export const actAs = async (exchange: Exchange, given: { actorToken: string; userId: string }) => {
  const { ports, caller } = exchange
  const ticket = await liveTicket(ports, 'impersonation', given.actorToken)
  const detail = JSON.parse(ticket?.detail ?? '{}') as { actorId?: string }
  if (!ticket?.tenantId || ticket.userId !== given.userId || !detail.actorId) throw badRequest(GONE)
  const actor = await ports.store.users.get(detail.actorId)
  const { member, user } = await memberOf(ports, ticket.tenantId, given.userId)
  if (!actor || actor.lockedAt !== null) throw badRequest(GONE)
  await ports.store.transaction((store) => spendTicket(store, ticket, ports.clock.now()))
  const session = {
    ...newSession(ports, caller, {
      user,
      tenantId: member.tenantId,
      amr: ['pwd'],
      ends: { idleSeconds: null, absoluteSeconds: null },
      actorId: actor.id,
    }),
    expiresAt: ports.clock.now() + VISIT_MS,
  }
  // The actor met the tenant's policy when they started.
  const entry = await enterTenant(exchange, { user, session, tenantId: member.tenantId })
  await ports.store.sessions.insert(session)
  await audit(ports, caller, {
    tenantId: member.tenantId,
    user: actor,
    action: 'Impersonation started',
    resource: 'Sessions',
    severity: 'High',
    description: `Acts as ${user.email}`,
    detail: { userId: user.id, sessionId: session.id },
  })
  return answerOf(exchange, entry)
}
