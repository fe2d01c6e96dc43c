import type { Caller } from '../../../call/caller.ts'
import { sessionEnded } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import { isEqual } from '../../base/constant-time.ts'
import { actingCaller, liveSession } from './live-session.ts'
import { noteRefresh } from './session-visits.ts'

/**
 * Derives the refresh token of a session. Tokens are never stored, so that all requests entitled to the successor get
 * the same one.
 */
export const refreshTokenOf = async (
  ports: Ports,
  session: Pick<SessionRecord, 'id' | 'generation'>,
): Promise<string> => {
  const subject = `${session.id}.${session.generation}`
  return `${subject}.${await ports.keyedHash('refresh', subject)}`
}

/** Returns the session and generation that a genuine token names. */
export const readRefreshToken = async (
  ports: Ports,
  token: string,
): Promise<{ id: string; generation: number } | undefined> => {
  const [id = '', generation = '', mac = '', ...rest] = token.split('.')
  if (rest.length || !/^\d{1,15}$/.test(generation)) return undefined
  const genuine = isEqual(mac, await ports.keyedHash('refresh', `${id}.${generation}`))
  return genuine ? { id, generation: Number(generation) } : undefined
}

/** Returns whether the predecessor of the newest token may still be used. */
export const isInGrace = ({ config, clock }: Pick<Ports, 'config' | 'clock'>, rotatedAt: number): boolean =>
  clock.now() - rotatedAt <= config.refreshGraceSeconds * 1_000

interface Named {
  session: SessionRecord
  generation: number
}

/**
 * Returns whether the token is the newest of its session, or its predecessor within the grace time; older ones are used
 * up.
 */
export const isCurrent = (ports: Pick<Ports, 'config' | 'clock'>, { session, generation }: Named): boolean =>
  generation === session.generation || (generation === session.generation - 1 && isInGrace(ports, session.rotatedAt))

/**
 * Exchanges a refresh token for its successor (RFC 9700 §4.14). For a grace time the predecessor yields the same
 * successor, because tabs and retries may use one token at once; anything older is treated as theft and ends the
 * session. The successor isn't rotated during that time: otherwise a slow request would arrive with a token two
 * generations old, and a slow response would put an old token into the cookie.
 */
export const rotate = async (ports: Ports, caller: Caller, token: string): Promise<SessionRecord> => {
  const named = await readRefreshToken(ports, token)
  if (!named) throw sessionEnded()
  const session = await liveSession(ports, named.id)
  if (!session) throw sessionEnded()
  const { generation } = named
  const isNewest = generation === session.generation && !(generation > 0 && isInGrace(ports, session.rotatedAt))
  if (!isNewest) return continued(ports, caller, { session, generation })
  const patch = { generation: generation + 1, rotatedAt: ports.clock.now() }
  const won = await ports.store.sessions.update({ id: session.id, generation, revokedAt: null }, patch)
  if (won) return { ...session, ...patch }
  const current = await liveSession(ports, named.id)
  if (!current) throw sessionEnded()
  return continued(ports, caller, { session: current, generation })
}

const continued = async (ports: Ports, caller: Caller, named: Named): Promise<SessionRecord> => {
  if (isCurrent(ports, named)) return noteRefresh(ports, named.session)
  await revokeForReuse(ports, caller, named.session)
  throw sessionEnded()
}

export const revokeForReuse = async (ports: Ports, caller: Caller, session: SessionRecord): Promise<void> => {
  const revokedAt = ports.clock.now()
  const acting = await actingCaller(ports, caller, session)
  await ports.store.transaction(async (store) => {
    if (!(await store.sessions.update({ id: session.id, revokedAt: null }, { revokedAt }))) return
    await audit({ ...ports, store }, acting, {
      tenantId: session.tenantId,
      user: await store.users.get(session.userId),
      action: 'Refresh token reused',
      resource: 'Sessions',
      severity: 'High',
      description: 'A refresh token was used again after its time; the session was ended',
      detail: { sessionId: session.id },
    })
  })
}
