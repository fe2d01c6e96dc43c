import type { AuthResponse } from '../../../../entities/auth.ts'
import { unauthorized } from '../../../call/refusal.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import { actingCaller, liveSession } from '../sessions/live-session.ts'
import { publicMethods } from '../sessions/sso-session.ts'
import { verifiedMethodsOf } from './factor-proof.ts'
import { type Exchange, tokenResponse } from './sessions.ts'
import { enterTenant } from './tenant-entry.ts'

/** Returns the response for a session that already exists. */
export const sessionResponse = async (
  exchange: Exchange,
  user: UserRecord,
  session: SessionRecord,
): Promise<AuthResponse> =>
  tokenResponse(exchange, await enterTenant(exchange, { user, session, tenantId: session.tenantId }))

interface Proof {
  user: UserRecord
  sessionId?: string | undefined
  /** Methods to assume for a session that has none recorded. */
  amr: readonly string[]
}

/** Audit log texts for each kind of proof. */
const AUDIT_TEXTS = {
  factor: { action: 'Stepped up', description: 'Proved a second factor again' },
  own: { action: 'Own sign-in proven', description: 'Proved their own password or passkey' },
} as const

interface Elevation {
  kind: keyof typeof AUDIT_TEXTS
  /**
   * Whether an identity provider proved it, which is fresh only where the provider is trusted. The time is then kept
   * with the factor and not as that of the sign-in.
   * @default false
   */
  isByProvider?: boolean
  withMethod(amr: readonly string[]): readonly string[]
}

/** Continues the session with a new refresh token and its new proofs (ASVS 5.0 V7.2.4). */
export const elevateSession = async (exchange: Exchange, proof: Proof, elevation: Elevation): Promise<AuthResponse> => {
  const { ports, caller } = exchange
  const { user, sessionId = '' } = proof
  const session = await liveSession(ports, sessionId)
  const now = ports.clock.now()
  if (session?.userId !== user.id) throw unauthorized('Sign in again.')
  const amr = elevation.withMethod(session.amr === null ? proof.amr : verifiedMethodsOf(session))
  const authTime = elevation.isByProvider ? (session.authTime ?? session.createdAt) : now
  const patch = { amr: JSON.stringify(amr), authTime, generation: session.generation + 1, rotatedAt: now }
  const where = { id: session.id, generation: session.generation, revokedAt: null }
  const acting = await actingCaller(ports, caller, session)
  const isElevated = await ports.store.transaction(async (store) => {
    if (!(await store.sessions.update(where, patch))) return false
    await audit({ ...ports, store }, acting, {
      tenantId: session.tenantId,
      user,
      ...AUDIT_TEXTS[elevation.kind],
      resource: 'Authentication',
      detail: { sessionId: session.id, methods: publicMethods(amr).join(' ') },
    })
    return true
  })
  if (!isElevated) return elevateSession(exchange, proof, elevation)
  return sessionResponse(exchange, user, { ...session, ...patch })
}
