import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SamlSessionRecord, SessionRecord } from '../../../store/records.ts'
import { endSession } from './end-session.ts'

/**
 * Among the methods of a session: which session of an identity provider it came from. It outlives second factors and
 * step-ups, and no token names it.
 */
const MARK = 'saml:'

/** Which connection of an account it came through; not even that is for other services. */
const CONNECTION_MARK = 'sso:'

export const ssoMark = (id: string): string => MARK + id

export const connectionMark = (id: string): string => CONNECTION_MARK + id

/** Methods as tokens and audit rows name them: RFC 8176 names none with a colon, and every mark has one. */
export const withoutMark = (amr: readonly string[]): string[] => amr.filter((method) => !method.includes(':'))

/** The connection that these methods of a session name. */
export const connectionOf = (amr: readonly string[]): string | undefined =>
  amr.find((method) => method.startsWith(CONNECTION_MARK))?.slice(CONNECTION_MARK.length)

const markedBy = ({ amr }: SessionRecord): string | undefined =>
  (amr === null ? [] : idsOf(amr)).find((method) => method.startsWith(MARK))?.slice(MARK.length)

/** The session at the identity provider that a session here came from. */
export const ssoSessionOf = async (
  { store }: Pick<Ports, 'store'>,
  session: SessionRecord,
): Promise<SamlSessionRecord | undefined> => {
  const id = markedBy(session)
  const found = id === undefined ? undefined : await store.samlSessions.get(id)
  return found?.userId === session.userId ? found : undefined
}

/** Ends what came from a session at an identity provider, and nothing else; returns how many sessions. */
export const endSsoSession = async (ports: Ports, { id, userId }: SamlSessionRecord): Promise<number> => {
  const sessions = await ports.store.sessions.list({ userId, revokedAt: null })
  const ended = await Promise.all(
    sessions.filter((session) => markedBy(session) === id).map((session) => endSession(ports, session.id)),
  )
  return ended.filter(Boolean).length
}
