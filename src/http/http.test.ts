import { expect } from 'chai'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { endpoint } from '../contract/endpoint.ts'
import { GENERIC_MESSAGE, HttpError, NetworkError, OptionsError, TimeoutError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { createTestClock, settle, type TestClock } from '../testing/clock.ts'
import { createHttp } from './create-http.ts'
import type { HttpOptions } from './options.ts'
import type { TokenSource } from './token-source.ts'

const list = endpoint<Record<string, unknown> | void, void, unknown>()('GET', '/identity/resources/users/v2')
const one = endpoint<void, Record<string, unknown> | void, unknown>()('DELETE', '/identity/resources/users/v1/{id}')
const login = endpoint<void, Record<string, unknown>, unknown>()('POST', '/identity/resources/auth/v1/user', {
  noToken: true,
})
const jwks = endpoint<void, void, unknown>()('GET', '/.well-known/jwks.json', { unprefixed: true })
const csv = endpoint<Record<string, unknown>, void, void>()('GET', '/audits/csv', { blob: true, long: true })
const tenants = endpoint<void, void, unknown>()('GET', '/identity/resources/users/v3/me/tenants', { jwt: true })
const picture = endpoint<void, FormData, string>()('PUT', '/picture', { multipart: true, text: true })

interface Bench {
  send(target: AnyEndpoint, input?: object, options?: object): Promise<unknown>
  requests: Request[]
  clock: TestClock
  left: string[]
  tokens: TokenSource & { refreshes: string[]; challenges: unknown[] }
}

const tokensFor = (outcome: 'refreshed' | 'signed-out' | 'unavailable' = 'refreshed') => {
  let token = 'old'
  const refreshes: string[] = []
  const challenges: unknown[] = []
  return {
    refreshes,
    challenges,
    getToken: async () => token,
    async refreshRejected(used: string) {
      refreshes.push(used)
      if (outcome === 'refreshed') token = 'new'
      return outcome
    },
    stepUpRequired: (challenge: unknown) => void challenges.push(challenge),
  }
}

const setUp = (
  answer: (request: Request, index: number) => Response | Promise<Response>,
  options: Partial<HttpOptions> = {},
): Bench => {
  const requests: Request[] = []
  const left: string[] = []
  const clock = createTestClock()
  const tokens = (options.tokens as Bench['tokens']) ?? tokensFor()
  const http = createHttp({
    baseUrl: 'https://api.test',
    clock,
    log: createLogger('error', { error() {}, warn() {}, info() {}, debug() {} }),
    redirect: (url) => void left.push(url),
    pageUrl: () => new URL('https://app.test/portal'),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return answer(request, requests.length - 1)
    },
    ...options,
    tokens,
  })
  return {
    send: (target, input = {}, callOptions) => http.send(target, input, callOptions),
    requests,
    clock,
    left,
    tokens,
  }
}

const json = (body: unknown, init?: ResponseInit) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'Content-Type': 'application/json', ...init?.headers } })

const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('http: address, query and headers', () => {
  const BASES: [base: string, prefix: string | undefined, address: string][] = [
    ['https://api.test', undefined, 'https://api.test/frontegg/identity/resources/users/v2'],
    ['https://api.test/', undefined, 'https://api.test/frontegg/identity/resources/users/v2'],
    ['https://api.test/frontegg', undefined, 'https://api.test/frontegg/identity/resources/users/v2'],
    ['https://api.test/frontegg/', undefined, 'https://api.test/frontegg/identity/resources/users/v2'],
    ['https://api.test/base', 'auth', 'https://api.test/base/auth/identity/resources/users/v2'],
    ['https://api.test', '', 'https://api.test/identity/resources/users/v2'],
    ['/api', undefined, 'https://app.test/api/frontegg/identity/resources/users/v2'],
  ]
  for (const [baseUrl, urlPrefix, address] of BASES) {
    it(`reaches ${address} from the base ${baseUrl} with the prefix ${urlPrefix}`, async () => {
      const bench = setUp(() => json({}), { baseUrl, urlPrefix })
      await bench.send(list)
      expect(bench.requests[0]?.url).to.equal(address)
    })
  }

  it('leaves the prefix out of unprefixed calls and asks a base function for each path', async () => {
    const paths: string[] = []
    const bench = setUp(() => json({}), {
      baseUrl: (path) => {
        paths.push(path)
        return 'https://api.test'
      },
    })
    await bench.send(jwks)
    await bench.send(one, { path: { id: 'a/b?c#d' } })
    expect(bench.requests.map((request) => request.url)).to.deep.equal([
      'https://api.test/.well-known/jwks.json',
      'https://api.test/frontegg/identity/resources/users/v1/a%2Fb%3Fc%23d',
    ])
    expect(paths).to.deep.equal(['/.well-known/jwks.json', '/identity/resources/users/v1/a%2Fb%3Fc%23d'])
  })

  it('sends objects, lists and null as JSON text, leaves undefined out and lets the host override', async () => {
    const bench = setUp(() => json({}), {
      additionalQueryParamsResolver: () => [
        { key: '_limit', value: '5' },
        { key: 'region', value: 'eu' },
      ],
    })
    await bench.send(list, {
      query: { filter: { a: [1] }, ids: ['x'], none: null, gone: undefined, _limit: 20, on: true },
    })
    const query = new URL(bench.requests[0]?.url ?? '').searchParams
    expect(Object.fromEntries(query)).to.deep.equal({
      filter: '{"a":[1]}',
      ids: '["x"]',
      none: 'null',
      _limit: '5',
      on: 'true',
      region: 'eu',
    })
  })

  it('sends the headers of the contract, the host ones last', async () => {
    const bench = setUp(() => json({}), {
      requestSource: () => 'admin-portal',
      scopedTenant: () => 'tenant-1',
      loginAlias: async () => 'acme',
      metadataHeaders: { framework: 'react', fronteggSdkVersion: '7.0' },
      additionalHeadersResolver: async () => [
        { key: 'x-extra', value: '1' },
        { key: 'frontegg-source', value: 'host' },
        { key: 'bad name\n', value: 'x' },
      ],
    })
    await bench.send(list)
    const headers = Object.fromEntries(bench.requests[0]?.headers ?? [])
    expect(headers).to.include({
      'content-type': 'application/json',
      authorization: 'Bearer old',
      'frontegg-source': 'host',
      'frontegg-scoped-tenant': 'tenant-1',
      'frontegg-login-alias': 'acme',
      'x-frontegg-framework': 'react',
      'x-frontegg-sdk': '7.0',
      'x-extra': '1',
    })
    expect(bench.requests[0]?.credentials).to.equal('include')
  })

  it('goes on when a resolver of the host fails', async () => {
    const bench = setUp(() => json({ ok: 1 }), {
      additionalHeadersResolver: () => Promise.reject(new Error('host bug')),
      additionalQueryParamsResolver: () => {
        throw new Error('host bug')
      },
      loginAlias: () => Promise.reject(new Error('host bug')),
    })
    expect(await bench.send(list)).to.deep.equal({ ok: 1 })
  })

  it('sends no bearer on exempt calls, the given text on overridden ones, and the body as it is', async () => {
    const bench = setUp(() => json({}))
    await bench.send(login, { body: { email: 'a@b.test', password: 'secret' } })
    await bench.send(tenants, {}, { jwt: 'Bearer other' })
    await bench.send(list, {}, { jwt: 'Bearer ignored' })
    await bench.send(one, { path: { id: '1' }, body: { why: 'x' } })
    const seen = bench.requests.map((request) => request.headers.get('Authorization'))
    expect(seen).to.deep.equal([null, 'Bearer other', 'Bearer old', 'Bearer old'])
    expect(await bench.requests[0]?.text()).to.equal('{"email":"a@b.test","password":"secret"}')
    expect(await bench.requests[3]?.text()).to.equal('{"why":"x"}')
    expect(await bench.requests[2]?.text()).to.equal('')
  })

  it('lets the browser name the boundary of a form and reads a text answer as text', async () => {
    const bench = setUp(() => new Response('https://cdn.test/me.png'))
    const form = new FormData()
    form.set('image', new Blob(['x']), 'me.png')
    expect(await bench.send(picture, { body: form })).to.equal('https://cdn.test/me.png')
    expect(bench.requests[0]?.headers.get('Content-Type')).to.match(/^multipart\/form-data; ?boundary=/)
  })
})

describe('http: the bearer stays at home (row 17)', () => {
  const HOSTS = ['evil.test', 'evil.test:443', '[::1]', 'api.test.evil.test', 'api.test@evil.test', '127.0.0.1']
  const FORMS = [
    '//%',
    '///%',
    '/\\%',
    '\\\\%',
    'https://%',
    'HTTP://%/x',
    'javascript:%',
    'https:%',
    ' https://%',
    '\t//%',
    '/..//%',
    '@%',
    ':80@%',
    '.%',
    '%2f%2f%',
    '/./%',
    '/%0a%',
    '?%',
    '#%',
    '\u0000//%',
    'data:%',
    'blob:https://%',
    '..',
    '.',
    '',
  ]
  const values = FORMS.flatMap((form) => HOSTS.map((host) => form.replace('%', host)))

  const sendQuietly = async (bench: Bench, target: AnyEndpoint, input?: object) => failureOf(bench.send(target, input))

  it(`reaches no other origin with ${values.length * 2} hostile paths and path values`, async () => {
    const bench = setUp(() => json({}))
    for (const value of values) {
      await sendQuietly(bench, { method: 'GET', path: value, flags: {} })
      await sendQuietly(bench, one, { path: { id: value } })
    }
    expect(bench.requests.filter((request) => new URL(request.url).origin !== 'https://api.test')).to.deep.equal([])
    const shapes = bench.requests
      .filter((request) => request.method === 'DELETE')
      .map((request) => new URL(request.url).pathname)
    expect(shapes.every((path) => /^\/frontegg\/identity\/resources\/users\/v1\/[^/]+$/.test(path))).to.equal(true)
  })

  it('refuses base addresses that read as one host and mean another', async () => {
    const bases = [
      'javascript:alert(1)',
      '//evil.test',
      'https:evil.test',
      'https://api.test@evil.test',
      'https://a:b@api.test',
      'https://api.test\\@evil.test',
      '\thttps://api.test',
      'ftp://api.test',
      'data:text/html,x',
      'api.test',
      '',
      'https://',
      'https:///evil.test',
    ]
    for (const baseUrl of bases) {
      const bench = setUp(() => json({}), { baseUrl })
      expect(await sendQuietly(bench, list), baseUrl).to.be.instanceOf(OptionsError)
      expect(bench.requests).to.deep.equal([])
    }
  })
})

describe('http: answers and errors', () => {
  const HTML = `<html><body>${'x'.repeat(1_000_000)}</body></html>`
  const text = (body: string | null, status: number, statusText = '', type = 'text/plain') =>
    new Response(body, { status, statusText, headers: { 'Content-Type': type } })
  const VECTORS: [title: string, response: () => Response, message: string][] = [
    ['413 with anything', () => json({ errors: ['x'] }, { status: 413 }), 'Error request is too large'],
    ['a list of errors', () => json({ errors: ['a', 'b'] }, { status: 400 }), 'a, b'],
    ['a JSON string', () => json('json text', { status: 400 }), 'json text'],
    ['short plain text', () => text('Too many tries', 400), 'Too many tries'],
    ['an HTML page', () => text(HTML, 500, 'Server Error', 'text/html'), GENERIC_MESSAGE],
    ['an HTML page said to be text', () => text('<b>no</b>', 500), GENERIC_MESSAGE],
    ['a huge text', () => text('x'.repeat(1_000_000), 500), GENERIC_MESSAGE],
    ['cut JSON', () => text('{"errors":["a', 400), GENERIC_MESSAGE],
    ['an empty body', () => text('', 500), GENERIC_MESSAGE],
    ['an empty object', () => json({}, { status: 400, statusText: 'Bad Request' }), 'Error 400 - Bad Request'],
    ['a number', () => json(5, { status: 400, statusText: 'Bad Request' }), 'Error 400 - Bad Request'],
    ['null', () => json(null, { status: 400, statusText: 'Bad Request' }), 'Error 400 - Bad Request'],
    [
      'an empty list',
      () => json({ errors: [] }, { status: 400, statusText: 'Bad Request' }),
      'Error 400 - Bad Request',
    ],
    [
      'errors that are no list',
      () => json({ errors: 'x' }, { status: 400, statusText: 'Bad Request' }),
      'Error 400 - Bad Request',
    ],
    ['errors with messages', () => json({ errors: [{ message: 'x' }] }, { status: 400 }), 'x'],
    [
      'errors of odd shapes',
      () => json({ errors: [{ code: 1 }, 5] }, { status: 400, statusText: 'Bad Request' }),
      'Error 400 - Bad Request',
    ],
    [
      'markup in the list',
      () => json({ errors: ['<img src=x>'] }, { status: 400, statusText: 'Bad Request' }),
      'Error 400 - Bad Request',
    ],
    [
      'a message elsewhere',
      () => json({ message: 'm' }, { status: 403, statusText: 'Forbidden' }),
      'Error 403 - Forbidden',
    ],
  ]
  for (const [title, response, message] of VECTORS) {
    it(`says ${JSON.stringify(message)} for ${title}`, async () => {
      const error = await failureOf(setUp(response).send(list))
      expect(error).to.be.instanceOf(HttpError)
      expect((error as HttpError).message).to.equal(message)
      expect((error as HttpError).status).to.equal(response().status)
    })
  }

  it('keeps the time the server asked to wait, as seconds or as a date on its own clock', async () => {
    const seconds = await failureOf(setUp(() => text('', 429, '', 'text/plain')).send(list))
    expect((seconds as HttpError).retryAfter).to.equal(undefined)
    const later = (value: string) => () =>
      new Response('', { status: 429, headers: { 'Retry-After': value, Date: 'Wed, 21 Oct 2015 07:28:00 GMT' } })
    expect(((await failureOf(setUp(later('7')).send(list))) as HttpError).retryAfter).to.equal(7)
    const dated = setUp(later('Wed, 21 Oct 2015 07:28:30 GMT'))
    expect(((await failureOf(dated.send(list))) as HttpError).retryAfter).to.equal(30)
  })

  it('reads 204, an empty body and a page instead of JSON as an empty object', async () => {
    for (const response of [new Response(null, { status: 204 }), new Response(''), new Response('<html>')]) {
      expect(await setUp(() => response).send(list)).to.deep.equal({})
    }
  })

  it('saves a file under the given name, else under output', async () => {
    const saved: string[] = []
    const bench = setUp(() => new Response('a,b'), {
      download: (file, name) => void saved.push(`${name}:${file.size}`),
    })
    await bench.send(csv, { query: { outputFileName: 'audits.csv' } })
    await bench.send(csv, { query: {} })
    expect(saved).to.deep.equal(['audits.csv:3', 'output:3'])
    expect(bench.requests[0]?.url).to.contain('outputFileName=audits.csv')
  })

  it('takes the page to the text of a 302 and never settles', async () => {
    const bench = setUp(() => new Response(' https://login.test/out?x=1 ', { status: 302 }))
    let settled = false
    void failureOf(bench.send(list)).then(() => {
      settled = true
    })
    await bench.clock.advance(60_000)
    expect(bench.left).to.deep.equal(['https://login.test/out?x=1'])
    expect(settled).to.equal(false)
    expect(bench.clock.pending()).to.equal(0)
  })

  it('goes nowhere for a script or an insecure address and says so', async () => {
    for (const address of ['javascript:alert(1)', 'http://evil.test', 'data:text/html,x', '', '<html></html>\u0000']) {
      const bench = setUp(() => new Response(address, { status: 302 }))
      const error = await failureOf(bench.send(list))
      expect((error as HttpError).message, address).to.equal(GENERIC_MESSAGE)
      expect(bench.left).to.deep.equal([])
    }
  })

  it('tells a cut connection from an answer', async () => {
    const bench = setUp(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failureOf(bench.send(list))).to.be.instanceOf(NetworkError)
  })
})

describe('http: time and refused tokens', () => {
  const hang = () => new Promise<Response>(() => {})

  it('gives up after 20 s, an export after 60 s, and leaves no timer', async () => {
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

  it('never refreshes for exempt calls or for a token of the caller', async () => {
    const bench = setUp(() => json({}, { status: 401 }))
    await failureOf(bench.send(login, { body: {} }))
    await failureOf(bench.send(tenants, {}, { jwt: 'Bearer other' }))
    expect(bench.tokens.refreshes).to.deep.equal([])
  })
})
