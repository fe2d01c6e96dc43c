import { type Connection, hasTrust } from './sso.state.ts'

const verifiedOf = ({ domains }: Connection): string[] =>
  domains.filter(({ validated }) => validated).map(({ domain }) => domain)

/** Returns the connections that are on and have verified a domain. */
const ownersOf = (connections: readonly Connection[], domain: string): Connection[] =>
  connections.filter((one) => one.enabled && hasTrust(one) && verifiedOf(one).includes(domain))

/** Returns the connection's domains that another active connection has also verified. */
export const sharedDomains = (connections: readonly Connection[], connection: Connection): string[] =>
  verifiedOf(connection).filter((domain) => ownersOf(connections, domain).some(({ id }) => id !== connection.id))

const turnedOn = ({ details }: Connection): number => new Date(details?.enabledAt ?? 0).getTime()

/** Orders required connections first, then the one turned on last, as the backend does (`required-sso.ts`). */
const byPrecedence = (one: Connection, other: Connection): number =>
  Number(other.details?.enforced ?? false) - Number(one.details?.enforced ?? false) ||
  turnedOn(other) - turnedOn(one) ||
  (one.id < other.id ? -1 : 1)

/**
 * Returns the connection that users of a domain sign in with instead of this one, although both are on. `undefined` if
 * it is this one, or if an older backend doesn't report when each was turned on.
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
