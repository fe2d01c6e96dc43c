import type { Caller } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { OauthGrantRecord, SessionRecord } from '../store/records.ts'
import { audit } from './audit.ts'
import { isEqual } from './constant-time.ts'
import { invalidGrant } from './oauth-refusal.ts'
import { isLiveSession } from './session-limits.ts'

/** A purpose of its own: the refresh token of a cookie is none of a client, and the other way round. */
const PURPOSE = 'oauth-refresh'

export interface LiveGrant {
  grant: OauthGrantRecord
  session: SessionRecord
}

/** Derived, never stored, as a session's own refresh token is. */
export const grantTokenOf = async (
  ports: Ports,
  { id, generation }: Pick<OauthGrantRecord, 'id' | 'generation'>,
): Promise<string> => `${id}.${generation}.${await ports.keyedHash(PURPOSE, `${id}.${generation}`)}`

const readGrantToken = async (ports: Ports, token: string) => {
  const [id = '', generation = '', mac = '', ...rest] = token.split('.')
  if (rest.length || !/^\d{1,9}$/.test(generation)) return undefined
  const isGenuine = isEqual(mac, await ports.keyedHash(PURPOSE, `${id}.${generation}`))
  return isGenuine ? { id, generation: Number(generation) } : undefined
}

/** A family of refresh tokens for a client, bound to the sign-in it came from. */
export const startGrant = async (
  ports: Ports,
  session: SessionRecord,
  id: string = ports.random.token(18),
): Promise<LiveGrant> => {
  const now = ports.clock.now()
  const grant: OauthGrantRecord = {
    id,
    sessionId: session.id,
    userId: session.userId,
    clientId: ports.config.clientId,
    generation: 0,
    rotatedAt: now,
    createdAt: now,
    expiresAt: session.expiresAt,
    revokedAt: null,
  }
  await ports.store.oauthGrants.insert(grant)
  return { grant, session }
}

const findLive = async (ports: Ports, id: string): Promise<LiveGrant> => {
  const grant = await ports.store.oauthGrants.get(id)
  const now = ports.clock.now()
  if (!grant || grant.revokedAt !== null || grant.expiresAt <= now) throw invalidGrant()
  const session = await ports.store.sessions.get(grant.sessionId)
  if (!isLiveSession(session, now)) throw invalidGrant()
  return { grant, session }
}

/** Stolen, as far as anybody can tell: what came of this sign-in ends (RFC 9700 §4.14.2). */
export const revokeForTheft = async (
  ports: Ports,
  caller: Caller,
  { grantId, sessionId, what }: { grantId: string; sessionId: string; what: string },
): Promise<void> => {
  const revokedAt = ports.clock.now()
  await ports.store.oauthGrants.update({ id: grantId, revokedAt: null }, { revokedAt })
  const ended = await ports.store.sessions.update({ id: sessionId, revokedAt: null }, { revokedAt })
  const session = ended ? await ports.store.sessions.get(sessionId) : undefined
  if (!session) return
  await audit(ports, caller, {
    tenantId: session.tenantId,
    user: await ports.store.users.get(session.userId),
    action: `${what} reused`,
    resource: 'Sessions',
    severity: 'High',
    description: `${what} was used again; the session was ended`,
    detail: { sessionId },
  })
}

/** The refreshes of a client count as activity where nobody reports any. */
const noteActivity = async (ports: Ports, { id, idleSeconds, lastActiveAt }: SessionRecord): Promise<void> => {
  if (idleSeconds === null || lastActiveAt !== null) return
  await ports.store.sessions.update({ id, revokedAt: null }, { rotatedAt: ports.clock.now() })
}

const isInGrace = (ports: Ports, grant: OauthGrantRecord, generation: number): boolean =>
  generation === grant.generation - 1 && ports.clock.now() - grant.rotatedAt <= ports.config.refreshGraceSeconds * 1_000

/** The successor of a refresh token; concurrent users of one get the same, later ones end the family. */
export const rotateGrant = async (ports: Ports, caller: Caller, token: string): Promise<LiveGrant> => {
  const named = await readGrantToken(ports, token)
  if (!named) throw invalidGrant()
  const { grant, session } = await findLive(ports, named.id)
  if (named.generation === grant.generation) {
    const patch = { generation: grant.generation + 1, rotatedAt: ports.clock.now() }
    const won = await ports.store.oauthGrants.update(
      { id: grant.id, generation: grant.generation, revokedAt: null },
      patch,
    )
    if (won) {
      await noteActivity(ports, session)
      return { grant: { ...grant, ...patch }, session }
    }
  }
  const now = await findLive(ports, named.id)
  if (isInGrace(ports, now.grant, named.generation)) return now
  await revokeForTheft(ports, caller, { grantId: grant.id, sessionId: session.id, what: 'Refresh token' })
  throw invalidGrant()
}
