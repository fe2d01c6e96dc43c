import type { Caller } from '../../call/caller.ts'
import { unauthorized } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { SessionRecord } from '../../store/records.ts'
import { audit } from '../audit/audit.ts'
import { isEqual } from '../credentials/constant-time.ts'
import { isLiveSession, noteRefresh } from '../sessions/session-limits.ts'

/** Tokens are derived, never stored: everybody who may have the successor is given the very same one. */
export const refreshTokenOf = async (
  ports: Ports,
  session: Pick<SessionRecord, 'id' | 'generation'>,
): Promise<string> => {
  const subject = `${session.id}.${session.generation}`
  return `${subject}.${await ports.keyedHash('refresh', subject)}`
}

/** The session and generation a genuine token names. */
export const readRefreshToken = async (
  ports: Ports,
  token: string,
): Promise<{ id: string; generation: number } | undefined> => {
  const [id = '', generation = '', mac = '', ...rest] = token.split('.')
  if (rest.length || !/^\d{1,15}$/.test(generation)) return undefined
  const genuine = isEqual(mac, await ports.keyedHash('refresh', `${id}.${generation}`))
  return genuine ? { id, generation: Number(generation) } : undefined
}

const ended = () => unauthorized('The session has ended', 'invalid_token')

/** Whether the last generation but one may still be used. */
export const isInGrace = ({ config, clock }: Pick<Ports, 'config' | 'clock'>, rotatedAt: number): boolean =>
  clock.now() - rotatedAt <= config.refreshGraceSeconds * 1_000

/**
 * Turns a refresh token into its successor (RFC 9700 §4.14). The predecessor yields the same successor again for a
 * grace time, because tabs and retries use one token at the same moment; anything older is theft and ends the family.
 * A successor stays as it is for that time: otherwise a slow request would come with a token two generations old, and a
 * slow answer would put an old token into the cookie.
 */
export const rotate = async (ports: Ports, caller: Caller, token: string): Promise<SessionRecord> => {
  const named = await readRefreshToken(ports, token)
  if (!named) throw ended()
  const { sessions } = ports.store
  const session = await sessions.get(named.id)
  const now = ports.clock.now()
  if (!isLiveSession(session, now)) throw ended()
  if (named.generation === session.generation) {
    if (named.generation > 0 && isInGrace(ports, session.rotatedAt)) return noteRefresh(ports, session)
    const patch = { generation: named.generation + 1, rotatedAt: now }
    const won = await sessions.update({ id: named.id, generation: named.generation, revokedAt: null }, patch)
    return won ? { ...session, ...patch } : successorInGrace(ports, caller, named)
  }
  return successorInGrace(ports, caller, named)
}

const successorInGrace = async (
  ports: Ports,
  caller: Caller,
  named: { id: string; generation: number },
): Promise<SessionRecord> => {
  const session = await ports.store.sessions.get(named.id)
  if (!isLiveSession(session, ports.clock.now())) throw ended()
  if (named.generation === session.generation - 1 && isInGrace(ports, session.rotatedAt)) {
    return noteRefresh(ports, session)
  }
  await revokeForReuse(ports, caller, session)
  throw ended()
}

const revokeForReuse = async (ports: Ports, caller: Caller, session: SessionRecord): Promise<void> => {
  const revoked = await ports.store.sessions.update(
    { id: session.id, revokedAt: null },
    { revokedAt: ports.clock.now() },
  )
  if (!revoked) return
  const user = await ports.store.users.get(session.userId)
  await audit(ports, caller, {
    tenantId: session.tenantId,
    user,
    action: 'Refresh token reused',
    resource: 'Sessions',
    severity: 'High',
    description: 'A refresh token was used again after its time; the session was ended',
    detail: { sessionId: session.id },
  })
}
