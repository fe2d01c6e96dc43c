import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants, subTenantTree } from '../../contract/accounts.ts'
import { selfService } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioningConnections } from '../../contract/provisioning.ts'
import { lockoutGuard, type MemberChange } from '../../contract/security.ts'
import { team } from '../../contract/users.ts'
import { reportExpired, reportHeldLosses } from '../domain/identity/lockout-guard/left-alone-report.ts'
import { machineToken } from './declared-callers.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { growAccounts, insertAdministrator } from './left-alone.test-kit.ts'
import { aUser, connect, patch, validateDomain } from './scim.test-kit.ts'
import { addAccount } from './sub-accounts.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

/** Tests the warning before an account below loses the last administrator it had from an account above. */
export const describeLeftAlone = (kit: () => Kit): void => {
  const addAdministrator = (...given: readonly [userId: string, tenantId: string, facts?: object]) =>
    insertAdministrator(kit(), ...given)
  const grow = () => growAccounts(kit())
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

  it('counts guests from an account in between that keeps its administrators', async () => {
    await grow()
    await addAdministrator('ivo', 'north', { subAccountAccess: true })
    await addAdministrator('tom', 'north', { roleIds: '["member"]' })
    assert.deepEqual(await check(ends), ['South'], 'Ivo of North helps Oslo')
    await addAccount(kit(), 'west', 'West', 'acme')
    await addAdministrator('tom', 'oslo', { roleIds: '["member"]' })
    await addAccount(kit(), 'bergen', 'Bergen', 'oslo')
    await addAdministrator('eli', 'oslo', { subAccountAccess: true })
    const { token } = await kit().signIn('ada@acme.test')
    const body = { changes: [], move: { tenantId: 'oslo', parentTenantId: 'west' } }
    await kit().store.members.update({ id: 'north-ivo' }, { subAccountAccess: false })
    const moved = await kit().call('POST', lockoutGuard.checkMemberChanges.path, { token, body })
    assert.deepEqual(moved.body.accounts, [], 'Eli of Oslo helps Bergen')
  })

  it('checks all changes together, and who can still sign in', async () => {
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

  it('checks members of accounts below, and refuses accounts of others', async () => {
    await grow()
    await addAdministrator('mel', 'north', { subAccountAccess: true })
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: false })
    assert.deepEqual(await check([{ userId: 'mel', tenantId: 'north' }]), ['Oslo'])
    assert.deepEqual(await check([{ userId: 'mel', tenantId: 'north', roleIds: ['admin'] }]), [])
    assert.deepEqual(await check([{ userId: 'mel', tenantId: 'south' }, ...ends]), [])
    const { token } = await kit().signIn('ada@acme.test')
    const send = (body: unknown) => kit().call('POST', lockoutGuard.checkMemberChanges.path, { token, body })
    for (const tenantId of ['globex', 'no-such']) {
      const foreign = [
        { changes: [{ userId: 'gia', tenantId }] },
        { changes: [], move: { tenantId, parentTenantId: 'north' } },
        { changes: [], move: { tenantId: 'oslo', parentTenantId: tenantId } },
      ]
      for (const body of foreign) assert.equal((await send(body)).status, 403, JSON.stringify(body))
    }
    const many = Array.from({ length: 21 }, (_, at) => ({ userId: 'tom', tenantId: `t${at}` }))
    assert.equal((await send({ changes: many })).status, 400)
    for (const move of [null, 'oslo', { tenantId: 'oslo' }, { tenantId: 1, parentTenantId: 'north' }])
      assert.equal((await send({ changes: [], move })).status, 400, JSON.stringify(move))
  })

  it('names the accounts that a move takes from their last administrator', async () => {
    await grow()
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: false })
    await addAdministrator('mel', 'north', { subAccountAccess: true })
    await addAccount(kit(), 'bergen', 'Bergen', 'oslo')
    const { token } = await kit().signIn('ada@acme.test')
    const moved = async (tenantId: string, parentTenantId: string) => {
      const body = { changes: [], move: { tenantId, parentTenantId } }
      const { body: found } = await kit().call('POST', lockoutGuard.checkMemberChanges.path, { token, body })
      return found.accounts.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await moved('oslo', 'south'), ['Bergen', 'Oslo'])
    assert.deepEqual(await moved('bergen', 'south'), ['Bergen'])
    assert.deepEqual(await moved('bergen', 'north'), [], 'still below North')
    await addAdministrator('max', 'south', { subAccountAccess: true })
    assert.deepEqual(await moved('oslo', 'south'), [], 'South helps it')
    await kit().store.members.update({ id: 'south-max' }, { subAccountAccess: false })
    await addAdministrator('ola', 'oslo')
    assert.deepEqual(await moved('oslo', 'south'), ['Bergen'])
  })

  it('doesn’t count guests where they are ordinary members themselves, whether they leave or stay', async () => {
    await grow()
    await kit().store.members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
    assert.deepEqual(await check(ends), [], 'Ada stays')
    await addAdministrator('ada', 'south', { roleIds: '["member"]' })
    assert.deepEqual(await check(ends), ['South'], 'Ada is an ordinary member of South')
    await addAdministrator('tom', 'south', { roleIds: '["member"]' })
    assert.deepEqual(await check(ends), [], 'Tom didn’t administrate South')
    await kit().store.members.update({ id: 'south-ada' }, { activated: false })
    await kit().store.members.update({ id: 'south-tom' }, { disabledAt: 1 })
    await addAdministrator('ivo', 'north', { subAccountAccess: true })
    await addAdministrator('ivo', 'oslo', { roleIds: '["member"]' })
    assert.deepEqual(await check([...ends, { userId: 'ada' }]), ['Oslo', 'South'], 'Ivo is an ordinary member of Oslo')
  })

  it('doesn’t count such guests at a move', async () => {
    await grow()
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: false })
    await addAdministrator('mel', 'north', { subAccountAccess: true })
    await addAdministrator('max', 'south', { subAccountAccess: true })
    const { token } = await kit().signIn('ada@acme.test')
    const moved = async () => {
      const body = { changes: [], move: { tenantId: 'oslo', parentTenantId: 'south' } }
      const { body: found } = await kit().call('POST', lockoutGuard.checkMemberChanges.path, { token, body })
      return found.accounts.map(({ name }: { name: string }) => name)
    }
    assert.deepEqual(await moved(), [], 'Max of South helps it')
    await addAdministrator('max', 'oslo', { roleIds: '["member"]' })
    assert.deepEqual(await moved(), ['Oslo'])
    await addAdministrator('mel', 'oslo', { roleIds: '["member"]' })
    assert.deepEqual(await moved(), [], 'Mel didn’t administrate it')
  })

  const REPORT = 'Sub-accounts left without administrator'
  const reports = async () => {
    const rows = await kit().store.audits.list({ tenantId: 'acme', action: REPORT })
    return rows.map(({ description, severity }) => [severity, description])
  }
  const described = '3 sub-accounts lost their last administrator (tom@acme.test): North, Oslo, South'
  const sent = () => kit().mails.filter(({ subject }) => subject.startsWith('Needs attention: sub-accounts of'))

  /** Ways of a directory to end the access of Tom, whom it manages. */
  const DIRECTORY: Readonly<Record<string, (directory: Awaited<ReturnType<typeof connect>>) => Promise<number>>> = {
    'deactivates them': async ({ scim }) => {
      const { id } = (await scim('POST', 'Users', { body: aUser('tom@acme.test') })).body
      return (await scim('PATCH', `Users/${id}`, { body: patch({ op: 'replace', value: { active: false } }) })).status
    },
    'deactivates them with its first request': async ({ scim }) =>
      (await scim('POST', 'Users', { body: aUser('tom@acme.test', { active: false }) })).status - 1,
    'deletes them': async ({ scim }) => {
      const { id } = (await scim('POST', 'Users', { body: aUser('tom@acme.test') })).body
      return (await scim('DELETE', `Users/${id}`)).status - 4
    },
    'is deleted with its users': async ({ scim, id, adminToken: token }) => {
      await scim('POST', 'Users', { body: aUser('tom@acme.test') })
      const path = fillPath(provisioningConnections.deleteConnectionAndUsers.path, { id })
      return (await kit().call('DELETE', `${path}?users=remove`, { token })).status
    },
  }
  const endByDirectory = async () => DIRECTORY['deactivates them']?.(await connect(kit()))
  for (const [how, end] of Object.entries(DIRECTORY)) {
    it(`reports accounts that lose their last administrator when a directory ${how}`, async () => {
      await validateDomain(kit(), 'acme.test')
      await grow()
      assert.equal(await end(await connect(kit())), 200)
      assert.deepEqual(await reports(), [['High', described]])
      assert.deepEqual([...new Set(sent().map(({ to }) => to))], ['ada@acme.test'])
      assert.match(sent()[0]?.text ?? '', /North, Oslo, South/)
    })
  }

  /** Other ways to end Tom's access that no dialog asks an administrator about. */
  const OWN_WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
    'a user leaves the account': async () => {
      await addAdministrator('tom', 'globex')
      const { token } = await kit().signIn('tom@acme.test')
      return kit().call('DELETE', fillPath(selfService.leaveTenant.path, { tenantId: 'acme' }), { token })
    },
    'a user deletes themselves': async () => {
      const { token } = await kit().signIn('tom@acme.test')
      const body = { email: 'tom@acme.test', password: PASSWORD }
      return kit().call('POST', selfService.deleteUser.path, { token, body })
    },
    'a script removes a user': async () =>
      kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'tom' }), { token: await machineToken(kit()) }),
    'a script changes the roles of a user': async () => {
      const body = { subTenantsRoles: [{ tenantId: 'acme', roleIds: ['member'] }] }
      const path = fillPath(subTenants.setUserRoles.path, { userId: 'tom' })
      return kit().call('PATCH', path, { token: await machineToken(kit()), body })
    },
    'a script takes the access to sub-accounts': async () => {
      const path = fillPath(subTenants.setSubAccountAccess.path, { userId: 'tom' })
      return kit().call('PUT', path, { token: await machineToken(kit()), body: { allowAccess: false } })
    },
    'temporary access ends': async () => {
      await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { temporaryUntil: kit().time.now + 1 })
      await reportExpired(kit().ports)
      assert.deepEqual(await reports(), [])
      kit().time.now += 60_000
      for (let round = 0; round < 2; round += 1) await Promise.all([1, 2].map(() => reportExpired(kit().ports)))
    },
  }
  for (const [how, end] of Object.entries(OWN_WAYS)) {
    it(`reports accounts that lose their last administrator when ${how}`, async () => {
      await grow()
      await end()
      assert.deepEqual(await reports(), [['High', described]])
      assert.ok(sent().some(({ to }) => to === 'ada@acme.test'))
    })
  }

  it('records a change made in the portal and emails all administrators except the one who made it', async () => {
    await grow()
    await kit().store.members.update({ tenantId: 'acme', userId: 'mel' }, { roleIds: '["admin"]' })
    const { token } = await kit().signIn('ada@acme.test')
    const path = fillPath(team.deleteMember.path, { userId: 'tom' })
    assert.equal((await kit().call('DELETE', path, { token })).status, 200)
    assert.deepEqual(await reports(), [['High', described]])
    assert.deepEqual(
      sent().map(({ to }) => to),
      ['mel@acme.test'],
    )
  })

  it('reports accounts that lose their last administrator when a script moves them', async () => {
    await grow()
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: false })
    await addAdministrator('mel', 'north', { subAccountAccess: true })
    const path = fillPath(subTenantTree.moveSubTenant.path, { tenantId: 'oslo' })
    const body = { parentTenantId: 'south' }
    const { status } = await kit().call('PUT', path, { token: await machineToken(kit()), body })
    assert.equal(status, 200)
    assert.deepEqual(await reports(), [['High', '1 sub-account lost its last administrator (Oslo was moved): Oslo']])
    assert.ok(sent().some(({ to }) => to === 'ada@acme.test'))
    assert.match(sent()[0]?.text ?? '', /The account Oslo was moved, and these sub-accounts/)
  })

  it('reports a sub-account once the access of its last temporary administrator has ended', async () => {
    await grow()
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { subAccountAccess: false })
    const until = kit().time.now + 1_000
    await addAdministrator('ivo', 'north', { temporaryUntil: until })
    await addAdministrator('sam', 'north', { temporaryUntil: until + 1_000 })
    await addAdministrator('eva', 'south', { temporaryUntil: until })
    await addAdministrator('kim', 'south')
    kit().time.now = until + 1
    await reportExpired(kit().ports)
    assert.deepEqual(await reports(), [])
    kit().time.now = until + 60_000
    for (let round = 0; round < 2; round += 1) await reportExpired(kit().ports)
    assert.deepEqual(await reports(), [['High', '1 sub-account lost its last administrator (sam@north.test): North']])
    assert.ok(sent().length > 0)
  })

  it('reports temporary users whose access ends at once together, and one after another only the last', async () => {
    const { members } = kit().store
    const until = kit().time.now + 1_000
    const tom = { tenantId: 'acme', userId: 'tom' }
    const ada = { tenantId: 'acme', userId: 'ada' }
    await grow()
    await members.update(ada, { subAccountAccess: true, temporaryUntil: until })
    await members.update(tom, { temporaryUntil: until })
    kit().time.now = until + 1
    await reportExpired(kit().ports)
    const both = described.replace('tom@', 'ada@acme.test, tom@')
    assert.deepEqual(await reports(), [['High', both]])
    await members.update(ada, { temporaryUntil: until + 1_000 })
    await members.update(tom, { temporaryUntil: until + 2_000 })
    kit().time.now = until + 60_000
    await reportExpired(kit().ports)
    assert.deepEqual((await reports()).map(([, text]) => text).sort(), [described, both].sort())
  })

  const notes = () => kit().store.tickets.count({ purpose: 'left-alone-news' })

  /** Runs a change in a process that is killed as soon as the change is committed. */
  const killedAfter = async (work: () => Promise<unknown>): Promise<void> => {
    const { store } = kit()
    const { countAttempt } = store
    await new Promise<void>((committed) => {
      store.countAttempt = async (attempt) => {
        if ((await notes()) === 0) return countAttempt(attempt)
        committed()
        return new Promise<never>(() => undefined)
      }
      void work()
    })
    Object.assign(store, { countAttempt })
  }

  const CLAIM_ENDED_MS = 11 * 60_000
  for (const [how, end] of Object.entries({ ...OWN_WAYS, 'a directory deactivates them': endByDirectory })) {
    it(`emails the report from another process when the first is killed after the change: ${how}`, async () => {
      await validateDomain(kit(), 'acme.test')
      await grow()
      await killedAfter(end)
      assert.deepEqual([await reports(), sent()], [[['High', described]], []])
      await reportHeldLosses(kit().ports)
      assert.deepEqual([sent(), await notes()], [[], 1], 'the other process may still be at work')
      kit().time.now += CLAIM_ENDED_MS
      await Promise.all([1, 2].map(() => reportHeldLosses(kit().ports)))
      await reportExpired(kit().ports)
      assert.deepEqual([sent().filter(({ to }) => to === 'ada@acme.test').length, await notes()], [1, 0])
      assert.equal((await reports()).length, 1)
    })
  }

  it('reports nothing when a directory ends the access of a member whom no account below needs', async () => {
    await validateDomain(kit(), 'acme.test')
    await grow()
    await kit().store.members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
    for (const email of ['mel@acme.test', 'tom@acme.test'])
      await (await connect(kit())).scim('POST', 'Users', { body: aUser(email, { active: false }) })
    assert.deepEqual([await reports(), sent()], [[], []])
  })

  it('limits the emails of a directory that sends the same change again and again, not the audit rows', async () => {
    await validateDomain(kit(), 'acme.test')
    await grow()
    const { scim } = await connect(kit())
    const { id } = (await scim('POST', 'Users', { body: aUser('tom@acme.test') })).body
    for (let round = 0; round < 7; round += 1)
      for (const active of [false, true])
        await scim('PATCH', `Users/${id}`, { body: patch({ op: 'replace', value: { active } }) })
    assert.deepEqual([(await reports()).length, sent().length], [7, 5])
  })
}
