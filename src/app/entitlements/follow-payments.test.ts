import { expect } from 'chai'
import { createStore } from 'zustand/vanilla'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { ENABLED, isAsked, json, loadChunks, publicApp, V2 } from '../../elements/testing/entitlements.test-kit.ts'
import { openHarness, type Responder } from '../../elements/testing/harness.test-kit.ts'
import type { AppState } from '../../feature/app-state.ts'
import type { Wake } from '../../session/wake.ts'
import { aUser } from '../../testing/builders.ts'
import { createTestClock, settle } from '../../testing/clock.ts'
import { FAILED_POLL_MS, followPayments, POLL_MS } from './follow-payments.ts'

const signedIn = (facts: object = {}): AppState['session'] => ({
  status: 'signed-in',
  tenants: [],
  user: { ...aUser(), accessToken: 't', ...facts },
})

const setUp = (session: AppState['session'] = signedIn()) => {
  // Only the session of the state is read.
  const store = createStore<AppState>(() => ({ session }) as AppState)
  const clock = createTestClock()
  const end = new AbortController()
  let looks = 0
  let isHidden = false
  let chance = 0
  let outcome = async (): Promise<unknown> => undefined
  let wake: (wake: Wake) => void = () => {}
  followPayments({
    store,
    clock,
    signal: end.signal,
    look: () => {
      looks += 1
      return outcome()
    },
    isHidden: () => isHidden,
    random: () => chance,
    onWake: (onWake) => {
      wake = onWake
      return () => {
        wake = () => {}
      }
    },
  })
  return {
    store,
    clock,
    end,
    looks: () => looks,
    hide: () => {
      isHidden = true
    },
    show: () => {
      isHidden = false
      wake('visible')
    },
    chanceIs: (next: number) => {
      chance = next
    },
    lookingIs: (next: () => Promise<unknown>) => {
      outcome = next
    },
  }
}

describe('Following what is paid for', () => {
  it('sends a request every 4 seconds in a visible tab, so that it completes within 5', async () => {
    expect(POLL_MS).to.equal(4_000)
    const { clock, looks } = setUp()
    await clock.advance(POLL_MS - 1)
    expect(looks()).to.equal(0)
    await clock.advance(1)
    expect(looks()).to.equal(1)
    await clock.advance(6 * POLL_MS)
    expect(looks()).to.equal(7)
  })

  it('sends requests earlier at random, never later, so that tabs that failed together don’t retry together', async () => {
    const { clock, looks, chanceIs } = setUp()
    chanceIs(1)
    await clock.advance(POLL_MS)
    await clock.advance(0.8 * POLL_MS - 1)
    expect(looks()).to.equal(1)
    await clock.advance(1)
    expect(looks()).to.equal(2)
  })

  it('sends no requests in a hidden tab, and one at once when it is shown again', async () => {
    const { clock, looks, hide, show } = setUp()
    hide()
    await clock.advance(100 * POLL_MS)
    expect([looks(), clock.pending()]).to.deep.equal([0, 0])
    show()
    await clock.advance(0)
    expect(looks()).to.equal(1)
    await clock.advance(POLL_MS)
    expect(looks()).to.equal(2)
  })

  it('waits longer after failures of the server', async () => {
    const { clock, looks, lookingIs } = setUp()
    lookingIs(() => Promise.reject(new Error('down')))
    await clock.advance(POLL_MS)
    await clock.advance(FAILED_POLL_MS - 1)
    expect(looks()).to.equal(1)
    lookingIs(async () => undefined)
    await clock.advance(1 + POLL_MS)
    expect(looks()).to.equal(3)
  })

  it('never has two requests in progress', async () => {
    const { clock, looks, lookingIs, show } = setUp()
    let respond = () => {}
    lookingIs(
      () =>
        new Promise<void>((resolve) => {
          respond = resolve
        }),
    )
    await clock.advance(POLL_MS)
    show()
    await clock.advance(10 * POLL_MS)
    expect(looks()).to.equal(1)
    respond()
    await clock.advance(POLL_MS)
    expect(looks()).to.equal(2)
  })

  it('sends no requests without a user or with an expired token', async () => {
    const { store, clock, looks } = setUp({ status: 'signed-out', tenants: [] })
    await clock.advance(POLL_MS)
    store.setState({ session: signedIn({ exp: clock.now() / 1_000 - 1 }) })
    await clock.advance(3 * POLL_MS)
    expect(looks(), 'an ended token would be refreshed').to.equal(0)
    store.setState({ session: signedIn() })
    await clock.advance(POLL_MS)
    expect(looks()).to.equal(1)
    store.setState({ session: { status: 'signed-out', tenants: [] } })
    await clock.advance(3 * POLL_MS)
    expect(looks()).to.equal(1)
  })

  it('ends with the app', async () => {
    const { clock, end, looks, show } = setUp()
    end.abort()
    show()
    await clock.advance(3 * POLL_MS)
    expect([looks(), clock.pending()]).to.deep.equal([0, 0])
  })
})

const featureThatEnds = (expireTime: number | null) => ({
  features: { reports: { planIds: [], expireTime, linkedPermissions: [] } },
  plans: {},
  permissions: {},
})

describe('An app of a host', () => {
  before(() => Promise.all([loadChunks(), import('./follow-payments.ts')]))

  it('with billing closes features without a new token', async () => {
    let plan = featureThatEnds(-1)
    const respond: Responder = (request) => (isAsked(request) ? json(plan) : undefined)
    const harness = await openHarness({
      name: 'paid',
      signedInAs: 'ada@acme.test',
      options: ENABLED,
      respond,
      route: '/home',
    })
    await harness.app.ready
    const app = publicApp(harness)
    expect(app.getFeatureEntitlements('reports').isEntitled).to.equal(true)
    plan = featureThatEnds(null)
    await settle()
    await harness.wait(POLL_MS)
    await harness.until(() => !app.getFeatureEntitlements('reports').isEntitled)
    expect(harness.requests.filter((request) => request.endsWith(session.refreshSession.path))).to.have.length(1)
    await harness.close()
  })

  it('with billing shows what was bought last when an earlier response arrives late', async () => {
    const late: ((response: Response) => void)[] = []
    let isHeld = false
    const respond: Responder = (request) => {
      if (!isAsked(request)) return undefined
      return isHeld ? new Promise((resolve) => late.push(resolve)) : json(featureThatEnds(-1))
    }
    const harness = await openHarness({
      name: 'late',
      signedInAs: 'ada@acme.test',
      options: ENABLED,
      respond: (request) => respond(request),
      route: '/home',
    })
    await harness.app.ready
    isHeld = true
    await harness.wait(POLL_MS)
    await harness.until(() => late.length === 1)
    isHeld = false
    const app = publicApp(harness)
    expect(await app.loadEntitlements()).to.equal(true)
    late[0]?.(json(featureThatEnds(null)))
    await harness.wait()
    expect(app.getFeatureEntitlements('reports').isEntitled).to.equal(true)
    await harness.close()
  })

  it('without billing requests entitlements once', async () => {
    const flags = { admin_portal_entitlements: 'on', admin_portal_use_entitlements_v2_endpoint: 'on' }
    const respond: Responder = (request) =>
      request.url.endsWith(portal.getFeatureFlags.path) ? json(flags) : undefined
    const harness = await openHarness({
      name: 'free',
      signedInAs: 'ada@acme.test',
      options: ENABLED,
      respond,
      route: '/home',
    })
    await harness.app.ready
    await harness.wait(3 * POLL_MS)
    expect(harness.requests.filter((request) => request === V2)).to.have.length(1)
    await harness.close()
  })
})
