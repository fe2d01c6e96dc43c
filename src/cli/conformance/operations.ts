import type { WireSchemas } from '../../backend/adapters/validate.ts'
import { allRoutes } from '../../backend/handlers/index.ts'
import { type AllTables, allTables } from '../../contract/all.ts'
import type { AnyEndpoint, EndpointTable } from '../../contract/endpoint.ts'
import { type Group, groupOf } from './groups.ts'

type CallsOf<Table extends keyof AllTables> = `${Table}.${keyof AllTables[Table] & string}`

/** The name of a call, such as `users.listUsersV3`. */
export type CallId = { [Table in keyof AllTables]: CallsOf<Table> }[keyof AllTables]

export interface Operation {
  call: CallId
  group: Group
  endpoint: AnyEndpoint
  /** Whether the front end works without it: it hides the parts that need the call, or never makes it. */
  isOptional: boolean
  /** Whether signed-out users may call it. */
  isPublic: boolean
}

/** Calls that the contract adds to the published API; a backend without them responds with 404. */
const ADDITIONS = /^\/identity\/resources\/fe\/v1\//

/** Directories send their own token, which the handler reads. */
const SCIM = 'scim'

/** Tables of protocols with their own media types and refusals; the front end doesn't depend on them. */
const OTHER_PROTOCOLS = ['authorization', 'oauthServer', 'federation', SCIM, 'quickPhone']

const isOptional = (table: string, { path, flags }: AnyEndpoint): boolean =>
  ADDITIONS.test(path) || flags.unused === true || flags.server === true || OTHER_PROTOCOLS.includes(table)

/** Lists every call of the contract, in its order. */
export const listOperations = (): Operation[] => {
  const open = new Set(
    allRoutes()
      .filter(({ handler: { access } }) => access === 'public' || access === 'cookie')
      .map(({ operation }) => operation),
  )
  return Object.entries(allTables as Record<string, EndpointTable>).flatMap(([table, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) => {
      // The keys of the table are the ids.
      const call = `${table}.${name}` as CallId
      const group = groupOf(call)
      return group
        ? [
            {
              call,
              group,
              endpoint,
              isOptional: isOptional(table, endpoint),
              isPublic: open.has(call) && table !== SCIM,
            },
          ]
        : []
    }),
  )
}

/** Ids from responses, by the kind of record: `userId`, `groupId`, … */
export type Known = Record<string, string>

/** Lists whose first record is read by calls for one record. */
export const NAMES_RECORD: Readonly<Partial<Record<CallId, string>>> = {
  'roles.listRoles': 'roleId',
  'groups.listGroups': 'groupId',
  'ssoConfigs.listConfigs': 'configId',
  'provisioning.listConnections': 'connectionId',
  'connectivity.listWebhooks': 'webhookId',
  'billing.managedListSubscriptions': 'subscriptionId',
  'billing.listInvoices': 'invoiceId',
  'billing.listPlans': 'planId',
  'billing.listPaymentMethods': 'paymentMethodId',
  'reports.listReports': 'reportId',
}

/** Returns the id of the first record of a list, which is bare or in an object. */
export const firstIdIn = (json: unknown): string | undefined => {
  const list = Array.isArray(json) ? json : Object.values((json ?? {}) as object).find(Array.isArray)
  const { id, _id } = (list?.[0] ?? {}) as { id?: unknown; _id?: unknown }
  return [id, _id].find((each) => typeof each === 'string')
}

/** Returns the key of the first event of a list. */
export const firstKeyIn = (json: unknown): string | undefined => {
  const { key } = ((Array.isArray(json) ? json[0] : undefined) ?? {}) as { key?: unknown }
  return typeof key === 'string' ? key : undefined
}

/** Records that a `{parameter}` refers to, if its name isn't that of the id. */
const PARAMETERS: Readonly<Partial<Record<CallId, Known>>> = {
  'billing.managedGetSubscription': { id: 'subscriptionId' },
  'billing.getSubscription': { id: 'subscriptionId' },
  'billing.getPlan': { id: 'planId' },
  'billing.getInvoice': { id: 'invoiceId' },
  'billing.downloadInvoicePdf': { id: 'invoiceId' },
  'billing.getPaymentMethod': { id: 'paymentMethodId' },
  'provisioning.countConnectionUsers': { id: 'connectionId' },
  'provisioningConnections.listDirectoryGroups': { id: 'connectionId' },
  'reports.getReport': { id: 'reportId' },
}

/** An id that no server has. */
const UNKNOWN_ID = '00000000-0000-4000-8000-00000000c04f'

const WORDS: Readonly<Known> = {
  type: 'code',
  provider: 'google',
  path: 'Users',
  page: 'login',
  pinStatus: 'pin',
  endpoint: 'csv/v2',
}

const parameterOf = (call: CallId, name: string, known: Known): string | undefined =>
  known[PARAMETERS[call]?.[name] ?? name]

const fill = (path: string, idFor: (name: string) => string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => idFor(name).split('/').map(encodeURIComponent).join('/'))

/** Returns the path with known records, or `undefined` if one is missing. */
export const pathWith = ({ call, endpoint: { path } }: Operation, known: Known): string | undefined => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isKnown = names.every((name) => parameterOf(call, name, known) !== undefined)
  return isKnown ? fill(path, (name) => parameterOf(call, name, known) ?? '') : undefined
}

/** Returns the path with records that don't exist. */
export const pathOfNothing = ({ endpoint: { path } }: Operation): string =>
  fill(path, (name) => WORDS[name] ?? UNKNOWN_ID)

/** The server's origin, and the URL that paths with a prefix are relative to. */
export interface Bases {
  baseUrl: string
  apiUrl: string
}

export const urlOf = ({ baseUrl, apiUrl }: Bases, { endpoint: { flags } }: Operation, path: string): string =>
  `${flags.unprefixed ? baseUrl : apiUrl}${path}`

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

const resolve = (schema: Schema | undefined, schemas: WireSchemas): Schema => {
  const name = schema?.$ref?.split('/').at(-1)
  return name ? resolve(schemas.components.schemas[name] as Schema, schemas) : (schema ?? {})
}

const partOf = (call: string, part: 'query' | 'body', schemas: WireSchemas): Schema =>
  resolve(schemas.operations[call]?.[part] as Schema | undefined, schemas)

/** Values that no schema contains. */
const QUERY: Readonly<Partial<Record<CallId, (known: Known) => Known>>> = {
  'users.getUsersRoles': ({ userId = '' }) => ({ ids: userId }),
  'users.getUsersGroups': ({ userId = '' }) => ({ ids: userId }),
  'subTenants.listAllUsers': () => ({ _filter: '', _sortBy: 'name', _order: 'ASC' }),
  'subTenants.getHierarchyMetadata': ({ tenantId = '' }) => ({ _tenantIds: tenantId }),
  'accountPaths.listPaths': ({ tenantId = '' }) => ({ ids: tenantId }),
  'audits.getAuditStats': () => ({ sortBy: 'createdAt', sortDirection: 'desc' }),
  'guarantees.listGuaranteed': ({ userId = '' }) => ({ userId }),
  'recordSearch.find': () => ({ text: 'ad' }),
  'connectivity.listWebhookLogs': ({ webhookId = UNKNOWN_ID }) => ({ id: webhookId }),
  'connectivity.listChannelEvents': () => ({ channels: 'email' }),
  'notifications.listNotifications': () => ({ params: '{"count":10,"offset":0}' }),
  'slackApp.getSlackAuthorization': () => ({ state: 'conformance' }),
}

const COUNTS = /limit|count|size|buckets/i

const sampleOf = (name: string, schema: Schema): string => {
  const [first] = [schema.const, ...(schema.enum ?? [])].filter((value) => value !== undefined)
  if (first !== undefined) return String(first)
  if ([schema.type].flat().includes('boolean')) return 'false'
  return COUNTS.test(name) ? '10' : '0'
}

/** Returns a query that the contract accepts. */
export const queryOf = (call: CallId, schemas: WireSchemas, known: Known): string => {
  const { properties = {}, required = [] } = partOf(call, 'query', schemas)
  const samples = required.map((name) => [name, sampleOf(name, resolve(properties[name], schemas))])
  const values = { ...Object.fromEntries(samples), ...QUERY[call]?.(known) }
  const text = new URLSearchParams(values).toString()
  return text && `?${text}`
}

const wrongFor = (schema: Schema): unknown =>
  [schema.type].flat().includes('object') || !schema.type ? 'wrong' : { wrong: true }

/** Returns a body in which all required fields have a wrong type; `undefined` if the contract requires none. */
export const wrongBodyOf = (call: CallId, schemas: WireSchemas): Record<string, unknown> | undefined => {
  const body = partOf(call, 'body', schemas)
  const { properties = {}, required = [] } = body.anyOf ? resolve(body.anyOf[0], schemas) : body
  if (required.length === 0) return undefined
  return Object.fromEntries(required.map((name) => [name, wrongFor(resolve(properties[name], schemas))]))
}
