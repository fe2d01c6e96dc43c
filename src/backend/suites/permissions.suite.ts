import assert from 'node:assert/strict'
import { it } from 'node:test'
import { team, users } from '../../contract/users.ts'
import { holdsPermission } from '../../rules/permission.ts'
import { allRoutes } from '../handlers/index.ts'
import type { Route } from '../http/router.ts'
import type { Kit } from './kit.test-kit.ts'
import { ROLES, type RoleName } from './users.test-kit.ts'

const HOLDERS: Record<RoleName, string> = {
  admin: 'ada@acme.test',
  manager: 'tom@acme.test',
  reader: 'rea@acme.test',
  security: 'sec@acme.test',
  settings: 'set@acme.test',
  member: 'mel@acme.test',
}

/** Queries of calls that share their path with others. */
const QUERIES: Readonly<Record<string, string>> = { 'audits.getAuditMetadata': '?entityName=audits' }

const pathOf = ({ operation, endpoint }: Pick<Route, 'operation' | 'endpoint'>): string =>
  endpoint.path.replaceAll(/\{\w+\}/g, 'unknown') + (QUERIES[operation] ?? '')

/** Returns every guarded call, with a user and path values that do not exist, so that nothing changes. */
const guarded = () =>
  allRoutes().flatMap(({ operation, endpoint, rules: { permission } }) => {
    const path = pathOf({ operation, endpoint })
    return permission === null ? [] : [{ operation, method: endpoint.method, path, key: permission }]
  })

export const describePermissions = (kit: () => Kit): void => {
  it('allows every guarded call to exactly the roles that have its permission', async () => {
    const calls = guarded()
    assert.ok(calls.length > 25)
    for (const [role, email] of Object.entries(HOLDERS) as [RoleName, string][]) {
      const { token } = await kit().signIn(email)
      for (const { operation, method, path, key } of kit().sample(calls, 5)) {
        const body = method === 'GET' ? undefined : {}
        const { status } = await kit().call(method, path, { token, body })
        const may = holdsPermission(ROLES[role], key)
        assert.equal(status !== 403, may, `${role} at ${operation}: ${status}`)
      }
    }
  })

  it('refuses every guarded and signed-in call without a token', async () => {
    for (const { operation, endpoint, handler } of kit().sample(allRoutes(), 5)) {
      if (handler.access === 'public' || handler.access === 'cookie') continue
      const path = pathOf({ operation, endpoint })
      const body = endpoint.method === 'GET' ? undefined : {}
      const { status } = await kit().call(endpoint.method, path, { body })
      assert.equal(status, 401, operation)
    }
  })

  it('applies the removal of a role from the next call on', async () => {
    const { token } = await kit().signIn('rea@acme.test')
    const path = team.listAssignableRoles.path
    assert.equal((await kit().call('GET', path, { token })).status, 200)
    await kit().store.members.update({ userId: 'rea' }, { roleIds: '[]' })
    assert.equal((await kit().call('GET', path, { token })).status, 403)
  })

  it('accepts a tenant in the header only for its members', async () => {
    const path = `${users.listUsersV2.path}?_offset=0&_limit=50&_includeSubTenants=true`
    const headers = { 'frontegg-scoped-tenant': 'globex' }
    const ada = await kit().signIn('ada@acme.test')
    assert.equal((await kit().call('GET', path, { token: ada.token, headers })).status, 403)
    const max = await kit().signIn('max@multi.test')
    assert.equal((await kit().call('GET', path, { token: max.token })).status, 403)
    const globex = await kit().call('GET', path, { token: max.token, headers })
    assert.deepEqual(
      globex.body.items.map(({ tenantId }: { tenantId: string }) => tenantId),
      ['globex', 'globex', 'globex'],
    )
  })

  it('grants its roles no access to another tenant', async () => {
    await kit().store.roles.insert({
      id: 'foreign',
      tenantId: 'globex',
      key: 'foreign',
      name: 'Foreign',
      description: '',
      isDefault: false,
      level: 0,
      permissionIds: '["p fe.*"]',
      createdAt: 0,
      updatedAt: 0,
    })
    await kit().store.members.update({ userId: 'mel' }, { roleIds: '["foreign"]' })
    const { token } = await kit().signIn('mel@acme.test')
    assert.equal((await kit().call('GET', team.listAssignableRoles.path, { token })).status, 403)
    const ada = await kit().signIn('ada@acme.test')
    const give = await kit().call('PUT', team.updateMember.path, {
      token: ada.token,
      body: { id: 'mel', roleIds: ['foreign', 'reader'] },
    })
    assert.equal(give.status, 200)
    const { token: again } = await kit().signIn('rea@acme.test')
    assert.equal(
      (await kit().call('PUT', team.updateMember.path, { token: again, body: { id: 'mel', roleIds: [] } })).status,
      403,
    )
  })
}
