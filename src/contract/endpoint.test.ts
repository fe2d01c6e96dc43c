import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PagedItems } from '../entities/paging.ts'
import type { allTables } from './all.ts'
import { createClient, type WireInput } from './client.ts'
import type { BodyOf, Endpoint, EndpointTable, InputOf, QueryOf, ResponseOf } from './endpoint.ts'
import { groups } from './groups.ts'
import { itemsOf } from './items-of.ts'
import { activation } from './sign-up.ts'
import type { ssoConfigs } from './sso.ts'
import type { users } from './users.ts'

type Equal<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false
const holds = <_Fact extends true>() => undefined

/** Operations whose path was widened to `string`, which would make `path` optional. */
type Widened<Tables> = {
  [table in keyof Tables]: {
    [operation in keyof Tables[table]]: Tables[table][operation] extends Endpoint<
      infer _Q,
      infer _B,
      infer _A,
      infer Path
    >
      ? string extends Path
        ? `${table & string}.${operation & string}`
        : never
      : never
  }[keyof Tables[table]]
}[keyof Tables]

test('the compiler requires exactly what a call needs', () => {
  holds<Equal<keyof InputOf<typeof activation.getActivationStrategy>, 'query'>>()
  holds<Equal<keyof InputOf<typeof groups.updateGroup>, 'path' | 'body'>>()
  holds<Equal<InputOf<typeof groups.updateGroup>['path'], { groupId: string }>>()
  holds<Equal<keyof InputOf<typeof ssoConfigs.validateDomain>['path'], 'configId' | 'domainId'>>()
  holds<Equal<keyof InputOf<typeof users.getUserJwtForTenant>, 'body'>>()
  holds<Equal<BodyOf<typeof users.getUserJwtForTenant>, { tenantId: string }>>()
  holds<Equal<QueryOf<typeof groups.deleteGroup>, void>>()
  holds<ResponseOf<typeof users.listUsersV3> extends PagedItems<infer _User> ? true : false>()
  holds<Record<never, never> extends InputOf<typeof groups.listGroups> ? true : false>()
  holds<Equal<Widened<typeof allTables>, never>>()
})

test('a client sends the endpoint with the input as it was given', async () => {
  const sent: [string, WireInput][] = []
  const tables = { groups, activation } satisfies Record<string, EndpointTable>
  const api = createClient(async (entry, input) => {
    sent.push([`${entry.method} ${entry.path}`, input])
    return { groups: [] }
  }, tables)
  assert.deepEqual(await api.groups.listGroups(), { groups: [] })
  await api.groups.deleteGroup({ path: { groupId: 'g1' } })
  assert.deepEqual(sent, [
    ['GET /identity/resources/groups/v1', {}],
    ['DELETE /identity/resources/groups/v1/{groupId}', { path: { groupId: 'g1' } }],
  ])
})

test('a list is read bare or wrapped', () => {
  assert.deepEqual(itemsOf([1, 2]), [1, 2])
  assert.deepEqual(itemsOf({ items: [1, 2] }), [1, 2])
})
