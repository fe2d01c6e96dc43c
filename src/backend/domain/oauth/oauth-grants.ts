import type { Caller } from '../../call/caller.ts'
import type { Ports } from '../../ports.ts'
import type { OauthGrantRecord, SessionRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { audit } from '../audit/audit.ts'
import { isEqual } from '../base/constant-time.ts'
import { endSession } from '../identity/sessions/end-session.ts'
import { actingCaller, liveSession } from '../identity/sessions/live-session.ts'
import { isInGrace } from '../identity/sessions/refresh-token.ts'
import { noteRefresh } from '../identity/sessions/session-visits.ts'
import { invalidGrant } from './oauth-refusal.ts'

/**
 * The hash has its own purpose, so that the refresh token of a cookie can't be used as that of a client, and vice
 * versa.
 */
const PURPOSE = 'oauth-refresh'

export interface LiveGrant {
  grant: OauthGrantRecord
  session: SessionRecord
}

export interface NamedGrant extends LiveGrant {
  /** Generation of the token that named the grant. */
  generation: number
}

/** Derives the token of a grant, which is never stored, like the refresh token of a session. */
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

/** Starts a family of refresh tokens for a client, bound to the sign-in that it came from. */
export const startGrant = async (
  ports: Ports,
  session: SessionRecord,
  { id = ports.random.token(18), clientId = ports.config.clientId }: { id?: string; clientId?: string } = {},
): Promise<LiveGrant> => {
  const now = ports.clock.now()
  const grant: OauthGrantRecord = {
    id,
    sessionId: session.id,
    userId: session.userId,
    clientId,
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
  await ports.store.readTogether?.([
    { name: 'oauthGrants', where: { id } },
    { name: 'sessions', where: {}, idsIn: [{ read: 0, field: 'sessionId', isOne: true }] },
  ])
  const grant = await ports.store.oauthGrants.get(id)
  const now = ports.clock.now()
  if (!grant || grant.revokedAt !== null || grant.expiresAt <= now) throw invalidGrant()
  const session = await liveSession(ports, grant.sessionId)
  if (!session) throw invalidGrant()
  return { grant, session }
}

/** Returns the grant of a valid token, without rotating it. */
export const namedGrant = async (ports: Ports, token: string): Promise<NamedGrant> => {
  const named = await readGrantToken(ports, token)
  if (!named) throw invalidGrant()
  return { ...(await findLive(ports, named.id)), generation: named.generation }
}

/** Returns the grant of a genuine token, whether or not it still works. */
export const grantOfToken = async (ports: Ports, token: string): Promise<OauthGrantRecord | undefined> => {
  const named = await readGrantToken(ports, token)
  return named && ports.store.oauthGrants.get(named.id)
}

/** Ends a grant of a client (RFC 7009 §2.1). The sign-in that it came from continues. */
export const revokeGrant = async (
  { clock }: Pick<Ports, 'clock'>,
  store: Collections,
  { id, clientId }: Pick<OauthGrantRecord, 'id' | 'clientId'>,
): Promise<boolean> =>
  (await store.oauthGrants.update({ id, clientId, revokedAt: null }, { revokedAt: clock.now() })) > 0

/** Ends everything that came from a sign-in, because its token was probably stolen (RFC 9700 §4.14.2). */
export const revokeForTheft = async (
  ports: Ports,
  caller: Caller,
  { grantId, sessionId, what }: { grantId: string; sessionId: string; what: string },
): Promise<void> => {
  const session = await ports.store.sessions.get(sessionId)
  const acting = session && (await actingCaller(ports, caller, session))
  await ports.store.transaction(async (store) => {
    await store.oauthGrants.update({ id: grantId, revokedAt: null }, { revokedAt: ports.clock.now() })
    if (!(await endSession({ ...ports, store }, sessionId)) || !session || !acting) return
    await audit({ ...ports, store }, acting, {
      tenantId: session.tenantId,
      user: await store.users.get(session.userId),
      action: `${what} reused`,
      resource: 'Sessions',
      severity: 'High',
      description: `${what} was used again; the session was ended`,
      detail: { sessionId },
    })
  })
}

const noted = async (ports: Ports, { grant, session }: LiveGrant): Promise<LiveGrant> => ({
  grant,
  session: await noteRefresh(ports, session),
})

/**
 * Rotates a refresh token by the same rules as a session's. Concurrent requests with one token get the same successor,
 * which stays valid for the grace time, and older tokens end the family.
 */
export const rotateGrant = async (ports: Ports, caller: Caller, named: NamedGrant): Promise<LiveGrant> => {
  const { grant, session, generation } = named
  if (generation === grant.generation) {
    if (generation > 0 && isInGrace(ports, grant.rotatedAt)) return noted(ports, { grant, session })
    const patch = { generation: generation + 1, rotatedAt: ports.clock.now() }
    const won = await ports.store.oauthGrants.update({ id: grant.id, generation, revokedAt: null }, patch)
    if (won) return noted(ports, { grant: { ...grant, ...patch }, session })
  }
  const now = await findLive(ports, grant.id)
  if (generation === now.grant.generation - 1 && isInGrace(ports, now.grant.rotatedAt)) return noted(ports, now)
  await revokeForTheft(ports, caller, { grantId: grant.id, sessionId: session.id, what: 'Refresh token' })
  throw invalidGrant()
}
