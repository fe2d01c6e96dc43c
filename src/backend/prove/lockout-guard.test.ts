import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockoutGuard } from '../../contract/security.ts'
import { createMemoryStore } from '../store/memory.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { plantFixture, randomChange, seededRandom } from './lockout-fixtures.test-kit.ts'
import { type Found, tryChange } from './lockout-oracle.test-kit.ts'
import { report, scaled } from './report.test-kit.ts'

/** Few tenants have a change that locks someone out. */
const TENANTS = Math.max(60, scaled(500))

const locksOut = ({ now, nextSignIn }: Found) => now + nextSignIn > 0

test('the guard predicts for random tenants exactly the result of trying every session and every sign-in', async () => {
  const kit = await openKit(async () => createMemoryStore())
  const wrong: unknown[] = []
  const seen = { lockouts: 0, refusals: 0, missed: 0 }
  for (let seed = 0; seed < TENANTS; seed += 1) {
    kit.time.now = 1_767_225_600_000
    const random = seededRandom(seed)
    const fixture = await plantFixture(kit, random)
    const change = randomChange(random)
    const { body: session } = await kit.refresh(await fixture.cookieOf(fixture.caller))
    const path = lockoutGuard.checkPolicyChange.path
    const { status, body } = await kit.call('POST', path, { token: session.accessToken, body: change })
    assert.equal(status, 200, `seed ${seed}: ${JSON.stringify(body)}`)
    const { sample: _sample, apiTokens: _tokens, ...said } = body
    const found = await tryChange(kit, fixture, change)
    if (JSON.stringify(sorted(said)) !== JSON.stringify(sorted(found))) wrong.push({ seed, change, said, found })
    if (locksOut(found)) seen.lockouts += 1
    if (found.isRefused) seen.refusals += 1
    if (locksOut(found) && !locksOut(said)) seen.missed += 1
  }
  await kit.close()
  report({
    row: 52,
    wanted: `${TENANTS} random tenants against every session and sign-in really tried: 0 differences`,
    reached: `${wrong.length} differences, ${seen.missed} lockouts not announced; ${seen.lockouts} changes lock users out, ${seen.refusals} the last administrator`,
    ok: wrong.length === 0,
  })
  assert.deepEqual(wrong.slice(0, 5), [])
  assert.ok(seen.lockouts > 0)
})

const sorted = (effect: Found) => Object.entries(effect).sort(([one], [other]) => (one < other ? -1 : 1))
