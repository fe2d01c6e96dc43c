import type { SignedRequest } from '../../../call/auth.ts'
import {
  actorCookie,
  clearedActorCookie,
  clearedRefreshCookie,
  readActorCookies,
  refreshCookie,
} from '../../../call/cookies.ts'
import { badRequest, sessionEnded } from '../../../call/refusal.ts'
import type { SessionRecord, TicketRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { audit } from '../../audit/audit.ts'
import { issueTicket, liveTicket, spendTicket } from '../../base/tickets.ts'
import { browserSession, browserToken, namedSession, sessionOfTokens } from '../sessions/browser-session.ts'
import { endSession } from '../sessions/end-session.ts'
import { assertMayImpersonate, mayContinue, sessionEnds } from '../sessions/live-session.ts'
import { isCurrent, refreshTokenOf, revokeForReuse } from '../sessions/refresh-token.ts'
import { type Exchange, newSession, tokenResponse } from './sessions.ts'
import { admit, enterTenant } from './tenant-entry.ts'

const MAX_SECONDS = 3_600

const expired = () => badRequest('This link has expired. Start again.').as('link-expired')

/** Issues a one-use token that lets the user signed in to this browser impersonate a member of the tenant. */
export const startImpersonation = async (call: SignedRequest, userId: string): Promise<string> => {
  const { ports, auth } = call
  await assertMayImpersonate(ports, auth, userId)
  // The actor must meet what a new sign-in to the tenant would require.
  await admit(call, { ...auth, metPolicyOf: null })
  const detail = { actorId: auth.user.id, actorSessionId: auth.session.id }
  return issueTicket(ports, { purpose: 'impersonation', userId, tenantId: auth.tenantId, detail })
}

interface StartedImpersonation {
  ticket: TicketRecord
  tenantId: string
  actorSession: SessionRecord
}

/** Reads an impersonation token, which is valid only in the browser whose session requested it. */
const startedImpersonationOf = async ({ ports, caller }: Exchange, given: { actorToken: string; userId: string }) => {
  const ticket = await liveTicket(ports, 'impersonation', given.actorToken)
  const { actorSessionId } = JSON.parse(ticket?.detail ?? '{}') as { actorSessionId?: string }
  const actorSession = await browserSession(ports, caller)
  const isOurs = actorSession !== undefined && actorSession.id === actorSessionId
  if (!ticket?.tenantId || ticket.userId !== given.userId || !isOurs) throw expired()
  return { ticket, tenantId: ticket.tenantId, actorSession } satisfies StartedImpersonation
}

const draftFor = async (
  { ports, caller }: Exchange,
  user: UserRecord,
  { tenantId, actorSession }: StartedImpersonation,
) => {
  const ends = await sessionEnds(ports, tenantId)
  return {
    ...newSession(ports, caller, { user, tenantId, amr: ['pwd'], ends }),
    actorId: actorSession.userId,
    actorSessionId: actorSession.id,
    expiresAt: ports.clock.now() + MAX_SECONDS * 1_000,
  }
}

/** Uses the token and opens a session whose tokens name the actor (RFC 8693 §4.1). */
export const impersonate = async (exchange: Exchange, given: { actorToken: string; userId: string }) => {
  const { ports, caller, reply } = exchange
  const started = await startedImpersonationOf(exchange, given)
  const user = await ports.store.users.get(given.userId)
  const actor = await ports.store.users.get(started.actorSession.userId)
  if (!user || !actor || user.lockedAt !== null) throw expired()
  const session = await draftFor(exchange, user, started)
  if (!(await mayContinue(ports, session))) throw expired()
  // The actor met the tenant's policy when they started.
  const entry = await enterTenant(exchange, { user, session, tenantId: session.tenantId })
  await ports.store.transaction(async (store) => {
    await spendTicket(store, started.ticket, ports.clock.now())
    await store.sessions.insert(session)
    await audit({ ...ports, store }, caller, {
      tenantId: session.tenantId,
      user: actor,
      action: 'Impersonation started',
      resource: 'Sessions',
      severity: 'High',
      description: `Impersonates ${user.email}`,
      detail: { userId: user.id, sessionId: session.id },
    })
  })
  const response = await tokenResponse(exchange, entry)
  const ownToken = await refreshTokenOf(ports, started.actorSession)
  reply.headers.append('Set-Cookie', actorCookie(ports.config, { token: ownToken, seconds: MAX_SECONDS }))
  return response
}

/** Returns the actor's own session if this browser still holds its token and the session is live. */
const ownSession = async ({ ports, caller }: Exchange, { actorSessionId }: SessionRecord) => {
  const session = await sessionOfTokens(ports, caller, readActorCookies(ports.config, caller))
  return session?.id === actorSessionId ? session : undefined
}

const end = async ({ ports, caller }: Exchange, store: Collections, session: SessionRecord): Promise<void> => {
  if (!(await endSession({ ...ports, store }, session.id))) return
  const actor = await store.users.get(session.actorId ?? '')
  const user = await store.users.get(session.userId)
  await audit({ ...ports, store }, caller, {
    tenantId: session.tenantId,
    user: actor,
    action: 'Impersonation ended',
    resource: 'Sessions',
    severity: 'Medium',
    description: `Stopped impersonating ${user?.email ?? 'a user who is gone'}`,
    detail: { userId: session.userId, sessionId: session.id },
  })
}

/** Ends the impersonation in this browser and restores the session it was started from. */
export const stopImpersonation = async (exchange: Exchange): Promise<{ isRestored: boolean }> => {
  const { ports, caller, reply } = exchange
  // An impersonation that has just expired can still be ended.
  const named = await namedSession(ports, await browserToken(ports, caller))
  if (!named || named.session.actorId === null) throw badRequest('No user is being impersonated')
  const { session } = named
  if (!isCurrent(ports, named)) {
    await revokeForReuse(ports, caller, session)
    throw sessionEnded()
  }
  const own = await ownSession(exchange, session)
  await ports.store.transaction((store) => end(exchange, store, session))
  reply.headers.append('Set-Cookie', clearedActorCookie(ports.config))
  const cookie = own
    ? refreshCookie(ports.config, await refreshTokenOf(ports, own))
    : clearedRefreshCookie(ports.config)
  reply.headers.append('Set-Cookie', cookie)
  return { isRestored: own !== undefined }
}
