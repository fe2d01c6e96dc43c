import type { Session } from '../../../../entities/policies.ts'
import type { AuthRequest } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { iso } from '../../base/wire/wire.ts'
import { endsAt, impersonatorOf, isUsable } from './live-session.ts'

const earliest = (...times: readonly (number | null)[]): number =>
  Math.min(...times.filter((time): time is number => time !== null))

/** Converts a session to the form shown to its user and their administrators. */
export const toSession = async ({ ports, auth }: AuthRequest, session: SessionRecord): Promise<Session> => {
  const impersonator = await impersonatorOf(ports, session)
  return {
    id: session.id,
    userAgent: session.userAgent,
    ipAddress: session.ipAddress,
    createdAt: iso(session.createdAt),
    expires: iso(earliest(session.expiresAt, endsAt(session).absolute)),
    current: session.id === auth.session.id,
    impersonated: session.actorId !== null,
    ...(impersonator && { impersonator: { email: impersonator.email, name: impersonator.name } }),
  }
}

interface WhoseSessions {
  userId: string
  /** Limits the list to one account. @default all accounts */
  tenantId?: string
}

/** Lists sessions that can still be used, newest first. */
export const liveSessions = async (ports: Ports, whose: WhoseSessions): Promise<SessionRecord[]> => {
  const where = { ...whose, revokedAt: null, expiresAt: { gte: ports.clock.now() } }
  const found = await ports.store.sessions.list(where)
  const usable = await Promise.all(found.map((session) => isUsable(ports, session)))
  return found.filter((_, at) => usable[at]).sort((left, right) => right.createdAt - left.createdAt)
}
