import type { AuthResponse } from '../../../entities/auth.ts'
import { unauthorized } from '../../call/refusal.ts'
import type { SessionRecord, UserRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { idsOf } from '../roles/grants.ts'
import { actingCaller } from './impersonator.ts'
import { liveSession } from './live-session.ts'
import { type Exchange, tokenResponse } from './sessions.ts'
import { withoutMark } from './sso-session.ts'
import { enterTenant } from './tenant-entry.ts'

/** The response for a session that exists already. */
export const sessionResponse = async (
  exchange: Exchange,
  user: UserRecord,
  session: SessionRecord,
): Promise<AuthResponse> =>
  tokenResponse(exchange, await enterTenant(exchange, { user, session, tenantId: session.tenantId }))

interface Proof {
  user: UserRecord
  sessionId?: string
  amr: readonly string[]
}

/** The session continues with a new refresh token and what it proves now (ASVS 5.0 V7.2.4). */
export const elevateSession = async (
  exchange: Exchange,
  proof: Proof,
  withMethod: (amr: readonly string[]) => readonly string[],
): Promise<AuthResponse> => {
  const { ports, caller } = exchange
  const { user, sessionId = '' } = proof
  const session = await liveSession(ports, sessionId)
  const now = ports.clock.now()
  if (session?.userId !== user.id) throw unauthorized('Sign in again.')
  const amr = withMethod(session.amr === null ? proof.amr : idsOf(session.amr))
  const patch = { amr: JSON.stringify(amr), authTime: now, generation: session.generation + 1, rotatedAt: now }
  const where = { id: session.id, generation: session.generation, revokedAt: null }
  if (!(await ports.store.sessions.update(where, patch))) return elevateSession(exchange, proof, withMethod)
  await audit(ports, await actingCaller(ports, caller, session), {
    tenantId: session.tenantId,
    user,
    action: 'Stepped up',
    resource: 'Authentication',
    description: 'Proved a second factor again',
    detail: { sessionId: session.id, methods: withoutMark(amr).join(' ') },
  })
  return sessionResponse(exchange, user, { ...session, ...patch })
}
