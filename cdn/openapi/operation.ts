import type { AnyEndpoint } from '../../src/contract/endpoint.ts'
import { COMPONENTS, type Definitions, type JsonSchema } from './json-schema.ts'

/** One operation with the schemas of its JSON parts. */
export interface Described {
  id: string
  endpoint: AnyEndpoint
  query?: JsonSchema
  body?: JsonSchema
  response?: JsonSchema
  /** The query's own properties, with references resolved. */
  queryObject?: JsonSchema
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required?: boolean
  description?: string
  style?: string
  explode?: boolean
  schema?: JsonSchema
  content?: Record<string, { schema: JsonSchema }>
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  'x-operations'?: string[]
  security?: Record<string, string[]>[]
  servers?: { url: string }[]
  parameters: Parameter[]
  requestBody?: unknown
  responses: Record<string, unknown>
}

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined

/** Joins several shapes at one place with `anyOf`, because a richer shape also matches a poorer one. */
const union = (schemas: readonly JsonSchema[]): JsonSchema | undefined => {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return distinct.length > 1 ? { anyOf: distinct } : distinct[0]
}

/** Follows references to the properties of an object schema. */
export const resolve = (schema: JsonSchema, definitions: Definitions): JsonSchema => {
  const target = schema.$ref && definitions[schema.$ref.slice(COMPONENTS.length)]
  return target ? resolve(target, definitions) : schema
}

const queryParameter = (name: string, schema: JsonSchema, required: boolean): Parameter => {
  const parameter: Parameter = { name, in: 'query', ...(required && { required }) }
  // A query has no nesting, so objects are sent as JSON text.
  if (schema.type === 'object') return { ...parameter, content: { 'application/json': { schema } } }
  return { ...parameter, schema }
}

/** Name for arbitrary query parameters, such as one per filter of a list. */
const FREE_NAMES = 'filters'

const freeParameter = ({ additionalProperties }: JsonSchema): Parameter[] =>
  typeof additionalProperties === 'object'
    ? [
        {
          name: FREE_NAMES,
          in: 'query',
          style: 'form',
          explode: true,
          description: 'Every further name filters by the field it names.',
          schema: { type: 'object', additionalProperties },
        },
      ]
    : []

const queryParameters = (group: readonly Described[]): Parameter[] => {
  const objects = group.map(({ queryObject }) => queryObject ?? {})
  const names = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))]
  const named = names.map((name) => {
    const schema = union(objects.map(({ properties }) => properties?.[name]).filter(isDefined)) ?? { type: 'string' }
    return queryParameter(
      name,
      schema,
      objects.every(({ required }) => required?.includes(name)),
    )
  })
  return [...named, ...objects.flatMap(freeParameter)]
}

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

export const parametersOf = (group: readonly Described[], path: string): Parameter[] => [
  ...pathParameters(path),
  ...queryParameters(group),
]

const IMAGE_FORM: JsonSchema = {
  type: 'object',
  properties: { image: { type: 'string', contentMediaType: 'application/octet-stream' } },
  required: ['image'],
}

export const bodyOf = (group: readonly Described[]): unknown => {
  if (group.some(({ endpoint }) => endpoint.flags.multipart))
    return { required: true, content: { 'multipart/form-data': { schema: IMAGE_FORM } } }
  const schema = union(group.map(({ body }) => body).filter(isDefined))
  return schema && { required: true, content: { 'application/json': { schema } } }
}

const FILE: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' }

const contentOf = ({ endpoint: { flags }, response }: Described): Record<string, JsonSchema> => {
  if (flags.blob) return { 'application/octet-stream': FILE }
  if (!response) return {}
  return { [flags.text ? 'text/plain' : 'application/json']: response }
}

/**
 * The response has no `Location`, because `fetch` would follow it before a script could; a navigation gets a real
 * redirect.
 */
const REDIRECT = {
  description: 'Go to the address in the body or in `Location`',
  content: { 'text/plain': { schema: { type: 'string' } } },
}

const LOGOUT_BY_REDIRECT = '/oauth/logout'

export const responsesOf = (group: readonly Described[]): Record<string, unknown> => {
  const contents = group.map(contentOf)
  const types = [...new Set(contents.flatMap((content) => Object.keys(content)))]
  const content = Object.fromEntries(
    types.map((type) => [type, { schema: union(contents.map((each) => each[type]).filter(isDefined)) }]),
  )
  const redirects = group.some(({ endpoint }) => endpoint.flags.nav || endpoint.path === LOGOUT_BY_REDIRECT)
  return {
    '2XX': { description: 'Done', ...(types.length > 0 && { content }) },
    ...(redirects && { '302': REDIRECT }),
    default: { $ref: '#/components/responses/Error' },
  }
}
