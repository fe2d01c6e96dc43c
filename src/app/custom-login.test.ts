import { expect } from 'chai'
import { settings } from '../contract/accounts.ts'
import { openWorld, type Responder, type World } from '../elements/testing/world.test-kit.ts'

const PUBLIC = settings.getPublicAccountSettings.path
const PASSWORD = 'Correct-Horse-9'

const urlsAre =
  (urls: object): Responder =>
  (request) =>
    request.url.endsWith(PUBLIC) ? Response.json({ tenantId: 'acme', ...urls }) : undefined

const isDown: Responder = (request) => (request.url.endsWith(PUBLIC) ? new Response('{', { status: 500 }) : undefined)

describe('An account with a login of its own', () => {
  let world: World
  let count = 0
  const open = async (respond: Responder, route = '/account/login', alias: string | undefined = 'acme') => {
    count += 1
    world = await openWorld({
      name: `custom-login-${count}`,
      route,
      respond,
      options: {
        contextOptions: {
          baseUrl: 'https://api.test',
          clientId: 'client-1',
          logLevel: 'error',
          tenantResolver: () => (alias ? { tenant: alias } : {}),
        },
      },
    })
    await world.app.ready
  }
  const signIn = async () => {
    await world.type('input[name=email]', 'ada@acme.test')
    await world.press()
    await world.type('input[name=password]', PASSWORD)
    await world.press()
    await world.until(() => world.app.store.getState().session.status === 'signed-in')
    await world.wait(200)
    await world.until(() => !place().startsWith('/account/login'))
  }
  const place = () => {
    const { pathname, search } = world.app.navigator.location()
    return pathname + search
  }
  afterEach(() => world.close())

  const routes = () => world.app.store.getState().settings.routes

  it('redirects its users to path and query of its application URL, which takes precedence over redirectUrl', async () => {
    await open(
      urlsAre({ applicationUrl: 'https://acme.app.test/crm?plan=gold' }),
      '/account/login?redirectUrl=/reports',
    )
    expect(routes().loginUrl).to.equal('/account/login?plan=gold')
    await signIn()
    expect(place()).to.equal('/crm?plan=gold')
  })

  for (const [title, applicationUrl] of [
    ['has none', undefined],
    ['is malformed', 'not a URL'],
    ['hides a host in its path', 'https://acme.app.test//evil.test'],
    ['is the page that signs out', 'https://acme.app.test/account/logout'],
  ]) {
    it(`uses authenticatedUrl where the application URL ${title}`, async () => {
      await open(urlsAre({ applicationUrl }))
      await signIn()
      expect(place()).to.equal('/')
    })
  }

  it('signs in without it where the backend has no such call, and tries once more after the sign-in', async () => {
    await open(isDown)
    await signIn()
    expect(place()).to.equal('/')
    expect(world.requests.filter((request) => request === `GET ${PUBLIC}`)).to.have.length(2)
  })

  it('does not read account settings if tenantResolver returns no account', async () => {
    await open(urlsAre({ applicationUrl: 'https://acme.app.test/crm' }), '/account/login', '')
    await signIn()
    expect([place(), world.requests.includes(`GET ${PUBLIC}`)]).to.deep.equal(['/', false])
  })

  it('signs out to its own login URL, unless that is the route of the app or another site', async () => {
    const pageOf = (path: string) => new URL(path, window.location.href).href
    for (const [loginUrl, expected] of [
      [pageOf('/acme/sign-in'), '/acme/sign-in'],
      [pageOf('/account/login'), '/account/login'],
      ['https://evil.test/login', '/account/login'],
    ] as const) {
      await open(urlsAre({ loginUrl }), '/account/logout')
      await world.until(() => place() === expected)
      expect(place()).to.equal(expected)
      await world.close()
    }
    await open(urlsAre({}))
  })
})
