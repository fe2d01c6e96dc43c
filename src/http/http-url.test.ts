import { expect } from 'chai'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { OptionsError } from '../kernel/errors.ts'
import { failureOf } from '../testing/fake-send.ts'
import { reach } from '../testing/figures.ts'
import { type Bench, json, keys, list, login, mine, one, picture, setUp } from '../testing/http-bench.ts'

describe('http: URL, query and headers', () => {
  const BASES: [base: string, prefix: string | undefined, url: string][] = [
    ['https://api.test', undefined, 'https://api.test/frontegg/items/v2'],
    ['https://api.test/', undefined, 'https://api.test/frontegg/items/v2'],
    ['https://api.test/frontegg', undefined, 'https://api.test/frontegg/items/v2'],
    ['https://api.test/frontegg/', undefined, 'https://api.test/frontegg/items/v2'],
    ['https://api.test/base', 'auth', 'https://api.test/base/auth/items/v2'],
    ['https://api.test', '', 'https://api.test/items/v2'],
    ['/api', undefined, 'https://app.test/api/frontegg/items/v2'],
  ]
  for (const [baseUrl, urlPrefix, url] of BASES) {
    it(`reaches ${url} from the base ${baseUrl} with the prefix ${urlPrefix}`, async () => {
      const bench = setUp(() => json({}), { baseUrl, urlPrefix })
      await bench.send(list)
      expect(bench.requests[0]?.url).to.equal(url)
    })
  }

  it('omits the prefix of unprefixed calls and calls a base function for each path', async () => {
    const paths: string[] = []
    const bench = setUp(() => json({}), {
      baseUrl: (path) => {
        paths.push(path)
        return 'https://api.test'
      },
    })
    await bench.send(keys)
    await bench.send(one, { path: { id: 'a/b?c#d' } })
    expect(bench.requests.map((request) => request.url)).to.deep.equal([
      'https://api.test/.well-known/items.json',
      'https://api.test/frontegg/items/v1/a%2Fb%3Fc%23d',
    ])
    expect(paths).to.deep.equal(['/.well-known/items.json', '/items/v1/a%2Fb%3Fc%23d'])
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

  it('continues when a resolver of the host fails', async () => {
    const bench = setUp(() => json({ ok: 1 }), {
      additionalHeadersResolver: () => Promise.reject(new Error('host bug')),
      additionalQueryParamsResolver: () => {
        throw new Error('host bug')
      },
      loginAlias: () => Promise.reject(new Error('host bug')),
    })
    expect(await bench.send(list)).to.deep.equal({ ok: 1 })
  })

  it('sends lists as lists on a page whose library adds toJSON to all arrays', async () => {
    const bench = setUp(() => json({}))
    const body = { roleIds: ['a', 'b'], places: [{ ids: [] }] }
    const quoted = { value: () => '["a"]', configurable: true, writable: true }
    Object.defineProperty(Array.prototype, 'toJSON', quoted)
    try {
      await bench.send(login, { body })
    } finally {
      Reflect.deleteProperty(Array.prototype, 'toJSON')
    }
    expect(await bench.requests[0]?.json()).to.deep.equal(body)
  })

  it('sends no bearer on exempt calls, the given text on overridden ones, and the body as it is', async () => {
    const bench = setUp(() => json({}))
    await bench.send(login, { body: { email: 'a@b.test', password: 'secret' } })
    await bench.send(mine, {}, { jwt: 'Bearer other' })
    await bench.send(list, {}, { jwt: 'Bearer ignored' })
    await bench.send(one, { path: { id: '1' }, body: { why: 'x' } })
    const seen = bench.requests.map((request) => request.headers.get('Authorization'))
    expect(seen).to.deep.equal([null, 'Bearer other', 'Bearer old', 'Bearer old'])
    expect(await bench.requests[0]?.text()).to.equal('{"email":"a@b.test","password":"secret"}')
    expect(await bench.requests[3]?.text()).to.equal('{"why":"x"}')
    expect(await bench.requests[2]?.text()).to.equal('')
  })

  it('lets the browser set the boundary of a form and reads a text response as text', async () => {
    const bench = setUp(() => new Response('https://cdn.test/me.png'))
    const form = new FormData()
    form.set('image', new Blob(['x']), 'me.png')
    expect(await bench.send(picture, { body: form })).to.equal('https://cdn.test/me.png')
    expect(bench.requests[0]?.headers.get('Content-Type')).to.match(/^multipart\/form-data; ?boundary=/)
  })
})

describe('http: the bearer stays at home', () => {
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
    expect(shapes.every((path) => /^\/frontegg\/items\/v1\/[^/]+$/.test(path))).to.equal(true)
    await reach(
      17,
      '300 hostile path values: 0 Authorization headers elsewhere',
      `${values.length * 2} values, ${bench.requests.length} requests, all to the API`,
    )
  })

  it('refuses base URLs that read as one host and mean another', async () => {
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
