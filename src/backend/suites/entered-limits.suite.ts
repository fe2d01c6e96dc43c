import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { ENTRY_PATHS, ME } from './entry-paths.test-kit.ts'
import type { SignedIn } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const MAX = 'max@multi.test'
const { 'single sign-on': _own, ...DOORS } = ENTRY_PATHS
const ONE = { sessionConcurrentConfiguration: { isActive: true, maxSessions: 1 } }
const LIMITS = {
  old: { sessionTimeoutConfiguration: { isActive: true, timeout: 60 } },
  idle: { sessionIdleTimeoutConfiguration: { isActive: true, timeout: 60 } },
}

/** Tests a user who signs in to Acme, which has no limits, and enters Globex, which has some. */
export const describeEnteredLimits = (kit: () => Kit): void => {
  const limit = (limits: object) => setPolicy(kit(), 'sessions', limits, 'globex')
  const isInside = async ({ token, cookie }: SignedIn) => {
    const headers = { 'frontegg-scoped-tenant': 'globex' }
    return (await kit().call('GET', ME, { token, cookie, headers })).status === 200
  }
  const signIns = async (count: number) => {
    const all: SignedIn[] = []
    for (let round = 0; round < count; round++) {
      all.push(await kit().signIn(MAX))
      kit().time.now += 1_000
    }
    return all
  }

  for (const [name, enter] of Object.entries(DOORS)) {
    describe(`through ${name}`, () => {
      for (const [what, limits] of Object.entries(LIMITS)) {
        it(`keeps out a session that is too ${what} for the account`, async () => {
          await kit().store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
          await limit(limits)
          const who = await kit().signIn(MAX)
          kit().time.now += 66_000
          assert.equal(await enter(kit(), who, 'globex'), undefined)
          assert.equal((await kit().call('GET', ME, who)).status, 200, 'it goes on where it is')
          assert.ok(await enter(kit(), await kit().signIn(MAX), 'globex'))
        })
      }

      it('leaves as many sessions as the account allows', async () => {
        await kit().store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
        await limit(ONE)
        const all = await signIns(4)
        for (const who of all) {
          assert.ok(await enter(kit(), who, 'globex'))
          kit().time.now += 1_000
        }
        const inside: boolean[] = []
        for (const who of all) inside.push(await isInside(who))
        assert.deepEqual(inside, [false, false, false, true])
      })
    })
  }

  it('says that the session is over there, and continues elsewhere', async () => {
    await limit(ONE)
    const [first, second] = await signIns(2)
    assert.ok(first && second)
    assert.ok(await isInside(first))
    kit().time.now += 1_000
    assert.ok(await isInside(second))
    for (const [method, path] of [
      ['PUT', session.switchTenant.path],
      ['POST', users.getUserJwtForTenant.path],
    ] as const) {
      const refused = await kit().call(method, path, { ...first, body: { tenantId: 'globex' } })
      assert.deepEqual([refused.status, refused.body.reason], [403, 'session-over'])
    }
    const next = await kit().refresh(first.cookie)
    assert.deepEqual([next.status, next.body.tenantId], [200, 'acme'])
  })

  it('counts a visitor as one of the sessions when its user signs in there', async () => {
    await limit(ONE)
    const [visitor] = await signIns(1)
    assert.ok(visitor && (await isInside(visitor)))
    kit().time.now += 1_000
    await kit().store.users.update({ id: 'max' }, { tenantId: 'globex' })
    await kit().signIn(MAX)
    assert.equal(await isInside(visitor), false)
    assert.equal((await kit().call('GET', ME, visitor)).status, 200)
  })

  it('leaves as many as allowed when ten sessions enter at the same moment', async () => {
    await limit({ sessionConcurrentConfiguration: { isActive: true, maxSessions: 2 } })
    const all = await signIns(10)
    await Promise.all(all.map(isInside))
    const inside: boolean[] = []
    for (const who of all) inside.push(await isInside(who))
    assert.equal(inside.filter(Boolean).length, 2)
  })

  it('lets them in again once the account has no limit', async () => {
    await limit(ONE)
    const all = await signIns(2)
    for (const who of all) {
      await isInside(who)
      kit().time.now += 1_000
    }
    await limit({})
    for (const who of all) assert.ok(await isInside(who))
  })
}
