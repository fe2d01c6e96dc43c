import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord } from '../../store/records.ts'

type Connections = readonly SsoConnectionRecord[]

/** The connections that have verified a domain: a copy of another account's provider can verify none of that account's. */
const withDomain = async ({ store }: Pick<Ports, 'store'>, connections: Connections): Promise<ReadonlySet<string>> => {
  const ids = connections.map(({ id }) => id)
  const domains = await store.ssoDomains.list({ connectionId: { in: ids }, validated: true })
  return new Set(domains.map(({ connectionId }) => connectionId))
}

/** How many earlier connections of its account precede each one. */
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
 * Anyone may set up connections that name the issuer of others, and only so many are tried. Those with a verified domain
 * are first, then each account has a turn, the older ones before the newer ones.
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

/** Among connections of one issuer, the one that a sign-in without any hint of its user begins with. */
export const onlyWithDomain = async (
  ports: Pick<Ports, 'store'>,
  connections: Connections,
): Promise<SsoConnectionRecord | undefined> => {
  if (connections.length < 2) return connections[0]
  const verified = await withDomain(ports, connections)
  const [first, ...others] = connections.filter(({ id }) => verified.has(id))
  return others.length === 0 ? first : undefined
}
