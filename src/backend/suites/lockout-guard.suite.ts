import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ipRestrictions } from '../../contract/restrictions.ts'
import { lockoutGuard, sessionConfig } from '../../contract/security.ts'
import { session } from '../../contract/session.ts'
import type { Kit } from './kit.test-kit.ts'
import { enter, grow } from './sub-accounts.test-kit.ts'

const CHECK = lockoutGuard.checkPolicyChange.path
const CONFIRM = lockoutGuard.confirmPolicyChange.path
const CONFIG = sessionConfig.saveSessionConfig.path
const HOUR = 3_600_000

const ABSOLUTE = { sessionTimeoutConfiguration: { isActive: true, timeout: 3_600 } }
const ONE = { sessionConcurrentConfiguration: { isActive: true, maxSessions: 1 } }

export const describeLockoutGuard = (kit: () => Kit): void => {
  const check = async (token: string, change: object) => {
    const { status, body } = await kit().call('POST', CHECK, { token, body: change })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const limit = (token: string, body: object) => kit().call('POST', CONFIG, { token, body })
  const isSignedIn = async (token: string) => (await kit().call('GET', session.getMe.path, { token })).status === 200

  it('shows the effect of a change to callers who may save it, and to no other caller', async () => {
    const { store, time } = kit()
    const key = 'fe.secure.write.ipRestrictions'
    const at = { createdAt: time.now, updatedAt: time.now }
    await store.permissions.insert({ id: 'ips', key, name: key, description: '', categoryId: 'team', ...at })
    await store.roles.update({ id: 'reader' }, { permissionIds: JSON.stringify(['ips']) })
    const ip = { kind: 'ip', value: { action: 'configure', isActive: false } }
    const sent = async (email: string, change: object) => {
      const { token } = await kit().signIn(email)
      const confirmation = { change, tenantName: 'Acme' }
      return [
        (await kit().call('POST', CHECK, { token, body: change })).status,
        (await kit().call('POST', CONFIRM, { token, body: confirmation })).status,
      ]
    }
    assert.deepEqual(await sent('rea@acme.test', ip), [200, 200])
    assert.deepEqual(await sent('rea@acme.test', { kind: 'sessions', value: ABSOLUTE }), [403, 403])
    assert.deepEqual(await sent('mel@acme.test', ip), [403, 403])
  })

  it('protects the last administrator of an account that only users of the parent account administer', async () => {
    const { token } = await grow(kit())
    const oslo = (await enter(kit(), token, 'oslo')).body.accessToken
    const value = { action: 'configure', isActive: true, strategy: 'ALLOW' }
    const effect = await check(oslo, { kind: 'ip', value })
    assert.deepEqual([effect.caller, effect.administratorsLeft, effect.isRefused], ['now', 0, true])
    const body = { change: { kind: 'ip', value }, tenantName: 'Oslo' }
    assert.equal((await kit().call('POST', CONFIRM, { token: oslo, body })).status, 200)
    const path = ipRestrictions.updateIpConfig.path
    const save = { token: oslo, body: { isActive: true, strategy: 'ALLOW' } }
    const refused = await kit().call('POST', path, save)
    assert.deepEqual([refused.status, refused.body.code], [409, 'last-administrator'])
  })

  it('counts the users that a new limit signs out, and the save signs out exactly those', async () => {
    const mel = await kit().signIn('mel@acme.test')
    const gia = await kit().signIn('gia@globex.test')
    kit().time.now += 2 * HOUR
    const rea = await kit().signIn('rea@acme.test')
    const ada = await kit().signIn('ada@acme.test')
    const effect = await check(ada.token, { kind: 'sessions', value: ABSOLUTE })
    assert.deepEqual(
      { signedOut: effect.signedOut, now: effect.now, caller: effect.caller, sample: effect.sample },
      { signedOut: 1, now: 0, caller: 'none', sample: [{ id: 'mel', email: 'mel@acme.test', name: 'mel' }] },
    )
    assert.equal((await limit(ada.token, ABSOLUTE)).status, 200)
    assert.equal((await kit().refresh(mel.cookie)).status, 401)
    assert.equal((await kit().refresh(rea.cookie)).status, 200)
    assert.equal((await kit().refresh(gia.cookie)).status, 200)
  })

  it('ends surplus sessions that are open already', async () => {
    const first = await kit().signIn('mel@acme.test')
    kit().time.now += 1_000
    const second = await kit().signIn('mel@acme.test')
    const ada = await kit().signIn('ada@acme.test')
    assert.equal((await check(ada.token, { kind: 'sessions', value: ONE })).signedOut, 1)
    assert.equal((await limit(ada.token, ONE)).status, 200)
    assert.deepEqual([await isSignedIn(first.token), await isSignedIn(second.token)], [false, true])
  })

  it('reports that the caller is signed out, and saves that without a confirmation', async () => {
    const ada = await kit().signIn('ada@acme.test')
    await kit().store.sessions.update({ userId: 'ada' }, { createdAt: kit().time.now - 2 * HOUR })
    const effect = await check(ada.token, { kind: 'sessions', value: ABSOLUTE })
    assert.deepEqual([effect.caller, effect.signedOut, effect.isRefused], ['signed-out', 1, false])
    assert.equal((await limit(ada.token, ABSOLUTE)).status, 200)
    assert.equal(await isSignedIn(ada.token), false)
  })

  it('counts users who must add a second factor, except those who have one or are exempt', async () => {
    const ada = await kit().signIn('ada@acme.test')
    const members = await kit().store.members.count({ tenantId: 'acme' })
    const force = await check(ada.token, { kind: 'mfa', value: { enforceMFAType: 'Force' } })
    // Mia has a factor, and Leo is locked out under any policy.
    assert.deepEqual([force.toEnroll, force.now, force.nextSignIn, force.caller], [members - 2, 0, 0, 'none'])
    assert.equal((await check(ada.token, { kind: 'mfa', value: { enforceMFAType: 'DontForce' } })).toEnroll, 0)
  })

  it('refuses to end the only session of an administrator when none could sign in again', async () => {
    const ada = await kit().signIn('ada@acme.test')
    await kit().signIn('tom@acme.test')
    await kit().store.users.update({ id: { in: ['ada', 'tom'] } }, { lockedAt: 1 })
    await kit().store.sessions.update({ userId: { in: ['ada', 'tom'] } }, { createdAt: kit().time.now - 2 * HOUR })
    const effect = await check(ada.token, { kind: 'sessions', value: ABSOLUTE })
    assert.deepEqual([effect.isRefused, effect.administratorsLeft, effect.now], [true, 0, 2])
    const refused = await limit(ada.token, ABSOLUTE)
    assert.equal(refused.status, 409)
    assert.match(refused.body.errors[0], /every administrator/)
    assert.equal(await isSignedIn(ada.token), true)
  })

  it('locks the caller out only after the name of the account is typed, for this change only', async () => {
    const ada = await kit().signIn('ada@acme.test')
    await kit().store.users.update({ id: 'ada' }, { lockedAt: 1 })
    await kit().store.sessions.update({ userId: 'ada' }, { createdAt: kit().time.now - 2 * HOUR })
    const change = { kind: 'sessions', value: ABSOLUTE }
    assert.equal((await check(ada.token, change)).caller, 'now')
    assert.match((await limit(ada.token, ABSOLUTE)).body.errors[0], /lock you out/)
    const confirm = (tenantName: string) =>
      kit().call('POST', CONFIRM, { token: ada.token, body: { change, tenantName } })
    assert.equal((await confirm('acme inc')).status, 400)
    assert.equal((await confirm('Acme')).status, 200)
    const other = { sessionTimeoutConfiguration: { isActive: true, timeout: 1_800 } }
    assert.equal((await limit(ada.token, other)).status, 409)
    kit().time.now += 5 * 60_000
    assert.equal((await limit(ada.token, ABSOLUTE)).status, 409)
    assert.equal((await confirm('Acme')).status, 200)
    assert.equal((await limit(ada.token, ABSOLUTE)).status, 200)
    assert.equal(await isSignedIn(ada.token), false)
  })

  it('reports the invalid field', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const wrong: readonly [object, RegExp][] = [
      [{ kind: 'weather', value: {} }, /kind/],
      [{ kind: 'mfa', value: { enforceMFAType: 'Sometimes' } }, /enforceMFAType/],
      [{ kind: 'lockout', value: { enabled: true, maxAttempts: 0 } }, /maxAttempts/],
    ]
    for (const [body, field] of wrong) {
      const response = await kit().call('POST', CHECK, { token, body })
      assert.equal(response.status, 400)
      assert.match(response.body.errors.join(), field)
    }
  })
}
