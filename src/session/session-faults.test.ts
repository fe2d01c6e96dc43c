import { expect } from 'chai'
import { HttpError, NetworkError } from '../kernel/errors.ts'
import { USER_ID_KEY } from '../kernel/storage.ts'
import { reach } from '../testing/figures.ts'
import { randomOf } from '../testing/random.ts'
import { createHarness, statusesOf } from '../testing/session-harness.ts'

describe('session: refreshes that fail', () => {
  it('signs out once in every tab when the server ends the session', async () => {
    const harness = createHarness()
    const tabs = await harness.openTabs(3)
    harness.server.isAlive = false
    const before = harness.counts.refresh
    await harness.clock.advance(280_000)
    expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-out']))
    for (const { seen } of tabs) expect(seen.filter(({ status }) => status === 'signed-out').length).to.equal(1)
    await harness.clock.advance(60_000)
    expect(harness.counts.refresh - before).to.be.at.most(2)
  })

  it('reads invalid_grant as the end and a plain 400 as a passing fault', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    harness.server.fault = new HttpError('Bad Request', 400, undefined, { errors: ['odd'] })
    await harness.clock.advance(263_000)
    expect(tab?.session.current().status).to.equal('signed-in')
    harness.server.fault = new HttpError('Bad Request', 400, undefined, { error: 'invalid_grant' })
    await harness.clock.advance(20_000)
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
      const harness = createHarness()
      const tabs = await harness.openTabs(4, { random: randomOf(4) })
      await harness.clock.advance(250_000)
      const before = harness.counts.refresh
      harness.server.fault = fault
      await harness.clock.advance(60_000)
      expect(harness.counts.refresh - before).to.be.at.most(8)
      expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-in']))
      harness.server.fault = undefined
      const tried = harness.counts.refresh
      await harness.clock.advance(20_000)
      expect(harness.counts.refresh).to.be.greaterThan(tried)
      expect(await tabs[0]?.session.getToken()).to.be.a('string')
    })
  }

  it('waits as long as the server requests', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    harness.server.fault = new HttpError('x', 429, 120)
    await harness.clock.advance(263_000)
    expect(harness.counts.refresh).to.equal(2)
    tab?.wake('online')
    await harness.clock.advance(115_000)
    expect(harness.counts.refresh).to.equal(2)
    await harness.clock.advance(10_000)
    expect(harness.counts.refresh).to.equal(3)
  })

  it('tries within a second when the network is back', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    harness.server.fault = new NetworkError('offline')
    await harness.clock.advance(290_000)
    harness.server.fault = undefined
    const tried = harness.counts.refresh
    tab?.wake('online')
    await harness.clock.advance(1000)
    expect(harness.counts.refresh).to.equal(tried + 1)
  })
})

describe('session: an outage at start-up', () => {
  /** Fractions of a wait that is rounded to whole milliseconds, as browsers round it. */
  const FRACTIONS = randomOf(99)
  const returning = (tabs: number, fault: unknown = new HttpError('x', 503)) => {
    const harness = createHarness()
    harness.local.set(USER_ID_KEY, 'u1')
    harness.server.fault = fault
    const opened = harness.openTabs(tabs, { random: FRACTIONS })
    return { harness, opened }
  }

  it('brings each of 14 tabs back within one wait after one 503, in every one of 50 rounds', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { harness, opened } = returning(14)
      const tabs = await opened
      expect(tabs.every(({ session }) => session.current().failure !== undefined)).to.equal(true)
      harness.server.fault = undefined
      await harness.clock.advance(3_500)
      expect(new Set(statusesOf(tabs)), `round ${round}`).to.deep.equal(new Set(['signed-in']))
      expect(harness.counts.refresh).to.be.at.most(3)
      for (const { session } of tabs) session.dispose()
    }
  })

  for (const [seconds, fault] of [
    [20, new HttpError('x', 500)],
    [60, new NetworkError('x')],
  ] as const)
    it(`brings 14 tabs back within 20 s after ${seconds} s of ${fault.name}, with at most 10 requests`, async () => {
      const { harness, opened } = returning(14, fault)
      const tabs = await opened
      await harness.clock.advance(seconds * 1_000)
      expect(harness.counts.refresh).to.be.at.most(10)
      harness.server.fault = undefined
      await harness.clock.advance(20_000)
      expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-in']))
    })

  it('returns when a timer fires before its time, and the wait ends while the error is handled', async () => {
    const harness = createHarness()
    harness.local.set(USER_ID_KEY, 'u1')
    harness.server.fault = new HttpError('x', 503)
    const { clock } = harness
    const early = { ...clock, schedule: (task: () => void, ms: number) => clock.schedule(task, Math.max(1, ms - 1)) }
    const [tab] = await harness.openTabs(1, { clock: early })
    harness.server.fault = undefined
    await clock.advance(3_500)
    expect(tab?.session.current().status).to.equal('signed-in')
  })

  it('tries at once when the page is looked at or the network is back', async () => {
    for (const wake of ['visible', 'online'] as const) {
      const { harness, opened } = returning(1)
      const [tab] = await opened
      harness.server.fault = undefined
      tab?.wake(wake)
      await harness.clock.advance(300)
      expect(tab?.session.current().status, wake).to.equal('signed-in')
    }
  })

  it('returns even if the session is not kept alive', async () => {
    const harness = createHarness()
    harness.local.set(USER_ID_KEY, 'u1')
    harness.server.fault = new HttpError('x', 503)
    const [tab] = await harness.openTabs(1, { keepSessionAlive: false })
    harness.server.fault = undefined
    await harness.clock.advance(3_500)
    expect(tab?.session.current().status).to.equal('signed-in')
  })

  it('ends the outage as signed out, without a reason, when the session turns out to be over', async () => {
    const { harness, opened } = returning(2)
    const tabs = await opened
    harness.server.fault = undefined
    harness.server.isAlive = false
    await harness.clock.advance(10_000)
    for (const { session } of tabs) expect(session.current()).to.deep.equal({ status: 'signed-out', tenants: [] })
    const { refresh } = harness.counts
    await harness.clock.advance(60_000)
    expect(harness.counts.refresh).to.equal(refresh)
  })

  it('sends no further requests if no user is remembered', async () => {
    const harness = createHarness()
    harness.server.fault = new HttpError('x', 503)
    await harness.openTabs(1)
    await harness.clock.advance(60_000)
    expect(harness.counts.refresh).to.equal(1)
  })
})

describe('session: odd clocks, sleep and lifetimes', () => {
  for (const skewMs of [0, -600_000, 600_000, -86_400_000, 86_400_000]) {
    it(`refreshes as often as usual with a clock that is off by ${skewMs / 60_000} min`, async () => {
      const harness = createHarness()
      harness.clock.skew(skewMs)
      harness.server.skewMs = skewMs
      const [tab] = await harness.openTabs(1)
      await harness.clock.advance(1_800_000)
      expect(harness.counts.refresh - 1).to.be.within(6, 7)
      expect(tab?.session.current().status).to.equal('signed-in')
      await reach(
        7,
        `clock wrong by ${skewMs / 60_000} min, 300 s tokens, 30 min: within 1 of the 6 refreshes of a right one`,
        `${harness.counts.refresh - 1} refreshes, no sign-out`,
      )
    })
  }

  for (const skewMs of [-86_400_000, 86_400_000]) {
    it(`stays signed in when the clock changes by ${skewMs / 3_600_000} h during the session`, async () => {
      const harness = createHarness()
      const [tab] = await harness.openTabs(1)
      await harness.clock.advance(100_000)
      harness.clock.skew(skewMs)
      harness.server.skewMs = skewMs
      await harness.clock.advance(1_700_000)
      expect(harness.counts.refresh - 1).to.be.within(6, 8)
      expect(tab?.session.current().status).to.equal('signed-in')
    })
  }

  it('refreshes once after 8 h of sleep', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    harness.clock.sleep(8 * 3_600_000)
    tab?.wake('visible')
    tab?.wake('online')
    await harness.clock.advance(31_000)
    expect(harness.counts.refresh).to.equal(2)
  })

  it('does nothing in the first minute of a month', async () => {
    const harness = createHarness()
    harness.server.lifetime = 2_592_000
    await harness.openTabs(1)
    await harness.clock.advance(60_000)
    expect(harness.counts.refresh).to.equal(1)
  })

  for (const expiresIn of [0, -1, Number.NaN, '300', '', null, {}, 1e12, Number.POSITIVE_INFINITY, 'soon']) {
    it(`sends at most 3 requests in a minute when the lifetime is ${JSON.stringify(expiresIn)}`, async () => {
      const harness = createHarness()
      harness.server.expiresIn = expiresIn
      const [tab] = await harness.openTabs(1)
      await harness.clock.advance(60_000)
      expect(harness.counts.refresh).to.be.at.most(3)
      expect(tab?.session.current().status).to.equal('signed-in')
    })
  }
})
