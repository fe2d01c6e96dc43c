import type { AnyEndpoint } from '../../contract/endpoint.ts'
import type { ConnectionCounts, provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import type { scim } from '../../contract/scim.ts'
import type { SignedRequest } from '../call/auth.ts'
import { oneOf } from '../call/read.ts'
import { notFound, Refusal } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { readRecordsPage } from '../domain/base/wire/wire.ts'
import {
  connectionOf,
  createConnection,
  listConnections,
  newConnectionOf,
  optionalFlag,
  rotateToken,
  scimUrl,
  toConnection,
} from '../domain/directory/provisioning/connections.ts'
import { deleteConnection } from '../domain/directory/provisioning/delete-connection.ts'
import { guaranteeOfDirectory } from '../domain/directory/provisioning/guarantee.ts'
import { startSync } from '../domain/directory/provisioning/start-sync.ts'
import { errorBody } from '../domain/directory/scim/scim-error.ts'
import { assertTokenProof } from '../domain/identity/api-tokens/issue-api-token.ts'
import { ownerIdOf } from '../domain/identity/guarantor/guarantor-id.ts'
import { recordProvisioning } from '../domain/identity/members/record-changes.ts'
import { assertMayGrantIds } from '../domain/identity/roles/granting.ts'
import { toGroupRows } from '../domain/identity/roles/groups.ts'
import { defaultRoleIds } from '../domain/identity/team/invite-link.ts'
import { pageFields } from '../domain/identity/team/user-list.ts'
import { lastFailures } from '../domain/sso/setup/failures.ts'
import { type Call, type Handlers, raw, type SignedCall, signedIn } from '../http/handler.ts'
import type { ScimResponse } from '../ports/scim.ts'
import type { Ports } from '../ports.ts'
import type { DirectoryConnectionRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

const countConnections = async (ports: Ports, tenantId: string): Promise<ConnectionCounts[]> => {
  const { directoryUsers, directoryGroups } = ports.store
  const connections = await listConnections(ports, tenantId)
  return Promise.all(
    connections.map(async (connection) => ({
      id: connection.id,
      userCount: await directoryUsers.count({ connectionId: connection.id }),
      groupCount: await directoryGroups.count({ connectionId: connection.id }),
      guarantee: await guaranteeOfDirectory(ports, connection),
      failures: await lastFailures(ports, connection),
    })),
  )
}

/** Returns a page of the groups that a connection manages, in the requested order. */
const pageOfDirectoryGroups = async (
  { store }: Ports,
  { id, tenantId }: DirectoryConnectionRecord,
  query: Parameters<typeof readRecordsPage>[0],
) => {
  const { index, limit, page } = readRecordsPage(query)
  const { items, total } = await store.directoryGroups.page({
    ...page,
    where: { connectionId: id },
    search: page.search && { text: page.search.text, fields: ['searchText'] },
    sort: { ...page.sort, field: page.sort.field === 'name' ? 'displayNameKey' : page.sort.field },
  })
  const ids = items.map((row) => row.id)
  const groups = ids.length ? await store.groups.list({ id: { in: ids }, tenantId }) : []
  return { index, limit, total, groups: ids.flatMap((one) => groups.find((group) => group.id === one) ?? []) }
}

const auditConnection = (
  call: SignedRequest,
  inside: Collections,
  action: string,
  { connection, detail }: { connection: DirectoryConnectionRecord; detail?: object },
) =>
  call.audit({
    inside,
    action,
    resource: 'Provisioning',
    severity: 'High',
    description: `${action}: ${connection.name}`,
    detail: { connectionId: connection.id, ...detail },
  })

/** Users from a directory get the default roles, so the caller must hold the permissions of those roles. */
const assertMayProvision = async ({ ports, auth }: SignedRequest): Promise<void> =>
  assertMayGrantIds(ports, auth, await defaultRoleIds(ports, auth.tenantId))

const create = async (call: SignedCall<(typeof provisioning)['createConnection']>) => {
  const { body } = call
  await assertTokenProof(call)
  if (newConnectionOf(body).syncToUserManagement) await assertMayProvision(call)
  const { connection, token } = await createConnection(call, body, (store, made) => {
    const detail = beforeAndAfter(null, toConnection(made))
    return auditConnection(call, store, 'Provisioning connection created', { connection: made, detail })
  })
  return { id: connection.id, connectionName: connection.name, token }
}

const update = async (call: SignedCall<(typeof provisioning)['updateConnection']>) => {
  const { ports, auth, body, path, caller } = call
  const before = await connectionOf(ports, auth.tenantId, path.id)
  const wanted = optionalFlag(body.syncToUserManagement, 'syncToUserManagement')
  if (wanted === undefined || wanted === before.syncToUserManagement) return {}
  if (wanted) await assertMayProvision(call)
  const after = { ...before, syncToUserManagement: wanted, updatedAt: ports.clock.now() }
  const { syncToUserManagement, updatedAt } = after
  await ports.store.transaction(async (store) => {
    await store.directoryConnections.update({ id: before.id }, { syncToUserManagement, updatedAt })
    await recordProvisioning(call, store, after, 'updated')
    const detail = beforeAndAfter(toConnection(before), toConnection(after))
    await auditConnection(call, store, 'Provisioning connection changed', { connection: after, detail })
  })
  if (wanted) await startSync({ ports, caller, connection: after })
  return {}
}

const remove = async (call: SignedRequest, id: string, users: 'keep' | 'remove') => {
  const connection = await connectionOf(call.ports, call.auth.tenantId, id)
  const count = await deleteConnection(call, connection, users, (store, removed) => {
    const detail = { users, count: removed, ...beforeAndAfter(toConnection(connection), null) }
    return auditConnection(call, store, 'Provisioning connection deleted', { connection, detail })
  })
  return { count }
}

export const provisioningHandlers = {
  listConnections: signedIn(async ({ ports, auth }) => (await listConnections(ports, auth.tenantId)).map(toConnection)),
  createConnection: signedIn(create),
  updateConnection: signedIn(update),
  deleteConnection: signedIn((call) => remove(call, call.path.id, 'keep')),
  countConnectionUsers: signedIn(async ({ ports, auth, path }) => {
    const { id } = await connectionOf(ports, auth.tenantId, path.id)
    return { count: await ports.store.directoryUsers.count({ connectionId: id }) }
  }),
} satisfies Handlers<typeof provisioning>

export const provisioningConnectionsHandlers = {
  listConnectionCounts: signedIn(async ({ ports, auth }) => ({
    baseUrl: scimUrl(ports.config, '').replace(/\/$/, ''),
    connections: await countConnections(ports, auth.tenantId),
  })),
  listDirectoryGroups: signedIn(async ({ ports, auth, path, query }) => {
    const connection = await connectionOf(ports, auth.tenantId, path.id)
    const { index, limit, total, groups } = await pageOfDirectoryGroups(ports, connection, query)
    return {
      items: await toGroupRows(ports, auth.tenantId, groups),
      ...pageFields(query, { index, limit, total }),
    }
  }),
  rotateToken: signedIn(async (call) => {
    const { ports, auth, path } = call
    await assertTokenProof(call)
    const connection = await connectionOf(ports, auth.tenantId, path.id)
    const detail = beforeAndAfter({ ownerId: connection.ownerId }, { ownerId: await ownerIdOf(auth) })
    const token = await rotateToken(call, connection, (store) =>
      auditConnection(call, store, 'Provisioning token rotated', { connection, detail }),
    )
    return { token }
  }),
  deleteConnectionAndUsers: signedIn((call) =>
    remove(call, call.path.id, oneOf(call.query.users, 'users', ['keep', 'remove'] as const) ?? 'keep'),
  ),
} satisfies Handlers<typeof provisioningConnections>

/** Media type of SCIM messages (RFC 7644 §3.1). */
const MEDIA_TYPE = 'application/scim+json'

type ScimCall = Pick<Call<AnyEndpoint>, 'ports' | 'caller' | 'reply' | 'readBody'> & {
  path: { path: string }
  query: Readonly<Record<string, string | undefined>>
}

const failed = ({ ports }: ScimCall, error: unknown): ScimResponse => {
  const refusal = error instanceof Refusal ? error : ports.refusalOf?.(error)
  if (refusal) return { status: refusal.status, body: errorBody(refusal), headers: refusal.headers }
  ports.log.error('A request of a directory failed', error)
  return { status: 500, body: errorBody(new Refusal(500, ['Something went wrong. Try again'])) }
}

const serve = (method: string) => async (call: ScimCall) => {
  const { ports, caller, reply, path, query, readBody } = call
  const { scim: server } = ports
  if (!server) throw notFound()
  const request = { caller, method, path: path.path, query, readBody }
  const { status, body, headers = {} } = await server(ports, request).catch((error: unknown) => failed(call, error))
  reply.status = status
  reply.headers.set('Content-Type', MEDIA_TYPE)
  for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value)
  return body
}

export const scimHandlers = {
  read: raw(serve('GET')),
  create: raw(serve('POST')),
  replace: raw(serve('PUT')),
  modify: raw(serve('PATCH')),
  remove: raw(serve('DELETE')),
} satisfies Handlers<typeof scim>
