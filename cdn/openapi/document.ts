import type { AnyEndpoint } from '../../src/contract/endpoint.ts'
import { ERROR_CODES } from '../../src/contract/error-codes.ts'
import { routeKey } from '../../src/contract/match.ts'
import type { Definitions, JsonSchema } from './json-schema.ts'
import { bodyOf, type Described, type OpenApiOperation, parametersOf, responsesOf } from './operation.ts'

export interface OpenApi {
  openapi: '3.1.0'
  jsonSchemaDialect: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description?: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, PathItem>
  components: {
    schemas: Definitions
    responses: Record<string, unknown>
    securitySchemes: Record<string, unknown>
  }
}

type PathItem = Record<string, OpenApiOperation>

const CODE: JsonSchema = {
  type: 'string',
  description: [
    'Names the case for programs. It is stable, while the texts may be reworded; other backends may send none.',
    '',
    ...Object.entries(ERROR_CODES).map(([code, { status, text }]) => `- \`${code}\` (${status.join(', ')}): ${text}`),
  ].join('\n'),
  enum: Object.keys(ERROR_CODES),
}

const ERROR: JsonSchema = {
  type: 'object',
  description: 'The body of every failure; the texts are shown joined by `, `.',
  properties: { errors: { type: 'array', items: { type: 'string' } }, code: CODE },
  required: ['errors'],
}

const HEAD = {
  openapi: '3.1.0',
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  servers: [
    { url: '/frontegg', description: 'The default prefix' },
    { url: '/', description: 'Without a prefix' },
  ],
} as const

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] => {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}

/**
 * Returns the path. Calls that differ only by prefix keep their own; all others that a server cannot distinguish share
 * one.
 */
const placeOf = ({ method, path }: AnyEndpoint): string =>
  path.startsWith('/frontegg/') ? `${method} ${path}` : routeKey(method, path)

const operationOf = (group: readonly Described[], path: string): OpenApiOperation => {
  const [first] = group
  if (!first) throw new Error(`no operation at ${path}`)
  const { flags } = first.endpoint
  const requestBody = bodyOf(group)
  return {
    operationId: first.id,
    tags: [first.id.split('.')[0] ?? ''],
    ...(group.length > 1 && { 'x-operations': group.map(({ id }) => id) }),
    ...(flags.noToken && { security: [] }),
    ...(flags.unprefixed && { servers: [{ url: '/' }] }),
    parameters: parametersOf(group, path),
    ...(requestBody !== undefined && { requestBody }),
    responses: responsesOf(group),
  }
}

/** Templates that differ only in the names of their parameters must be one path in OpenAPI. */
const pathItems = (operations: readonly Described[]): Record<string, PathItem> =>
  Object.fromEntries(
    groupBy(operations, ({ endpoint }) => placeOf(endpoint).replace(/^\S+ /, '')).map((samePath) => {
      const path = samePath[0]?.endpoint.path ?? '/'
      const item = groupBy(samePath, ({ endpoint }) => endpoint.method).map((group) => [
        (group[0]?.endpoint.method ?? 'GET').toLowerCase(),
        operationOf(group, path),
      ])
      return [path, Object.fromEntries(item)]
    }),
  )

export const toDocument = (operations: readonly Described[], schemas: Definitions, version: string): OpenApi => ({
  ...HEAD,
  security: [{ bearer: [] }, {}],
  servers: [...HEAD.servers],
  info: {
    title: 'Front Entry',
    version,
    description: 'Every call of the login box and the admin portal, as the reference backend serves it.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  paths: pathItems(operations),
  components: {
    schemas: { ...schemas, Error: ERROR },
    responses: {
      Error: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  },
})
