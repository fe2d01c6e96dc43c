import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type SubTenantStatus, settings, subTenantStatus, subTenants } from '../../contract/accounts.ts'
import { tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { SUSPENDED } from '../domain/identity/access/tenant-entry.ts'
import { OPERATOR_ID } from '../domain/identity/tenants/account-tree.ts'
import { FOUNDER_PASSWORD } from './empty-database.test-kit.ts'
import { ENTRY_PATHS } from './entry-paths.test-kit.ts'
import { impersonate } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { CUSTOMER, openOperated, signInAs } from './operator-account.test-kit.ts'
import { expectOk, post } from './pre-hijack.test-kit.ts'
import { connect } from './scim.test-kit.ts'
import { actionsOf, enter } from './sub-accounts.test-kit.ts'

const ME = session.getMe.path

export const describeSuspension = (kit: () => Kit): void => {
  const setStatus = (token: string, tenantId: string, body: SubTenantStatus) =>
    kit().call('PATCH', fillPath(subTenantStatus.updateStatus.path, { tenantId }), { token, body })
  const suspend = async (token: string, tenantId: string, isSuspended = true) =>
    expectOk(await setStatus(token, tenantId, { isSuspended }))
  const statusOf = async (token: string) => (await kit().call('GET', ME, { token })).status
  const rowOf = async (token: string, tenantId: string) => {
    const { body } = expectOk(await kit().call('GET', subTenants.searchSubTenants.path, { token }))
    return body.items.find((row: { tenantId: string }) => row.tenantId === tenantId)?.metadata
  }

  it('ends sessions at once, refuses sign-ins with an explanation, and lets members in again when it is resumed', async () => {
    const { operator, customer } = await openOperated(kit())
    const member = await signInAs(kit(), CUSTOMER.email)
    await suspend(operator.token, customer.tenantId)
    assert.equal(await statusOf(member.token), 401)
    assert.equal((await kit().refresh(member.cookie)).status, 401)
    const refused = await kit().login(CUSTOMER.email, FOUNDER_PASSWORD)
    assert.deepEqual([refused.status, refused.body.errors], [403, [SUSPENDED]])
    assert.equal((await rowOf(operator.token, customer.tenantId)).isSuspended, true)
    await suspend(operator.token, customer.tenantId, false)
    assert.equal(await statusOf(member.token), 200)
    assert.equal((await kit().login(CUSTOMER.email, FOUNDER_PASSWORD)).status, 200)
    const actions = ['Account suspended', 'Account resumed']
    for (const tenantId of [customer.tenantId, OPERATOR_ID])
      assert.deepEqual((await actionsOf(kit(), tenantId)).filter((action) => actions.includes(action)).sort(), [
        ...actions.sort(),
      ])
  })

  it('stops API tokens of the account, of its users and of its directory', async () => {
    const { operator, customer } = await openOperated(kit())
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'AccessToken' })
    const { token } = await signInAs(kit(), CUSTOMER.email)
    const roles = (await kit().store.roles.list({ key: 'admin' })).map(({ id }) => id)
    const body = { description: 'Script', expiresInMinutes: 60, roleIds: roles }
    const own = expectOk(await post(kit(), tokensUser.createAccessToken.path, body, { token })).body.secret
    const ofAccount = expectOk(await post(kit(), tokensTenant.createAccessToken.path, body, { token })).body.secret
    const path = session.getMyAuthorization.path
    const use = async (secret: string) => (await kit().call('GET', path, { token: secret })).status
    const list = subTenants.searchSubTenants.path
    const callOfAccount = async () => (await kit().call('GET', list, { token: ofAccount })).status
    assert.deepEqual([await use(own), await callOfAccount()], [200, 200])
    await suspend(operator.token, customer.tenantId)
    assert.deepEqual([await use(own), await callOfAccount()], [403, 403])
    await suspend(operator.token, customer.tenantId, false)
    assert.deepEqual([await use(own), await callOfAccount()], [200, 200])
  })

  it('refuses the requests of a directory', async () => {
    const { scim } = await connect(kit())
    assert.equal((await scim('GET', 'Users')).status, 200)
    await kit().store.tenants.update({ id: 'acme' }, { suspendedAt: 1 })
    assert.equal((await scim('GET', 'Users')).status, 403)
  })

  it('is entered through no path by a user of two accounts, who continues in the other one', async () => {
    for (const [name, through] of Object.entries(ENTRY_PATHS)) {
      await kit().reset()
      await kit().store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
      const who = await kit().signIn('max@multi.test')
      await kit().store.tenants.update({ id: 'globex' }, { suspendedAt: 1 })
      const entered = await through(kit(), who, 'globex')
      assert.notEqual(entered?.tenantId, 'globex', name)
    }
    await kit().reset()
    const { cookie } = await kit().signIn('max@multi.test')
    await kit().store.tenants.update({ id: 'acme' }, { suspendedAt: 1 })
    const refreshed = expectOk(await kit().refresh(cookie))
    assert.equal(refreshed.body.tenantId, 'globex')
  })

  it('covers the sub-accounts, which resume with it and not separately', async () => {
    const { operator, customer } = await openOperated(kit())
    const body = { tenantId: 'branch', name: 'Branch', parentTenantId: customer.tenantId }
    expectOk(await post(kit(), subTenants.createSubTenant.path, body, operator))
    await kit().store.members.update({ tenantId: customer.tenantId }, { subAccountAccess: true })
    const member = await signInAs(kit(), CUSTOMER.email)
    const other = expectOk(await enter(kit(), member.token, 'branch')).body.accessToken
    await suspend(operator.token, customer.tenantId)
    assert.equal(await statusOf(other), 403)
    assert.equal((await setStatus(operator.token, 'branch', { isSuspended: false })).status, 409)
    await suspend(operator.token, customer.tenantId, false)
    assert.equal(await statusOf(other), 200)
  })

  it('lets the operator view it, even while impersonating a member, but not change anything then', async () => {
    const { operator, customer } = await openOperated(kit())
    await suspend(operator.token, customer.tenantId)
    const { accessToken: token } = expectOk(await enter(kit(), operator.token, customer.tenantId)).body
    assert.equal(await statusOf(token), 200)
    const member = await kit().store.members.find({ tenantId: customer.tenantId })
    const as = await impersonate(kit(), { token, cookie: operator.cookie }, member?.userId ?? '')
    assert.equal(await statusOf(as.token), 200)
    const change = { token: as.token, body: { name: 'Renamed' } }
    const refused = await kit().call('PUT', settings.saveAccountSettings.path, change)
    assert.deepEqual([refused.status, refused.body.errors], [403, [SUSPENDED]])
  })

  it('is available only to the operator, who can’t suspend their own account', async () => {
    const { operator, customer } = await openOperated(kit())
    const body = { tenantId: 'branch', name: 'Branch', parentTenantId: customer.tenantId }
    expectOk(await post(kit(), subTenants.createSubTenant.path, body, operator))
    const { token } = await signInAs(kit(), CUSTOMER.email)
    assert.equal((await setStatus(token, 'branch', { isSuspended: true })).status, 404)
    assert.equal((await setStatus(operator.token, OPERATOR_ID, { isSuspended: true })).status, 404)
    assert.equal((await setStatus(operator.token, 'nowhere', { isSuspended: true })).status, 404)
    assert.equal((await rowOf(token, 'branch')).isSuspended, undefined)
    kit().time.now += 301_000
    const late = await setStatus((await kit().refresh(operator.cookie)).body.accessToken, 'branch', { type: 'test' })
    assert.equal(late.status, 401)
  })

  it('has a type and the end of a trial, which don’t change who may enter', async () => {
    const { operator, customer } = await openOperated(kit())
    const { token } = operator
    const trialEndsAt = 1_800_000_000_000
    expectOk(await setStatus(token, customer.tenantId, { type: 'test', trialEndsAt }))
    const { type, trialEndsAt: shown, isSuspended } = await rowOf(token, customer.tenantId)
    assert.deepEqual([type, Date.parse(shown), isSuspended], ['test', trialEndsAt, false])
    expectOk(await setStatus(token, customer.tenantId, { trialEndsAt: null }))
    assert.equal((await rowOf(token, customer.tenantId)).trialEndsAt, undefined)
    for (const body of [{ type: 'headquarter' }, { trialEndsAt: '2027-01-01' }, { isSuspended: 'yes' }])
      assert.equal((await setStatus(token, customer.tenantId, body as SubTenantStatus)).status, 400)
  })
}
