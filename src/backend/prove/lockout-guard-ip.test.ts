import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AccessEffect, lockoutGuard } from '../../contract/security.ts'
import { createMemoryStore } from '../store/memory.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { seededRandom } from './lockout-fixtures.test-kit.ts'
import { plantIpFixture, randomIpChange } from './lockout-ip-fixtures.test-kit.ts'
import { type IpFound, tryIpChange } from './lockout-ip-oracle.test-kit.ts'
import { report, scaled } from './report.test-kit.ts'

const TENANTS = scaled(500)

const lostIn = ({ now, nextSignIn }: Pick<AccessEffect, 'now' | 'nextSignIn'>) => now + nextSignIn

/** Returns which effects the guard underestimated and, if every user has a known IP address, which it overestimated. */
const faultsOf = (said: AccessEffect, found: IpFound): string[] => {
  const { administrators, isAllKnown } = found
  const counts = ({ signedOut, now, nextSignIn }: Pick<AccessEffect, 'signedOut' | 'now' | 'nextSignIn'>) =>
    [signedOut, now, nextSignIn].join()
  const checks: readonly (readonly [fault: string, isFault: boolean])[] = [
    ['users lose access whom the guard does not count', lostIn(said) < lostIn(found)],
    ['sessions end that the guard does not count', lostIn(said) + said.signedOut < lostIn(found) + found.signedOut],
    ['the caller', said.caller !== found.caller],
    ['no administrator is left, and it is allowed', administrators.had && !administrators.left && !said.isRefused],
    ['it is refused though an administrator is left', said.isRefused && administrators.knownLeft],
    ['other counts', isAllKnown && counts(said) !== counts(found)],
  ]
  return checks.filter(([, isFault]) => isFault).map(([fault]) => fault)
}

test('the guard predicts for random IP rules the result of trying every session and sign-in from every known place', async () => {
  const kit = await openKit(async () => createMemoryStore())
  const wrong: unknown[] = []
  const seen = { lockouts: 0, refusals: 0, exact: 0 }
  for (let seed = 0; seed < TENANTS; seed += 1) {
    kit.time.now = 1_767_225_600_000
    const random = seededRandom(seed)
    const fixture = await plantIpFixture(kit, random)
    const change = await randomIpChange(kit, random)
    kit.peer.address = fixture.addressOf.get(fixture.caller.id) || undefined
    const { body: session } = await kit.refresh(await fixture.cookieOf(fixture.caller))
    const body = { kind: 'ip', value: change }
    const { status, body: said } = await kit.call('POST', lockoutGuard.checkPolicyChange.path, {
      token: session.accessToken,
      body,
    })
    assert.equal(status, 200, `seed ${seed}: ${JSON.stringify(said)}`)
    const found = await tryIpChange(kit, fixture, change)
    const faults = faultsOf(said, found)
    if (faults.length > 0) wrong.push({ seed, faults, change, said, found })
    if (lostIn(found) > 0) seen.lockouts += 1
    if (said.isRefused) seen.refusals += 1
    if (found.isAllKnown) seen.exact += 1
  }
  await kit.close()
  report({
    row: 52,
    wanted: `${TENANTS} random tenants with IP rules against every session and sign-in really tried: 0 wrong`,
    reached: `${wrong.length} wrong; ${seen.lockouts} changes lock users out, ${seen.refusals} refused, ${seen.exact} compared to the last count`,
    ok: wrong.length === 0,
  })
  assert.deepEqual(wrong.slice(0, 5), [])
  assert.ok(seen.lockouts > 0 && seen.refusals > 0)
})
