import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { report } from '../../src/backend/prove/report.test-kit.ts'
import { openBrowser } from './client.test-kit.ts'
import { DISCOVERIES, type Module, NEGATIVE_MODULES, POSITIVE_MODULES } from './modules.ts'
import { createStubProvider, type Keys, makeKeys, type StubProvider, signWith } from './stub-provider.ts'

const NEW_YEAR_2026 = 1_767_225_600_000
const LEAST = 40
const UNKNOWN_KEYS = 1_000

describe('the client at a hostile provider', () => {
  let keys: Keys
  let provider: StubProvider
  let browser: ReturnType<typeof openBrowser>
  const time = { now: NEW_YEAR_2026 }
  const refused = new Set<string>()

  before(async () => {
    keys = await makeKeys()
  })
  beforeEach(() => {
    time.now = NEW_YEAR_2026
    provider = createStubProvider(keys, () => time.now)
    browser = openBrowser(provider, time)
  })
  after(() => {
    const all = [...NEGATIVE_MODULES, ...Object.keys(DISCOVERIES)].length
    report({
      row: 15,
      wanted: `a hostile provider with at least ${LEAST} negative modules: all refused`,
      reached: `${refused.size} of ${all} refused`,
      ok: refused.size === all && all >= LEAST,
    })
  })

  const signIn = async () => browser.finish(provider.authorize(await browser.start()))

  const refuses: Record<Module['at'], () => Promise<void>> = {
    async authorization() {
      assert.equal((await signIn()).kind, 'failed')
      assert.equal(provider.counts.token, 0, 'the code was not sent')
    },
    async token() {
      assert.equal((await signIn()).kind, 'failed')
      assert.ok(provider.counts.token <= 1, 'the code was sent once')
    },
    async refresh() {
      const { hosted } = browser.openPage('https://app.test/')
      const [first] = browser.accepted
      const former = { refreshToken: first?.refreshToken, idToken: first?.idToken }
      await assert.rejects(hosted.renew({ tenantId: null, former }, AbortSignal.timeout(5_000)))
      browser.accepted.length = 0
    },
    async silent() {
      const { hosted } = browser.openPage('https://app.test/')
      await assert.rejects(hosted.renew({ tenantId: null, former: {} }, AbortSignal.timeout(5_000)))
    },
  }

  for (const module of NEGATIVE_MODULES) {
    it(`refuses ${module.name}`, async () => {
      if (module.at === 'refresh') assert.equal((await signIn()).kind, 'signed-in')
      provider.become(module.flaw)
      if (module.at === 'refresh' || module.at === 'silent') provider.forgetNonce()
      await refuses[module.at]()
      assert.deepEqual(browser.accepted, [], 'no response was accepted')
      refused.add(module.name)
    })
  }

  for (const [name, flaw] of Object.entries(DISCOVERIES)) {
    it(`refuses oidcc-client-test-${name} before it leaves for the provider`, async () => {
      provider.become(flaw)
      const { hosted } = browser.openPage('https://app.test/')
      await assert.rejects(hosted.login({ prompt: 'login' }))
      refused.add(name)
    })
  }

  for (const [name, flaw] of Object.entries(POSITIVE_MODULES)) {
    it(`passes ${name}`, async () => {
      provider.become(flaw)
      assert.equal((await signIn()).kind, 'signed-in')
      assert.equal(browser.accepted.length, 1)
    })
  }

  it('accepts a response once, and only for ten minutes', async () => {
    const url = provider.authorize(await browser.start())
    assert.equal((await browser.finish(url)).kind, 'signed-in')
    assert.equal((await browser.finish(url)).kind, 'failed')
    const late = provider.authorize(await browser.start())
    time.now += 601_000
    assert.equal((await browser.finish(late)).kind, 'failed')
    assert.equal(provider.counts.token, 1)
  })

  it('keeps five flows, which may end in any order; a sixth replaces the oldest', async () => {
    const flows: string[] = []
    for (let flow = 0; flow < 6; flow += 1) {
      time.now += 1000
      flows.push(provider.authorize(await browser.start()))
    }
    // The stub knows the nonce of the last flow only, so this tests only whether a flow is known.
    const ends = await Promise.all(flows.reverse().map((url) => browser.finish(url)))
    const isUnknown = (end: (typeof ends)[number] | undefined) => end?.kind === 'failed' && end.fault === 'unknown-flow'
    assert.deepEqual(ends.map(isUnknown), [false, false, false, false, false, true])
  })

  it('passes oidcc-client-test-signing-key-rotation', async () => {
    const { hosted } = browser.openPage('https://app.test/')
    const renew = () => hosted.renew({ tenantId: null, former: {} }, new AbortController().signal)
    assert.ok((await renew()).accessToken)
    time.now += 31_000
    provider.become({
      header: (all) => ({ ...all, kid: 'other' }),
      sign: (claims, head) => signWith(keys.otherKey, claims, head),
      jwks: () => [keys.jwk, keys.otherJwk],
    })
    assert.ok((await renew()).accessToken)
    assert.equal(provider.counts.keys, 2)
  })

  it('requests keys at most twice a minute, however many unknown key IDs arrive', async () => {
    const { hosted } = browser.openPage('https://app.test/')
    const asked: number[] = []
    const flaw = { header: (all: object) => ({ ...all, kid: crypto.randomUUID() }) }
    for (let round = 0; round < UNKNOWN_KEYS; round += 1) {
      time.now += 400
      // This must also hold while the key set cannot be read.
      const isDown = asked.length % 3 === 2
      provider.become(isDown ? { ...flaw, jwks: () => assert.fail('down') } : flaw)
      const before = provider.counts.keys
      await assert.rejects(hosted.renew({ tenantId: null, former: {} }, new AbortController().signal))
      for (let more = before; more < provider.counts.keys; more += 1) asked.push(time.now)
    }
    const perMinute = asked.map((from) => asked.filter((at) => at >= from && at - from < 60_000).length)
    const most = Math.max(...perMinute)
    report({
      row: 31,
      wanted: `client: ${UNKNOWN_KEYS} unknown key ids, at most 2 key fetches in any minute`,
      reached: `${asked.length} fetches in ${((UNKNOWN_KEYS * 400) / 60_000).toFixed(1)} min, at most ${most} in a minute`,
      ok: most <= 2 && asked.length > 2,
    })
    assert.ok(most <= 2 && asked.length > 2, `${most} key requests in a minute, ${asked.length} in all`)
  })
})
