import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { allTables } from '../../contract/all.ts'
import type { EndpointTable } from '../../contract/endpoint.ts'
import { routeKey } from '../../contract/match.ts'
import { isAbsentText, isNothing } from '../call/read.ts'
import { SCIM_ERROR } from '../domain/directory/scim/scim-error.ts'
import type { Validate } from '../ports.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** Converts `/roleIds/0` to `roleIds[0]`; the top level gets the name of the part. */
const nameOf = (pointer: string, part: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => {
      if (/^\d+$/.test(step)) return `${path}[${step}]`
      return path ? `${path}.${step}` : step
    }, '') || `the ${part}`

const child = (pointer: string, name: string) => `${pointer}/${name}`
const quote = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ')
const list = (words: readonly string[]) => [...new Set(words)].join(' or ')

const typesOf = ({ params }: ErrorObject): string[] =>
  [(params as { type: string | string[] }).type].flat().map((type) => TYPES[type] ?? type)

/** Returns the problem as the end of a sentence about the value. */
const complaint = (error: ErrorObject): string | undefined => {
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'enum':
      return `must be one of ${quote(params.allowedValues as unknown[])}`
    case 'const':
      return `must be ${quote([params.allowedValue])}`
    case 'required':
      return 'is required'
    // The branches of a union report their own errors.
    case 'anyOf':
    case 'oneOf':
      return undefined
    default:
      return error.message
  }
}

const placeOf = (error: ErrorObject): string =>
  error.keyword === 'required'
    ? child(error.instancePath, (error.params as { missingProperty: string }).missingProperty)
    : error.instancePath

/** Returns one sentence per mistake, such as `email must be a string`; alternatives of a union are joined with "or". */
const describeErrors = (errors: readonly ErrorObject[], part: string): string[] => {
  const types = new Map<string, string[]>()
  for (const error of errors.filter(({ keyword }) => keyword === 'type'))
    types.set(error.instancePath, [...(types.get(error.instancePath) ?? []), ...typesOf(error)])
  const sentences = errors.flatMap((error) => {
    const name = nameOf(placeOf(error), part)
    if (error.keyword === 'type') return [`${name} must be ${list(types.get(error.instancePath) ?? [])}`]
    // Besides a wrong type, other errors of the same value add nothing.
    if (types.has(placeOf(error))) return []
    const words = complaint(error)
    return words ? [`${name} ${words}`] : []
  })
  return [...new Set(sentences)]
}

type Part = 'query' | 'body' | 'response'

/** JSON Schemas of the contract, built from the types by `cdn/openapi/build-openapi.ts`. */
export interface WireSchemas {
  components: { schemas: Record<string, object> }
  operations: Record<string, { query?: object; body?: object; response?: object }>
}

/** Returns the problems of a response; an empty list if it conforms. */
export type ResponseChecker = (operation: string, status: number, json: unknown) => string[]

const SCHEMA_ID = 'wire'

/** Limits the errors in a response, so that a client with many mistakes isn't flooded. */
const MAX_ERRORS = 10

/**
 * Returns operations with the same method and path: a server can't distinguish them, so each accepts input that is
 * valid for any of them.
 */
const siblingsByOperation = (): Map<string, string[]> => {
  const byRoute = new Map<string, string[]>()
  const operations: [string, string][] = Object.entries(allTables as Record<string, EndpointTable>).flatMap(
    ([table, endpoints]) =>
      Object.entries(endpoints).map(([name, { method, path }]): [string, string] => [
        `${table}.${name}`,
        routeKey(method, path),
      ]),
  )
  for (const [operation, route] of operations) byRoute.set(route, [...(byRoute.get(route) ?? []), operation])
  return new Map(operations.map(([operation, route]) => [operation, byRoute.get(route) ?? [operation]]))
}

/** Compiles the schema of one part of one operation when it is first needed. */
const createCompiler = (schemas: WireSchemas, coerceTypes: boolean) => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, coerceTypes, validateSchema: false, logger: false })
  ajv.addSchema({ $id: SCHEMA_ID, ...schemas })
  const compiled = new Map<string, ValidateFunction>()
  return (operation: string, part: Part): ValidateFunction | undefined => {
    if (!schemas.operations[operation]?.[part]) return undefined
    const ref = `${SCHEMA_ID}#/operations/${operation}/${part}`
    const known = compiled.get(ref)
    if (known) return known
    const validate = ajv.compile({ $ref: ref })
    compiled.set(ref, validate)
    return validate
  }
}

const problems = (validate: ValidateFunction | undefined, value: unknown): readonly ErrorObject[] =>
  !validate || validate(value) ? [] : (validate.errors ?? [])

/**
 * Creates a validator of clients' input. Unknown fields are ignored; wrong types and missing fields are returned as
 * sentences such as `email must be a string`. Query values arrive as text and are converted to the type of their
 * schema.
 */
export const createValidator = (schemas: WireSchemas): Validate => {
  const ofBody = createCompiler(schemas, false)
  const ofQuery = createCompiler(schemas, true)
  const siblings = siblingsByOperation()

  const check = (operation: string, part: 'query' | 'body', value: unknown): readonly ErrorObject[] => {
    if (part === 'body') return problems(ofBody(operation, 'body'), value ?? {})
    const schema = schemas.operations[operation]?.query as QuerySchema | undefined
    const { values, isOptional } = readQuery(schema, schemas.components.schemas, value)
    return problems(ofQuery(operation, 'query'), values).filter((error) => !isOptional(error))
  }

  return (operation, part, value) => {
    const own = check(operation, part, value)
    if (own.length === 0) return []
    const others = siblings.get(operation)?.filter((other) => other !== operation) ?? []
    const isSibling = others.some((other) => schemas.operations[other] && check(other, part, value).length === 0)
    return isSibling ? [] : describeErrors(own, part).slice(0, MAX_ERRORS)
  }
}

const ERROR_FROM = 400
const isWithoutBody = (status: number) => status === 204 || (status >= 300 && status < ERROR_FROM)

const checkFailure = (json: unknown): string[] => {
  const errors = typeof json === 'object' && json !== null ? (json as { errors?: unknown }).errors : undefined
  const isRight = Array.isArray(errors) && errors.every((error) => typeof error === 'string')
  return isRight ? [] : ['a failure must respond with { errors: string[] }']
}

/** Directories read errors of a separate form (RFC 7644 §3.12). */
const checkScimFailure = (json: unknown): string[] => {
  const { schemas, status } = (json ?? {}) as { schemas?: unknown; status?: unknown }
  const isRight = Array.isArray(schemas) && schemas.includes(SCIM_ERROR) && typeof status === 'string'
  return isRight ? [] : ['a failure must respond with a SCIM error']
}

/** Creates a checker for tests that returns the problems of a response. */
export const createResponseChecker = (schemas: WireSchemas): ResponseChecker => {
  const compiler = createCompiler(schemas, false)
  const siblings = siblingsByOperation()
  return (operation, status, json) => {
    if (!schemas.operations[operation]) return [`${operation} is not part of the contract`]
    if (status >= ERROR_FROM) return operation.startsWith('scim.') ? checkScimFailure(json) : checkFailure(json)
    if (isWithoutBody(status)) return []
    const check = (name: string) => problems(compiler(name, 'response'), json ?? null)
    const own = check(operation)
    const isSibling = siblings.get(operation)?.some((other) => other !== operation && check(other).length === 0)
    return own.length === 0 || isSibling ? [] : describeErrors(own, 'response')
  }
}

interface QuerySchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, QuerySchema>
  enum?: unknown[]
  const?: unknown
  anyOf?: QuerySchema[]
}

interface ReadQuery {
  values: Record<string, unknown>
  /** Returns whether a missing value is allowed. */
  isOptional(error: ErrorObject): boolean
}

const COMPONENTS = '#/components/schemas/'

const resolve = (schema: QuerySchema | undefined, components: Record<string, QuerySchema>): QuerySchema => {
  const target = schema?.$ref && components[schema.$ref.slice(COMPONENTS.length)]
  return target ? resolve(target, components) : (schema ?? {})
}

const isText = ({ type, enum: listed }: QuerySchema) => type === 'string' && !listed
const isStructure = ({ type }: QuerySchema) => type === 'object' || type === 'array'

const isAbsent = (name: string, schema: QuerySchema, value: unknown): boolean =>
  value === undefined || isAbsentText(name, value) || (!isText(schema) && (value === '' || isNothing(value)))

/** Parses objects and lists, which are sent as JSON text because a query has no nesting. */
const parse = (schema: QuerySchema, value: unknown): unknown => {
  if (!isStructure(schema) || typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Prepares query texts for their schema. Numbers, switches and lists have defaults, so only texts are required. */
const readQuery = (schema: QuerySchema | undefined, components: Record<string, object>, value: unknown): ReadQuery => {
  const known = components as Record<string, QuerySchema>
  const { properties = {} } = resolve(schema, known)
  const propertyOf = (name: string) => resolve(properties[name], known)
  const entries = Object.entries((value ?? {}) as Record<string, unknown>)
  return {
    values: Object.fromEntries(
      entries
        .filter(([name, text]) => !isAbsent(name, propertyOf(name), text))
        .map(([name, text]) => [name, parse(propertyOf(name), text)]),
    ),
    isOptional: ({ keyword, params }) => {
      if (keyword !== 'required') return false
      const missing = propertyOf(String((params as { missingProperty?: unknown }).missingProperty))
      return !isText(missing) && missing.const === undefined
    },
  }
}
