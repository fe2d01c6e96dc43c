import type { ErrorObject } from 'ajv/dist/2020.js'
import { isAbsentText, isNothing } from '../call/query-values.ts'

export interface QuerySchema {
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
export const readQuery = (
  schema: QuerySchema | undefined,
  components: Record<string, object>,
  value: unknown,
): ReadQuery => {
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
