import { expect } from 'chai'
import type { InitOptions } from '../../app/options.ts'
import {
  ENABLED,
  isAsked,
  json,
  loadChunks,
  overriding,
  publicApp,
  V1,
  V2,
} from '../../elements/testing/entitlements.test-kit.ts'
import { type Harness, openHarness, type Responder } from '../../elements/testing/harness.test-kit.ts'

describe('Entitlements of an app', () => {
  before(loadChunks)
  let harness: Harness
  afterEach(() => harness.close())

  const open = (options: InitOptions = ENABLED, respond?: Responder) =>
    openHarness({ name: 'entitled', signedInAs: 'ada@acme.test', options, respond, route: '/home' })

  it('are available when the app is ready, and evaluated at once', async () => {
    harness = await open()
    await harness.app.ready
    const app = publicApp(harness)
    expect(app.getFeatureEntitlements('audit-log')).to.deep.equal({ isEntitled: true })
    expect(app.getPermissionEntitlements('fe.secure.read.audits')).to.deep.equal({ isEntitled: true })
    expect(
      app.getEntitlements({ permissionKey: 'fe.secure.write.samlConfiguration', featureKey: 'audit-log' }),
    ).to.deep.equal({
      isEntitled: false,
      justification: 'MISSING_FEATURE',
    })
    expect(app.getFeatureEntitlements('bulk-import', { seats: 30 }).isEntitled).to.equal(true)
    expect(harness.requests.filter((request) => request === V2)).to.have.length(1)
  })

  it('throw an error that names them, and aren’t loaded, when they are not enabled', async () => {
    harness = await open({})
    expect(() => publicApp(harness).getFeatureEntitlements('sso')).to.throw(
      'You must first enable entitlements via options',
    )
    expect(harness.requests).not.to.contain(V2)
    expect(harness.app.entitlements()).to.equal(undefined)
  })

  it('name a rule whose pattern takes too many steps in one warning', async () => {
    const rule = (string: string) => ({
      conditionLogic: 'or',
      conditions: [{ attribute: 'code', op: 'matches', value: { string }, negate: false }],
      treatment: 'true',
    })
    const rules = [rule('^(?=.*\\d)(?!0)\\w+$'), rule('(?=(a+)+$)b')]
    const data = {
      features: { f: { planIds: ['pro'], expireTime: null, linkedPermissions: [] } },
      plans: { pro: { defaultTreatment: 'false', rules } },
      permissions: {},
    }
    const contextOptions = { baseUrl: 'https://api.test', clientId: 'preview', logLevel: 'warn' } as const
    const respond: Responder = (request) => (request.url.includes('/v2/user-entitlements') ? json(data) : undefined)
    harness = await open({ ...ENABLED, contextOptions }, respond)
    await harness.app.ready
    const lines: string[] = []
    const { warn } = console
    console.warn = (line: unknown) => void lines.push(String(line))
    const app = publicApp(harness)
    const ask = (code: string) => app.getFeatureEntitlements('f', { code }).isEntitled
    const found = [ask('a1'), ask('0a'), ask(`${'a'.repeat(60)}b`), ask(`${'a'.repeat(60)}c`)]
    console.warn = warn
    expect(found).to.deep.equal([true, false, false, false])
    expect(lines).to.have.length(1)
    expect(lines[0]).to.contain('rule 2 of plan "pro"')
  })

  it('are decided by the server when the flag for rules is off', async () => {
    const backend = overriding()
    backend.flags({ admin_portal_entitlements: 'on' })
    harness = await open(ENABLED, backend.respond)
    await harness.app.ready
    const app = publicApp(harness)
    expect(harness.requests).to.contain(V1)
    expect(app.getFeatureEntitlements('priority-support').justification).to.equal('BUNDLE_EXPIRED')
    expect(app.getPermissionEntitlements('fe.secure.read.audits')).to.deep.equal({ isEntitled: true })
    expect(app.getFeatureEntitlements('bulk-import', { seats: 30 }).isEntitled).to.equal(false)
    expect((await app.explain({ feature: 'sso' })).decidedByServer).to.equal(true)
  })

  it('are not loaded with the session where their flag is off', async () => {
    const backend = overriding()
    backend.flags({})
    harness = await open(ENABLED, backend.respond)
    await harness.app.ready
    expect(harness.requests.filter((request) => [V1, V2].includes(request))).to.deep.equal([])
    expect(publicApp(harness).getFeatureEntitlements('audit-log').justification).to.equal('MISSING_FEATURE')
  })

  it('never block a sign-in, and load once the server recovers', async () => {
    const backend = overriding()
    backend.entitlements({ errors: ['down'] }, 500)
    harness = await open(
      { ...ENABLED, contextOptions: { baseUrl: 'https://api.test', logLevel: 'error' } },
      backend.respond,
    )
    const app = publicApp(harness)
    await harness.until(() => app.getState().isAuthenticated)
    expect(app.getFeatureEntitlements('audit-log').isEntitled).to.equal(false)
    backend.entitlements({
      features: { 'audit-log': { planIds: [], expireTime: -1, linkedPermissions: [] } },
      plans: {},
      permissions: {},
    })
    await harness.wait(2_000)
    await harness.until(() => app.getFeatureEntitlements('audit-log').isEntitled)
    expect(app.getFeatureEntitlements('audit-log').isEntitled).to.equal(true)
  })

  it('don’t delay the page for long when they are slow, and open the gates once they load', async () => {
    let respondLate = (_response: Response) => {}
    const late = new Promise<Response>((resolve) => {
      respondLate = resolve
    })
    harness = await open(ENABLED, (request) => (isAsked(request) ? late : undefined))
    const app = publicApp(harness)
    expect(app.getState().isLoading).to.equal(true)
    await harness.wait(4_000)
    await harness.until(() => app.getState().isAuthenticated)
    expect(app.getFeatureEntitlements('a').isEntitled).to.equal(false)
    const feature = { planIds: [], expireTime: -1, linkedPermissions: [] }
    respondLate(json({ features: { a: feature }, plans: {}, permissions: {} }))
    await harness.until(() => app.getFeatureEntitlements('a').isEntitled)
    expect(app.getFeatureEntitlements('a').isEntitled).to.equal(true)
  })

  it('are written, and reported, only when they have changed', async () => {
    const backend = overriding()
    const feature = { planIds: [], expireTime: -1, linkedPermissions: [] }
    const respond = (features: object) => ({ features, plans: {}, permissions: {} })
    backend.entitlements(respond({ a: feature }))
    harness = await open(ENABLED, backend.respond)
    const app = publicApp(harness)
    await harness.until(() => app.getState().user?.entitlements !== undefined)
    const before = app.getState().user
    const heard: unknown[] = []
    const hear = (event: Event) => heard.push((event as CustomEvent).detail.entitlements)
    document.addEventListener('fe-entitlements-change', hear)
    const notified: boolean[] = []
    expect(await app.loadEntitlements((isLoaded) => void notified.push(isLoaded))).to.equal(true)
    expect(app.getState().user).to.equal(before)
    backend.entitlements(respond({ b: feature }))
    await app.loadEntitlements((isLoaded) => void notified.push(isLoaded))
    expect(heard).to.deep.equal([respond({ b: feature })])
    expect([app.getFeatureEntitlements('a').isEntitled, app.getFeatureEntitlements('b').isEntitled]).to.deep.equal([
      false,
      true,
    ])
    backend.entitlements({}, 500)
    await app.loadEntitlements((isLoaded) => void notified.push(isLoaded))
    expect(notified).to.deep.equal([true, true, false])
    expect(app.getFeatureEntitlements('b').isEntitled).to.equal(true)
    document.removeEventListener('fe-entitlements-change', hear)
  })

  it('are explained with the same result as the queries', async () => {
    harness = await open()
    await harness.app.ready
    const app = publicApp(harness)
    const why = await app.explain({ permission: 'fe.secure.write.samlConfiguration' })
    expect(why.result).to.deep.equal(app.getPermissionEntitlements('fe.secure.write.samlConfiguration'))
    expect([why.heldBy, why.givers.map(({ role }) => role), why.features.map(({ key }) => key)]).to.deep.equal([
      'fe.*',
      ['Admin'],
      ['sso'],
    ])
  })
})
