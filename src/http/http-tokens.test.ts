import { expect } from 'chai'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { type HttpError, TimeoutError } from '../kernel/errors.ts'
import { settle } from '../testing/clock.ts'
import { failureOf } from '../testing/fake-send.ts'
import { csv, json, list, login, mine, setUp, tokensFor } from '../testing/http-bench.ts'
import type { StepUpRequest } from './options.ts'

describe('http: time and refused tokens', () => {
  const hang = () => new Promise<Response>(() => {})

  it('aborts after 20 s, an export after 60 s, and leaves no timer', async () => {
    const bench = setUp(hang)
    const ends: [string, unknown][] = []
    void failureOf(bench.send(list)).then((error) => ends.push(['list', error]))
    void failureOf(bench.send(csv, { query: {} })).then((error) => ends.push(['csv', error]))
    await bench.clock.advance(19_999)
    expect(ends).to.deep.equal([])
    await bench.clock.advance(1)
    await settle()
    expect(ends.map(([name]) => name)).to.deep.equal(['list'])
    await bench.clock.advance(40_000)
    await settle()
    expect(ends.every(([, error]) => error instanceof TimeoutError)).to.equal(true)
    expect(bench.clock.pending()).to.equal(0)
  })

  it('covers the refresh with the same 20 s', async () => {
    const tokens = { ...tokensFor(), refreshRejected: () => new Promise<'refreshed'>(() => {}) }
    const bench = setUp(() => json({}, { status: 401 }), { tokens })
    const end = failureOf(bench.send(list))
    await bench.clock.advance(20_000)
    expect(await end).to.be.instanceOf(TimeoutError)
  })

  it('ends at once with the signal of the caller', async () => {
    const bench = setUp(hang)
    const stop = new AbortController()
    const end = failureOf(bench.send(list, {}, { signal: stop.signal }))
    await settle()
    stop.abort()
    expect(((await end) as DOMException).name).to.equal('AbortError')
    const late = await failureOf(bench.send(list, {}, { signal: stop.signal }))
    expect((late as DOMException).name).to.equal('AbortError')
    expect(bench.requests.length).to.equal(1)
    expect(bench.clock.pending()).to.equal(0)
  })

  it('refreshes once and tries once more when a token is refused', async () => {
    const bench = setUp((request) =>
      request.headers.get('Authorization') === 'Bearer new' ? json({ ok: 1 }) : json({}, { status: 401 }),
    )
    expect(await bench.send(list)).to.deep.equal({ ok: 1 })
    expect(bench.tokens.refreshes).to.deep.equal(['old'])
    expect(bench.requests.length).to.equal(2)
  })

  it('does not try a third time', async () => {
    const bench = setUp(() => json({}, { status: 401, statusText: 'Unauthorized' }))
    expect(((await failureOf(bench.send(list))) as HttpError).message).to.equal('Error 401 - Unauthorized')
    expect(bench.requests.length).to.equal(2)
    expect(bench.tokens.refreshes.length).to.equal(1)
  })

  for (const outcome of ['signed-out', 'unavailable'] as const) {
    it(`shows the refusal when the refresh ends ${outcome}`, async () => {
      const bench = setUp(() => json({}, { status: 401 }), { tokens: tokensFor(outcome) })
      expect(((await failureOf(bench.send(list))) as HttpError).status).to.equal(401)
      expect(bench.requests.length).to.equal(1)
    })
  }

  it('asks for step-up instead of refreshing when the sign-in is too weak', async () => {
    const challenge = 'Bearer error="insufficient_user_authentication", max_age="60", acr_values="urn:mfa"'
    const bench = setUp(() => json({}, { status: 401, headers: { 'WWW-Authenticate': challenge } }))
    expect(((await failureOf(bench.send(list))) as HttpError).status).to.equal(401)
    expect(bench.tokens.challenges).to.deep.equal([{ maxAge: 60, acrValues: 'urn:mfa' }])
    expect(bench.tokens.refreshes).to.deep.equal([])
  })

  const weak = () => {
    const challenge = 'Bearer error="insufficient_user_authentication", max_age="300"'
    return json({ errors: ['Confirm it’s you'] }, { status: 401, headers: { 'WWW-Authenticate': challenge } })
  }

  it('waits for the proof of a factor without a deadline, then repeats the call once', async () => {
    let prove: (isProven: boolean) => void = () => {}
    const asked: StepUpRequest[] = []
    const prompt = (request: StepUpRequest) => {
      asked.push(request)
      return new Promise<boolean>((resolve) => {
        prove = resolve
      })
    }
    const tokens = { ...tokensFor(), stepUpPrompt: () => prompt }
    const bench = setUp((_, index) => (index === 0 ? weak() : json({ ok: 1 })), { tokens })
    const end = bench.send(list)
    await settle()
    await bench.clock.advance(600_000)
    expect([asked, bench.requests.length]).to.deep.equal([
      [{ challenge: { maxAge: 300, acrValues: undefined }, endpoint: list, signal: undefined }],
      1,
    ])
    prove(true)
    expect(await end).to.deep.equal({ ok: 1 })
    expect([bench.requests.length, bench.tokens.challenges]).to.deep.equal([2, []])
  })

  it('waits in the same way for a proof that a refusal without a challenge needs, as the prompt decides', async () => {
    const refused = () => json({ errors: ['Confirm a password'], code: 'rights-withheld' }, { status: 403 })
    const asked: StepUpRequest['challenge'][] = []
    const prompt = Object.assign(async ({ challenge }: StepUpRequest) => Boolean(asked.push(challenge)), {
      challengeOf: (_: unknown, { method }: AnyEndpoint) =>
        method === 'GET' ? { missing: 'rights-withheld' as const } : undefined,
    })
    const bench = setUp((_, index) => (index === 0 ? refused() : json({ ok: 1 })), {
      tokens: { ...tokensFor(), stepUpPrompt: () => prompt },
    })
    expect(await bench.send(list)).to.deep.equal({ ok: 1 })
    expect([asked, bench.requests.length]).to.deep.equal([[{ missing: 'rights-withheld' }], 2])
    const other = setUp(refused, { tokens: { ...tokensFor(), stepUpPrompt: () => prompt } })
    expect(((await failureOf(other.send(login, { body: {} }))) as HttpError).status).to.equal(403)
    expect([asked.length, other.requests.length]).to.deep.equal([1, 1])
  })

  for (const [title, isProven, requests] of [
    ['the user cancels', false, 1],
    ['the API still refuses after the proof', true, 2],
  ] as const) {
    it(`fails with the refusal, without a second prompt, when ${title}`, async () => {
      let prompts = 0
      const prompt = async () => {
        prompts += 1
        return isProven
      }
      const bench = setUp(weak, { tokens: { ...tokensFor(), stepUpPrompt: () => prompt } })
      expect(((await failureOf(bench.send(list))) as HttpError).message).to.equal('Confirm it’s you')
      expect([bench.requests.length, prompts, bench.tokens.challenges]).to.deep.equal([requests, 1, []])
    })
  }

  it('rejects as aborted, not as refused, when the caller aborts it during the prompt', async () => {
    const controller = new AbortController()
    const prompt = ({ signal }: StepUpRequest) =>
      new Promise<boolean>((resolve) => signal?.addEventListener('abort', () => resolve(false)))
    const bench = setUp(weak, { tokens: { ...tokensFor(), stepUpPrompt: () => prompt } })
    const failed = failureOf(bench.send(list, {}, { signal: controller.signal }))
    await settle()
    controller.abort()
    expect(((await failed) as Error).name).to.equal('AbortError')
    expect(bench.requests.length).to.equal(1)
  })

  it('never refreshes for exempt calls or for a token of the caller', async () => {
    const bench = setUp(() => json({}, { status: 401 }))
    await failureOf(bench.send(login, { body: {} }))
    await failureOf(bench.send(mine, {}, { jwt: 'Bearer other' }))
    expect(bench.tokens.refreshes).to.deep.equal([])
  })
})
