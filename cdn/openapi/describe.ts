import type { WireSchemas } from '../../src/backend/adapters/validate.ts'
import { allTables } from '../../src/contract/all.ts'
import type { EndpointTable } from '../../src/contract/endpoint.ts'
import type { BuiltOpenApi } from './built-openapi.ts'
import { cleanDefinitions } from './clean.ts'
import { toDocument } from './document.ts'
import { generateDefinitions } from './generate.ts'
import type { Definitions } from './json-schema.ts'
import { type Described, resolve } from './operation.ts'
import { aliasOf, PARTS, type Part, patchTables } from './type-source.ts'

const IS_PART = /__(query|body|response)$/

const describeOperations = (definitions: Definitions): Described[] =>
  Object.entries(allTables as Record<string, EndpointTable>).flatMap(([table, endpoints]) =>
    Object.entries(endpoints).map(([operation, endpoint]) => {
      const id = `${table}.${operation}`
      const schemaOf = (part: Part) => definitions[aliasOf(id, part)]
      const query = schemaOf('query')
      return {
        id,
        endpoint,
        query,
        body: schemaOf('body'),
        response: schemaOf('response'),
        queryObject: query && resolve(query, definitions),
      }
    }),
  )

const toSchemas = (operations: readonly Described[], components: Definitions): WireSchemas => ({
  components: { schemas: components },
  operations: Object.fromEntries(
    operations.map((described) => [
      described.id,
      Object.fromEntries(PARTS.flatMap((part) => (described[part] ? [[part, described[part]]] : []))),
    ]),
  ),
})

/** Generates everything again; `buildOpenApi` caches it. */
export const describeContract = (contractFolder: string, version: string): BuiltOpenApi => {
  const definitions = cleanDefinitions(generateDefinitions(patchTables(contractFolder)))
  const operations = describeOperations(definitions)
  const components = Object.fromEntries(Object.entries(definitions).filter(([name]) => !IS_PART.test(name)))
  return { openapi: toDocument(operations, components, version), schemas: toSchemas(operations, components) }
}
