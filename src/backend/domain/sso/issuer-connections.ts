import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'

type Connections = readonly SsoConnectionRecord[]

/**
 * Returns the connections that have a verified domain. If an account copies the provider of another one, it can't
 * verify the other's domains.
 */
const withDomain = async ({ store }: Pick<Ports, 'store'>, connections: Connections): Promise<ReadonlySet<string>> => {
  const ids = connections.map(({ id }) => id)
  const domains = await store.ssoDomains.list({ connectionId: { in: ids }, validated: true })
  return new Set(domains.map(({ connectionId }) => connectionId))
}

/** Returns how many earlier connections of the same account precede each one. */
const turnsOf = (connections: Connections): ReadonlyMap<string, number> => {
  const taken = new Map<string, number>()
  return new Map(
    connections.map(({ id, tenantId }) => {
      const turn = taken.get(tenantId) ?? 0
      taken.set(tenantId, turn + 1)
      return [id, turn]
    }),
  )
}

/**
 * Orders connections of an issuer. Anyone can create connections that name the issuer of others, and only a limited
 * number is tried. Connections with a verified domain are first, and then accounts take turns, older connections first.
 */
export const inTurns = async (
  ports: Pick<Ports, 'store'>,
  connections: Connections,
): Promise<SsoConnectionRecord[]> => {
  const verified = await withDomain(ports, connections)
  const byAge = [...connections].sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  const turns = turnsOf(byAge)
  const rank = ({ id }: SsoConnectionRecord) => (turns.get(id) ?? 0) + (verified.has(id) ? 0 : connections.length)
  return byAge.sort((one, other) => rank(one) - rank(other))
}

/**
 * Returns the connection of an issuer for a sign-in without any hint of its user: the only one, or the only one with a
 * verified domain.
 */
export const onlyWithDomain = async (
  ports: Pick<Ports, 'store'>,
  connections: Connections,
): Promise<SsoConnectionRecord | undefined> => {
  if (connections.length < 2) return connections[0]
  const verified = await withDomain(ports, connections)
  const [first, ...others] = connections.filter(({ id }) => verified.has(id))
  return others.length === 0 ? first : undefined
}
