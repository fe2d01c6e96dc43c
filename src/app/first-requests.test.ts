import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { portal } from '../contract/portal.ts'
import { social } from '../contract/social.ts'
import { createHttp } from '../http/create-http.ts'
import { createLogger } from '../kernel/logger.ts'
import { createTestClock } from '../testing/clock.ts'
import { sendFirstRequests } from './first-requests.ts'
import type { InitOptions } from './options.ts'

const LOGIN = '/account/login'
const BASE = 'https://api.example.test'
const CONTEXT = {
  baseUrl: BASE,
  clientId: 'c',
  metadataHeaders: { framework: 'react', fronteggSdkVersion: 'sdk@1' },
} as const

const OF_START = [
  portal.getVendorPublicPolicy,
  portal.getAuthStrategiesPublic,
  portal.getVendorPublicInfo,
  portal.getFeatureFlags,
  portal.getPortalMetadata,
]
const OF_FORM = [social.getSocialProvidersV2, social.getCustomSocialProviders]

describe('the first requests, sent while the modules are on the way', () => {
  const home = location.href
  const original = globalThis.fetch
  let sent: Request[] = []
  let count = 0
  const name = () => {
    count += 1
    return `first-requests-${count}`
  }
  beforeEach(() => {
    sent = []
    globalThis.fetch = async (input, init) => {
      sent.push(new Request(input, init))
      return Response.json({ at: sent.length })
    }
    history.replaceState(null, '', LOGIN)
  })
  afterEach(() => {
    globalThis.fetch = original
    history.replaceState(null, '', home)
    document.querySelector('fe-login-box')?.remove()
    localStorage.removeItem('userId')
  })

  const pathsSent = () => sent.map(({ url }) => new URL(url).pathname.replace('/frontegg', '')).sort()
  const pathsOf = (endpoints: readonly AnyEndpoint[]) => endpoints.map(({ path }) => path).sort()
  const connect = (fetchFirst: typeof fetch | undefined, { contextOptions: context }: InitOptions) =>
    createHttp({
      baseUrl: BASE,
      metadataHeaders: context?.metadataHeaders as never, // what the app passes on
      fetch: fetchFirst,
      clock: createTestClock(),
      log: createLogger(),
      tokens: {
        getToken: async () => undefined,
        refreshRejected: async () => 'signed-out',
        stepUpRequired: () => undefined,
      },
      requestSource: () => 'login-box',
      redirect: () => undefined,
    })

  it('are those that the transport then makes, and each of its calls gets the response that is under way', async () => {
    const options = { contextOptions: CONTEXT }
    const { send } = connect(sendFirstRequests(options, name()), options)
    expect(pathsSent()).to.deep.equal(pathsOf([...OF_START, ...OF_FORM]))
    const first = sent.length
    for (const endpoint of [...OF_START, ...OF_FORM])
      await send(endpoint, endpoint === portal.getPortalMetadata ? { query: { entityName: 'adminBox' } } : {})
    expect(sent.length, 'no request is sent twice').to.equal(first)
    await send(portal.getVendorPublicPolicy, {})
    expect(sent.length, 'a later call gets a response of its own').to.equal(first + 1)
    const [again, early] = [sent.at(-1), sent.find(({ url }) => url === sent.at(-1)?.url)]
    for (const field of ['method', 'url', 'credentials'] as const) expect(again?.[field]).to.equal(early?.[field])
    expect([...(again?.headers ?? [])]).to.deep.equal([...(early?.headers ?? [])])
    expect(early?.headers.get('x-frontegg-sdk')).to.equal('sdk@1')
  })

  it('are used only for a request with the same headers', async () => {
    const options = { contextOptions: CONTEXT }
    const fetchFirst = sendFirstRequests(options, name())
    const before = sent.length
    await connect(fetchFirst, { contextOptions: { ...CONTEXT, metadataHeaders: { framework: 'vuejs' } } }).send(
      portal.getVendorPublicPolicy,
      {},
    )
    expect(sent.length).to.equal(before + 1)
  })

  it('leave out the metadata that the host has given, and providers where no form is expected', () => {
    const start = OF_START.filter((endpoint) => endpoint !== portal.getPortalMetadata)
    const expectSent = (options: InitOptions, endpoints: readonly AnyEndpoint[], about: string) => {
      sent = []
      sendFirstRequests({ contextOptions: CONTEXT, metadata: {}, ...options }, name())
      expect(pathsSent(), about).to.deep.equal(pathsOf(endpoints))
    }
    expectSent({}, [...start, ...OF_FORM], 'the login route')
    expectSent({ authOptions: { routes: { loginUrl: '/enter' } } }, start, 'another login route')
    expectSent({ customLoginBox: true }, start, 'a box of the host’s own')
    localStorage.setItem('userId', 'ada')
    expectSent({}, start, 'a remembered user')
    localStorage.removeItem('userId')
    history.replaceState(null, '', '/home')
    expectSent({}, start, 'another page')
    document.body.append(document.createElement('fe-login-box'))
    expectSent({}, [...start, ...OF_FORM], 'a box in the page')
    history.replaceState(null, '', '/home#/admin-box/users')
    expectSent({}, start, 'a link into the portal')
  })

  it('are not sent where the host decides what calls carry, in preview and in hosted mode, nor twice for a name', () => {
    const refused: InitOptions[] = [
      { previewMode: true },
      { builderMode: true },
      { hostedLoginBox: true },
      { contextOptions: { ...CONTEXT, baseUrl: () => BASE } },
      { contextOptions: { ...CONTEXT, baseUrl: 'not a url' } },
      { contextOptions: { ...CONTEXT, tenantResolver: () => ({}) } },
      { contextOptions: { ...CONTEXT, tokenResolver: () => '' } },
      { contextOptions: { ...CONTEXT, additionalHeadersResolver: () => [] } },
      { contextOptions: { ...CONTEXT, additionalQueryParamsResolver: () => [] } },
    ]
    for (const options of refused)
      expect(sendFirstRequests({ contextOptions: CONTEXT, ...options }, name())).to.equal(undefined)
    history.replaceState(null, '', `${LOGIN}?tenantId=acme`)
    expect(sendFirstRequests({ contextOptions: CONTEXT }, name())).to.equal(undefined)
    expect(sent).to.deep.equal([])
    history.replaceState(null, '', LOGIN)
    const same = name()
    expect(sendFirstRequests({ contextOptions: CONTEXT }, same)).to.be.a('function')
    expect(sendFirstRequests({ contextOptions: CONTEXT }, same)).to.equal(undefined)
  })

  it('end with the call that waits for them', async () => {
    let ended: unknown
    globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => {
          ended = init.signal?.reason
          reject(init.signal?.reason)
        })
      })
    const options = { contextOptions: CONTEXT }
    const { send } = connect(sendFirstRequests(options, name()), options)
    const life = new AbortController()
    const call = send(portal.getVendorPublicPolicy, {}, { signal: life.signal }).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve))
    const reason = new DOMException('The app is gone', 'AbortError')
    life.abort(reason)
    expect(await call).to.equal(reason)
    await new Promise((resolve) => setTimeout(resolve))
    expect(ended).to.equal(reason)
  })

  it('are read to their end, also when no call wants them', async () => {
    const bodies: ReadableStream[] = []
    let ended = 0
    globalThis.fetch = async () => {
      let left = 3
      const body = new ReadableStream({
        pull(controller) {
          if (left-- > 0) return controller.enqueue(new Uint8Array(1))
          ended += 1
          controller.close()
        },
      })
      bodies.push(body)
      return new Response(body)
    }
    sendFirstRequests({ contextOptions: CONTEXT }, name())
    await waitFor(() => expect([ended > 0, ended]).to.deep.equal([true, bodies.length]))
  })
})
