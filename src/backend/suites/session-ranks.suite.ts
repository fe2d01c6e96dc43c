import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { accountEntry } from '../../contract/accounts.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioning } from '../../contract/provisioning.ts'
import { roles } from '../../contract/roles.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { ssoConfigs } from '../../contract/sso.ts'
import { team } from '../../contract/users.ts'
import { aRoleRecord } from '../../testing/records.ts'
import { ranksInSession } from '../domain/identity/access/authenticate.ts'
import { grantableBy, guarantorOf } from '../domain/identity/guarantor/guarantor.ts'
import { grantsOf } from '../domain/identity/roles/grants.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { aUser, patch, scimClient, validateDomain } from './scim.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const MORE = ['fe.secure.write.roles', 'fe.secure.write.updateRole', 'fe.secure.write.provisioningConfiguration']
const SUCCESS = [200, undefined]
const WITHHELD = [403, 'rights-withheld']

/**
 * Tests the rank of callers for whom only an identity provider vouches. `sso-admin` and `vip`, a role of the vendor's
 * product, rank apart, with the administrative role `lead` between them. Una has both roles, and the guarantor only the
 * lower one.
 */
export const describeSessionRanks = (kit: () => Kit): void => {
  const { add, arriveAs, guarantor, setUp, vouch } = useGuaranteedConnection(kit)

  const createRole = async (token: string, permissions: string[]) => {
    const body = { key: 'new', name: 'New', description: '', isDefault: false, level: 0, permissions }
    const response = await kit().call('POST', roles.addRole.path, { token, body })
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return response.body.level
  }
  const permissionsOf = async (roleId: string): Promise<string[]> =>
    JSON.parse((await kit().store.roles.get(roleId))?.permissionIds ?? '[]')

  beforeEach(async () => {
    const { store } = kit()
    const held = [...(await permissionsOf('manager')), ...(await permissionsOf('sso-admin'))]
    const facts = { description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    for (const key of MORE) {
      const known = await store.permissions.find({ key })
      if (!known) await store.permissions.insert({ id: `p ${key}`, key, name: key, ...facts })
      held.push(known?.id ?? `p ${key}`)
    }
    const permissionIds = JSON.stringify([...new Set(held)])
    await store.roles.update({ id: 'sso-admin' }, { level: 5, permissionIds })
    await store.roles.insert(aRoleRecord({ id: 'lead', tenantId: 'acme', level: 2, permissionIds }))
    await store.roles.insert(aRoleRecord({ id: 'vip', tenantId: 'acme', level: 0, permissionIds: '[]' }))
    await vouch('sec')
  })

  const byProvider = async (email: string): Promise<string> => {
    const response = await arriveAs(email)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return String(response.body.accessToken)
  }
  const proven = async (token: string): Promise<string> => {
    const response = await kit().call('POST', accountEntry.provePassword.path, { token, body: { password: PASSWORD } })
    return String(response.body.accessToken)
  }
  const setRoles = async (token: string, id: string, roleIds: string[]) => {
    const { status, body } = await kit().call('PUT', team.updateMember.path, { token, body: { id, roleIds } })
    return [status, body.code]
  }
  const confirm = async (token: string) => {
    const body = { kind: 'sso-connection', id: 'saml-1' }
    const response = await kit().call('POST', guarantees.confirmGuaranteed.path, { token, body })
    return [response.status, response.body.code]
  }
  const leave = (userId: string) => kit().store.members.delete({ tenantId: 'acme', userId })

  it('act on administrators with at most the rank of the guarantor until their user proves more, whatever their role of the product', async () => {
    const { store } = kit()
    for (const id of ['led', 'lad']) await add(id, ['lead'])
    const una = await add('una', ['sso-admin', 'vip'])
    const token = await byProvider(una)
    const bySec = (await kit().signIn('sec@acme.test')).token
    assert.deepEqual(await setRoles(bySec, 'led', ['member']), [403, 'outranked'])
    assert.deepEqual(await setRoles(token, 'led', ['member']), WITHHELD)
    assert.deepEqual(await setRoles(token, 'una', ['lead']), WITHHELD)
    const permissionIds = await permissionsOf('lead')
    assert.equal(await createRole(token, permissionIds), 5)
    const path = fillPath(roles.attachPermissions.path, { roleId: 'vip' })
    const attached = await kit().call('PUT', path, { token, body: { permissionIds } })
    assert.deepEqual([attached.status, attached.body.code], WITHHELD)
    assert.deepEqual(await setRoles((await kit().signIn(una)).token, 'led', ['member']), SUCCESS)
    await store.roles.update({ id: 'lead' }, { level: 5 })
    assert.deepEqual(await setRoles(token, 'lad', ['member']), SUCCESS)
  })

  it('act on roles of the product with the rank of their user, also after the guarantor left', async () => {
    for (const id of ['bob', 'ben', 'bea']) await add(id, ['vip'])
    const token = await byProvider(await add('una', ['sso-admin', 'vip']))
    assert.deepEqual(await setRoles(token, 'bob', ['member']), SUCCESS)
    assert.deepEqual(await setRoles(token, 'bob', ['vip']), SUCCESS)
    await leave('sec')
    assert.deepEqual(await setRoles(token, 'ben', ['member']), SUCCESS)
    const removed = await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'bea' }), { token })
    assert.equal(removed.status, 200)
    assert.equal(await createRole(token, []), 0)
  })

  it('keep the rank of roles with more than every user may do, whether or not their user has the default roles', async () => {
    const { store } = kit()
    const facts = { description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    await store.permissions.insert({ id: 'p base', key: 'fe.secure.read.base', name: 'Base', ...facts })
    const permissionIds = '["p base"]'
    await store.roles.insert(aRoleRecord({ id: 'base', tenantId: 'acme', level: 9, isDefault: true, permissionIds }))
    await store.roles.update({ id: 'vip' }, { permissionIds })
    await add('led', ['lead'])
    const token = await byProvider(await add('una', ['sso-admin', 'vip']))
    const { update } = store.sessions
    let marked = 0
    store.sessions.update = (where, patch) => {
      if (patch.amr) marked += 1
      return update(where, patch)
    }
    assert.deepEqual(await setRoles(token, 'led', ['member']), WITHHELD)
    store.sessions.update = update
    assert.equal(marked, 0, 'the session keeps nothing new')
    await store.members.update({ userId: 'una' }, { roleIds: '["lead","vip"]' })
    const { body } = await kit().call('GET', guarantees.listInterruptions.path, { token })
    assert.equal(body.isWithheld, true)
  })

  it('create roles of the lowest rank if they have no rank themselves', async () => {
    const { store } = kit()
    const all = await store.permissions.find({ key: 'fe.*' })
    const permissionIds = JSON.stringify([all?.id])
    await store.roles.insert(aRoleRecord({ id: 'wild', tenantId: 'acme', level: 3, permissionIds }))
    const token = await byProvider(await add('una', ['sso-admin']))
    await store.members.update({ userId: 'una' }, { roleIds: '["wild"]' })
    assert.equal(await createRole(token, (await permissionsOf('sso-admin')).slice(0, 1)), 32_767)
  })

  it('act on roles of the product with no rank that a withheld role gives, and lasting records don’t either', async () => {
    const { store, ports } = kit()
    await store.roles.insert(aRoleRecord({ id: 'shop', tenantId: 'acme', level: 3, permissionIds: '[]' }))
    await add('bob', ['shop'])
    const token = await byProvider(await add('una', ['sso-admin']))
    const roleIds = ['shop']
    const granted = async () =>
      grantableBy(ports, { tenantId: 'acme', roleIds }, await guarantorOf(ports, 'acme', 'sso:saml-1:una'))
    const become = (...held: string[]) => store.members.update({ userId: 'una' }, { roleIds: JSON.stringify(held) })
    assert.deepEqual(await setRoles(token, 'bob', ['member']), [403, 'outranked'])
    assert.deepEqual(await granted(), [])
    await become('sso-admin', 'lead')
    assert.deepEqual(await setRoles(token, 'bob', ['member']), WITHHELD)
    assert.deepEqual(await granted(), [])
    await become('sso-admin', 'lead', 'vip')
    assert.deepEqual(await granted(), roleIds)
    await become('sso-admin', 'lead')
    assert.deepEqual(await setRoles(await proven(token), 'bob', ['member']), SUCCESS)
  })

  it('ask the vendor’s staff for a proof instead of refusing them because of their rank', async () => {
    await add('bob', ['vip'])
    const token = await byProvider(await add('una', ['sso-admin']))
    await kit().store.users.update({ id: 'una' }, { superUser: true })
    assert.deepEqual(await setRoles(token, 'bob', ['member']), WITHHELD)
    assert.deepEqual(await setRoles(await proven(token), 'bob', ['member']), SUCCESS)
  })

  it('ask impersonators for no proof, and don’t limit them in other accounts', async () => {
    const { store, ports } = kit()
    await byProvider(await add('una', ['sso-admin']))
    await add('led', ['lead', 'vip'])
    const own = await store.sessions.find({ userId: 'una' })
    const user = await store.users.get('led')
    const member = await store.members.find({ tenantId: 'acme', userId: 'led' })
    assert.ok(own && user && member)
    const session = { ...own, id: 'as-led', userId: 'led', actorId: 'una', actorSessionId: own.id }
    const grants = await grantsOf(store, member, user)
    const ranks = await ranksInSession(ports, { user, session, member }, { grants })
    assert.deepEqual([ranks?.own, ranks?.administrative, ranks?.withheld], [0, 2, undefined])
    const elsewhere = { ...member, tenantId: 'other' }
    assert.equal(await ranksInSession(ports, { user, session, member: elsewhere }, { grants }), undefined)
  })

  it('replace a guarantor who left only with the rank of administrative roles, until their user proves more', async () => {
    const boss = await add('boss', ['lead'])
    const una = await add('una', ['sso-admin', 'vip'])
    const token = await byProvider(una)
    assert.deepEqual(await confirm(token), [403, 'own-voucher-required'])
    assert.equal(await guarantor(), 'sec')
    await leave('sec')
    assert.deepEqual(await confirm(token), SUCCESS)
    assert.deepEqual([(await arriveAs(una)).status, (await arriveAs(boss)).status], [200, 403])
    assert.deepEqual(await confirm(await proven(token)), SUCCESS)
    assert.equal(await guarantor(), 'una')
    assert.equal((await arriveAs(boss)).status, 200)
  })

  it('verify domains as guarantors of that rank, whom the check of a verification assumes', async () => {
    const { store } = kit()
    await setUp({ enforced: true })
    const email = 'boss@boss.test'
    await add('boss', ['lead'])
    for (const rows of [store.users, store.members]) await rows.update({ email: 'boss@saml.test' }, { email })
    const claim = { id: 'claim', connectionId: 'saml-1', tenantId: 'acme', domain: 'boss.test', validated: false }
    await store.ssoDomains.insert({ ...claim, createdAt: 1 })
    const token = await byProvider(await add('una', ['sso-admin', 'vip']))
    await store.ssoSetups.update({ id: 'saml-1' }, { test: '{"status":"passed"}' })
    await leave('sec')
    const change = { kind: 'ssoDomain', value: { connectionId: 'saml-1', domainId: 'claim' } }
    const lostBy = async (as: string): Promise<number> => {
      const { status, body } = await kit().call('POST', lockoutGuard.checkPolicyChange.path, {
        token: as,
        body: change,
      })
      assert.equal(status, 200, JSON.stringify(body))
      return body.now + body.nextSignIn
    }
    assert.deepEqual([await lostBy(token), await lostBy(await proven(token))], [1, 0])
  })

  it('keep no rank of a default role, so a promotion within the permissions of the guarantor is limited by rank', async () => {
    const { store } = kit()
    const permissionIds = JSON.stringify((await permissionsOf('sso-admin')).slice(0, 1))
    await store.roles.insert(aRoleRecord({ id: 'all', tenantId: 'acme', level: 0, isDefault: true, permissionIds }))
    await add('led', ['lead'])
    const token = await byProvider(await add('una', ['all', 'sso-admin']))
    await store.members.update({ userId: 'una' }, { roleIds: '["all", "lead"]' })
    const held = await kit().call('GET', team.listAssignableRoles.path, { token })
    assert.equal(held.status, 200)
    assert.deepEqual(await setRoles(token, 'led', ['member']), WITHHELD)
  })

  for (const roleIds of [['sso-admin'], ['sso-admin', 'vip']])
    it(`keep the only administrator of an account without passwords, who has ${roleIds.join(' and ')}`, async () => {
      const una = await add('una', roleIds, { passwordHash: null })
      await setUp({ enforced: true })
      const token = await byProvider(una)
      for (const userId of ['sec', 'ada']) await leave(userId)
      assert.deepEqual(await confirm(token), SUCCESS)
      const path = fillPath(ssoConfigs.createGroup.path, { configId: 'saml-1' })
      const changed = await kit().call('POST', path, { token, body: { group: 'Staff', roleIds: roleIds.slice(1) } })
      assert.equal(changed.status < 300, true, JSON.stringify(changed.body))
      assert.equal(await guarantor(), roleIds.length === 1 ? 'una' : 'sso:saml-1:una')
      assert.equal((await arriveAs(una)).status, 200)
      const listed = await kit().call('GET', `${guarantees.listGuaranteed.path}?userId=una`, { token })
      assert.deepEqual(
        listed.body.map(({ id, userId }: { id: string; userId: string }) => [id, userId]),
        [['saml-1', 'una']],
      )
    })

  it('replace a guarantor who left, if no role of the product ranks them higher', async () => {
    await add('boss', ['lead'])
    const token = await byProvider(await add('una', ['sso-admin']))
    await leave('sec')
    assert.deepEqual(await confirm(token), SUCCESS)
    assert.equal(await guarantor(), 'una')
  })

  it('create directories that offboard users with roles of the product, and show which administrators they can’t', async () => {
    const { store } = kit()
    const token = await byProvider(await add('una', ['sso-admin', 'vip']))
    const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    const made = await kit().call('POST', provisioning.createConnection.path, { token, body })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const scim = scimClient(kit(), made.body.token)
    await validateDomain(kit(), 'saml.test')
    const provision = async (id: string, roleIds: string[]): Promise<string> => {
      const { body: user } = await scim('POST', 'Users', { body: aUser(`${id}@saml.test`) })
      await store.members.update({ email: `${id}@saml.test` }, { roleIds: JSON.stringify(roleIds), verified: true })
      return String(user.id)
    }
    const deactivate = async (id: string) => {
      const change = patch({ op: 'replace', path: 'active', value: false })
      return (await scim('PATCH', `Users/${id}`, { body: change })).status
    }
    const bob = await provision('bob', ['vip'])
    const led = await provision('led', ['lead'])
    assert.deepEqual([await deactivate(bob), await deactivate(led)], [200, 403])
    const { body: shown } = await kit().call('GET', guarantees.listInterruptions.path, { token })
    assert.deepEqual(
      shown.interruptions.filter(({ kind }: { kind: string }) => kind === 'directory').length,
      1,
      JSON.stringify(shown),
    )
    await store.members.update({ userId: 'una' }, { roleIds: '["lead"]' })
    assert.equal((await scim('DELETE', `Users/${bob}`)).status, 403, 'neither their roles nor the product rank them')
    await store.members.update({ userId: 'una' }, { roleIds: '["lead", "vip"]' })
    assert.equal((await scim('DELETE', `Users/${bob}`)).status, 204, 'a limited directory offboards them, too')
  })
}
