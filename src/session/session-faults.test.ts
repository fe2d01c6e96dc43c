import { expect } from 'chai'
import { HttpError, NetworkError } from '../kernel/errors.ts'
import { reach } from '../testing/figures.ts'
import { createWorld, statusesOf } from '../testing/session-world.ts'

describe('session: refreshes that fail', () => {
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

describe('session: odd clocks, sleep and lifetimes', () => {
  for (const skewMs of [0, -600_000, 600_000, -86_400_000, 86_400_000]) {
    it(`refreshes as often as ever with a clock wrong by ${skewMs / 60_000} min`, async () => {
      const world = createWorld()
      world.clock.skew(skewMs)
      world.server.skewMs = skewMs
      const [tab] = await world.openTabs(1)
      await world.clock.advance(1_800_000)
      expect(world.counts.refresh - 1).to.be.within(6, 7)
      expect(tab?.session.current().status).to.equal('signed-in')
      await reach(
        7,
        `clock wrong by ${skewMs / 60_000} min, 300 s tokens, 30 min: within 1 of the 6 refreshes of a right one`,
        `${world.counts.refresh - 1} refreshes, no sign-out`,
      )
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
    it(`sends at most 3 requests in a minute when the lifetime is ${JSON.stringify(expiresIn)}`, async () => {
      const world = createWorld()
      world.server.expiresIn = expiresIn
      const [tab] = await world.openTabs(1)
      await world.clock.advance(60_000)
      expect(world.counts.refresh).to.be.at.most(3)
      expect(tab?.session.current().status).to.equal('signed-in')
    })
  }
})
