import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SamlSessionRecord, SessionRecord } from '../../../store/records.ts'
import { endSession } from './end-session.ts'

/**
 * Prefix of a session method that names the identity provider's session. It is kept through second factors and
 * step-ups, but never included in tokens.
 */
const PROVIDER_SESSION_PREFIX = 'saml:'

/** Prefix of a session method that names the connection of an account, which other services don't see either. */
const CONNECTION_PREFIX = 'sso:'

/**
 * Prefix of a session method that names the connection that vouched for the passkey that began the session, and its
 * account. It isn't single sign-on, so it doesn't meet a requirement of it.
 */
const VIA_PREFIX = 'via:'

export const providerSessionMethod = (id: string): string => PROVIDER_SESSION_PREFIX + id

export const connectionMethod = (id: string): string => CONNECTION_PREFIX + id

/**
 * Returns the methods shown in tokens and audit rows. Every method of ours contains a colon, and no method of RFC 8176
 * does.
 */
export const publicMethods = (amr: readonly string[]): string[] => amr.filter((method) => !method.includes(':'))

/** Returns the connection that the methods of a session name. */
export const connectionOf = (amr: readonly string[]): string | undefined =>
  amr.find((method) => method.startsWith(CONNECTION_PREFIX))?.slice(CONNECTION_PREFIX.length)

/** Returns the method of a session that a passkey of a connection's user began. */
export const viaMethod = (connectionId: string, accountId: string): string =>
  `${VIA_PREFIX}${connectionId}:${accountId}`

const viaOf = (amr: readonly string[]): string | undefined =>
  amr.find((method) => method.startsWith(VIA_PREFIX))?.slice(VIA_PREFIX.length)

/** Returns the connection whose provider vouches for a session: it began there, or by a passkey that was added so. */
export const voucherIn = (amr: readonly string[]): string | undefined => connectionOf(amr) ?? viaOf(amr)?.split(':')[0]

/** Returns the account of the connection that vouched for the passkey of a session. */
export const viaAccountOf = (amr: readonly string[]): string | undefined => {
  const via = connectionOf(amr) === undefined ? viaOf(amr) : undefined
  return via?.slice(via.indexOf(':') + 1)
}

/** Method that marks sessions that began at an account's identity provider. */
export const SINGLE_SIGN_ON = 'sso'

/** Method of such a session whose user has also proven their own password or passkey. */
export const OWN_PROOF = 'own:proof'

export const methodsOf = ({ amr }: Pick<SessionRecord, 'amr'>): string[] => (amr === null ? [] : idsOf(amr))

/**
 * Returns whether the session began at an identity provider, which proved the user's identity, or by a passkey that was
 * added in such a session.
 */
export const isByProvider = (amr: readonly string[]): boolean =>
  amr.includes(SINGLE_SIGN_ON) || voucherIn(amr) !== undefined

/** Returns the connection whose provider alone proved who the user of a session is. */
export const soleVoucherOf = (session: Pick<SessionRecord, 'amr'>): string | undefined => {
  const amr = methodsOf(session)
  return isByProvider(amr) && !amr.includes(OWN_PROOF) ? voucherIn(amr) : undefined
}

const providerSessionIdOf = ({ amr }: SessionRecord): string | undefined =>
  (amr === null ? [] : idsOf(amr))
    .find((method) => method.startsWith(PROVIDER_SESSION_PREFIX))
    ?.slice(PROVIDER_SESSION_PREFIX.length)

/** Returns the identity provider's session that a session came from. */
export const ssoSessionOf = async (
  { store }: Pick<Ports, 'store'>,
  session: SessionRecord,
): Promise<SamlSessionRecord | undefined> => {
  const id = providerSessionIdOf(session)
  const found = id === undefined ? undefined : await store.samlSessions.get(id)
  return found?.userId === session.userId ? found : undefined
}

/** Ends only the sessions that came from a session at an identity provider, and returns how many there were. */
export const endSsoSession = async (ports: Ports, { id, userId }: SamlSessionRecord): Promise<number> => {
  const sessions = await ports.store.sessions.list({ userId, revokedAt: null })
  const ended = await Promise.all(
    sessions.filter((session) => providerSessionIdOf(session) === id).map((session) => endSession(ports, session.id)),
  )
  return ended.filter(Boolean).length
}
