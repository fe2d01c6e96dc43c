import assert from 'node:assert/strict'
import { subTenants } from '../../contract/accounts.ts'
import { users } from '../../contract/users.ts'
import { aTenantRecord } from '../../testing/records.ts'
import { linkTenant } from '../domain/identity/tenants/account-tree.ts'
import type { Kit } from './kit.test-kit.ts'

/** Adds an account below another one without a call. */
export const addAccount = async ({ store }: Kit, id: string, name: string, parentId: string): Promise<void> => {
  await store.tenants.insert(aTenantRecord({ id, name, parentId }))
  await linkTenant(store, { id, name, createdAt: 0 }, parentId)
}

/** Creates North (with Oslo, and Bergen below it) and South under Acme. */
export const grow = async (kit: Kit) => {
  await kit.store.members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
  const { token } = await kit.signIn('ada@acme.test')
  const create = (id: string, parentTenantId: string) =>
    kit.call('POST', subTenants.createSubTenant.path, {
      token,
      body: { tenantId: id, name: id[0]?.toUpperCase() + id.slice(1), parentTenantId },
    })
  for (const [id, parent] of [
    ['north', 'acme'],
    ['south', 'acme'],
    ['oslo', 'north'],
    ['bergen', 'north'],
  ] as const) {
    kit.time.now += 1_000
    assert.equal((await create(id, parent)).status, 200)
  }
  return { token, create }
}

export const enter = async (kit: Kit, token: string, tenantId: string) =>
  kit.call('POST', users.getUserJwtForTenant.path, { token, body: { tenantId } })

export const actionsOf = async (kit: Kit, tenantId: string) =>
  (await kit.store.audits.list({ tenantId, resource: 'Sub-accounts' })).map(({ action }) => action)
