import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants, tenantDeletion } from '../../contract/accounts.ts'
import { selfService } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { finishDeletions } from '../domain/self-service/finish-deletions.ts'
import { billingCalls } from './billing.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { grow } from './sub-accounts.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

/** Tests that a refused, canceled or undone deletion changes nothing. */
export const describeDeletionLimits = (kit: () => Kit): void => {
  const { signIn, sell, startTrial, customerOf } = billingCalls(kit)

  const isCanceled = async (tenantId: string): Promise<boolean | undefined> =>
    kit().ledger.customer(await customerOf(tenantId)).subscription?.cancelsAtPeriodEnd

  it('doesn’t give a restored user access to an account that had deactivated them before', async () => {
    const { store } = kit()
    // Simulates a user whom a directory deactivated before it was paused and deleted.
    await store.members.update({ userId: 'max', tenantId: 'globex' }, { disabledAt: kit().time.now - 1 })
    await store.users.update({ id: 'max' }, { tenantId: 'acme' })
    const token = await signIn('max@multi.test')
    const body = { email: 'max@multi.test', password: PASSWORD }
    assert.equal((await kit().call('POST', selfService.deleteUser.path, { token, body })).status, 200)
    assert.equal(await store.members.count({ userId: 'max', disabledAt: null }), 0)
    const { userId, token: secret } = kit().lastLink()
    const restored = await kit().page('POST', selfService.restoreUser.path, {
      body: String(new URLSearchParams({ userId, token: secret })),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(restored.status, 200)
    const open = await store.members.list({ userId: 'max', disabledAt: null })
    assert.deepEqual(
      open.map(({ tenantId }) => tenantId),
      ['acme'],
    )
  })

  it('cancels no subscription of a sub-account whose deletion is refused', async () => {
    await sell()
    const { token } = await grow(kit())
    await startTrial(await signIn('ada@acme.test'))
    await kit().store.billingAccounts.update({ tenantId: 'acme' }, { tenantId: 'north' })
    const path = fillPath(subTenants.deleteSubTenant.path, { tenantId: 'north' })
    assert.equal((await kit().call('DELETE', path, { token, body: {} })).status, 409)
    assert.equal(await isCanceled('north'), false)
  })

  it('cancels no subscription of an account that is kept for its sub-accounts', async () => {
    await sell()
    const ada = await signIn('ada@acme.test')
    await startTrial(ada)
    const body = { name: 'Acme', password: PASSWORD }
    const path = tenantDeletion.scheduleTenantDeletion.path
    assert.equal((await kit().call('POST', path, { token: ada, body })).status, 200)
    await grow(kit())
    kit().time.now += 15 * 86_400_000
    await finishDeletions(kit().ports)
    assert.ok(await kit().store.tenants.get('acme'))
    assert.equal(await isCanceled('acme'), false)
  })
}
