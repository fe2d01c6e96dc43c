import { type Connection, hasTrust } from './sso.state.ts'

const verifiedOf = ({ domains }: Connection): string[] =>
  domains.filter(({ validated }) => validated).map(({ domain }) => domain)

/** Connections that are on and have verified a domain. */
const ownersOf = (connections: readonly Connection[], domain: string): Connection[] =>
  connections.filter((one) => one.enabled && hasTrust(one) && verifiedOf(one).includes(domain))

/** Domains of a connection that another one, which is on, has verified as well. */
export const sharedDomains = (connections: readonly Connection[], connection: Connection): string[] =>
  verifiedOf(connection).filter((domain) => ownersOf(connections, domain).some(({ id }) => id !== connection.id))

const turnedOn = ({ details }: Connection): number => new Date(details?.enabledAt ?? 0).getTime()

/** A required connection first, then the one that was turned on last, as the backend chooses (`required-sso.ts`). */
const byPrecedence = (one: Connection, other: Connection): number =>
  Number(other.details?.enforced ?? false) - Number(one.details?.enforced ?? false) ||
  turnedOn(other) - turnedOn(one) ||
  (one.id < other.id ? -1 : 1)

/**
 * The connection that users of a domain sign in with in place of this one, although both are on. `undefined` when it is
 * this one, and when an older backend doesn't say when each was turned on.
 */
export const usedInstead = (
  connections: readonly Connection[],
  connection: Connection,
  domain: string,
): Connection | undefined => {
  const owners = ownersOf(connections, domain)
  const [used] = owners.toSorted(byPrecedence)
  if (!used || used.id === connection.id || !owners.some(({ id }) => id === connection.id)) return undefined
  const isKnown = used.details?.enforced || owners.every(({ details }) => details?.enabledAt !== undefined)
  return isKnown ? used : undefined
}
