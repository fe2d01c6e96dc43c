import { COMPONENTS, type Definitions, type JsonSchema } from './json-schema.ts'

const GENERATED_REF = '#/definitions/'

/** Returns a valid component name, which `PagedItems<Me>` is not. */
const componentName = (typeName: string): string => {
  if (/(interface|alias|structure|def)-\d/.test(typeName))
    throw new Error(`${typeName} has an argument without an exported name; export that type`)
  return typeName.replaceAll('<', 'Of').replaceAll(/[^A-Za-z0-9_]/g, '')
}

const isImpossible = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'not' in schema && Object.keys(schema).length === 1

/**
 * Removes `{ not: {} }`, which the generator emits for `undefined` in a union and `never` behind an index signature;
 * JSON has neither.
 */
const withoutImpossible = (branches: JsonSchema[]): JsonSchema[] => branches.filter((branch) => !isImpossible(branch))

const distinct = (branches: JsonSchema[]): JsonSchema[] => [
  ...new Map(branches.map((branch) => [JSON.stringify(branch), branch])).values(),
]

const cleanUnion = ({ anyOf = [], ...rest }: JsonSchema): JsonSchema => {
  const branches = distinct(withoutImpossible(anyOf).map(clean))
  const [only] = branches
  return branches.length === 1 && only ? { ...only, ...rest } : { ...rest, anyOf: branches }
}

const cleanChild = (keyword: string, value: unknown): unknown => {
  if (keyword === 'properties')
    return Object.fromEntries(Object.entries(value as Definitions).map(([name, child]) => [name, clean(child)]))
  if (keyword === 'items' || keyword === 'additionalProperties')
    return typeof value === 'object' && value !== null ? clean(value as JsonSchema) : value
  if (keyword === 'allOf') return (value as JsonSchema[]).map(clean)
  if (keyword === '$ref') return `${COMPONENTS}${componentName(String(value).slice(GENERATED_REF.length))}`
  return value
}

/** Converts a generated schema to the dialect of OpenAPI 3.1, with references to components. */
const clean = (schema: JsonSchema): JsonSchema => {
  if (schema.anyOf) return cleanUnion(schema)
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(keyword === 'additionalProperties' && isImpossible(value)))
      .map(([keyword, value]) => [keyword, cleanChild(keyword, value)]),
  )
}

export const cleanDefinitions = (definitions: Definitions): Definitions =>
  Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [componentName(name), clean(schema)]))
