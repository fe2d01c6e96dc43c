import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { MemberChange } from '../../contract/security.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { aMemberRecord, aTenantRecord } from '../../testing/records.ts'
import { linkTenant } from '../domain/identity/tenants/account-tree.ts'
import type { Kit } from './kit.test-kit.ts'

/** Tests the warning before an account below loses the last administrator it had from an account above. */
export const describeLeftAlone = (kit: () => Kit): void => {
  const addAccount = async (id: string, name: string, parentId: string) => {
    await kit().store.tenants.insert(aTenantRecord({ id, name, parentId }))
    await linkTenant(kit().store, { id, name, createdAt: 0 }, parentId)
  }
  const addAdministrator = (userId: string, tenantId: string, facts: object = {}) => {
    const email = `${userId}@${tenantId}.test`
    const place = { id: `${tenantId}-${userId}`, userId, tenantId, email, verified: true }
    return kit().store.members.insert(aMemberRecord({ ...place, roleIds: '["admin"]', ...facts }))
  }
  /** Grows three accounts below Acme, of which Oslo is below North. Only Tom of Acme has access to them. */
  const grow = async () => {
    await addAccount('north', 'North', 'acme')
    await addAccount('south', 'South', 'acme')
    await addAccount('oslo', 'Oslo', 'north')
    const { members } = kit().store
    await members.update({ tenantId: 'acme' }, { subAccountAccess: false })
    await members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: true, roleIds: '["admin"]' })
  }
  const check = async (changes: MemberChange[], email = 'ada@acme.test') => {
    const { token } = await kit().signIn(email)
    const { status, body } = await kit().call('POST', lockoutGuard.checkMemberChanges.path, {
      token,
      body: { changes },
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.count >= body.accounts.length)
    return body.accounts.map(({ name }: { name: string }) => name)
  }
  const ends = [{ userId: 'tom' }]

  it('names the accounts that lose their last administrator, for each way to lose it', async () => {
    await grow()
    assert.deepEqual(await check(ends), ['North', 'Oslo', 'South'])
    assert.deepEqual(await check([{ userId: 'tom', roleIds: ['member'] }]), ['North', 'Oslo', 'South'])
    assert.deepEqual(await check([{ userId: 'tom', roleIds: ['member', 'admin'] }]), [])
    assert.deepEqual(await check([{ userId: 'mel' }, { userId: 'ada' }]), [])
    assert.deepEqual(await check([]), [])
  })

  it('leaves out accounts that have an administrator of their own, or from an account between', async () => {
    await grow()
    await addAdministrator('sam', 'south')
    assert.deepEqual(await check(ends), ['North', 'Oslo'])
    await addAdministrator('ivo', 'north')
    assert.deepEqual(await check(ends), ['Oslo'])
    await kit().store.members.update({ id: 'north-ivo' }, { subAccountAccess: true })
    assert.deepEqual(await check(ends), [])
    await kit().store.members.update({ id: 'north-ivo' }, { activated: false })
    assert.deepEqual(await check(ends), ['North', 'Oslo'])
  })

  it('judges all changes together, and by who can sign in', async () => {
    await grow()
    const { members, users } = kit().store
    await members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
    assert.deepEqual(await check(ends), [])
    assert.equal((await check([...ends, { userId: 'ada', roleIds: [] }])).length, 3)
    const { token } = await kit().signIn('ada@acme.test')
    await users.update({ id: 'ada' }, { lockedAt: kit().time.now })
    const body = { changes: ends }
    const locked = await kit().call('POST', lockoutGuard.checkMemberChanges.path, { token, body })
    assert.equal(locked.body.count, 3, 'the other one couldn’t sign in')
  })

  it('shows names only to callers who may see sub-accounts, and refuses malformed changes', async () => {
    await grow()
    const { token } = await kit().signIn('ada@acme.test')
    const send = (body: unknown) => kit().call('POST', lockoutGuard.checkMemberChanges.path, { token, body })
    for (const changes of [undefined, 'tom', [null], [{ userId: 1 }], [{ userId: 'tom', roleIds: 'admin' }]])
      assert.equal((await send({ changes })).status, 400, JSON.stringify(changes))
    assert.equal((await send({ changes: Array.from({ length: 5_001 }, () => ({ userId: 'tom' })) })).status, 400)
    const readUsers = await kit().store.permissions.find({ key: 'fe.secure.read.users' })
    await kit().store.roles.update({ id: 'member' }, { permissionIds: JSON.stringify([readUsers?.id]) })
    const mel = (await kit().signIn('mel@acme.test')).token
    const seen = await kit().call('POST', lockoutGuard.checkMemberChanges.path, { token: mel, body: { changes: ends } })
    assert.deepEqual(seen.body, { count: 3, accounts: [] })
  })
}
