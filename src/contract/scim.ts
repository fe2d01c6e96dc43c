import { endpoint } from './endpoint.ts'

const SCIM = '/directory/resources/scim/v2'
const FLAGS = { server: true, noToken: true, unprefixed: true, spans: true } as const

/** Query of lists (RFC 7644 §3.4.2, RFC 9865 §2), and of every response with a resource (RFC 7644 §3.9). */
interface ScimQuery {
  filter?: string
  sortBy?: string
  sortOrder?: string
  startIndex?: string
  count?: string
  cursor?: string
  attributes?: string
  excludedAttributes?: string
}

/**
 * SCIM 2.0 (RFC 7643, RFC 7644) for the directory of a company. The bearer token selects the provisioning connection;
 * bodies and responses are `application/scim+json`, and the rest of the path distinguishes resources, search, bulk and
 * discovery.
 */
export const scim = {
  read: endpoint<ScimQuery, void, object>()('GET', `${SCIM}/{path}`, FLAGS),
  create: endpoint<ScimQuery, object, object>()('POST', `${SCIM}/{path}`, FLAGS),
  replace: endpoint<ScimQuery, object, object>()('PUT', `${SCIM}/{path}`, FLAGS),
  modify: endpoint<ScimQuery, object, object>()('PATCH', `${SCIM}/{path}`, FLAGS),
  remove: endpoint<ScimQuery, void, void>()('DELETE', `${SCIM}/{path}`, FLAGS),
}
