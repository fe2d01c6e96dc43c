import { expect } from 'chai'
import { settings } from '../contract/accounts.ts'
import { type Harness, openHarness, type Responder } from '../elements/testing/harness.test-kit.ts'

const PUBLIC = settings.getPublicAccountSettings.path
const PASSWORD = 'Correct-Horse-9'

const urlsAre =
  (urls: object): Responder =>
  (request) =>
    request.url.endsWith(PUBLIC) ? Response.json({ tenantId: 'acme', ...urls }) : undefined

const isDown: Responder = (request) => (request.url.endsWith(PUBLIC) ? new Response('{', { status: 500 }) : undefined)

describe('An account with a login of its own', () => {
  let harness: Harness
  let count = 0
  const open = async (respond: Responder, route = '/account/login', alias: string | undefined = 'acme') => {
    count += 1
    harness = await openHarness({
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
    await harness.app.ready
  }
  const signIn = async () => {
    await harness.type('input[name=email]', 'ada@acme.test')
    await harness.press()
    await harness.type('input[name=password]', PASSWORD)
    await harness.press()
    await harness.until(() => harness.app.store.getState().session.status === 'signed-in')
    await harness.wait(200)
    await harness.until(() => !place().startsWith('/account/login'))
  }
  const place = () => {
    const { pathname, search } = harness.app.navigator.location()
    return pathname + search
  }
  afterEach(() => harness.close())

  const routes = () => harness.app.store.getState().settings.routes

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
    expect(harness.requests.filter((request) => request === `GET ${PUBLIC}`)).to.have.length(2)
  })

  it('does not read account settings if tenantResolver returns no account', async () => {
    await open(urlsAre({ applicationUrl: 'https://acme.app.test/crm' }), '/account/login', '')
    await signIn()
    expect([place(), harness.requests.includes(`GET ${PUBLIC}`)]).to.deep.equal(['/', false])
  })

  it('signs out to its own login URL, unless that is the route of the app or another site', async () => {
    const pageOf = (path: string) => new URL(path, window.location.href).href
    for (const [loginUrl, expected] of [
      [pageOf('/acme/sign-in'), '/acme/sign-in'],
      [pageOf('/account/login'), '/account/login'],
      ['https://evil.test/login', '/account/login'],
    ] as const) {
      await open(urlsAre({ loginUrl }), '/account/logout')
      await harness.until(() => place() === expected)
      expect(place()).to.equal(expected)
      await harness.close()
    }
    await open(urlsAre({}))
  })
})
