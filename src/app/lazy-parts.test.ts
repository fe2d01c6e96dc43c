import { expect } from 'chai'
import { authorization } from '../contract/authorization.ts'
import { createClient } from '../contract/client.ts'
import { policies } from '../contract/policies.ts'
import { type Harness, openHarness } from '../elements/testing/harness.test-kit.ts'
import { HttpError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { createCaptcha } from '../parts/captcha/captcha.ts'
import { pretending } from '../parts/passkeys/ceremony/ceremony-feature.ts'
import { createPreviewFetch } from '../preview/preview.ts'
import { createProviderSource } from '../session/hosted/provider.ts'
import { createTestClock } from '../testing/clock.ts'
import { createFakeSend } from '../testing/fake-send.ts'
import {
  createLazyEntitlements,
  createLazyPreviewFetch,
  createLazyStepUp,
  createLazyWatch,
  lazyHosted,
} from './lazy-parts.ts'
import { lazyHeadless } from './public-app.ts'

const LOST = new TypeError('Failed to fetch dynamically imported module')

/** Fails the first `times` loads, then loads the real module. */
const failing = <Module>(load: () => Promise<Module>, times = 1) => {
  let loads = 0
  return async () => {
    loads += 1
    if (loads <= times) throw LOST
    return load()
  }
}

const recorder = () => {
  const lines: string[] = []
  const note = (line: unknown) => lines.push(String(line))
  return { lines, log: createLogger('debug', { error: note, warn: note, info: note, debug: note }) }
}

const rejectionOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  )

/** `loadChunk` loads four times before it gives up. */
const PATIENT_LOADS = 4
const PATIENCE_MS = 10_000

describe('After a chunk did not load, the next use loads it again:', () => {
  const clock = createTestClock()
  const { signal } = new AbortController()
  let harness: Harness
  before(async () => {
    harness = await openHarness({ name: 'lazy-parts', signedInAs: 'ada@acme.test', route: '/home' })
    await harness.app.ready
  })
  after(() => harness.close())

  const lostAfterAll = async (loading: Promise<unknown>, time = clock) => {
    const lost = rejectionOf(loading)
    await time.advance(PATIENCE_MS)
    return lost
  }

  const parts = () => {
    const { log, lines } = recorder()
    const { store, navigator, events, options } = harness.app
    const local = { get: () => undefined, set() {}, remove() {} }
    return {
      name: 'lazy-parts',
      store,
      stepUp: {},
      accountEntry: {},
      navigator,
      events,
      options,
      local,
      clock,
      log,
      lines,
      signal,
      fetch,
    }
  }

  it('step-up, with one line in the log', async () => {
    const given = parts()
    const stepUp = createLazyStepUp(
      given,
      failing(() => import('./go-step-up.ts'), PATIENT_LOADS),
    )
    stepUp({ maxAge: 300, acrValues: 'multi-factor' })
    await clock.advance(PATIENCE_MS)
    expect(given.lines.filter((line) => line.includes('Step-up could not be loaded'))).to.have.length(1)
    expect(given.navigator.location().pathname).to.equal('/home')
    stepUp({ maxAge: 300, acrValues: 'multi-factor' })
    await harness.until(() => given.navigator.location().pathname !== '/home')
    expect(given.navigator.location().pathname).to.equal('/account/step-up')
    expect(given.navigator.location().searchParams.get('maxAge')).to.equal('300')
  })

  it('preview mode', async () => {
    const previewFetch = createLazyPreviewFetch(
      { clock },
      failing(() => import('../preview/preview.ts'), PATIENT_LOADS),
    )
    const request = () => previewFetch('https://preview.invalid/health')
    expect(await lostAfterAll(request())).to.equal(LOST)
    const response = request()
    await clock.advance(500)
    expect((await response).status).to.equal(200)
  })

  it('the sample data of preview mode', async () => {
    let isBroken = true
    const now = () => {
      if (isBroken) throw LOST
      return clock.now()
    }
    const previewFetch = createPreviewFetch({ clock: { ...clock, now } })
    const request = () => previewFetch('https://preview.invalid/health')
    expect(await rejectionOf(request())).to.equal(LOST)
    isBroken = false
    const response = request()
    await clock.advance(500)
    expect((await response).status).to.equal(200)
  })

  it('redirect-based login', async () => {
    const opened = { login: async () => undefined }
    const hosted = lazyHosted(
      () => opened as never,
      { clock },
      failing(() => import('./hosted.ts'), PATIENT_LOADS),
    )
    expect(await lostAfterAll(hosted())).to.equal(LOST)
    expect(await hosted()).to.equal(opened)
    expect(await hosted()).to.equal(opened)
  })

  it('the metadata of the identity provider', async () => {
    const api = createFakeSend()
    const provider = createProviderSource({
      send: api.send,
      clock,
      log: recorder().log,
      urlOf: (path) => new URL(path, 'https://id.test'),
    })
    api.respond(authorization.getProviderMetadata, () => {
      throw new HttpError('Bad Gateway', 502)
    })
    expect(await rejectionOf(provider())).to.be.instanceOf(HttpError)
    api.respond(authorization.getProviderMetadata, () => ({ issuer: 'https://id.test' }))
    expect((await provider()).issuer).to.equal('https://id.test')
  })

  it('the warning before the session ends', async () => {
    let started = 0
    const watch = createLazyWatch(
      parts(),
      () => {
        started += 1
      },
      failing(() => import('./watch-limits.ts'), PATIENT_LOADS),
    )
    const snapshot = { status: 'signed-in', tenants: [], user: { session_limits: true } } as never
    watch(snapshot)
    await clock.advance(PATIENCE_MS)
    expect(started).to.equal(0)
    watch(snapshot)
    watch(snapshot)
    await harness.until(() => started > 0)
    expect(started).to.equal(1)
  })

  it('the headless API', async () => {
    const headless = lazyHeadless(
      harness.app,
      failing(() => import('./headless/headless.ts'), PATIENT_LOADS),
    )
    expect(await lostAfterAll(headless(), harness.clock)).to.equal(LOST)
    expect((await headless()).calls).to.be.an('object')
  })

  it('the entitlement engine', async () => {
    const { send } = createFakeSend()
    const entitlements = createLazyEntitlements(
      { ...parts(), send, keep: () => undefined },
      false,
      failing(() => import('./entitlements/service.ts'), PATIENT_LOADS),
    )
    const first = rejectionOf(entitlements.whenLoaded())
    await clock.advance(PATIENCE_MS)
    expect(await first).to.equal(LOST)
    expect(await entitlements.whenLoaded()).to.equal(entitlements.loaded())
  })

  it('the captcha policy', async () => {
    const api = createFakeSend()
    const captcha = createCaptcha({
      client: (tables) => createClient(api.send, tables),
      settings: () => ({ captchaScript: 'data:text/javascript,' }) as never,
      log: recorder().log,
    })
    api.respond(policies.getCaptchaPolicy, () => {
      throw new HttpError('Bad Gateway', 502)
    })
    expect(await captcha.proof('login')).to.deep.equal({})
    api.respond(policies.getCaptchaPolicy, () => ({ enabled: false }))
    await captcha.proof('login')
    await captcha.proof('login')
    expect(api.inputsOf(policies.getCaptchaPolicy)).to.have.length(2)
  })

  it('the passkeys of preview mode', async () => {
    // The other tests leave waits on the shared clock.
    const device = createTestClock()
    const container = pretending(
      device,
      failing(() => import('../parts/passkeys/ceremony/pretend-container.ts'), PATIENT_LOADS),
    )
    expect(await lostAfterAll(container.get(), device)).to.equal(LOST)
    let outcome: unknown
    container.get({ publicKey: { challenge: new Uint8Array() } }).then(
      (credential) => {
        outcome = credential
      },
      (error: unknown) => {
        outcome = error
      },
    )
    // Once the chunk has loaded, the simulated device takes its time.
    await harness.until(() => device.pending() > 0)
    await device.advance(60_000)
    await harness.until(() => outcome !== undefined)
    expect(outcome).not.to.equal(LOST)
  })
})
