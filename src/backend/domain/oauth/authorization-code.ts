import { challengeOf } from '../../../rules/pkce.ts'
import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord, TicketRecord } from '../../store/records.ts'
import { isEqual } from '../base/constant-time.ts'
import { keepSecret, TICKET_LIFE_MS } from '../base/tickets.ts'
import { liveSession } from '../identity/sessions/live-session.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import type { OauthClient } from './oauth-clients.ts'
import { type LiveGrant, revokeForTheft, startGrant } from './oauth-grants.ts'
import { invalidGrant, oauthRefusal } from './oauth-refusal.ts'

/** The format of a code verifier (RFC 7636 §4.1). */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** The facts that a code represents, which are stored with its keyed hash. */
interface CodeFacts {
  sessionId: string
  grantId: string
  clientId: string
  redirectUri: string
  challenge: string
  nonce?: string
  tenantId: string
}

export const issueAuthorizationCode = async (
  ports: Ports,
  request: AuthorizationRequest,
  { session, tenantId }: { session: SessionRecord; tenantId: string },
): Promise<string> => {
  const code = ports.random.token(32)
  const facts: CodeFacts = {
    sessionId: session.id,
    grantId: ports.random.token(18),
    clientId: request.clientId,
    redirectUri: request.redirectUri,
    challenge: request.challenge,
    nonce: request.nonce,
    tenantId,
  }
  await keepSecret(ports, code, {
    purpose: 'authorization-code',
    userId: session.userId,
    tenantId,
    lifeMs: TICKET_LIFE_MS['authorization-code'],
    detail: facts,
  })
  return code
}

interface CodeGrant {
  code: string
  redirectUri: string
  verifier: string
  client: OauthClient
}

/**
 * Checks the PKCE verifier. A verifier without a challenge is refused too, because otherwise PKCE could be removed from
 * a request (RFC 9700 §2.1.1).
 */
const meetsChallenge = async (verifier: string, challenge: string): Promise<boolean> =>
  challenge === '' ? verifier === '' : VERIFIER.test(verifier) && isEqual(await challengeOf(verifier), challenge)

const proves = async ({ challenge, redirectUri, clientId }: CodeFacts, given: CodeGrant): Promise<boolean> =>
  (await meetsChallenge(given.verifier, challenge)) && given.redirectUri === redirectUri && given.client.id === clientId

const factsOf = (ticket: TicketRecord): CodeFacts => JSON.parse(ticket.detail) as CodeFacts // Only `issueAuthorizationCode` writes it.

const spend = async (ports: Ports, caller: Caller, ticket: TicketRecord): Promise<void> => {
  const usedAt = ports.clock.now()
  if (await ports.store.tickets.update({ id: ticket.id, usedAt: null }, { usedAt })) return
  const { grantId, sessionId } = factsOf(ticket)
  // Everything that was issued on its first use is revoked (RFC 6749 §4.1.2).
  await revokeForTheft(ports, caller, { grantId, sessionId, what: 'Authorization code' })
  throw invalidGrant('The code was used before')
}

/** Exchanges a code for a family of tokens. A code can be used only once, even if the attempt fails. */
export const redeemCode = async (
  ports: Ports,
  caller: Caller,
  given: CodeGrant,
): Promise<LiveGrant & { nonce: string | undefined; tenantId: string }> => {
  if (!given.verifier && !given.client.isConfidential) throw oauthRefusal('invalid_request', 'code_verifier is missing')
  const ticket = await ports.store.tickets.find({ tokenHash: await ports.keyedHash('ticket', given.code) })
  if (ticket?.purpose !== 'authorization-code') throw invalidGrant('The code is not valid')
  await spend(ports, caller, ticket)
  const facts = factsOf(ticket)
  const now = ports.clock.now()
  if (ticket.expiresAt <= now || !(await proves(facts, given))) throw invalidGrant('The code is not valid')
  const session = await liveSession(ports, facts.sessionId)
  if (!session) throw invalidGrant('The session has ended')
  return {
    ...(await startGrant(ports, session, { id: facts.grantId, clientId: facts.clientId })),
    nonce: facts.nonce,
    tenantId: facts.tenantId,
  }
}
