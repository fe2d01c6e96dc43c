import assert from 'node:assert/strict'
import { it } from 'node:test'
import { login as loginTable } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { members } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const MINUTE = 60_000
const DEVICE = /^fe_known_/

export const describeKnownDevices = (kit: () => Kit): void => {
  const lockAt = (maxAttempts: number, tenantId: string | null = 'acme') =>
    setPolicy(kit(), 'lockout', { enabled: true, maxAttempts }, tenantId)
  const pairOf = (cookies: readonly string[]) => cookies.find((each) => DEVICE.test(each))?.split(';')[0] ?? ''
  /** Signs in and returns the cookie that identifies the browser afterwards. */
  const deviceOf = async (email: string, cookie = '') => {
    const response = await kit().login(email, PASSWORD, { cookie })
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return pairOf(response.cookies)
  }
  const statusFrom = async (cookie: string, email: string, password = PASSWORD) =>
    (await kit().login(email, password, { cookie })).status
  const guess = (email: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => kit().login(email, 'wrong')))

  it('sets a device cookie that scripts can’t read and that discloses nothing', async () => {
    const { cookies } = await kit().login('mel@acme.test')
    const cookie = cookies.find((each) => DEVICE.test(each)) ?? ''
    assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.doesNotMatch(cookie, /mel/)
    assert.notEqual(pairOf(cookies), await deviceOf('mel@acme.test'))
    assert.equal(pairOf((await kit().login('mel@acme.test', 'wrong')).cookies), '')
  })

  it('lets the owner sign in on it while guesses from elsewhere use up the attempts of the account, indefinitely', async () => {
    const device = await deviceOf('mel@acme.test')
    for (let round = 0; round < 4; round += 1) {
      await guess('mel@acme.test', 11)
      assert.equal(await statusFrom('', 'mel@acme.test'), 429)
      assert.equal(await statusFrom(device, 'mel@acme.test'), 200)
      kit().time.now += 15 * MINUTE
    }
    // One attempt every 90 seconds keeps the account's attempts used up.
    for (let at = 0; at < 24; at += 1) {
      await guess('mel@acme.test', 1)
      kit().time.now += 90_000
    }
    assert.equal(await statusFrom(device, 'mel@acme.test'), 200)
  })

  it('lets the owner sign in on it while guesses from elsewhere have locked the account, which stays locked elsewhere', async () => {
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    await guess('mel@acme.test', 3)
    assert.notEqual((await kit().store.users.get('mel'))?.lockedAt, null)
    assert.equal(await statusFrom('', 'mel@acme.test'), 401)
    assert.equal(await statusFrom(device, 'mel@acme.test'), 200)
    assert.notEqual((await kit().store.users.get('mel'))?.lockedAt, null)
    assert.equal(await statusFrom('', 'mel@acme.test'), 401)
  })

  it('counts failures on it separately, and locks the account according to the policy', async () => {
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    for (let attempt = 0; attempt < 2; attempt += 1)
      assert.equal(await statusFrom(device, 'mel@acme.test', 'wrong'), 401)
    assert.equal(await statusFrom(device, 'mel@acme.test'), 200)
    for (let attempt = 0; attempt < 3; attempt += 1)
      assert.equal(await statusFrom(device, 'mel@acme.test', 'wrong'), 401)
    assert.notEqual((await kit().store.users.get('mel'))?.lockedAt, null)
    assert.equal(await statusFrom(device, 'mel@acme.test'), 401)
  })

  it('compares no more passwords on it than the policy allows, however many arrive at once', async () => {
    await lockAt(5)
    const device = await deviceOf('mel@acme.test')
    const before = kit().verified.filter((hash) => hash === `fake:${PASSWORD}`).length
    await Promise.all(Array.from({ length: 30 }, () => kit().login('mel@acme.test', 'wrong', { cookie: device })))
    assert.equal(kit().verified.filter((hash) => hash === `fake:${PASSWORD}`).length - before, 5)
  })

  it('allows sign-in on it again after an administrator has unlocked the account', async () => {
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    for (let attempt = 0; attempt < 3; attempt += 1) await statusFrom(device, 'mel@acme.test', 'wrong')
    const { token } = await kit().signIn('ada@acme.test')
    const path = fillPath(members.unlockMember.path, { userId: 'mel' })
    assert.equal((await kit().call('POST', path, { token })).status, 200)
    const renewed = await deviceOf('mel@acme.test', device)
    await guess('mel@acme.test', 3)
    assert.equal(await statusFrom('', 'mel@acme.test'), 401)
    assert.equal(await statusFrom(renewed, 'mel@acme.test'), 200)
  })

  it('recognizes every user who has signed in on it, and no one else', async () => {
    await lockAt(3)
    await lockAt(3, 'globex')
    const first = await deviceOf('mel@acme.test')
    const both = await deviceOf('gia@globex.test', first)
    for (const email of ['mel@acme.test', 'gia@globex.test', 'ada@acme.test']) await guess(email, 3)
    assert.equal(await statusFrom(both, 'mel@acme.test'), 200)
    assert.equal(await statusFrom(both, 'gia@globex.test'), 200)
    assert.equal(await statusFrom(both, 'ada@acme.test'), 401)
    assert.equal(await statusFrom(first, 'gia@globex.test'), 401)
  })

  it('shares its attempts with a copy of its cookie in another browser', async () => {
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    assert.equal(await statusFrom(device, 'mel@acme.test', 'wrong'), 401)
    const copy = (password: string) =>
      kit().login('mel@acme.test', password, { cookie: device, address: '203.0.113.9' })
    for (let attempt = 0; attempt < 2; attempt += 1) assert.equal((await copy('wrong')).status, 401)
    assert.equal((await copy(PASSWORD)).status, 401)
    assert.equal(await statusFrom(device, 'mel@acme.test'), 401)
  })

  it('stays known after a password change; the former password then counts as a guess', async () => {
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    await kit().store.users.update({ id: 'mel' }, { passwordHash: 'fake:Newer-Otter-43' })
    await guess('mel@acme.test', 3)
    assert.equal(await statusFrom(device, 'mel@acme.test', 'Newer-Otter-43'), 200)
    for (let attempt = 0; attempt < 3; attempt += 1) assert.equal(await statusFrom(device, 'mel@acme.test'), 401)
    assert.equal(await statusFrom(device, 'mel@acme.test', 'Newer-Otter-43'), 401)
  })

  it('rejects an altered cookie, and a planted one doesn’t hide a valid one', async () => {
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    const [name = '', value = ''] = device.split('=')
    const foreign = await deviceOf('ada@acme.test')
    await guess('mel@acme.test', 3)
    const text = encodeURIComponent(JSON.stringify([{ userId: 'mel', deviceId: 'x' }]))
    for (const altered of [`${value.slice(0, -2)}AA`, text, 'sealed.v1.', '', '%'])
      assert.equal(await statusFrom(`${name}=${altered}`, 'mel@acme.test'), 401)
    assert.equal(await statusFrom(`${foreign}; ${name}=%; ${device}`, 'mel@acme.test'), 200)
  })

  it('responds alike whether an email has an account, also on a device that others use', async () => {
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const [known, unknown] = [
        await kit().login('ada@acme.test', 'wrong', { cookie: device }),
        await kit().login('no-one@acme.test', 'wrong', { cookie: device }),
      ]
      assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
      assert.deepEqual([known.cookies, unknown.cookies], [[], []])
    }
  })

  it('lets a locked user in by an emailed code on a known device only', async () => {
    await setPolicy(kit(), 'public-policy', { authStrategy: 'Code' })
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    await guess('mel@acme.test', 3)
    for (const [cookie, status] of [
      ['', 401],
      [device, 200],
    ] as const) {
      const path = (endpoint: { path: string }) => fillPath(endpoint.path, { type: 'code' })
      const asked = await kit().call('POST', path(loginTable.passwordlessPreLogin), {
        body: { email: 'mel@acme.test' },
      })
      const body = { code: kit().lastCode('mail'), token: kit().lastCode('mail') }
      const all = [asked.cookies[0]?.split(';')[0], cookie].filter(Boolean).join('; ')
      const entered = await kit().call('POST', path(loginTable.passwordlessPostLogin), { body, cookie: all })
      assert.equal(entered.status, status, JSON.stringify(entered.body))
    }
  })

  it('gives no attempts for a cookie of another client or a deleted user, or with malformed content', async () => {
    await lockAt(3)
    const { ports, config } = kit()
    const name = (await deviceOf('mel@acme.test')).split('=')[0] ?? ''
    const use = { purpose: 'device cookie', owner: config.clientId }
    const sealed = async (value: unknown, owner = config.clientId) =>
      `${name}=${encodeURIComponent(await ports.secretBox.seal(JSON.stringify(value), { ...use, owner }))}`
    await guess('mel@acme.test', 3)
    const known = { userId: 'mel', deviceId: 'd' }
    const odd = [
      await sealed([known], 'another-client'),
      await sealed(known),
      await sealed([[known]]),
      await sealed([{ ...known, userId: ['mel'] }]),
      await sealed([{ userId: 'mel' }]),
      await sealed([{ userId: 'MEL', deviceId: 'd' }]),
      await sealed([{ userId: 'mel@acme.test', deviceId: 'd' }]),
      await sealed(null),
      await sealed([null, 7, 'mel']),
      await sealed({ 0: known, length: 1 }),
    ]
    for (const cookie of odd) assert.notEqual(await statusFrom(cookie, 'mel@acme.test'), 200, cookie)
    assert.notEqual(await statusFrom(odd.join('; '), 'mel@acme.test'), 200)
    assert.equal(await statusFrom([...odd, await sealed([known])].join('; '), 'mel@acme.test'), 200)

    const gone = await deviceOf('rea@acme.test')
    await kit().store.users.delete({ id: 'rea' })
    for (const email of ['rea@acme.test', 'mel@acme.test']) assert.notEqual(await statusFrom(gone, email), 200)
  })

  it('gives a stolen cookie no more guesses than its device has, and only for users of that device', async () => {
    await lockAt(3)
    const device = await deviceOf('mel@acme.test')
    const mine = await deviceOf('ada@acme.test', device)
    for (let attempt = 0; attempt < 3; attempt += 1) await statusFrom(mine, 'mel@acme.test', 'wrong')
    for (const cookie of [device, mine, `${device}; ${mine}`, `${mine}; ${device}`, ''])
      assert.equal(await statusFrom(cookie, 'mel@acme.test'), 401)
    assert.equal(await statusFrom(mine, 'ada@acme.test'), 200, 'the attempts of others on it are their own')
  })
}
