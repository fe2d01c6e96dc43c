import type { SignedRequest } from '../../../call/auth.ts'
import type { SsoConnectionRecord, SsoDomainRecord } from '../../../store/records.ts'
import { connectionsOf } from './connections.ts'
import { domainsOf } from './verified-domains.ts'

/** The first connection of an account and its first domain, the only ones that the older API supports. */
export interface First {
  connection: SsoConnectionRecord | undefined
  domain: SsoDomainRecord | undefined
}

export const firstOf = async (call: Pick<SignedRequest, 'ports' | 'auth'>): Promise<First> => {
  const [connection] = await connectionsOf(call)
  const domains = connection ? await domainsOf(call.ports.store, connection.id) : []
  const [domain] = domains.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  return { connection, domain }
}
