import { scim } from '../../../../contract/scim.ts'
import type { ProvisioningConnection, ScimSource } from '../../../../entities/sso.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { flagOf, oneOf, readOptionalName, text } from '../../../call/read.ts'
import { badRequest, notFound } from '../../../call/refusal.ts'
import type { BackendConfig, Ports } from '../../../ports.ts'
import type { DirectoryConnectionRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { iso } from '../../base/wire/wire.ts'
import { ownerIdOf } from '../../identity/guarantor/guarantor-id.ts'
import { recordProvisioning } from '../../identity/members/record-changes.ts'

const SOURCES = ['frontegg', 'okta', 'azure-ad', 'other'] as const
const MAX_CONNECTIONS = 20
const SECRET_BYTES = 32
const MINUTE_MS = 60_000

/** Identifies the kind of secret for secret scanners. */
const PREFIX = 'fesc_'

const NAMES: Readonly<Record<ScimSource, string>> = {
  frontegg: 'Directory',
  okta: 'Okta',
  'azure-ad': 'Microsoft Entra ID',
  other: 'SCIM directory',
}

export const optionalFlag = (value: unknown, field: string): boolean | undefined => {
  return value === undefined ? undefined : flagOf(value, field)
}

export const toConnection = (connection: DirectoryConnectionRecord): ProvisioningConnection => ({
  id: connection.id,
  connectionName: connection.name,
  source: connection.source,
  syncToUserManagement: connection.syncToUserManagement,
  createdAt: iso(connection.createdAt),
  lastSync: connection.lastSyncAt === null ? null : iso(connection.lastSyncAt),
})

export const listConnections = async ({ store }: Ports, tenantId: string): Promise<DirectoryConnectionRecord[]> =>
  (await store.directoryConnections.list({ tenantId })).sort((left, right) => left.createdAt - right.createdAt)

export const connectionOf = async (
  { store }: Ports,
  tenantId: string,
  id: string,
): Promise<DirectoryConnectionRecord> => {
  const connection = await store.directoryConnections.find({ id, tenantId })
  if (!connection) throw notFound('This provisioning connection doesn’t exist')
  return connection
}

const hashOf = (ports: Ports, token: string): Promise<string> => ports.keyedHash('directory-token', token)

const newToken = async (ports: Ports): Promise<{ token: string; tokenHash: string }> => {
  const token = PREFIX + ports.random.token(SECRET_BYTES)
  return { token, tokenHash: await hashOf(ports, token) }
}

interface NewConnection {
  source?: unknown
  connectionName?: unknown
  syncToUserManagement?: unknown
}

export const newConnectionOf = (body: NewConnection) => {
  const source = oneOf(text(body.source, 'source'), 'source', SOURCES) ?? 'other'
  return {
    source,
    name: readOptionalName(body.connectionName, 'connectionName', 100) ?? NAMES[source],
    syncToUserManagement: optionalFlag(body.syncToUserManagement, 'syncToUserManagement') ?? true,
  }
}

/** Creates a connection. Its token is shown once; only the keyed hash is kept. */
export const createConnection = async (
  call: SignedRequest,
  body: NewConnection,
  alsoWrite: (store: Collections, connection: DirectoryConnectionRecord) => Promise<void>,
) => {
  const { ports, auth } = call
  const { tenantId } = auth
  const ownerId = await ownerIdOf(auth)
  const facts = newConnectionOf(body)
  if ((await ports.store.directoryConnections.count({ tenantId })) >= MAX_CONNECTIONS) {
    throw badRequest(`An account can have at most ${MAX_CONNECTIONS} provisioning connections`).as('limit-reached')
  }
  const { token, tokenHash } = await newToken(ports)
  const now = ports.clock.now()
  const connection: DirectoryConnectionRecord = {
    ...facts,
    id: ports.random.uuid(),
    tenantId,
    tokenHash,
    ownerId,
    createdAt: now,
    updatedAt: now,
    isIndexed: true,
    lastSyncAt: null,
  }
  await ports.store.transaction(async (store) => {
    await store.directoryConnections.insert(connection)
    await recordProvisioning(call, store, connection, 'created')
    await alsoWrite(store, connection)
  })
  return { connection, token }
}

/**
 * Replaces the token, and the old one stops working at once. The connection then acts with the rights of the caller who
 * rotated it.
 */
export const rotateToken = async (
  call: SignedRequest,
  connection: DirectoryConnectionRecord,
  alsoWrite: (store: Collections) => Promise<void>,
): Promise<string> => {
  const { ports, auth } = call
  const { id, tenantId } = connection
  const ownerId = await ownerIdOf(auth)
  const { token, tokenHash } = await newToken(ports)
  const patch = { tokenHash, ownerId, updatedAt: ports.clock.now() }
  await ports.store.transaction(async (store) => {
    const changed = await store.directoryConnections.update({ id, tenantId }, patch)
    if (changed === 0) throw notFound('This provisioning connection doesn’t exist')
    await recordProvisioning(call, store, connection, 'updated')
    await alsoWrite(store)
  })
  return token
}

/** Returns the connection that a bearer token selects. */
export const connectionOfToken = async (ports: Ports, token: string): Promise<DirectoryConnectionRecord | undefined> =>
  token.startsWith(PREFIX)
    ? ports.store.directoryConnections.find({ tokenHash: await hashOf(ports, token) })
    : undefined

/** Records the time of a sync to the minute, so that a full sync doesn't write a row per call. */
export const noteSync = async (ports: Ports, { id, lastSyncAt }: DirectoryConnectionRecord): Promise<void> => {
  const now = ports.clock.now()
  if (lastSyncAt !== null && now - lastSyncAt < MINUTE_MS) return
  await ports.store.directoryConnections.update({ id }, { lastSyncAt: now })
}

/** Returns the URL of a resource for clients. */
export const scimUrl = ({ apiUrl }: Pick<BackendConfig, 'apiUrl'>, path: string): string =>
  new URL(scim.read.path.replace('{path}', path), apiUrl).href
