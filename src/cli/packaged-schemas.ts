import type { ServedFiles } from '../serve/serve.ts'

type WireSchemas = ServedFiles['schemas']
type Operations = WireSchemas['operations']

/** The parts of an OpenAPI document that are read (OpenAPI 3.1 §4.8). */
interface OpenApiDocument {
  paths: object
  components: WireSchemas['components']
}

interface Content {
  content?: Record<string, { schema?: object }>
}

interface DescribedCall {
  operationId: string
  'x-operations'?: readonly string[]
  requestBody?: Content
  responses: { '2XX'?: Content }
}

const schemaIn = (part: Content | undefined): object | undefined =>
  (part?.content?.['application/json'] ?? part?.content?.['text/plain'])?.schema

/** Returns the schemas of calls that share their path with no other call. */
const schemasIn = ({ paths }: OpenApiDocument): Operations => {
  // The build compares what is read here with the schemas that it wrote into the document.
  const calls = Object.values(paths).flatMap((item) => Object.values(item) as DescribedCall[])
  return Object.fromEntries(
    calls
      .filter((call) => call['x-operations'] === undefined)
      .map(({ operationId, requestBody, responses }) => {
        const [body, response] = [schemaIn(requestBody), schemaIn(responses['2XX'])]
        return [operationId, { ...(body && { body }), ...(response && { response }) }]
      }),
  )
}

/**
 * Returns the schemas of all calls. The package contains them once: in the OpenAPI document, and the others beside it.
 *
 * @param others returned by `otherSchemas`
 */
export const packagedSchemas = (openapi: OpenApiDocument, others: Operations): WireSchemas => {
  const operations = schemasIn(openapi)
  for (const [call, parts] of Object.entries(others)) operations[call] = { ...operations[call], ...parts }
  return { components: openapi.components, operations }
}

/** Returns the schemas that the OpenAPI document doesn't have in the same form, such as those of queries. */
export const otherSchemas = (openapi: OpenApiDocument, { operations }: WireSchemas): Operations => {
  const known = schemasIn(openapi)
  const others = Object.entries(operations).map(([call, parts]) => {
    const shared: Record<string, object> = { ...known[call] }
    const own = Object.entries(parts).filter(
      ([part, schema]) => JSON.stringify(shared[part]) !== JSON.stringify(schema),
    )
    return [call, Object.fromEntries(own)] as const
  })
  return Object.fromEntries(others.filter(([call, own]) => !known[call] || Object.keys(own).length > 0))
}
