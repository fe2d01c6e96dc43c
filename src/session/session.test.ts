import { expect } from 'chai'
import { HttpError } from '../kernel/errors.ts'
import { RECENT_KEY } from '../kernel/storage.ts'
import { settle } from '../testing/clock.ts'
import { failureOf } from '../testing/fake-send.ts'
import { createHarness, statusesOf } from '../testing/session-harness.ts'

const outage = () => new HttpError('Bad Gateway', 502)

describe('session: signing in and starting', () => {
  it('finds the session at start and loads user, tenants and claims', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    const snapshot = tab?.session.current()
    expect(snapshot?.status).to.equal('signed-in')
    expect(snapshot?.user).to.include({ id: 'u1', email: 'ann@a.test', name: 'Ann', sid: 'sid-1' })
    expect(snapshot?.user).not.to.have.property('refreshToken')
    expect(snapshot?.activeTenant?.tenantId).to.equal('t1')
    expect(harness.local.get('userId')).to.equal('u1')
    expect(tab?.seen.map(({ status }) => status)).to.deep.equal(['signed-in'])
  })

  it('is signed out when there is no session, and logs nothing', async () => {
    const harness = createHarness()
    harness.server.isAlive = false
    const [tab] = await harness.openTabs(1)
    expect(tab?.session.current().status).to.equal('signed-out')
    await harness.clock.advance(3_600_000)
    expect(harness.counts.refresh).to.equal(1)
    expect(await tab?.session.getToken()).to.equal(undefined)
  })

  for (const accessToken of ['a.b.c', 'a.!!.c', 'a..c', `a.${btoa('"text"')}.c`]) {
    it(`refuses a login whose token is the invalid string ${accessToken}`, async () => {
      const harness = createHarness()
      harness.server.isAlive = false
      const [tab] = await harness.openTabs(1)
      const failure = await failureOf(tab?.session.accept({ ...harness.issue('t1'), accessToken }) as Promise<unknown>)
      expect((failure as Error).message).to.equal('Invalid token specified')
      expect(tab?.session.current().status).to.equal('signed-out')
    })
  }

  it('removes the user’s recent items from the device after any sign-out', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    harness.local.set(RECENT_KEY, '{"userId":"u1","accounts":{}}')
    await tab?.session.logout()
    expect(harness.local.get(RECENT_KEY)).to.equal(undefined)
  })

  it('applies the response of a login, and clears everything when a second factor is required', async () => {
    const harness = createHarness()
    harness.server.isAlive = false
    const [tab] = await harness.openTabs(1)
    const user = await tab?.session.accept(harness.issue('t1'))
    expect(user?.name).to.equal('Ann')
    expect(tab?.session.current().status).to.equal('signed-in')
    expect(await tab?.session.accept({ mfaRequired: true, mfaToken: 'm' } as never)).to.equal(undefined)
    expect(tab?.session.current()).to.deep.equal({ status: 'signed-out', tenants: [] })
    expect(await tab?.session.getToken()).to.equal(undefined)
  })

  it('requests the profile three times, 2 s apart, then continues with the token’s claims', async () => {
    const harness = createHarness()
    harness.server.meFault = outage()
    const { session } = harness.openTab()
    void session.start()
    await harness.clock.advance(3999)
    expect(harness.counts.me).to.equal(2)
    await harness.clock.advance(1)
    expect(harness.counts.me).to.equal(3)
    expect(session.current().user).to.include({ id: 'u1', email: 'ann@a.test' })
  })

  for (const [status, calls] of [
    [400, 3],
    [404, 3],
    [401, 1],
    [403, 1],
  ] as const) {
    it(`loads the profile ${calls} times when it is refused with ${status}`, async () => {
      const harness = createHarness()
      harness.server.meFault = new HttpError('No', status)
      void harness.openTab().session.start()
      await harness.clock.advance(4000)
      expect(harness.counts.me).to.equal(calls)
    })
  }

  it('signs every tab in when one signs in', async () => {
    const harness = createHarness()
    harness.server.isAlive = false
    const tabs = await harness.openTabs(3)
    harness.server.isAlive = true
    await tabs[0]?.session.accept(harness.issue('t1'))
    await settle()
    expect(statusesOf(tabs)).to.deep.equal(['signed-in', 'signed-in', 'signed-in'])
  })

  it('reports why the session of a returning user could not be continued, until they sign in', async () => {
    const harness = createHarness()
    const refusal = new HttpError('Not from this network', 403)
    harness.server.fault = refusal
    const { session } = harness.openTab()
    expect(await session.start()).to.include({ status: 'signed-out', failure: refusal })
    harness.server.fault = undefined
    await session.accept(harness.issue('t1'))
    expect(session.current().status).to.equal('signed-in')
    expect(session.current().failure).to.equal(undefined)
  })

  it('restores the session after an outage at start, for a user who was signed in before', async () => {
    const harness = createHarness()
    harness.local.set('userId', 'u1')
    harness.server.fault = outage()
    const { session } = harness.openTab()
    expect((await session.start()).status).to.equal('signed-out')
    await harness.clock.advance(10_000)
    harness.server.fault = undefined
    await harness.clock.advance(20_000)
    expect(session.current().status).to.equal('signed-in')
  })
})

describe('session: refused tokens and tenants', () => {
  it('refreshes once for many refused calls and stops when that does not help', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    const used = (await tab?.session.getToken()) ?? ''
    await harness.clock.advance(20_000)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => tab?.session.refreshRejected(used)))
    expect(new Set(outcomes)).to.deep.equal(new Set(['refreshed']))
    expect(harness.counts.refresh).to.equal(2)
    const next = (await tab?.session.getToken()) ?? ''
    expect(await tab?.session.refreshRejected(next)).to.equal('unavailable')
    expect(harness.counts.refresh).to.equal(2)
  })

  it('keeps the session when the refresh after a refusal fails for now, ends it when refused', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    const used = (await tab?.session.getToken()) ?? ''
    harness.server.fault = outage()
    expect(await tab?.session.refreshRejected(used)).to.equal('unavailable')
    expect(tab?.session.current().status).to.equal('signed-in')
    harness.server.fault = undefined
    harness.server.isAlive = false
    await harness.clock.advance(5_000)
    expect(await tab?.session.refreshRejected(used)).to.equal('signed-out')
  })

  it('switches the tenant of every tab', async () => {
    const harness = createHarness()
    const tabs = await harness.openTabs(2)
    await tabs[0]?.session.switchTenant('t2')
    await settle()
    for (const { session } of tabs) {
      expect(session.current().user?.tenantId).to.equal('t2')
      expect(session.current().activeTenant?.tenantId).to.equal('t2')
    }
  })

  for (const isProven of [true, false]) {
    it(`${isProven ? 'switches' : 'stays'} when the account requires a proof that the user ${isProven ? 'gives' : 'refuses'}`, async () => {
      const harness = createHarness()
      const asked: unknown[] = []
      const fault = new HttpError('Confirm it’s you', 403, undefined, { reason: 'own-proof-required' })
      const entryPrompt = () => async (request: unknown) => {
        asked.push(request)
        if (isProven) harness.server.fault = undefined
        return isProven
      }
      const [tab] = await harness.openTabs(1, { entryPrompt })
      harness.server.fault = fault
      const switched = Promise.resolve(tab?.session.switchTenant('t2'))
      if (isProven) await switched
      else expect(await failureOf(switched)).to.equal(fault)
      expect(asked).to.deep.equal([{ tenantId: 't2', reason: 'own-proof-required' }])
      expect(harness.server.tenant).to.equal(isProven ? 't2' : 't1')
    })
  }

  it('requires no proof when an account refuses for another reason', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1, { entryPrompt: () => () => Promise.reject(new Error('asked')) })
    harness.server.fault = new HttpError('Forbidden', 403, undefined, { reason: 'another' })
    expect(await failureOf(Promise.resolve(tab?.session.switchTenant('t2')))).to.equal(harness.server.fault)
  })

  it('stays signed in when another call finds that the session ended before the new one has started', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    const used = (await tab?.session.getToken()) ?? ''
    const ends: unknown[] = []
    const replaced = tab?.session.replace(async () => {
      harness.server.isAlive = false
      void tab.session.refreshRejected(used).then((end) => ends.push(end))
      await settle()
      harness.server.isAlive = true
    })
    await harness.clock.advance(5_000)
    expect((await replaced)?.email).to.equal(tab?.session.current().user?.email)
    expect(tab?.session.current().status).to.equal('signed-in')
    expect(ends).to.not.include('signed-out')
  })

  it('keeps the tenant when the switch is refused', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1, { enableSessionPerTenant: true })
    harness.server.fault = new HttpError('Forbidden', 403)
    expect(await failureOf(Promise.resolve(tab?.session.switchTenant('t2')))).to.equal(harness.server.fault)
    expect(tab?.tab.get('FRONTEGG_SEPARATE_TABS_BY_TENANT')).to.equal('t1')
  })

  it('lets each tab have its own tenant in session-per-tenant mode', async () => {
    const harness = createHarness()
    const tabs = await harness.openTabs(2, { enableSessionPerTenant: true })
    await tabs[1]?.session.switchTenant('t2')
    harness.server.requestedTenants.length = 0
    await harness.clock.advance(20 * 280_000)
    expect(tabs.map(({ session }) => session.current().user?.tenantId)).to.deep.equal(['t1', 't2'])
    expect(tabs.map(({ session }) => session.current().activeTenant?.tenantId)).to.deep.equal(['t1', 't2'])
    const tenantOf = (token: string | undefined) => JSON.parse(atob(token?.split('.')[1] ?? '')).tenantId
    for (const [index, { session }] of tabs.entries()) {
      expect(tenantOf(await session.getToken())).to.equal(['t1', 't2'][index])
    }
    expect(new Set(harness.server.requestedTenants)).to.deep.equal(new Set(['t1', 't2']))
  })
})
