import type { AuthRequest } from '../../../call/auth.ts'
import type { FreshWhen, RuledRequest } from '../../../call/ruled-request.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SsoConnectionRecord, SsoDomainRecord } from '../../../store/records.ts'
import { changesOf } from './connection-fields.ts'
import { domainsOf } from './connection-shape.ts'
import { connectionsOf } from './connections.ts'
import { isEnforced } from './enforcement.ts'
import { changesTrust } from './trust-changes.ts'

/** The first connection of an account and its first domain, the only ones that the older API supports. */
export interface First {
  connection: SsoConnectionRecord | undefined
  domain: SsoDomainRecord | undefined
}

export const firstOf = async (call: AuthRequest): Promise<First> => {
  const [connection] = await connectionsOf(call)
  const domains = connection ? await domainsOf(call.ports.store, connection.id) : []
  const [domain] = domains.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  return { connection, domain }
}

/** Returns whether a change ends the requirement of single sign-on, or exempts more users from it. */
export const weakensEnforcement: FreshWhen = async ({ ports, path, body }) => {
  const setup = await ports.store.ssoSetups.get(path.id ?? '')
  if (!setup?.enforced) return false
  const known = idsOf(setup.exemptUserIds)
  const exempt: readonly unknown[] = Array.isArray(body.exemptUserIds) ? body.exemptUserIds : []
  return body.enforced !== true || exempt.some((id) => typeof id === 'string' && !known.includes(id))
}

const isOn = async ({ ports, auth }: RuledRequest, id = ''): Promise<boolean> =>
  (await ports.store.ssoConnections.count({ id, tenantId: auth.tenantId, enabled: true })) > 0

/** Returns whether the connection is on, so that the change affects whom it signs in, or with which roles. */
export const changesLive: FreshWhen = (request) => isOn(request, request.path.configId)

/** Returns whether the connection of older clients is on. */
export const changesFirstLive: FreshWhen = async (request) => (await firstOf(request)).connection?.enabled === true

export const startsOn: FreshWhen = ({ body }) => body.enabled === true

/**
 * Returns whether a save turns off a required connection, or changes the trust settings of a connection that is on
 * afterwards.
 */
export const changesSignIns: FreshWhen = async ({ ports, auth, path, body }) => {
  const before = await ports.store.ssoConnections.find({ id: path.configId ?? '', tenantId: auth.tenantId })
  if (!before) return false
  const endsRequirement = body.enabled === false && (await isEnforced(ports.store, before))
  return endsRequirement || changesTrust(before, { ...before, ...(await changesOf(ports, body)) })
}

/** Returns the same for a save by older clients, which may also create the connection or move it to another domain. */
export const changesFirstSignIns: FreshWhen = async (request) => {
  const { ports, body } = request
  const { connection, domain } = await firstOf(request)
  if (!connection || body.enabled === false) return body.enabled !== undefined
  const isMoved = Boolean(body.domain) && body.domain !== domain?.domain
  const after = { ...connection, ...(await changesOf(ports, body)) }
  return changesTrust(connection, after) || (isMoved && after.enabled)
}

/** Returns whether more than the name of a connection that is on changes. */
export const changesLiveDetails: FreshWhen = (request) =>
  Object.keys(request.body).some((field) => field !== 'name') && isOn(request, request.path.id)
