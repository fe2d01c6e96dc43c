import { expect } from 'chai'
import { systemClock } from '../kernel/clock.ts'
import { HttpError, NetworkError } from '../kernel/errors.ts'
import { settle } from '../testing/clock.ts'
import { createWorld } from '../testing/session-world.ts'
import { browserWakeEvents } from './wake.ts'

type World = ReturnType<typeof createWorld>

const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const outage = () => new HttpError('Bad Gateway', 502)
const statusesOf = (tabs: Awaited<ReturnType<World['openTabs']>>) => tabs.map(({ session }) => session.current().status)

describe('session: signing in and starting', () => {
  it('finds the session at start and knows user, tenants and claims', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    const snapshot = tab?.session.current()
    expect(snapshot?.status).to.equal('signed-in')
    expect(snapshot?.user).to.include({ id: 'u1', email: 'ann@a.test', name: 'Ann', sid: 'sid-1' })
    expect(snapshot?.user).not.to.have.property('refreshToken')
    expect(snapshot?.activeTenant?.tenantId).to.equal('t1')
    expect(world.local.get('userId')).to.equal('u1')
    expect(tab?.seen.map(({ status }) => status)).to.deep.equal(['signed-in'])
  })

  it('is signed out when there is no session, and stays quiet', async () => {
    const world = createWorld()
    world.server.isAlive = false
    const [tab] = await world.openTabs(1)
    expect(tab?.session.current().status).to.equal('signed-out')
    await world.clock.advance(3_600_000)
    expect(world.counts.refresh).to.equal(1)
    expect(await tab?.session.getToken()).to.equal(undefined)
  })

  it('takes the answer of a login, and clears everything when a second factor is wanted', async () => {
    const world = createWorld()
    world.server.isAlive = false
    const [tab] = await world.openTabs(1)
    const user = await tab?.session.accept(world.issue('t1'))
    expect(user?.name).to.equal('Ann')
    expect(tab?.session.current().status).to.equal('signed-in')
    expect(await tab?.session.accept({ mfaRequired: true, mfaToken: 'm' } as never)).to.equal(undefined)
    expect(tab?.session.current()).to.deep.equal({ status: 'signed-out', tenants: [] })
    expect(await tab?.session.getToken()).to.equal(undefined)
  })

  it('asks for the profile three times, 2 s apart, then goes on with what the token says', async () => {
    const world = createWorld()
    world.server.meFault = outage()
    const { session } = world.openTab()
    void session.start()
    await world.clock.advance(3999)
    expect(world.counts.me).to.equal(2)
    await world.clock.advance(1)
    expect(world.counts.me).to.equal(3)
    expect(session.current().user).to.include({ id: 'u1', email: 'ann@a.test' })
  })

  it('signs every tab in when one signs in', async () => {
    const world = createWorld()
    world.server.isAlive = false
    const tabs = await world.openTabs(3)
    world.server.isAlive = true
    await tabs[0]?.session.accept(world.issue('t1'))
    await settle()
    expect(statusesOf(tabs)).to.deep.equal(['signed-in', 'signed-in', 'signed-in'])
  })

  it('gives the session back after an outage at start, to somebody who was here before', async () => {
    const world = createWorld()
    world.local.set('userId', 'u1')
    world.server.fault = outage()
    const { session } = world.openTab()
    expect((await session.start()).status).to.equal('signed-out')
    await world.clock.advance(10_000)
    world.server.fault = undefined
    await world.clock.advance(20_000)
    expect(session.current().status).to.equal('signed-in')
  })
})

describe('session: many tabs and many callers (rows 1 and 2)', () => {
  for (const [without, options] of Object.entries({
    nothing: {},
    'Web Locks': { locks: undefined },
    BroadcastChannel: { channelFactory: undefined },
    both: { locks: undefined, channelFactory: undefined },
  })) {
    it(`keeps 20 tabs signed in over ten expiries without ${without}`, async () => {
      const world = createWorld()
      const tabs = await world.openTabs(20, options)
      const before = world.counts.refresh
      await world.clock.advance(10 * 300_000)
      expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-in']))
      if (!('channelFactory' in options)) {
        expect(world.counts.refresh - before).to.be.within(9, 'locks' in options ? 240 : 13)
        expect(new Set(await Promise.all(tabs.map(({ session }) => session.getToken()))).size).to.equal(1)
      }
    })
  }

  it('refreshes once for 50 tabs of 5-second tokens at each of ten expiries', async () => {
    const world = createWorld()
    world.server.lifetime = 5
    const tabs = await world.openTabs(50, { random: Math.random })
    const before = world.counts.refresh
    await world.clock.advance(50_000)
    expect(world.counts.refresh - before).to.be.within(9, 15)
    expect(new Set(await Promise.all(tabs.map(({ session }) => session.getToken()))).size).to.equal(1)
  })

  it('answers 200 callers with one request, and their failure is one error', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1, { keepSessionAlive: false })
    await world.clock.advance(301_000)
    const tokens = Promise.all(Array.from({ length: 200 }, () => tab?.session.getToken()))
    expect(new Set(await tokens).size).to.equal(1)
    expect(world.counts.refresh).to.equal(2)
    await world.clock.advance(301_000)
    world.server.fault = outage()
    const errors = await Promise.all(
      Array.from({ length: 200 }, () => failureOf(Promise.resolve(tab?.session.getToken()))),
    )
    expect(new Set(errors)).to.deep.equal(new Set([world.server.fault]))
    expect(world.counts.refresh).to.equal(3)
  })

  it('sends at most one request per cool-down in an outage, and the first success ends it', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1, { keepSessionAlive: false })
    await world.clock.advance(301_000)
    world.server.fault = outage()
    for (let call = 0; call < 50; call += 1) await failureOf(Promise.resolve(tab?.session.getToken()))
    expect(world.counts.refresh).to.equal(2)
    await world.clock.advance(4_000)
    for (let call = 0; call < 50; call += 1) await failureOf(Promise.resolve(tab?.session.getToken()))
    expect(world.counts.refresh).to.equal(3)
    world.server.fault = undefined
    await world.clock.advance(8_000)
    expect(await tab?.session.getToken()).to.be.a('string')
    expect(world.counts.refresh).to.equal(4)
  })
})

describe('session: a tab dies, and the host calls back (row 3)', () => {
  it('goes on after 5 s when the holder of the lock never lets go', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    void world.locks.request('fe-refresh:https://api.test', {}, () => new Promise(() => {}))
    await world.clock.advance(260_000)
    expect(world.counts.refresh).to.equal(1)
    await world.clock.advance(40_000)
    expect(world.counts.refresh).to.equal(2)
    expect(tab?.session.current().status).to.equal('signed-in')
  })

  it('leaves no timer, lock, channel or listener after 20 mounts in mid-refresh', async () => {
    const world = createWorld()
    world.server.delayMs = 1000
    for (let round = 0; round < 20; round += 1) {
      const tab = world.openTab()
      void tab.session.start()
      await settle(1)
      tab.session.dispose()
      expect(tab.wakes.size).to.equal(0)
    }
    await world.clock.advance(30_000)
    expect([world.locks.count(), world.channels.count(), world.clock.pending()]).to.deep.equal([0, 0, 0])
  })

  for (const call of ['getToken', 'logout', 'switchTenant', 'refresh'] as const) {
    it(`settles a ${call} that the host makes inside our own event`, async () => {
      const world = createWorld()
      const { session } = world.openTab()
      let settled = false
      let called = false
      session.subscribe(() => {
        if (called) return
        called = true
        const made = call === 'switchTenant' ? session.switchTenant('t2') : session[call]()
        void Promise.resolve(made).then(() => {
          settled = true
        })
      })
      void session.start()
      await world.clock.advance(2000)
      expect(settled).to.equal(true)
      expect(session.current().status).to.equal(call === 'logout' ? 'signed-out' : 'signed-in')
    })
  }
})

describe('session: logging out (rows 5 and 22)', () => {
  it('drops a refresh that answers after the logout, in all tabs', async () => {
    const world = createWorld()
    const tabs = await world.openTabs(5)
    world.server.delayMs = 3000
    await world.clock.advance(263_000)
    expect(world.counts.refresh).to.be.greaterThan(1)
    void tabs[1]?.session.logout()
    await world.clock.advance(1000)
    expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-out']))
    await world.clock.advance(30_000)
    expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-out']))
    expect(await Promise.all(tabs.map(({ session }) => session.getToken()))).to.deep.equal(Array(5).fill(undefined))
  })

  it('drops a refresh that answers after somebody else signed in', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    world.server.delayMs = 3000
    void failureOf(Promise.resolve(tab?.session.refresh()))
    await settle()
    Object.assign(world.server, { sub: 'u2', sid: 'sid-2' })
    await tab?.session.accept(world.issue('t1'))
    await world.clock.advance(10_000)
    expect(tab?.session.current().user?.id).to.equal('u2')
  })

  it('is out at once when the server cannot be reached, and stays out after a reload', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    world.server.fault = new NetworkError('offline')
    await tab?.session.logout()
    expect(tab?.session.current().status).to.equal('signed-out')
    tab?.session.dispose()
    world.server.fault = undefined
    const again = world.openTab()
    expect((await again.session.start()).status).to.equal('signed-out')
    expect(world.counts.logout).to.equal(2)
    expect(world.server.isAlive).to.equal(false)
  })

  it('signs in again after an unconfirmed logout when the person does', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    world.server.fault = new NetworkError('offline')
    await tab?.session.logout()
    world.server.fault = undefined
    await tab?.session.accept(world.issue('t1'))
    expect(tab?.session.current().status).to.equal('signed-in')
    tab?.session.dispose()
    expect((await world.openTab().session.start()).status).to.equal('signed-in')
  })
})

describe('session: on what the browser really offers', () => {
  it('shares one refresh over its own locks and channels and lets both go', async () => {
    const world = createWorld()
    const name = crypto.randomUUID()
    const real = {
      name,
      clock: systemClock,
      locks: navigator.locks,
      channelFactory: (channel: string) => new BroadcastChannel(channel),
      wakeEvents: browserWakeEvents,
    }
    const tabs = [world.openTab(real), world.openTab(real)]
    await Promise.all(tabs.map(({ session }) => session.start()))
    expect(statusesOf(tabs)).to.deep.equal(['signed-in', 'signed-in'])
    expect(world.counts.refresh).to.equal(1)
    await tabs[0]?.session.logout()
    for (let round = 0; round < 50 && tabs[1]?.session.current().user; round += 1) await settle()
    expect(statusesOf(tabs)).to.deep.equal(['signed-out', 'signed-out'])
    for (const { session } of tabs) session.dispose()
    const query = await navigator.locks.query()
    const left = [...(query.held ?? []), ...(query.pending ?? [])].filter((lock) => lock.name?.includes(name))
    expect(left).to.deep.equal([])
  })
})

describe('session: refreshes that fail (row 6)', () => {
  it('signs out once in every tab when the server ends the session', async () => {
    const world = createWorld()
    const tabs = await world.openTabs(3)
    world.server.isAlive = false
    const before = world.counts.refresh
    await world.clock.advance(280_000)
    expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-out']))
    for (const { seen } of tabs) expect(seen.filter(({ status }) => status === 'signed-out').length).to.equal(1)
    await world.clock.advance(60_000)
    expect(world.counts.refresh - before).to.be.at.most(2)
  })

  it('reads invalid_grant as the end and a plain 400 as a passing fault', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    world.server.fault = new HttpError('Bad Request', 400, undefined, { errors: ['odd'] })
    await world.clock.advance(263_000)
    expect(tab?.session.current().status).to.equal('signed-in')
    world.server.fault = new HttpError('Bad Request', 400, undefined, { error: 'invalid_grant' })
    await world.clock.advance(20_000)
    expect(tab?.session.current().status).to.equal('signed-out')
  })

  const FAULTS = {
    network: new NetworkError('x'),
    408: new HttpError('x', 408),
    429: new HttpError('x', 429),
    500: new HttpError('x', 500),
    403: new HttpError('x', 403),
    garbage: new SyntaxError('x'),
  }
  for (const [kind, fault] of Object.entries(FAULTS)) {
    it(`survives a minute of ${kind} with at most 8 requests of four tabs and recovers within 20 s`, async () => {
      const world = createWorld()
      const tabs = await world.openTabs(4, { random: Math.random })
      await world.clock.advance(250_000)
      const before = world.counts.refresh
      world.server.fault = fault
      await world.clock.advance(60_000)
      expect(world.counts.refresh - before).to.be.at.most(8)
      expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-in']))
      world.server.fault = undefined
      const tried = world.counts.refresh
      await world.clock.advance(20_000)
      expect(world.counts.refresh).to.be.greaterThan(tried)
      expect(await tabs[0]?.session.getToken()).to.be.a('string')
    })
  }

  it('waits as long as the server asks', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    world.server.fault = new HttpError('x', 429, 120)
    await world.clock.advance(263_000)
    expect(world.counts.refresh).to.equal(2)
    tab?.wake('online')
    await world.clock.advance(115_000)
    expect(world.counts.refresh).to.equal(2)
    await world.clock.advance(10_000)
    expect(world.counts.refresh).to.equal(3)
  })

  it('tries within a second when the network is back', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    world.server.fault = new NetworkError('offline')
    await world.clock.advance(290_000)
    world.server.fault = undefined
    const tried = world.counts.refresh
    tab?.wake('online')
    await world.clock.advance(1000)
    expect(world.counts.refresh).to.equal(tried + 1)
  })
})

describe('session: odd clocks, sleep and lifetimes (rows 7 and 8)', () => {
  for (const skewMs of [0, -600_000, 600_000, -86_400_000, 86_400_000]) {
    it(`refreshes as often as ever with a clock wrong by ${skewMs / 60_000} min`, async () => {
      const world = createWorld()
      world.clock.skew(skewMs)
      world.server.skewMs = skewMs
      const [tab] = await world.openTabs(1)
      await world.clock.advance(1_800_000)
      expect(world.counts.refresh - 1).to.be.within(6, 7)
      expect(tab?.session.current().status).to.equal('signed-in')
    })
  }

  for (const skewMs of [-86_400_000, 86_400_000]) {
    it(`survives a clock that is set ${skewMs / 3_600_000} h in the middle`, async () => {
      const world = createWorld()
      const [tab] = await world.openTabs(1)
      await world.clock.advance(100_000)
      world.clock.skew(skewMs)
      world.server.skewMs = skewMs
      await world.clock.advance(1_700_000)
      expect(world.counts.refresh - 1).to.be.within(6, 8)
      expect(tab?.session.current().status).to.equal('signed-in')
    })
  }

  it('refreshes once after 8 h of sleep', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    world.clock.sleep(8 * 3_600_000)
    tab?.wake('visible')
    tab?.wake('online')
    await world.clock.advance(31_000)
    expect(world.counts.refresh).to.equal(2)
  })

  it('does nothing in the first minute of a month', async () => {
    const world = createWorld()
    world.server.lifetime = 2_592_000
    await world.openTabs(1)
    await world.clock.advance(60_000)
    expect(world.counts.refresh).to.equal(1)
  })

  for (const expiresIn of [0, -1, Number.NaN, '300', '', null, {}, 1e12, Number.POSITIVE_INFINITY, 'soon']) {
    it(`sends at most 3 requests in a minute when told to expire in ${JSON.stringify(expiresIn)}`, async () => {
      const world = createWorld()
      world.server.expiresIn = expiresIn
      const [tab] = await world.openTabs(1)
      await world.clock.advance(60_000)
      expect(world.counts.refresh).to.be.at.most(3)
      expect(tab?.session.current().status).to.equal('signed-in')
    })
  }
})

describe('session: refused tokens and tenants', () => {
  it('refreshes once for many refused calls and stops when that does not help', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    const used = (await tab?.session.getToken()) ?? ''
    await world.clock.advance(20_000)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => tab?.session.refreshRejected(used)))
    expect(new Set(outcomes)).to.deep.equal(new Set(['refreshed']))
    expect(world.counts.refresh).to.equal(2)
    const next = (await tab?.session.getToken()) ?? ''
    expect(await tab?.session.refreshRejected(next)).to.equal('unavailable')
    expect(world.counts.refresh).to.equal(2)
  })

  it('keeps the session when the refresh after a refusal fails for now, ends it when refused', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1)
    const used = (await tab?.session.getToken()) ?? ''
    world.server.fault = outage()
    expect(await tab?.session.refreshRejected(used)).to.equal('unavailable')
    expect(tab?.session.current().status).to.equal('signed-in')
    world.server.fault = undefined
    world.server.isAlive = false
    await world.clock.advance(5_000)
    expect(await tab?.session.refreshRejected(used)).to.equal('signed-out')
  })

  it('switches the tenant of every tab', async () => {
    const world = createWorld()
    const tabs = await world.openTabs(2)
    await tabs[0]?.session.switchTenant('t2')
    await settle()
    for (const { session } of tabs) {
      expect(session.current().user?.tenantId).to.equal('t2')
      expect(session.current().activeTenant?.tenantId).to.equal('t2')
    }
  })

  it('keeps the tenant when the switch is refused', async () => {
    const world = createWorld()
    const [tab] = await world.openTabs(1, { enableSessionPerTenant: true })
    world.server.fault = new HttpError('Forbidden', 403)
    expect(await failureOf(Promise.resolve(tab?.session.switchTenant('t2')))).to.equal(world.server.fault)
    expect(tab?.tab.get('FRONTEGG_SEPARATE_TABS_BY_TENANT')).to.equal('t1')
  })

  it('lets each tab have its own tenant in session-per-tenant mode (row 9)', async () => {
    const world = createWorld()
    const tabs = await world.openTabs(2, { enableSessionPerTenant: true })
    await tabs[1]?.session.switchTenant('t2')
    world.server.requestedTenants.length = 0
    await world.clock.advance(20 * 280_000)
    expect(tabs.map(({ session }) => session.current().user?.tenantId)).to.deep.equal(['t1', 't2'])
    expect(tabs.map(({ session }) => session.current().activeTenant?.tenantId)).to.deep.equal(['t1', 't2'])
    const tenantOf = (token: string | undefined) => JSON.parse(atob(token?.split('.')[1] ?? '')).tenantId
    for (const [index, { session }] of tabs.entries()) {
      expect(tenantOf(await session.getToken())).to.equal(['t1', 't2'][index])
    }
    expect(new Set(world.server.requestedTenants)).to.deep.equal(new Set(['t1', 't2']))
  })
})
