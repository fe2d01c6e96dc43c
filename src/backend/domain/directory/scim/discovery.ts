import type { ScimResponse } from '../../../ports/scim.ts'
import type { Ports } from '../../../ports.ts'
import { scimUrl } from '../provisioning/connections.ts'
import { MAX_BULK_OPERATIONS } from './bulk.ts'
import { CURSOR_SECONDS } from './cursor.ts'
import { LIST_SCHEMA } from './list.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './list-query.ts'
import { GROUP, type ResourceType, type Schema, sameName, USER } from './schema.ts'
import { ScimRefusal } from './scim-error.ts'

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
  if (sameName(name, 'ServiceProviderConfig') && id === undefined) return serviceProvider(config)
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
export const discover = (
  config: Config,
  segments: readonly string[],
  query: Readonly<Record<string, unknown>>,
): ScimResponse | undefined => {
  const body = segments.length <= 2 ? found(config, segments) : undefined
  if (body && query.filter !== undefined) throw new ScimRefusal(403, 'Filters aren’t supported here')
  return body && { status: 200, body }
}
