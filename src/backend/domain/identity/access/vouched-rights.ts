import type { CallerRequest, Grants, SessionPlace, VouchedRanks } from '../../../call/auth.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { grantsOf } from '../roles/grants.ts'
import { soleVoucherOf } from '../sessions/sso-session.ts'
import { signedInAs } from './required-sso.ts'
import type { Vouched } from './vouched-ranks.ts'

// A provider can sign in as an ordinary user before that user is promoted, and the session continues. So a session that
// only a provider vouches for keeps the rights that the guarantor of its connection covered once, and gains no others
// that the guarantor doesn't hold. Its refreshes are never refused, and an administrator whose guarantor leaves keeps
// the rights to confirm the connection.

export interface SessionGrants {
  /** Rights that the user has in the session. */
  grants: Grants
  /** Rights that the user's roles give, if they are more. */
  full?: Grants
}

export const grantsInSession = async (ports: Ports, place: SessionPlace): Promise<SessionGrants> => {
  const own = await grantsOf(ports.store, place.member, place.user)
  const { session } = await signedInAs(ports, place)
  const limited =
    soleVoucherOf(session) === undefined
      ? undefined
      : await (await import('./session-limit.ts')).limited(ports, place, own)
  return limited ? { grants: limited, full: own } : { grants: own }
}

/** Returns the ranks of a user in a session that only an identity provider vouches for. */
export const ranksInSession = async (
  ports: Ports,
  place: SessionPlace,
  { grants, full }: SessionGrants,
): Promise<VouchedRanks | undefined> => {
  const connectionId = soleVoucherOf((await signedInAs(ports, place)).session)
  if (connectionId === undefined) return undefined
  return (await import('./vouched-ranks.ts')).ranksOfSession(ports, place, { connectionId, grants, full })
}

/** Returns the ranks of a token or directory, if its guarantor id names a connection. */
export const ranksOfVoucher = async (
  ports: Ports,
  guarantorId: string | null,
  vouched: () => Promise<Omit<Vouched, 'connectionId'>>,
): Promise<VouchedRanks | undefined> => {
  const [, connectionId] = /^sso:([^:]*)/.exec(guarantorId ?? '') ?? []
  if (connectionId === undefined) return undefined
  return (await import('./vouched-ranks.ts')).ranksByConnection(ports, { ...(await vouched()), connectionId })
}

/** Returns a new session with the rights that it keeps. */
export const withKeptRights = async (
  ports: Ports,
  place: Pick<SessionPlace, 'user' | 'session'>,
): Promise<SessionRecord> => {
  const connectionId = soleVoucherOf(place.session)
  return connectionId === undefined
    ? place.session
    : (await import('./session-limit.ts')).startKeeping(ports, place, connectionId)
}

/**
 * Returns a session that continues in an account. It keeps rights that its user got meanwhile if the guarantor holds
 * them; otherwise administrators are informed. A session of an older release keeps the rights that it has now.
 */
export const keepingRights = async (call: CallerRequest, place: SessionPlace): Promise<SessionRecord> =>
  place.session.actorId !== null || soleVoucherOf(place.session) === undefined
    ? place.session
    : (await import('./session-limit.ts')).continueKeeping(call, place)
