import { Refusal, unauthorized } from '../../../call/refusal.ts'
import type { ScimRequest, ScimResponse } from '../../../ports/scim.ts'
import type { Ports } from '../../../ports.ts'
import type { DirectoryConnectionRecord } from '../../../store/records.ts'
import { directoryAuth } from '../../identity/access/directory-owner.ts'
import { isSuspended, suspended } from '../../identity/access/tenant-entry.ts'
import { ipRefusal, isIpAllowed } from '../../identity/restrictions/ip-rules.ts'
import { connectionOfToken, noteSync, scimUrl } from '../provisioning/connections.ts'
import { noteRefusal, type WatchStopped } from '../provisioning/directory-call.ts'
import type { ScimObject } from '../provisioning/directory-facts.ts'
import { MAX_BULK_OPERATIONS, runBulk } from './bulk.ts'
import { GROUPS, type Operation } from './kinds.ts'
import { CURSOR_SECONDS, LIST_SCHEMA, searchAll } from './list.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, withStandardNames } from './list-query.ts'
import { kindOf, notAllowed, notServed, runOperation } from './resources.ts'
import { GROUP, type ResourceType, type Schema, sameName, USER } from './schema.ts'
import { ScimRefusal, scimRefusal } from './scim-error.ts'

const CORE = 'urn:ietf:params:scim:schemas:core:2.0'
const MAX_PAYLOAD_BYTES = 1_000_000

type Config = Ports['config']

const serviceProvider = (config: Config) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_BULK_OPERATIONS, maxPayloadSize: MAX_PAYLOAD_BYTES },
  filter: { supported: true, maxResults: MAX_PAGE_SIZE },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: DEFAULT_PAGE_SIZE,
    maxPageSize: MAX_PAGE_SIZE,
    cursorTimeout: CURSOR_SECONDS,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the provisioning connection, in the Authorization header',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: scimUrl(config, 'ServiceProviderConfig') },
})

const resourceType = (config: Config, { name, endpoint, core, extensions }: ResourceType) => ({
  schemas: [`${CORE}:ResourceType`],
  id: name,
  name,
  description: core.description,
  endpoint: `/${endpoint}`,
  schema: core.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: { resourceType: 'ResourceType', location: scimUrl(config, `ResourceTypes/${name}`) },
})

const schema = (config: Config, { id, name, description, attributes }: Schema) => ({
  schemas: [`${CORE}:Schema`],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: scimUrl(config, `Schemas/${id}`) },
})

const listOf = (resources: readonly object[]) => ({
  schemas: [LIST_SCHEMA],
  totalResults: resources.length,
  itemsPerPage: resources.length,
  startIndex: 1,
  Resources: resources,
})

const oneOf = (resources: readonly { id: string }[], id: string | undefined): object | undefined =>
  id === undefined ? listOf(resources) : resources.find((resource) => resource.id.toLowerCase() === id.toLowerCase())

/** Returns the description at a path. Clients write its first part in any case, such as `Users`. */
const found = (config: Config, [name = '', id]: readonly string[]): object | undefined => {
  // Clients of SCIM 1.1 write the plural.
  if (/^ServiceProviderConfigs?$/i.test(name) && id === undefined) return serviceProvider(config)
  if (sameName(name, 'ResourceTypes')) {
    return oneOf(
      [USER, GROUP].map((type) => resourceType(config, type)),
      id,
    )
  }
  const schemas = [USER.core, ...USER.extensions, GROUP.core]
  return sameName(name, 'Schemas')
    ? oneOf(
        schemas.map((each) => schema(config, each)),
        id,
      )
    : undefined
}

/**
 * Returns a description of this server's features (RFC 7644 §4), or `undefined` for other paths. A filter is refused.
 */
const discover = (
  config: Config,
  segments: readonly string[],
  query: Readonly<Record<string, unknown>>,
): ScimResponse | undefined => {
  const body = segments.length <= 2 ? found(config, segments) : undefined
  if (body && query.filter !== undefined) throw new ScimRefusal(403, 'Filters aren’t supported here')
  return body && { status: 200, body }
}

const WITH_BODY = ['POST', 'PUT', 'PATCH']

const connectionFor = async (ports: Ports, { caller }: ScimRequest): Promise<DirectoryConnectionRecord> => {
  const token = caller.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1]
  const connection = token === undefined ? undefined : await connectionOfToken(ports, token)
  if (!connection) throw unauthorized('The token is not valid', token === undefined ? undefined : 'invalid_token')
  if (!(await isIpAllowed(ports.store, connection.tenantId, caller.ipAddress))) throw ipRefusal(caller)
  if (await isSuspended(ports.store, connection.tenantId)) throw suspended()
  return connection
}

/** The maximum size of a group: 100,000 members with `value`, `display`, and `$ref`. */
const MAX_GROUP_BYTES = 16_000_000

/** Returns the size limit of a body, which is read only after the token was checked. */
const limitOf = (segments: readonly string[]): number | undefined =>
  kindOf(segments[0]) === GROUPS ? MAX_GROUP_BYTES : undefined

const readBody = async ({ method, readBody: read }: ScimRequest, segments: readonly string[]): Promise<ScimObject> => {
  if (!WITH_BODY.includes(method)) return {}
  try {
    return await read(limitOf(segments))
  } catch (error) {
    throw error instanceof Refusal && error.status === 400 ? scimRefusal('invalidSyntax', error.message) : error
  }
}

const assertNotMe = (name: string | undefined): void => {
  // A directory is not a user, so it has no resource (RFC 7644 §3.11).
  if (name?.toLowerCase() === 'me') throw new ScimRefusal(501, 'This server has no resource for the caller')
}

const route = (operation: Operation): Promise<ScimResponse> => {
  const { method, segments } = operation
  const [name = '', ...more] = segments
  assertNotMe(name)
  if (method === 'POST' && more.length === 0 && name === 'Bulk') return runBulk(operation)
  if (method === 'POST' && more.length === 0 && name === '.search') return searchAll(operation)
  return runOperation(operation)
}

/** Responds to a directory. The token selects the connection, and with it the account and its users. */
export const serveScim = async (
  ports: Ports,
  request: ScimRequest,
  watchStopped?: WatchStopped,
): Promise<ScimResponse> => {
  const { caller, method } = request
  const query = withStandardNames(request.query)
  const segments = request.path.split('/').filter(Boolean)
  if (segments.length === 0) return notServed()
  const connection = await connectionFor(ports, request)
  const known = discover(ports.config, segments, method === 'GET' ? query : {})
  if (known) return method === 'GET' ? known : notAllowed('GET')
  const call = { ports, caller, connection, auth: await directoryAuth(ports, connection), watchStopped }
  const body = await readBody(request, segments)
  const [ifMatch, ifNoneMatch] = [caller.header('if-match'), caller.header('if-none-match')]
  const operation = { call, method, segments, query, body, ifMatch, ifNoneMatch }
  const response = await route(operation).catch((error: unknown) => noteRefusal(call, method, error))
  await noteSync(ports, connection)
  return response
}
