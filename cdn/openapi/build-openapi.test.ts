import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import Ajv2020 from 'ajv/dist/2020.js'
import { otherSchemas, packagedSchemas } from '../../src/cli/packaged-schemas.ts'
import { allTables } from '../../src/contract/all.ts'
import type { EndpointTable } from '../../src/contract/endpoint.ts'
import { ERROR_CODES } from '../../src/contract/error-codes.ts'
import { ownTime } from '../../src/testing/own-time.ts'
import { buildOpenApi } from './build-openapi.ts'
import type { JsonSchema } from './json-schema.ts'
import { OPENAPI_SHAPE } from './openapi-shape.ts'

const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
after(() => rmSync(folder, { recursive: true }))

const built = await buildOpenApi(folder)
const { openapi, schemas } = built
const operations = Object.values(openapi.paths).flatMap((item) => Object.values(item))
const named = operations.flatMap((operation) => operation['x-operations'] ?? [operation.operationId])

test('the body of a failure has one of the documented codes', () => {
  const { properties, required } = openapi.components.schemas.Error ?? {}
  assert.deepEqual(properties?.code?.enum, Object.keys(ERROR_CODES))
  for (const { text } of Object.values(ERROR_CODES)) assert.ok(properties?.code?.description?.includes(text), text)
  assert.deepEqual(required, ['errors'])
})

type Visit = (schema: unknown, place: string) => void

/** Calls `visit` for every place of the document that has a schema. */
const visitSchema = (schema: unknown, place: string, visit: Visit): void => {
  visit(schema, place)
  if (typeof schema !== 'object' || schema === null) return
  const { properties, items, additionalProperties, anyOf, allOf, oneOf, not } = schema as JsonSchema
  for (const [name, child] of Object.entries(properties ?? {})) visitSchema(child, `${place}.${name}`, visit)
  for (const [keyword, child] of Object.entries({ items, additionalProperties, not }))
    if (child !== undefined) visitSchema(child, `${place}/${keyword}`, visit)
  for (const branches of [anyOf, allOf, oneOf])
    for (const [index, child] of (branches ?? []).entries()) visitSchema(child, `${place}/${index}`, visit)
}

const visitAll = (node: unknown, place: string, visit: Visit): void => {
  if (typeof node !== 'object' || node === null) return
  for (const [key, child] of Object.entries(node)) {
    if (key === 'schema') visitSchema(child, place, visit)
    else visitAll(child, `${place}/${key}`, visit)
  }
}

const visitDocument = (visit: Visit) => {
  visitAll({ paths: openapi.paths, responses: openapi.components.responses }, '', visit)
  for (const [name, schema] of Object.entries(openapi.components.schemas)) visitSchema(schema, name, visit)
}

test('no schema is empty', () => {
  let count = 0
  visitDocument((schema, place) => {
    count += 1
    const isEmpty = schema === undefined || schema === true || Object.keys(schema as object).length === 0
    assert.ok(!isEmpty, `empty schema at ${place}`)
  })
  assert.ok(count > 2000, `only ${count} schemas were seen`)
})

test('every schema is valid JSON Schema 2020-12 and every reference resolves', () => {
  const ajv = new Ajv2020({ strict: false })
  visitDocument((schema, place) => {
    const { $ref } = schema as JsonSchema
    if ($ref) assert.ok(openapi.components.schemas[$ref.replace('#/components/schemas/', '')], `${$ref} at ${place}`)
    assert.ok(ajv.validateSchema(schema as object), `${place}: ${ajv.errorsText(ajv.errors)}`)
  })
})

test('the document has the structure that OpenAPI 3.1 requires', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const isRight = ajv.validate(OPENAPI_SHAPE, openapi)
  assert.ok(isRight, ajv.errorsText(ajv.errors))
})

test('every call of the contract is described once', () => {
  const expected = Object.entries(allTables as Record<string, EndpointTable>).flatMap(([table, endpoints]) =>
    Object.keys(endpoints).map((operation) => `${table}.${operation}`),
  )
  assert.deepEqual([...named].sort(), [...expected].sort())
})

test('operation ids are unique and no two paths differ only in parameter names', () => {
  const ids = operations.map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  const shapes = Object.keys(openapi.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
  assert.equal(new Set(shapes).size, shapes.length)
})

test('each path parameter of a template is described, and nothing else is described as one', () => {
  for (const [path, item] of Object.entries(openapi.paths)) {
    const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
    for (const { operationId, parameters } of Object.values(item)) {
      const actual = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      assert.deepEqual(actual.sort(), expected, operationId)
      assert.equal(new Set(parameters.map((each) => `${each.in} ${each.name}`)).size, parameters.length, operationId)
    }
  }
})

test('calls that share a method and a path accept the body of any of them', () => {
  const shared = openapi.paths['/identity/resources/users/v2']?.post
  assert.deepEqual(shared?.['x-operations'], ['team.addUser', 'team.resendInvitation'])
  const body = shared?.requestBody as { content: Record<string, { schema: JsonSchema }> } | undefined
  assert.equal(body?.content['application/json']?.schema.anyOf?.length, 2)
})

test('calls that share /metadata list every entity name', () => {
  const [parameter] = openapi.paths['/metadata']?.get?.parameters ?? []
  const names = parameter?.schema?.anyOf?.map((branch) => branch.const)
  assert.deepEqual(names, ['adminBox', 'audits', 'saml'])
  assert.equal(parameter?.required, true)
})

test('the second build reads what the first one kept', async () => {
  assert.equal(readdirSync(folder).length, 1)
  const took = await ownTime(async () => {
    assert.deepEqual(await buildOpenApi(folder), JSON.parse(JSON.stringify(built)))
  })
  assert.equal(readdirSync(folder).length, 1)
  // The first build reads the types, which takes many times as long.
  assert.ok(took < 1_000, `${took.toFixed(0)} ms`)
})

test('schemas have the names of exported types, which generated clients use', () => {
  const names = ['ActivateBody', 'MembershipOfMe', 'PreLoginBody', 'SignUpResponse', 'SsoExemptUser', 'UserListQueryV3']
  assert.deepEqual(
    names.filter((name) => !(name in openapi.components.schemas)),
    [],
  )
})

test('each operation has the schemas its types say', () => {
  assert.deepEqual(Object.keys(schemas.operations['users.listUsersV2'] ?? {}), ['query', 'response'])
  assert.deepEqual(Object.keys(schemas.operations['groups.updateGroup'] ?? {}), ['body', 'response'])
  assert.deepEqual(schemas.operations['session.updateProfileImage'], { response: { type: 'string' } })
  assert.equal(Object.keys(schemas.operations).length, named.length)
})

test('the package has the schemas of most operations once', () => {
  const others = otherSchemas(openapi, schemas)
  assert.deepEqual(packagedSchemas(openapi, others), { components: openapi.components, operations: schemas.operations })
  assert.ok(Object.keys(others).length < named.length / 4)
})
