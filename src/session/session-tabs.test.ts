import { expect } from 'chai'
import { systemClock, wait } from '../kernel/clock.ts'
import { HttpError, NetworkError } from '../kernel/errors.ts'
import { settle } from '../testing/clock.ts'
import { failureOf } from '../testing/fake-send.ts'
import { reach } from '../testing/figures.ts'
import { randomOf } from '../testing/random.ts'
import { createHarness, statusesOf } from '../testing/session-harness.ts'
import type { SessionDeps } from './session-types.ts'
import type { Channel } from './tab-channel.ts'
import { browserWakeEvents } from './wake.ts'

const outage = () => new HttpError('Bad Gateway', 502)

describe('session: many tabs and many callers', () => {
  for (const [without, options] of Object.entries({
    nothing: {},
    'Web Locks': { locks: undefined },
    BroadcastChannel: { channelFactory: undefined },
    both: { locks: undefined, channelFactory: undefined },
  })) {
    it(`keeps 20 tabs signed in over ten expiries without ${without}`, async () => {
      const harness = createHarness()
      const tabs = await harness.openTabs(20, options)
      const before = harness.counts.refresh
      await harness.clock.advance(10 * 300_000)
      expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-in']))
      if (!('channelFactory' in options)) {
        expect(harness.counts.refresh - before).to.be.within(9, 'locks' in options ? 240 : 13)
        expect(new Set(await Promise.all(tabs.map(({ session }) => session.getToken()))).size).to.equal(1)
      }
    })
  }

  it('refreshes once for 50 tabs of 5-second tokens at each of ten expiries', async () => {
    const harness = createHarness()
    harness.server.lifetime = 5
    const tabs = await harness.openTabs(50, { random: randomOf(36) })
    const before = harness.counts.refresh
    await harness.clock.advance(50_000)
    expect(harness.counts.refresh - before).to.be.within(9, 15)
    expect(new Set(await Promise.all(tabs.map(({ session }) => session.getToken()))).size).to.equal(1)
  })

  it('serves 200 callers with one request, and their failure is one error', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1, { keepSessionAlive: false })
    await harness.clock.advance(301_000)
    const tokens = Promise.all(Array.from({ length: 200 }, () => tab?.session.getToken()))
    expect(new Set(await tokens).size).to.equal(1)
    expect(harness.counts.refresh).to.equal(2)
    await harness.clock.advance(301_000)
    harness.server.fault = outage()
    const errors = await Promise.all(
      Array.from({ length: 200 }, () => failureOf(Promise.resolve(tab?.session.getToken()))),
    )
    expect(new Set(errors)).to.deep.equal(new Set([harness.server.fault]))
    expect(harness.counts.refresh).to.equal(3)
    await reach(
      2,
      '200 parallel token calls: 1 request; on failure 200 rejections with one error',
      `${harness.counts.refresh - 2} request, ${errors.length} rejections, ${new Set(errors).size} error`,
    )
  })

  it('sends at most one request per cool-down in an outage, and the first success ends it', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1, { keepSessionAlive: false })
    await harness.clock.advance(301_000)
    harness.server.fault = outage()
    for (let call = 0; call < 50; call += 1) await failureOf(Promise.resolve(tab?.session.getToken()))
    expect(harness.counts.refresh).to.equal(2)
    await harness.clock.advance(4_000)
    for (let call = 0; call < 50; call += 1) await failureOf(Promise.resolve(tab?.session.getToken()))
    expect(harness.counts.refresh).to.equal(3)
    harness.server.fault = undefined
    await harness.clock.advance(8_000)
    expect(await tab?.session.getToken()).to.be.a('string')
    expect(harness.counts.refresh).to.equal(4)
    await reach(
      2,
      '50 calls in an outage: at most 1 request per cool-down; the first success ends it',
      '100 calls in 2 cool-downs: 2 requests; then 1 for a token',
    )
  })
})

describe('session: a tab dies, and the host calls back', () => {
  it('continues after 5 s when the holder of the lock never releases it', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    void harness.locks.request('fe-refresh:https://api.test', {}, () => new Promise(() => {}))
    await harness.clock.advance(260_000)
    expect(harness.counts.refresh).to.equal(1)
    await harness.clock.advance(40_000)
    expect(harness.counts.refresh).to.equal(2)
    expect(tab?.session.current().status).to.equal('signed-in')
  })

  it('leaves no timer, lock, channel or listener after 20 mounts during a refresh', async () => {
    const harness = createHarness()
    harness.server.delayMs = 1000
    for (let round = 0; round < 20; round += 1) {
      const tab = harness.openTab()
      void tab.session.start()
      await settle(1)
      tab.session.dispose()
      expect(tab.wakes.size).to.equal(0)
    }
    await harness.clock.advance(30_000)
    expect([harness.locks.count(), harness.channels.count(), harness.clock.pending()]).to.deep.equal([0, 0, 0])
  })

  for (const call of ['getToken', 'logout', 'switchTenant', 'refresh'] as const) {
    it(`settles a ${call} that the host makes inside our own event`, async () => {
      const harness = createHarness()
      const { session } = harness.openTab()
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
      await harness.clock.advance(2000)
      expect(settled).to.equal(true)
      expect(session.current().status).to.equal(call === 'logout' ? 'signed-out' : 'signed-in')
    })
  }
})

describe('session: logging out', () => {
  it('drops a refresh that completes after the logout, in all tabs', async () => {
    const harness = createHarness()
    const tabs = await harness.openTabs(5)
    harness.server.delayMs = 3000
    await harness.clock.advance(263_000)
    expect(harness.counts.refresh).to.be.greaterThan(1)
    void tabs[1]?.session.logout()
    await harness.clock.advance(1000)
    expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-out']))
    await harness.clock.advance(30_000)
    expect(new Set(statusesOf(tabs))).to.deep.equal(new Set(['signed-out']))
    expect(await Promise.all(tabs.map(({ session }) => session.getToken()))).to.deep.equal(Array(5).fill(undefined))
  })

  it('drops a refresh that completes after another user signed in', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    harness.server.delayMs = 3000
    void failureOf(Promise.resolve(tab?.session.refresh()))
    await settle()
    Object.assign(harness.server, { sub: 'u2', sid: 'sid-2' })
    await tab?.session.accept(harness.issue('t1'))
    await harness.clock.advance(10_000)
    expect(tab?.session.current().user?.id).to.equal('u2')
    const token = (await tab?.session.getToken()) ?? ''
    expect(JSON.parse(atob(token.split('.')[1] ?? '')).sub).to.equal('u2')
  })

  it('is out at once when the server cannot be reached, and stays out after a reload', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    harness.server.fault = new NetworkError('offline')
    await tab?.session.logout()
    expect(tab?.session.current().status).to.equal('signed-out')
    tab?.session.dispose()
    harness.server.fault = undefined
    const again = harness.openTab()
    expect((await again.session.start()).status).to.equal('signed-out')
    expect(harness.counts.logout).to.equal(2)
    expect(harness.server.isAlive).to.equal(false)
  })

  it('ends the session in the browser at once, and at the API after a call that still needs it', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    let finish = () => {}
    const first = new Promise<void>((resolve) => {
      finish = resolve
    })
    const signedOut = tab?.session.logout(undefined, first)
    expect(tab?.session.current().status).to.equal('signed-out')
    expect(harness.counts.logout).to.equal(0)
    finish()
    await signedOut
    expect(harness.counts.logout).to.equal(1)
  })

  it('signs in again after an unconfirmed logout when the user does', async () => {
    const harness = createHarness()
    const [tab] = await harness.openTabs(1)
    harness.server.fault = new NetworkError('offline')
    await tab?.session.logout()
    harness.server.fault = undefined
    await tab?.session.accept(harness.issue('t1'))
    expect(tab?.session.current().status).to.equal('signed-in')
    tab?.session.dispose()
    expect((await harness.openTab().session.start()).status).to.equal('signed-in')
  })
})

describe('session: on what the browser really offers', () => {
  it('shares one refresh over its own locks and channels and releases both', async () => {
    const harness = createHarness()
    const name = crypto.randomUUID()
    const real = {
      name,
      clock: systemClock,
      locks: navigator.locks as SessionDeps['locks'],
      channelFactory: (channel: string) => new BroadcastChannel(channel) as Channel,
      wakeEvents: browserWakeEvents,
    }
    // No request completes before the lock shows that it is contended.
    harness.server.pause = () => wait(systemClock, 50)
    const tabs = [harness.openTab(real), harness.openTab(real)]
    await Promise.all(tabs.map(({ session }) => session.start()))
    expect(statusesOf(tabs)).to.deep.equal(['signed-in', 'signed-in'])
    expect(harness.counts.refresh).to.equal(1)
    const other = new Promise<void>((resolve) => {
      tabs[1]?.session.subscribe(({ user }) => {
        if (!user) resolve()
      })
    })
    await tabs[0]?.session.logout()
    await other
    expect(statusesOf(tabs)).to.deep.equal(['signed-out', 'signed-out'])
    for (const { session } of tabs) session.dispose()
    const query = await navigator.locks.query()
    const left = [...(query.held ?? []), ...(query.pending ?? [])].filter((lock) => lock.name?.includes(name))
    expect(left).to.deep.equal([])
  })
})
