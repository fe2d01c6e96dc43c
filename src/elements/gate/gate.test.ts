import { expect } from 'chai'
import { apps } from '../../app/apps.ts'
import type { InitOptions } from '../../app/options.ts'
import { createPublicApp, type FeApp } from '../../app/public-app.ts'
import { entitlements } from '../../contract/entitlements.ts'
import { type Answer, openWorld, type World } from '../testing/world.test-kit.ts'
import { mayExplain } from './explainer.ts'

const ENABLED = { entitlementsOptions: { enabled: true } }
const V1 = `GET ${entitlements.loadEntitlementsV1.path}`
const V2 = `GET ${entitlements.loadEntitlementsV2.path}`

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** Asks for what the person may use. */
const isAsked = ({ url }: Request) =>
  [entitlements.loadEntitlementsV1, entitlements.loadEntitlementsV2].some(({ path }) => url.endsWith(path))

/** What the backend answers, until the test has it answer something else. */
const overriding = () => {
  let own: Answer = () => undefined
  return {
    answer: ((request) => own(request)) as Answer,
    entitlements(body: unknown, status = 200) {
      own = (request) => (isAsked(request) ? json(body, status) : undefined)
    },
    flags(flags: Record<string, string>) {
      own = (request) => (/\/flags$/.test(new URL(request.url).pathname) ? json(flags) : undefined)
    },
  }
}

/** Over a real network, where the test's clock does not count. */
const loadChunks = () =>
  Promise.all([
    import('../../app/entitlements/service.ts'),
    import('../../app/entitlements/explain.ts'),
    import('../../entitlements/engine.ts'),
    import('./open-gate.ts'),
  ])

const publicApp = (world: World): FeApp =>
  createPublicApp(world.app, { showAdminPortal() {}, hideAdminPortal() {}, unmount() {} })

describe('A gate', () => {
  before(loadChunks)
  let world: World
  const gates: HTMLElement[] = []

  const add = async (markup: string): Promise<HTMLElement> => {
    const holder = document.createElement('div')
    holder.innerHTML = markup
    const gate = holder.firstElementChild as HTMLElement
    if (!gate.hasAttribute('app')) gate.setAttribute('app', world.app.name)
    document.body.append(gate)
    gates.push(gate)
    await world.until(() => gate.dataset.state !== undefined)
    await world.wait()
    return gate
  }
  const open = (signedInAs: string | null, options: InitOptions = ENABLED, answer?: Answer) =>
    openWorld({ name: 'gated', signedInAs, options, answer, route: '/home' })
  const sees = (gate: Element, selector = 'p') =>
    [...gate.querySelectorAll(selector)].some(
      (element) => element.checkVisibility() && (element as HTMLElement).assignedSlot,
    )

  afterEach(async () => {
    for (const gate of gates.splice(0)) gate.remove()
    await world.close()
  })

  it('shows its content to whom holds what it asks for, wildcards included', async () => {
    world = await open('ada@acme.test')
    const gate = await add(
      '<fe-gate permission="fe.secure.read.users fe.secure.read.roles" role="admin"><p>Team</p></fe-gate>',
    )
    expect(gate.dataset.state).to.equal('open')
    expect(sees(gate)).to.equal(true)
  })

  it('shows the fallback instead to everybody else, and to anybody signed out', async () => {
    world = await open('mel@acme.test')
    const gate = await add(
      '<fe-gate permission="fe.secure.read.users"><p>Team</p><i slot="fallback">Ask Ada</i></fe-gate>',
    )
    expect([gate.dataset.state, sees(gate), sees(gate, 'i')]).to.deep.equal(['closed', false, true])
    const everybody = await add('<fe-gate><p>Hello</p></fe-gate>')
    expect(sees(everybody)).to.equal(true)
    await world.app.session.logout()
    await world.wait()
    expect([everybody.dataset.state, sees(everybody)]).to.deep.equal(['closed', false])
  })

  it('stays closed for an attribute that names nothing and for a mode that nobody knows', async () => {
    world = await open('ada@acme.test')
    const empty = await add('<fe-gate permission=""><p>Team</p></fe-gate>')
    expect([empty.dataset.state, sees(empty)]).to.deep.equal(['closed', false])
    const odd = await add('<fe-gate role="nobody" mode="dissable"><p>Team</p></fe-gate>')
    expect(sees(odd)).to.equal(false)
  })

  it('asks the engine for features, with the attributes that the page gives, live', async () => {
    world = await open('ada@acme.test')
    const gate = await add(`<fe-gate feature="bulk-import" custom-attributes='{"seats":10}'><p>Import</p></fe-gate>`)
    expect(sees(gate)).to.equal(false)
    gate.setAttribute('custom-attributes', '{"seats":25}')
    await world.wait()
    expect(sees(gate)).to.equal(true)
    Object.assign(gate, { customAttributes: { seats: 3 } })
    expect(sees(gate)).to.equal(false)
  })

  it('lets a super user pass permissions and roles, but not features', async () => {
    world = await open('mel@acme.test')
    const { store } = world.app
    const asked = await add('<fe-gate permission="fe.secure.read.users" role="admin"><p>Team</p></fe-gate>')
    const feature = await add('<fe-gate feature="sso"><p>SSO</p></fe-gate>')
    const { session } = store.getState()
    if (session.user) store.setState({ session: { ...session, user: { ...session.user, superUser: true } } })
    await world.wait()
    expect([sees(asked), sees(feature)]).to.deep.equal([true, false])
  })

  it('says why in words, or lets the content be seen but not used', async () => {
    world = await open('ada@acme.test')
    const told = await add('<fe-gate feature="priority-support" mode="message"><p>Chat</p></fe-gate>')
    expect(told.shadowRoot?.textContent).to.contain('Your access to this has expired.')
    expect(sees(told)).to.equal(false)
    const disabled = await add('<fe-gate feature="sso" mode="disable"><button>Set up</button></fe-gate>')
    const button = disabled.querySelector('button')
    button?.focus()
    expect(sees(disabled, 'button')).to.equal(true)
    expect(document.activeElement).not.to.equal(button)
    disabled.setAttribute('feature', 'audit-log')
    await world.wait()
    button?.focus()
    expect(document.activeElement).to.equal(button)
  })

  it('keeps the content of a template out of the page until it may be seen', async () => {
    world = await open('ada@acme.test')
    const gate = await add('<fe-gate feature="sso"><template><p>Secret</p></template></fe-gate>')
    expect(gate.querySelector('p')).to.equal(null)
    gate.setAttribute('feature', 'audit-log')
    await world.wait()
    expect(sees(gate)).to.equal(true)
    gate.setAttribute('feature', 'sso')
    await world.wait()
    expect(gate.querySelector('p')).to.equal(null)
  })

  it('decides again when it comes back, and hides everything in between', async () => {
    world = await open('ada@acme.test')
    const gate = await add('<fe-gate permission="fe.secure.read.users"><p>Team</p></fe-gate>')
    gate.remove()
    expect(gate.shadowRoot?.childElementCount).to.equal(0)
    document.body.append(gate)
    await world.until(() => gate.dataset.state === 'open')
    expect(sees(gate)).to.equal(true)
  })

  it('waits for its app', async () => {
    world = await open('ada@acme.test')
    const gate = await add('<fe-gate app="nobody-made-it"><p>Hello</p></fe-gate>')
    expect(apps.get('nobody-made-it')).to.equal(undefined)
    expect([gate.dataset.state, sees(gate)]).to.deep.equal([undefined, false])
  })

  it('tells developers the whole chain', async () => {
    world = await open('ada@acme.test')
    const gate = await add(
      '<fe-gate permission="fe.secure.read.users" feature="ai-assistant" explain><p>Hi</p></fe-gate>',
    )
    const panel = () => gate.shadowRoot?.querySelector('[part=explain]')?.shadowRoot
    await world.until(() => panel() !== undefined)
    const words = panel()?.textContent ?? ''
    for (const part of [
      'Why is this open?',
      'held as fe.*',
      'by role Admin',
      'its flag says true, by rule 1',
      '"ada@acme.test"',
    ]) {
      expect(words).to.contain(part)
    }
    gate.removeAttribute('explain')
    await world.wait()
    expect(panel()).to.equal(undefined)
  })
})

describe('The explanation of a gate', () => {
  it('is told on the machine of a developer, or where the host has said so, and nowhere else', () => {
    for (const own of ['localhost', 'app.localhost', '127.0.0.1', '[::1]'])
      expect(mayExplain(own, {}), own).to.equal(true)
    for (const other of ['example.com', 'localhost.example.com', 'notlocalhost', '127.0.0.10', '']) {
      expect(mayExplain(other, {}), other).to.equal(false)
      expect(mayExplain(other, { explain: true }), other).to.equal(true)
    }
  })
})

describe('Entitlements of an app', () => {
  before(loadChunks)
  let world: World
  afterEach(() => world.close())

  const open = (options: InitOptions = ENABLED, answer?: Answer) =>
    openWorld({ name: 'entitled', signedInAs: 'ada@acme.test', options, answer, route: '/home' })

  it('are there when the app is ready, and answered at once', async () => {
    world = await open()
    await world.app.ready
    const app = publicApp(world)
    expect(app.getFeatureEntitlements('audit-log')).to.deep.equal({ isEntitled: true })
    expect(app.getPermissionEntitlements('fe.secure.read.audits')).to.deep.equal({ isEntitled: true })
    expect(
      app.getEntitlements({ permissionKey: 'fe.secure.write.samlConfiguration', featureKey: 'audit-log' }),
    ).to.deep.equal({
      isEntitled: false,
      justification: 'MISSING_FEATURE',
    })
    expect(app.getFeatureEntitlements('bulk-import', { seats: 30 }).isEntitled).to.equal(true)
    expect(world.requests.filter((request) => request === V2)).to.have.length(1)
  })

  it('are refused by name, and not loaded, where they are not enabled', async () => {
    world = await open({})
    expect(() => publicApp(world).getFeatureEntitlements('sso')).to.throw(
      'You must first enable entitlements via options',
    )
    expect(world.requests).not.to.contain(V2)
    expect(world.app.entitlements()).to.equal(undefined)
  })

  it('come decided by the server where the flag for rules is off', async () => {
    const backend = overriding()
    backend.flags({ admin_portal_entitlements: 'on' })
    world = await open(ENABLED, backend.answer)
    await world.app.ready
    const app = publicApp(world)
    expect(world.requests).to.contain(V1)
    expect(app.getFeatureEntitlements('priority-support').justification).to.equal('BUNDLE_EXPIRED')
    expect(app.getPermissionEntitlements('fe.secure.read.audits')).to.deep.equal({ isEntitled: true })
    expect(app.getFeatureEntitlements('bulk-import', { seats: 30 }).isEntitled).to.equal(false)
    expect((await app.explain({ feature: 'sso' })).decidedByServer).to.equal(true)
  })

  it('are not loaded with the session where their flag is off', async () => {
    const backend = overriding()
    backend.flags({})
    world = await open(ENABLED, backend.answer)
    expect(world.requests.filter((request) => [V1, V2].includes(request))).to.deep.equal([])
    expect(publicApp(world).getFeatureEntitlements('audit-log').justification).to.equal('MISSING_FEATURE')
  })

  it('never keep anybody from signing in, and come when the server can again', async () => {
    const backend = overriding()
    backend.entitlements({ errors: ['down'] }, 500)
    world = await open(
      { ...ENABLED, contextOptions: { baseUrl: 'https://api.test', logLevel: 'error' } },
      backend.answer,
    )
    const app = publicApp(world)
    await world.until(() => app.getState().isAuthenticated)
    expect(app.getFeatureEntitlements('audit-log').isEntitled).to.equal(false)
    backend.entitlements({
      features: { 'audit-log': { planIds: [], expireTime: -1, linkedPermissions: [] } },
      plans: {},
      permissions: {},
    })
    await world.wait(2_000)
    await world.until(() => app.getFeatureEntitlements('audit-log').isEntitled)
    expect(app.getFeatureEntitlements('audit-log').isEntitled).to.equal(true)
  })

  it('that are slow keep nobody waiting for long, and open the gates when they come', async () => {
    let answerLate = (_response: Response) => {}
    const late = new Promise<Response>((resolve) => {
      answerLate = resolve
    })
    world = await open(ENABLED, (request) => (isAsked(request) ? late : undefined))
    const app = publicApp(world)
    expect(app.getState().isLoading).to.equal(true)
    await world.wait(4_000)
    await world.until(() => app.getState().isAuthenticated)
    expect(app.getFeatureEntitlements('a').isEntitled).to.equal(false)
    const feature = { planIds: [], expireTime: -1, linkedPermissions: [] }
    answerLate(json({ features: { a: feature }, plans: {}, permissions: {} }))
    await world.until(() => app.getFeatureEntitlements('a').isEntitled)
    expect(app.getFeatureEntitlements('a').isEntitled).to.equal(true)
  })

  it('are written, and told of, only when they have changed', async () => {
    const backend = overriding()
    const feature = { planIds: [], expireTime: -1, linkedPermissions: [] }
    const answer = (features: object) => ({ features, plans: {}, permissions: {} })
    backend.entitlements(answer({ a: feature }))
    world = await open(ENABLED, backend.answer)
    const app = publicApp(world)
    await world.until(() => app.getState().user?.entitlements !== undefined)
    const before = app.getState().user
    const heard: unknown[] = []
    const hear = (event: Event) => heard.push((event as CustomEvent).detail.entitlements)
    document.addEventListener('fe-entitlements-change', hear)
    const told: boolean[] = []
    expect(await app.loadEntitlements((isLoaded) => void told.push(isLoaded))).to.equal(true)
    expect(app.getState().user).to.equal(before)
    backend.entitlements(answer({ b: feature }))
    await app.loadEntitlements((isLoaded) => void told.push(isLoaded))
    expect(heard).to.deep.equal([answer({ b: feature })])
    expect([app.getFeatureEntitlements('a').isEntitled, app.getFeatureEntitlements('b').isEntitled]).to.deep.equal([
      false,
      true,
    ])
    backend.entitlements({}, 500)
    await app.loadEntitlements((isLoaded) => void told.push(isLoaded))
    expect(told).to.deep.equal([true, true, false])
    expect(app.getFeatureEntitlements('b').isEntitled).to.equal(true)
    document.removeEventListener('fe-entitlements-change', hear)
  })

  it('are explained with the verdict of the questions', async () => {
    world = await open()
    const app = publicApp(world)
    const why = await app.explain({ permission: 'fe.secure.write.samlConfiguration' })
    expect(why.result).to.deep.equal(app.getPermissionEntitlements('fe.secure.write.samlConfiguration'))
    expect([why.heldBy, why.givers.map(({ role }) => role), why.features.map(({ key }) => key)]).to.deep.equal([
      'fe.*',
      ['Admin'],
      ['sso'],
    ])
  })
})
