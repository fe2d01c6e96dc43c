import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { allTables } from '../contract/all.ts'
import type { AnyEndpoint, EndpointTable } from '../contract/endpoint.ts'
import { holdsPermission } from '../rules/permission.ts'
import { aMemberRecord, aRoleRecord, aTenantRecord, aUserRecord } from '../testing/records.ts'
import { PUBLISHED_ROLES } from './domain/identity/roles/published-access.ts'
import { allRoutes } from './handlers/index.ts'
import { report } from './prove/report.test-kit.ts'
import { createMemoryStore } from './store/memory.ts'
import { STORE_SCHEMA } from './store/schema.ts'
import { ALL_RULES } from './suites/all-rules.test-kit.ts'
import { contractRows } from './suites/contract-rows.test-kit.ts'
import { type Kit, openKit } from './suites/kit.test-kit.ts'
import { PASSWORD } from './suites/users.test-kit.ts'

interface Line {
  operation: string
  method: string
  path: string
  key: string
}

const endpoints = new Map<string, AnyEndpoint>(
  Object.entries(allTables).flatMap(([group, table]) =>
    Object.entries(table as EndpointTable).map(([operation, endpoint]) => [`${group}.${operation}`, endpoint] as const),
  ),
)

/** The documented permission of each released call that needs one. The rules are compared with it. */
const DOCUMENTED: ReadonlyMap<string, string> = new Map(
  contractRows('calls.permissions.tsv').map(([group, operation, key = '']) => [`${group}.${operation}`, key] as const),
)

/** The calls that need a permission, those that aren't released yet included. */
const LINES: readonly Line[] = [...ALL_RULES].flatMap(([operation, { permission }]) => {
  const endpoint = endpoints.get(operation)
  const key = DOCUMENTED.get(operation) ?? permission
  return key !== null && endpoint ? [{ operation, method: endpoint.method, path: endpoint.path, key }] : []
})

/** The keys of the role Read only: every key that reads, and none that writes. */
const READS = PUBLISHED_ROLES.find(({ key }) => key === 'read-only')?.holds ?? []

/** The six kinds of callers; `none` has no session. */
const USERS = {
  none: undefined,
  member: { tenant: 'acme', keys: ['fe.secure.read.nothing'] },
  reader: { tenant: 'acme', keys: READS },
  administrator: { tenant: 'acme', keys: ['fe.*'] },
  reseller: { tenant: 'northwind', keys: ['fe.*'] },
  foreigner: { tenant: 'globex', keys: ['fe.*'] },
} as const
type Kind = keyof typeof USERS

/** Ids of Acme's own records, so that a call could reach them if access control failed. */
const ID_OF: Record<string, string> = {
  userId: 'target',
  roleId: 'acme-role',
  groupId: 'acme-group',
  permissionId: 'p fe.usage.read',
  tenantId: 'acme',
}

const pathOf = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ID_OF[name] ?? 'acme-thing'))

/** The parameters that distinguish each call from the others on the same path. */
const DISCRIMINATING: Record<string, { query?: string; body?: object }> = {
  'audits.getAuditMetadata': { query: '?entityName=audits' },
  'reports.downloadReport': { query: '?name=x' },
  'team.addUser': { body: { email: 'someone@new.test', roleIds: [], provider: 'local' } },
}

const at = { createdAt: 0, updatedAt: 0 }

const settleUsers = async ({ store, ports }: Kit) => {
  const { tenants, users, members, roles, permissions, groups } = store
  for (const name of Object.keys(STORE_SCHEMA) as (keyof typeof STORE_SCHEMA)[]) {
    if (name !== 'keys') await store[name].delete({})
  }
  await tenants.insertMany([
    aTenantRecord({ id: 'acme' }),
    aTenantRecord({ id: 'globex', name: 'Globex' }),
    aTenantRecord({ id: 'northwind', name: 'Northwind', isReseller: true }),
    aTenantRecord({ id: 'child', name: 'Child', parentId: 'northwind' }),
  ])
  const keys = [...new Set([...Object.values(USERS).flatMap((user) => user?.keys ?? []), 'fe.usage.read'])]
  const permission = { name: 'x', description: '', categoryId: 'all', ...at }
  await permissions.insertMany(keys.map((key) => ({ id: `p ${key}`, key, ...permission })))
  const passwordHash = await ports.hasher.hash(PASSWORD)
  for (const [kind, user] of Object.entries(USERS)) {
    if (!user) continue
    const permissionIds = JSON.stringify(user.keys.map((key) => `p ${key}`))
    await roles.insert(aRoleRecord({ id: `role-${kind}`, permissionIds }))
    await users.insert(aUserRecord({ id: kind, email: `${kind}@x.test`, passwordHash, tenantId: user.tenant }))
    await members.insert(
      aMemberRecord({
        id: `m-${kind}`,
        tenantId: user.tenant,
        userId: kind,
        email: `${kind}@x.test`,
        roleIds: JSON.stringify([`role-${kind}`]),
      }),
    )
  }
  await users.insert(aUserRecord({ id: 'target', email: 'target@x.test' }))
  await members.insert(aMemberRecord({ id: 'm-target', userId: 'target', email: 'target@x.test' }))
  await roles.insert(aRoleRecord({ id: 'acme-role', tenantId: 'acme', level: 5 }))
  const group = { color: null, description: '', metadata: null, managedBy: 'frontegg', roleIds: '[]' } as const
  await groups.insert({ id: 'acme-group', tenantId: 'acme', name: 'Group', ...group, ...at })
}

/** Returns all stored records of Acme, except those that reading changes. */
const acmeOf = async ({ store }: Kit): Promise<string> => {
  const kept = ['members', 'roles', 'groups', 'policies', 'tickets'] as const
  const rows = await Promise.all(kept.map((name) => store[name].list({ tenantId: 'acme' })))
  return JSON.stringify([rows, await store.tenants.get('acme'), await store.users.get('target')])
}

describe('The permissions of admin calls', () => {
  let kit: Kit
  before(async () => {
    kit = await openKit(async () => createMemoryStore())
  })
  after(() => kit.close())

  const handled = () => new Map(allRoutes().map((route) => [route.operation, route]))

  it('are declared for every call, and only for calls of signed-in users', () => {
    assert.deepEqual([...ALL_RULES.keys()].sort(), [...endpoints.keys()].sort())
    for (const { operation, handler, rules } of allRoutes()) {
      assert.equal(rules, ALL_RULES.get(operation), operation)
      if (rules.permission !== null) assert.equal(handler.access, 'signed-in', operation)
    }
  })

  it('require the documented permission', () => {
    const declared = [...DOCUMENTED.keys()].map((operation) => [operation, ALL_RULES.get(operation)?.permission])
    assert.deepEqual(declared, [...DOCUMENTED])
  })

  it('admit exactly the documented ones of six kinds of users', async () => {
    const routes = handled()
    const calls = LINES.filter(({ operation }) => routes.has(operation))
    let differences = 0
    let made = 0
    const wrong: string[] = []
    for (const line of calls) {
      for (const kind of Object.keys(USERS) as Kind[]) {
        await settleUsers(kit)
        const own = USERS[kind]
        const token = own ? (await kit.signIn(`${kind}@x.test`)).token : undefined
        const { query = '', body = {} } = DISCRIMINATING[line.operation] ?? {}
        const ask = (headers: Record<string, string>) =>
          kit.call(line.method, `${pathOf(line.path)}${query}`, {
            ...(token && { token }),
            ...(line.method !== 'GET' && { body }),
            headers,
          })
        const untouched = await acmeOf(kit)
        // Every caller targets Acme: callers of other tenants by the header, and all by the ids of Acme's records.
        const { status } = await ask({ 'frontegg-scoped-tenant': 'acme' })
        const isAcmes = own?.tenant === 'acme'
        const may = own !== undefined && isAcmes && holdsPermission(own.keys, line.key)
        const passed = status !== 401 && status !== 403
        made += 1
        const isRight = own ? passed === may : status === 401
        // A user with only read permissions must change nothing, even where they may call.
        const isLeft = (may && kind !== 'reader') || (await acmeOf(kit)) === untouched
        if (!(isRight && isLeft)) {
          differences += 1
          wrong.push(`${kind} at ${line.operation}: ${status}${isLeft ? '' : ', and it changed something'}`)
        }
        if (!own || isAcmes) continue
        // Without the header, the call is made in the caller's own tenant, where Acme's records must not exist.
        await ask({})
        made += 1
        if ((await acmeOf(kit)) !== untouched) {
          differences += 1
          wrong.push(`${kind} changed Acme by ${line.operation}`)
        }
      }
    }
    assert.deepEqual(wrong, [])
    assert.ok(calls.length > 80, `${calls.length} calls`)
    report({
      row: 40,
      wanted: '0 differences: every admin call x 6 kinds of users, other tenants by header and by id',
      reached: `${differences} of ${made} calls, ${calls.length} operations`,
      ok: differences === 0,
    })
  })
})
