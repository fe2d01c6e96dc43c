import { Refusal } from '../../../call/refusal.ts'
import type { ScimResponse } from '../../../ports/scim.ts'
import { noteRefusal } from '../provisioning/directory-call.ts'
import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import type { Operation } from './kinds.ts'
import { assertSchema, memberNamed } from './normalize.ts'
import { runOperation } from './resources.ts'
import { errorBody, ScimRefusal, scimRefusal } from './scim-error.ts'

const REQUEST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest'
const RESPONSE_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse'
export const MAX_BULK_OPERATIONS = 1_000

interface BulkOperation {
  method: string
  path: string
  bulkId: string | undefined
  version: string | undefined
  data: ScimObject
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

const optionalText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const operationOf = (given: unknown): BulkOperation => {
  if (!isObject(given)) throw scimRefusal('invalidSyntax', 'Each operation must be an object')
  const method = optionalText(given.method)?.toUpperCase() ?? ''
  const path = optionalText(given.path)
  const bulkId = optionalText(given.bulkId)
  if (!METHODS.includes(method) || !path?.startsWith('/'))
    throw scimRefusal('invalidSyntax', 'An operation needs method and path')
  if (method === 'POST' && bulkId === undefined) throw scimRefusal('invalidSyntax', 'An operation POST needs a bulkId')
  return { method, path, bulkId, version: optionalText(given.version), data: isObject(given.data) ? given.data : {} }
}

const readBulk = (body: ScimObject): { operations: BulkOperation[]; failOnErrors: number } => {
  assertSchema(body, REQUEST_SCHEMA)
  const [operations, failOnErrors] = ['Operations', 'failOnErrors'].map((name) => memberNamed(body, name))
  if (!Array.isArray(operations)) throw scimRefusal('invalidSyntax', 'Operations must be a list')
  if (operations.length > MAX_BULK_OPERATIONS)
    throw new ScimRefusal(413, `A bulk request can have ${MAX_BULK_OPERATIONS} operations`)
  const limit = typeof failOnErrors === 'number' && failOnErrors > 0 ? failOnErrors : Number.POSITIVE_INFINITY
  return { operations: operations.map(operationOf), failOnErrors: limit }
}

const REFERENCE = /bulkId:([\w-]+)/g

const referencesIn = ({ path, data }: BulkOperation): string[] =>
  [...`${path} ${JSON.stringify(data)}`.matchAll(REFERENCE)].map(([, id = '']) => id)

/** Replaces texts that consist of a reference; other texts, such as names, stay unchanged. */
const resolved = <Value>(value: Value, ids: ReadonlyMap<string, string>): Value => {
  const text = JSON.stringify(value).replace(/"bulkId:([\w-]+)"/g, (whole, id: string) =>
    JSON.stringify(ids.get(id) ?? whole.slice(1, -1)),
  )
  // The value has the same type; only its texts differ.
  return JSON.parse(text) as Value
}

const pathOf = (path: string, ids: ReadonlyMap<string, string>): string =>
  path.replace(REFERENCE, (whole, id: string) => ids.get(id) ?? whole)

interface Progress {
  /** Ids of the created resources, by bulkId. */
  ids: Map<string, string>
  results: Map<BulkOperation, object>
  errors: number
}

const failed = (error: unknown): ScimResponse => {
  if (!(error instanceof Refusal)) throw error
  return { status: error.status, body: errorBody(error) }
}

const run = async (base: Operation, operation: BulkOperation, progress: Progress): Promise<void> => {
  const { method, bulkId, version } = operation
  const segments = pathOf(operation.path, progress.ids).split('/').filter(Boolean)
  const body = resolved(operation.data, progress.ids)
  const single = { ...base, method, segments, body, query: {}, ifMatch: version, ifNoneMatch: undefined }
  const response = await runOperation(single)
    .catch((error: unknown) => noteRefusal(base.call, method, error))
    .catch(failed)
  const isError = response.status >= 400
  const created = isObject(response.body) && !isError ? response.body.id : undefined
  if (bulkId && typeof created === 'string') progress.ids.set(bulkId, created)
  if (isError) progress.errors += 1
  const { Location: location, ETag: etag } = response.headers ?? {}
  progress.results.set(operation, {
    method,
    ...(bulkId && { bulkId }),
    ...(location && { location }),
    ...(etag && { version: etag }),
    status: String(response.status),
    ...(isError && { response: response.body }),
  })
}

const unresolvable = (operation: BulkOperation) => ({
  method: operation.method,
  ...(operation.bulkId && { bulkId: operation.bulkId }),
  status: '409',
  response: errorBody(scimRefusal('invalidValue', 'A bulkId in this operation names nothing that was created')),
})

/**
 * Runs a bulk request (RFC 7644 §3.7). Operations that refer to others run after them, regardless of the order in which
 * they were sent. A reference to a resource that was never created is an error.
 */
export const runBulk = async (base: Operation): Promise<ScimResponse> => {
  const { operations, failOnErrors } = readBulk(base.body)
  const progress: Progress = { ids: new Map(), results: new Map(), errors: 0 }
  const references = new Map(operations.map((operation) => [operation, referencesIn(operation)]))
  let waiting = operations
  while (waiting.length) {
    const ready = waiting.filter((operation) => references.get(operation)?.every((id) => progress.ids.has(id)))
    if (ready.length === 0) break
    for (const operation of ready) {
      if (progress.errors < failOnErrors) await run(base, operation, progress)
    }
    waiting = waiting.filter((operation) => !ready.includes(operation))
  }
  for (const operation of waiting) {
    if (progress.errors >= failOnErrors) break
    progress.errors += 1
    progress.results.set(operation, unresolvable(operation))
  }
  const results = operations.flatMap((operation) => progress.results.get(operation) ?? [])
  return { status: 200, body: { schemas: [RESPONSE_SCHEMA], Operations: results } }
}
