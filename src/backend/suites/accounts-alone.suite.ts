import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { guarantees } from '../../contract/guarantees.ts'
import { fillPath } from '../../contract/path.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { team } from '../../contract/users.ts'
import { aDraft, aGroupRecord, anSsoConnectionRecord, aRoleRecord } from '../../testing/records.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import { accountsAlone } from '../domain/identity/lockout-guard/accounts-alone.ts'
import { isAlone } from '../domain/identity/lockout-guard/accounts-left-alone.ts'
import { reportExpired } from '../domain/identity/lockout-guard/left-alone-report.ts'
import { LEFT_ALONE } from '../domain/identity/lockout-guard/still-alone.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import { machineToken } from './declared-callers.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { growAccounts, insertAdministrator } from './left-alone.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { CERTIFICATE } from './sso-metadata.test-kit.ts'
import { addAccount } from './sub-accounts.test-kit.ts'

/** Tests the list of accounts below without an administrator, in the bell and in the security center. */
export const describeAccountsAlone = (kit: () => Kit): void => {
  const addAdministrator = (...given: readonly [userId: string, tenantId: string, facts?: object]) =>
    insertAdministrator(kit(), ...given)
  const grow = () => growAccounts(kit())
  const removeTom = async () => {
    const token = await machineToken(kit())
    return kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'tom' }), { token })
  }

  const listed = async (email = 'ada@acme.test') => {
    const { token } = await kit().signIn(email)
    const { status, body } = await kit().call('GET', guarantees.listInterruptions.path, { token })
    assert.equal(status, 200, JSON.stringify(body))
    // The security center lists the same accounts as the bell.
    const { body: own } = await kit().call('GET', lockoutGuard.listAccountsAlone.path, { token })
    assert.deepEqual(own, body.leftAlone)
    return own
  }
  const namesListed = async () => (await listed()).accounts.map(({ name }: { name: string }) => name)
  const iso = () => new Date(kit().time.now).toISOString()

  it('lists reported accounts and since when they have no administrator, until each has one again', async () => {
    await grow()
    assert.deepEqual(await listed(), { count: 0, accounts: [] })
    kit().time.now += 60_000
    await removeTom()
    const at = iso()
    kit().time.now += 60_000
    const { count, accounts } = await listed()
    assert.equal(count, 3)
    assert.deepEqual(
      accounts.map((account: object) => JSON.stringify(account)).sort(),
      ['North', 'Oslo', 'South'].map((name) => JSON.stringify({ tenantId: name.toLowerCase(), name, at })),
    )
    await addAdministrator('sam', 'south')
    await kit().store.accountLinks.delete({ tenantId: 'oslo' })
    assert.deepEqual((await listed()).accounts, [{ tenantId: 'north', name: 'North', at }])
    await kit().store.members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
    assert.deepEqual(await listed(), { count: 0, accounts: [] })
  })

  it('also lists accounts that were reported to an account without an administrator', async () => {
    await grow()
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: false })
    const until = kit().time.now + 1_000
    await addAdministrator('mel', 'north', { temporaryUntil: until, subAccountAccess: true })
    kit().time.now = until + 60_000
    await reportExpired(kit().ports)
    const found = await listed()
    assert.deepEqual(
      found.accounts,
      ['North', 'Oslo'].map((name) => ({ tenantId: name.toLowerCase(), name, at: iso() })),
    )
  })

  it('lists an account that was reported long before another one was reported repeatedly, latest first', async () => {
    await grow()
    const report = (tenantIds: string[]) =>
      appendAudits(kit().store, 'acme', [
        aDraft({
          id: randomUUID(),
          action: LEFT_ALONE,
          detail: JSON.stringify({ tenantIds }),
          createdAt: kit().time.now,
        }),
      ])
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: false })
    await report(['south'])
    for (let again = 0; again < 60; again += 1) {
      kit().time.now += 1_000
      await report(['north'])
    }
    const { accounts } = await listed()
    assert.deepEqual(
      accounts.map(({ name }: { name: string }) => name),
      ['North', 'South'],
    )
  })

  /** Ways to lose the last administrator that no report follows, for Ivo, the only user of North. */
  const UNREPORTED: Readonly<Record<string, () => Promise<unknown>>> = {
    'a role no longer has the permission': () => kit().store.roles.update({ id: 'boss' }, { permissionIds: '[]' }),
    'a role is deleted': () => kit().store.roles.delete({ id: 'boss' }),
    'a directory deactivates them': () => kit().store.members.update({ id: 'north-ivo' }, { disabledAt: 1 }),
    'their user is locked': () => kit().store.members.update({ id: 'north-ivo' }, { isLocked: true }),
    'their temporary access ends while no server runs': () =>
      kit().store.members.update({ id: 'north-ivo' }, { temporaryUntil: kit().time.now }),
    'the roles of groups are turned off': async () => {
      await kit().store.members.update({ id: 'north-ivo' }, { roleIds: '[]', groupIds: '["chiefs"]' })
      await kit().store.groups.insert(aGroupRecord({ id: 'chiefs', tenantId: 'north', roleIds: '["boss"]' }))
      assert.deepEqual(await namesListed(), [])
      await setPolicy(kit(), 'groups', { rolesEnabled: false }, 'north')
    },
    'the user who could sign in to the account above can’t sign in to this one': async () => {
      await kit().store.members.delete({ id: 'north-ivo' })
      await addAdministrator('kim', 'north', { roleIds: '[]' })
      await kit().store.members.update({ userId: 'ada' }, { subAccountAccess: true })
      assert.deepEqual(await namesListed(), [])
      const at = { createdAt: 0, updatedAt: 0 }
      const trust = { ssoEndpoint: 'https://idp.acme.test/sso', publicCertificate: CERTIFICATE, enabled: true }
      await kit().store.ssoConnections.insert(anSsoConnectionRecord({ id: 'saml', tenantId: 'north', ...trust }))
      const domain = { id: 'acme.test', domain: 'acme.test', tenantId: 'north', connectionId: 'saml', validated: true }
      await kit().store.ssoDomains.insert({ ...domain, createdAt: 0 })
      await kit().store.ssoSetups.insert({ id: 'saml', tenantId: 'north', ...EMPTY_SETUP, enforced: true, ...at })
    },
  }
  for (const [how, lose] of Object.entries(UNREPORTED)) {
    it(`lists an account without an administrator, whether or not it was reported, when ${how}`, async () => {
      await kit().store.members.update({ tenantId: 'acme' }, { subAccountAccess: false })
      await addAccount(kit(), 'north', 'North', 'acme')
      await addAccount(kit(), 'empty', 'Empty', 'acme')
      const permissionIds = JSON.stringify(['p fe.secure.write.usersRoles'])
      await kit().store.roles.insert(aRoleRecord({ id: 'boss', tenantId: 'north', permissionIds }))
      await addAdministrator('ivo', 'north', { roleIds: '["boss"]', temporaryUntil: kit().time.now + 1 })
      assert.deepEqual(await namesListed(), [])
      await lose()
      assert.deepEqual(await listed(), { count: 1, accounts: [{ tenantId: 'north', name: 'North' }] })
      await addAdministrator('eva', 'north', { roleIds: '["admin"]' })
      assert.deepEqual(await namesListed(), [])
    })
  }

  it('lists accounts that users from an account above may enter, but no longer administer', async () => {
    await grow()
    assert.deepEqual(await namesListed(), [])
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { roleIds: '["member"]' })
    assert.deepEqual(await namesListed(), ['North', 'Oslo', 'South'])
  })

  it('lists an account whose only administrator from above is an ordinary member there', async () => {
    await grow()
    await addAdministrator('tom', 'north', { roleIds: '["member"]' })
    assert.deepEqual(await namesListed(), ['North'])
    assert.equal(await isAlone(kit().ports, 'north'), true)
    await kit().store.members.update({ id: 'north-tom' }, { disabledAt: 1 })
    assert.deepEqual(await namesListed(), [])
    assert.equal(await isAlone(kit().ports, 'north'), false)
  })

  it('finds them with few reads, even if every account has its own role and group', async () => {
    const { store, ports } = kit()
    const ids = Array.from({ length: 100 }, (_, at) => `shop-${at}`)
    const permissionIds = JSON.stringify(['p fe.secure.write.usersRoles'])
    for (const id of ids) {
      await store.roles.insert(aRoleRecord({ id: `boss-${id}`, key: `boss-${id}`, tenantId: id, permissionIds }))
      await store.groups.insert(aGroupRecord({ id: `chiefs-${id}`, tenantId: id, roleIds: `["boss-${id}"]` }))
      await addAdministrator('ivo', id, { roleIds: '[]', groupIds: id === 'shop-7' ? null : `["chiefs-${id}"]` })
    }
    let reads = 0
    const counted = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get: (target, name) => {
          const found = Reflect.get(target, name)
          if (typeof found === 'object' && found !== null) return counted(found)
          if (typeof found !== 'function') return found
          return (...given: unknown[]) => {
            reads += 1
            return Reflect.apply(found, target, given)
          }
        },
      })
    const accounts = ids.map((id) => ({ tenantId: id, name: id }))
    const alone = await accountsAlone({ ...ports, store: counted(store) }, 'acme', accounts)
    assert.deepEqual(alone, [{ tenantId: 'shop-7', name: 'shop-7', isUsed: true }])
    assert.ok(reads <= 15, `${reads} reads`)
  })

  it('lists only reported accounts of an account with more than a thousand accounts below', async () => {
    await grow()
    await addAdministrator('ivo', 'north', { roleIds: '[]' })
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: false })
    assert.deepEqual(await namesListed(), ['North'])
    const link = (id: string) => ({ id, ancestorId: 'acme', tenantId: id, depth: 1, name: id, createdAt: 0 })
    await kit().store.accountLinks.insertMany(Array.from({ length: 1_000 }, (_, at) => link(`shop-${at}`)))
    assert.deepEqual(await namesListed(), [])
    const detail = JSON.stringify({ tenantIds: ['north'] })
    const row = aDraft({ id: randomUUID(), action: LEFT_ALONE, detail, createdAt: kit().time.now })
    await appendAudits(kit().store, 'acme', [row])
    assert.deepEqual(await namesListed(), ['North'])
  })

  it('lists accounts only for callers who may see sub-accounts, and only those below their own', async () => {
    await grow()
    await removeTom()
    assert.deepEqual(await listed('mel@acme.test'), { count: 0, accounts: [] })
    assert.deepEqual(await listed('gia@globex.test'), { count: 0, accounts: [] })
  })
}
