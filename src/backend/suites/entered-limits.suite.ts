import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { tokensUser } from '../../contract/api-tokens.ts'
import { session } from '../../contract/session.ts'
import { memberImpersonation, users } from '../../contract/users.ts'
import { aMemberRecord } from '../../testing/records.ts'
import { ENTRY_PATHS, ME } from './entry-paths.test-kit.ts'
import { redeemImpersonation, type SignedIn, startImpersonation } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { grow } from './sub-accounts.test-kit.ts'

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

      it('keeps as many sessions as the account allows', async () => {
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

  it('reports that the session has ended in that account, and continues in others', async () => {
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

  it('counts a guest session toward the limit when its user signs in to the account', async () => {
    await limit(ONE)
    const [visitor] = await signIns(1)
    assert.ok(visitor && (await isInside(visitor)))
    kit().time.now += 1_000
    await kit().store.users.update({ id: 'max' }, { tenantId: 'globex' })
    await kit().signIn(MAX)
    assert.equal(await isInside(visitor), false)
    assert.equal((await kit().call('GET', ME, visitor)).status, 200)
  })

  const createToken = ({ token }: SignedIn) =>
    kit().call('POST', tokensUser.createClientCredential.path, {
      token,
      headers: { 'frontegg-scoped-tenant': 'globex' },
      body: { description: 'Export', expiresInMinutes: 60 },
    })
  const replaced = () => kit().store.audits.list({ tenantId: 'globex', action: 'Session replaced' })

  it('logs the sessions that an entry ends in the same unit, whatever the request does afterward', async () => {
    await limit(ONE)
    await kit().store.members.update({ userId: 'max', tenantId: 'globex' }, { roleIds: '["admin"]' })
    const [first, second] = await signIns(2)
    assert.ok(first && second)
    assert.equal(await isInside(first), true)
    assert.deepEqual(await replaced(), [])
    kit().time.now += 1_000
    const broken = mock.method(kit().ports.random, 'uuid', () => {
      throw new Error('No audit row')
    })
    assert.equal((await createToken(second)).status, 500)
    broken.mock.restore()
    assert.equal(await isInside(first), true, 'the session ends only together with its audit row')
    assert.equal((await createToken(second)).status, 200)
    const [row, ...more] = await replaced()
    assert.deepEqual([JSON.parse(row?.detail ?? '{}').ended.length, more], [1, []])
    assert.equal(await isInside(first), false)
    assert.equal(await isInside(second), true)
    assert.equal((await replaced()).length, 1)
  })

  it('keeps as many as allowed when ten sessions enter at the same moment', async () => {
    await limit({ sessionConcurrentConfiguration: { isActive: true, maxSessions: 2 } })
    const all = await signIns(10)
    await Promise.all(all.map(isInside))
    const inside: boolean[] = []
    for (const who of all) inside.push(await isInside(who))
    assert.equal(inside.filter(Boolean).length, 2)
  })

  for (const [name, enter] of Object.entries(DOORS)) {
    it(`apply to a guest from the parent account, through ${name}`, async () => {
      const { store, time } = kit()
      await grow(kit())
      await store.tenants.update({ id: 'oslo' }, { alias: 'oslo-alias' })
      const guestInside = async ({ token, cookie }: SignedIn) => {
        const headers = { 'frontegg-scoped-tenant': 'oslo' }
        return (await kit().call('GET', ME, { token, cookie, headers })).status === 200
      }
      await setPolicy(kit(), 'sessions', ONE, 'oslo')
      const all: SignedIn[] = []
      for (let round = 0; round < 2; round++) {
        all.push(await kit().signIn('ada@acme.test'))
        time.now += 1_000
      }
      const inside: boolean[] = []
      for (const who of all) {
        assert.ok(await enter(kit(), who, 'oslo'))
        time.now += 1_000
      }
      for (const who of all) inside.push(await guestInside(who))
      assert.deepEqual(inside, [false, true])
      await setPolicy(kit(), 'sessions', LIMITS.old, 'oslo')
      const late = await kit().signIn('ada@acme.test')
      time.now += 66_000
      assert.equal(await enter(kit(), late, 'oslo'), undefined)
    })
  }

  /** Impersonates a member from a new session of Ada, and returns the browser's cookies. */
  const impersonateInBrowser = async () => {
    const ada = await kit().signIn('ada@acme.test')
    kit().time.now += 30_000
    const { actorToken } = (await startImpersonation(kit(), ada, 'mel')).body
    const { status, cookies } = await redeemImpersonation(kit(), { userId: 'mel', actorToken }, ada.cookie)
    assert.equal(status, 200)
    return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  }

  /** Ends the impersonation and returns whether the impersonator's own session continues. */
  const goesOnAfterImpersonation = async (cookie: string) => {
    const { status, body, cookies } = await kit().call('POST', memberImpersonation.stopImpersonation.path, { cookie })
    if (status !== 200 || !body.isRestored) return false
    return (await kit().refresh(cookies.map((each) => each.split(';')[0]).join('; '))).status === 200
  }

  it('apply to the session that continues after an impersonation', async () => {
    assert.equal(await goesOnAfterImpersonation(await impersonateInBrowser()), true, 'without a limit')
    await setPolicy(kit(), 'sessions', LIMITS.old, 'acme')
    const cookie = await impersonateInBrowser()
    kit().time.now += 40_000
    assert.equal(await goesOnAfterImpersonation(cookie), false, 'too old')
    await setPolicy(kit(), 'sessions', ONE, 'acme')
    const replaced = await impersonateInBrowser()
    kit().time.now += 1_000
    await kit().signIn('ada@acme.test')
    assert.equal(await goesOnAfterImpersonation(replaced), false, 'replaced by a newer one')
  })

  it('apply to a session whose user accepts the invitation of an account with a limit', async () => {
    const { store, time } = kit()
    await limit(LIMITS.old)
    const mel = await kit().signIn('mel@acme.test')
    await store.members.insert(
      aMemberRecord({ id: 'globex-mel', userId: 'mel', tenantId: 'globex', email: 'mel@acme.test', activated: false }),
    )
    time.now += 66_000
    await store.members.update({ id: 'globex-mel' }, { activated: true })
    for (const [name, enter] of Object.entries(DOORS)) {
      await store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
      assert.equal(await enter(kit(), mel, 'globex'), undefined, name)
    }
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
