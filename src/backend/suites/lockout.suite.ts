import assert from 'node:assert/strict'
import { it } from 'node:test'
import { policies } from '../../contract/policies.ts'
import { report } from '../prove/report.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const REAL = `fake:${PASSWORD}`
const DAY = 86_400_000

export const describeLockout = (kit: () => Kit): void => {
  const lockAt = (maxAttempts: number, tenantId: string | null = 'acme') =>
    setPolicy(kit(), 'lockout', { enabled: true, maxAttempts }, tenantId)
  const wrong = (email: string) => kit().login(email, 'wrong')
  const compared = () => kit().verified.filter((hash) => hash === REAL).length

  it('compares exactly five passwords of many wrong ones that arrive at once', async () => {
    await lockAt(5)
    const attempts = kit().sample(Array.from({ length: 200 }), 5)
    const responses = await Promise.all(attempts.map(() => wrong('mel@acme.test')))
    const statuses = new Set(responses.map(({ status }) => status))
    assert.equal(compared(), 5)
    assert.deepEqual([...statuses].sort(), [401, 429])
    assert.equal((await kit().store.users.get('mel'))?.lockedAt, kit().time.now)
    assert.equal(await kit().store.audits.count({ action: 'User locked' }), 1)
    kit().time.now += DAY
    assert.equal((await kit().login('mel@acme.test')).status, 401)
    report({
      row: 53,
      wanted: `${attempts.length} wrong passwords at once with maxAttempts 5: 5 compared, also a day later`,
      reached: `${compared()} compared`,
      ok: compared() === 5,
    })
    assert.equal(compared(), 5)
  })

  it('accepts ten correct passwords that arrive at once, whatever the limit', async () => {
    await lockAt(3)
    const responses = await Promise.all(Array.from({ length: 10 }, () => kit().login('mel@acme.test')))
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
  })

  it('responds to every email alike, with every policy, after the same work', async () => {
    await lockAt(3)
    await setPolicy(kit(), 'lockout', { enabled: false, maxAttempts: 5 }, 'globex')
    const emails = ['mel@acme.test', 'gia@globex.test', 'leo@acme.test', 'no-one@acme.test']
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const before = kit().verified.length
      const responses = []
      for (const email of emails) responses.push(await wrong(email))
      assert.equal(kit().verified.length - before, emails.length)
      assert.equal(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size, 1)
      assert.match(responses[0]?.body.errors[0], attempt < 3 ? /password$/ : /locked.*reset your password/)
    }
  })

  it('never compares the password of a locked user, and emails the user what to do', async () => {
    await lockAt(3)
    for (let attempt = 0; attempt < 3; attempt += 1) await wrong('mel@acme.test')
    const before = compared()
    assert.match((await kit().login('mel@acme.test')).body.errors[0], /locked/)
    assert.equal(compared(), before)
    assert.match(kit().mails.at(-1)?.text ?? '', /reset your password.*or ask your administrator/)
  })

  it('counts consecutive failures, and starts over after a correct password', async () => {
    await lockAt(3)
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 2; attempt += 1) await wrong('mel@acme.test')
      assert.equal((await kit().login('mel@acme.test')).status, 200)
    }
  })

  it('applies the strictest policy of the accounts a user has joined', async () => {
    await setPolicy(kit(), 'lockout', { enabled: false, maxAttempts: 5 }, 'acme')
    await lockAt(3, 'globex')
    for (let attempt = 0; attempt < 3; attempt += 1) await wrong('max@multi.test')
    assert.notEqual((await kit().store.users.get('max'))?.lockedAt, null)
    for (let attempt = 0; attempt < 6; attempt += 1) await wrong('mel@acme.test')
    assert.equal((await kit().store.users.get('mel'))?.lockedAt, null)
    assert.equal((await kit().login('mel@acme.test')).status, 200)
  })

  it('applies a change at the next attempt', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await wrong('mel@acme.test')
    const body = { enabled: true, maxAttempts: 3 }
    assert.equal((await kit().call('POST', policies.createLockoutPolicy.path, { token, body })).status, 200)
    for (let attempt = 0; attempt < 2; attempt += 1) await wrong('mel@acme.test')
    assert.notEqual((await kit().store.users.get('mel'))?.lockedAt, null)
  })
}
