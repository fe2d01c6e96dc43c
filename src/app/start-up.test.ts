import { expect } from 'chai'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { login, social } from '../contract/login.ts'
import { portal } from '../contract/portal.ts'
import { session } from '../contract/session.ts'
import type { Responder } from '../elements/testing/harness.test-kit.ts'
import { type Harness, type HarnessOptions, openHarness } from '../elements/testing/harness.test-kit.ts'
import { loginMessages } from '../flows/login/login.messages.ts'

const METADATA = `${portal.getPortalMetadata.path}?entityName=adminBox`

/** Responds to calls whose URL ends with a key; all other calls go to the backend. */
const responding =
  (responses: Readonly<Record<string, () => Response | Promise<Response>>>): Responder =>
  (request) => {
    const key = Object.keys(responses).find((end) => request.url.endsWith(end))
    return key === undefined ? undefined : responses[key]?.()
  }

const metadata = (configuration: object) => () => Response.json({ rows: [{ configuration }] })

const titled = (title: string) => ({ en: { loginBox: { login: { title, titleWithoutName: title } } } })

/** Returns the lines logged while `task` ran. */
const listening = async (level: 'warn' | 'error' | 'info', task: () => Promise<unknown>): Promise<string[]> => {
  const original = console[level]
  const lines: string[] = []
  console[level] = (...words: unknown[]) => void lines.push(String(words[0]))
  try {
    await task()
  } finally {
    console[level] = original
  }
  return lines
}

const callOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

describe('start-up', () => {
  const harnesses: Harness[] = []
  const open = async (options: HarnessOptions) => {
    const harness = await openHarness(options)
    harnesses.push(harness)
    return harness
  }
  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close()
  })

  const REFRESH = callOf(session.refreshSession)
  const FIRST_SCREEN = [
    portal.getFeatureFlags,
    portal.getPortalMetadata,
    portal.getVendorPublicPolicy,
    portal.getAuthStrategiesPublic,
    portal.getVendorPublicInfo,
    social.getSocialProvidersV2,
    social.getCustomSocialProviders,
    session.refreshSession,
  ].map(callOf)

  it('requests the session of an embedded app regardless of disableSilentRefresh', async () => {
    const authOptions = { disableSilentRefresh: true }
    const { app, requests } = await open({ name: 'embedded', signedInAs: 'ada@acme.test', options: { authOptions } })
    await app.ready
    expect(requests).to.contain(REFRESH)
    expect(app.store.getState().session.status).to.equal('signed-in')
  })

  it('does not adopt an existing session on a page whose options ignore it', async () => {
    const authOptions = { ignoreExistingSession: true }
    const { app, requests } = await open({ name: 'fresh', signedInAs: 'ada@acme.test', options: { authOptions } })
    await app.ready
    expect(requests).not.to.contain(REFRESH)
    expect(app.store.getState().session.status).to.equal('signed-out')
  })

  it('requests everything that the first screen shows in one round, and only what this release uses', async () => {
    const { requests, app, until } = await open({ name: 'calls' })
    await app.ready
    const used = [
      portal.getFeatureFlags,
      portal.getAuthStrategiesPublic,
      portal.getVendorPublicPolicy,
      social.getCustomSocialProviders,
      social.getSocialProvidersV2,
      portal.getPortalMetadata,
      portal.getVendorPublicInfo,
      session.refreshSession,
      login.webauthnPreLogin,
    ].map(callOf)
    await until(() => used.every((call) => requests.includes(call)))
    expect([...requests].sort()).to.deep.equal(used)
  })

  for (const path of [
    portal.getFeatureFlags.path,
    METADATA,
    '/configurations/v1/public',
    '/strategies/public',
    portal.getVendorPublicInfo.path,
  ]) {
    it(`continues with defaults when ${path} fails, and logs a warning`, async () => {
      const respond = responding({ [path]: () => new Response('{', { status: 500 }) })
      let harness: Harness | undefined
      const lines = await listening('warn', async () => {
        harness = await open({ name: `failing${path}`, respond, options: { contextOptions: logging('warn') } })
        await harness.app.ready
      })
      expect(lines.filter((line) => /Loading the .* failed; defaults are used/.test(line))).to.have.length(1)
      expect(harness?.field('input[name=email]').readOnly).to.equal(false)
    })
  }

  it('sends every request of the first screen before any of them has its response', async () => {
    const respond: Responder = () => new Promise<never>(() => {})
    const { requests, until } = await open({ name: 'one-round', respond })
    await until(() => requests.length >= FIRST_SCREEN.length)
    expect([...requests].sort()).to.deep.equal([...FIRST_SCREEN].sort())
  })

  it('renders what an earlier page of the tab loaded until the responses replace it', async () => {
    const first = await open({ name: 'kept' })
    await first.app.ready
    const { vendor, keptAs = '' } = first.app.store.getState().settings
    const text = sessionStorage.getItem(keptAs) ?? ''
    expect(JSON.parse(text)).to.have.all.keys('policy', 'strategies', 'vendor', 'configuration')
    await first.close()
    sessionStorage.setItem(keptAs, text)
    const again = await open({ name: 'kept-again', respond: () => new Promise<never>(() => {}) })
    expect(again.app.store.getState().settings.vendor).to.deep.equal(vendor)
    expect(again.shadowText()).to.contain(vendor?.name ?? 'a name')
  })

  for (const text of ['', 'null', '[1]', '{', '{"vendor":[1],"policy":"x","strategies":null,"accessToken":{"a":1}}']) {
    it(`ignores ${text || 'an empty string'} where the first screen is kept`, async () => {
      sessionStorage.setItem('fe-first-screen|https://api.test|client-1', text)
      const { app, field } = await open({ name: `odd${text.length}`, respond: () => new Promise<never>(() => {}) })
      const { vendor, policy, strategies } = app.store.getState().settings
      expect([vendor, policy, strategies]).to.deep.equal([undefined, undefined, undefined])
      expect(app.store.getState().settings).not.to.have.property('accessToken')
      expect(field('input[name=email]').readOnly).to.equal(false)
    })
  }

  it('does not keep a user waiting for flags that never load', async () => {
    const respond = responding({ [portal.getFeatureFlags.path]: () => new Promise<never>(() => {}) })
    const harness = await open({ name: 'slow-flags', respond, signedInAs: 'ada@acme.test' })
    expect(harness.requests).to.contain(REFRESH)
    expect(harness.app.store.getState().session.status).to.equal('loading')
    await harness.wait(2000)
    await harness.until(() => harness.app.store.getState().session.status === 'signed-in')
    expect(harness.app.store.getState().session.user?.email).to.equal('ada@acme.test')
  })

  it('lays fetched texts over the defaults, and the host’s own over both', async () => {
    const respond = responding({ [METADATA]: metadata({ localizations: titled('Hello from the API') }) })
    const fetched = await open({ name: 'texts', respond })
    expect(fetched.shadowText()).to.contain('Hello from the API')
    expect(fetched.app.translator().translatorFor(loginMessages)('continue')).to.equal('Continue')
    const own = await open({ name: 'own-texts', respond, options: { localizations: titled('Hello from the host') } })
    expect(own.shadowText()).to.contain('Hello from the host')
  })

  it('applies navigation and theme of the fetched configuration', async () => {
    const themeV2 = { loginBox: { boxStyle: { borderRadius: 3 } } }
    const navigation = { users: { visibility: 'hidden' } }
    const { app, box, until } = await open({
      name: 'configured',
      respond: responding({ [METADATA]: metadata({ navigation, themeV2 }) }),
    })
    await app.ready
    expect(app.store.getState().settings.configuration?.navigation).to.deep.equal(navigation)
    const radius = () => {
      const card = box.shadowRoot?.querySelector('.fe-auth-card')
      return card ? getComputedStyle(card).borderRadius : ''
    }
    await until(() => radius() === '3px')
    expect(radius()).to.equal('3px')
  })

  it('does not request a configuration that the host provided, even an empty one', async () => {
    const navigation = { users: { visibility: 'always' } }
    const { app, requests } = await open({ name: 'brought', options: { metadata: { navigation } } })
    expect(requests).not.to.contain(`GET ${portal.getPortalMetadata.path}`)
    expect(app.store.getState().settings.configuration?.navigation).to.deep.equal(navigation)
    const empty = await open({ name: 'brought-empty', options: { metadata: {} } })
    expect(empty.requests).not.to.contain(`GET ${portal.getPortalMetadata.path}`)
  })

  it('lays the host’s flags over the fetched ones', async () => {
    const respond = responding({ [portal.getFeatureFlags.path]: () => Response.json({ one: 'on', two: 'on' }) })
    const { app } = await open({
      name: 'flags',
      respond,
      options: { overrideFeatureFlags: { two: 'off', three: 'on' } },
    })
    expect(app.store.getState().settings.flags).to.deep.equal({ one: 'on', two: 'off', three: 'on' })
  })

  it('merges routes key by key', async () => {
    const { app } = await open({ name: 'routes', options: { authOptions: { routes: { logoutUrl: '/bye' } } } })
    expect(app.store.getState().settings.routes).to.include({ logoutUrl: '/bye', loginUrl: '/account/login' })
  })
})

const logging = (logLevel: 'error' | 'warn' | 'info') => ({ baseUrl: 'https://api.test', logLevel })

describe('log levels', () => {
  const failing = responding({ [portal.getFeatureFlags.path]: () => new Response('{', { status: 500 }) })
  const linesAt = async (name: string, contextOptions: ReturnType<typeof logging> | { baseUrl: string }) => {
    const lines = await listening('warn', async () => {
      const harness = await openHarness({ name, respond: failing, options: { contextOptions } })
      await harness.app.ready
      await harness.close()
    })
    return lines.filter((line) => line.includes('feature flags'))
  }

  it('log warnings by default', async () => {
    expect(await linesAt('log-default', { baseUrl: 'https://api.test' })).to.have.length(1)
  })

  it('keep warnings back at `error`', async () => {
    expect(await linesAt('log-error', logging('error'))).to.deep.equal([])
  })
})

describe('options without effect', () => {
  const warningsOf = async (options: HarnessOptions['options']) =>
    listening('warn', async () => {
      const contextOptions = { baseUrl: 'https://api.test', ...options?.contextOptions }
      // The advice is a chunk of its own, which must be loaded before the app requests it.
      await import('./option-advice.ts')
      const harness = await openHarness({ name: 'inert', options: { ...options, contextOptions } })
      await harness.app.ready
      await harness.close()
    })

  it('are named in one line', async () => {
    const lines = await warningsOf({
      tracing: true,
      headerImage: '/logo.png',
      contextOptions: { currentUserRoles: ['admin'] },
    })
    const named = lines.filter((line) => line.includes('no effect'))
    expect(named).to.have.length(1)
    expect(named[0]).to.contain('tracing, headerImage, contextOptions.currentUserRoles')
  })

  it('are not mentioned at their defaults', async () => {
    const lines = await warningsOf({ tracing: false, hostedLoginBox: false })
    expect(lines.filter((line) => line.includes('no effect'))).to.deep.equal([])
  })

  it('`hostedLoginBox` offers a link to the provider and sends no request before', async () => {
    const contextOptions = { baseUrl: 'https://api.test', clientId: 'c' }
    const harness = await openHarness({
      name: 'hosted',
      route: '/shop',
      options: { hostedLoginBox: true, contextOptions },
    })
    await harness.app.ready
    await harness.until(() => harness.shadowText().includes('Continue to sign-in'))
    expect(harness.app.store.getState().session.status).to.equal('signed-out')
    expect(harness.requests.filter((line) => /refresh|silent|authorize/.test(line))).to.deep.equal([])
    await harness.close()
  })
})
