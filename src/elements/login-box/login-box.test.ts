import { expect } from 'chai'
import { login, social } from '../../contract/login.ts'
import { withSettings } from '../../feature/app-state.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { type Harness, type HarnessOptions, openHarness } from '../testing/harness.test-kit.ts'

const LOGIN = `POST ${login.login.path}`
const PASSWORD = 'Correct-Horse-9'

describe('<fe-login-box>', () => {
  let harness: Harness
  let round = 0
  const open = async (options: Omit<HarnessOptions, 'name'> = {}) => {
    round += 1
    harness = await openHarness({ name: `login-${round}`, ...options })
    return harness
  }
  const toPassword = async () => {
    await harness.type('input[name=email]', 'ada@acme.test')
    await harness.press()
  }
  const signIn = async (password: string) => {
    await toPassword()
    await harness.type('input[name=password]', password)
    await harness.press()
  }
  let second: HTMLElement | undefined
  afterEach(() => {
    second?.remove()
    return harness.close()
  })

  it('signs a user in with email and password and redirects after 200 ms', async () => {
    await open()
    const events: string[] = []
    harness.box.addEventListener('fe-sign-in', () => events.push('fe-sign-in'))
    await signIn(PASSWORD)
    await harness.until(() => events.length > 0)
    expect(harness.app.store.getState().session.user?.email).to.equal('ada@acme.test')
    expect(events).to.deep.equal(['fe-sign-in'])
    await harness.wait(200)
    await harness.until(() => harness.shadowText() === '')
    expect(harness.app.navigator.location().pathname).to.equal('/')
    expect(harness.shadowText()).to.equal('')
  })

  it('is rendered with its first field before the next frame', async () => {
    const { app } = await open()
    second = document.createElement('fe-login-box')
    second.setAttribute('app', app.name)
    document.body.append(second)
    // A microtask of the same task runs before the next frame.
    await Promise.resolve()
    const drawn = [second.querySelectorAll('input[name=email]').length, second.shadowRoot?.querySelector('[aria-busy]')]
    expect(drawn).to.deep.equal([1, null])
  })

  it('renders the form of a first visit before any response', async () => {
    const { app, wait } = await open()
    const { policy, strategies, vendor } = app.store.getState().settings
    app.store.setState(withSettings({ policy: undefined, strategies: undefined, vendor: undefined, isStarted: false }))
    second = document.createElement('fe-login-box')
    second.setAttribute('app', app.name)
    document.body.append(second)
    await Promise.resolve()
    const isShown = () => second?.querySelector('input[name=email]')?.checkVisibility()
    expect([isShown(), second.shadowRoot?.querySelector('[aria-busy]')]).to.deep.equal([true, null])
    const field = second.querySelector('input[name=email]')
    app.store.setState(withSettings({ policy, strategies, vendor }))
    await wait()
    expect(second.querySelector('input[name=email]')).to.equal(field)
  })

  it('shows password managers real fields from the document root', async () => {
    await open()
    const find = () => document.querySelectorAll('input[autocomplete~="username"], input[type="password"]')
    expect(find()).to.have.length(1)
    await toPassword()
    expect(find()).to.have.length(2)
    expect(harness.field('input[autocomplete=username]').value).to.equal('ada@acme.test')
    expect(harness.field('form').getAttribute('method')).to.equal('post')
    expect(harness.field('input[type=password]').labels?.[0]?.textContent).to.equal('Password')
  })

  it('shows what is wrong with an empty or incomplete email, and sends no request', async () => {
    await open()
    await harness.press()
    expect(harness.box.textContent).to.contain('Enter your email.')
    await harness.type('input[name=email]', 'ada')
    await harness.press()
    expect(harness.box.textContent).to.contain('Enter a valid email address')
    expect(document.activeElement).to.equal(harness.field('input[name=email]'))
    expect(harness.requests.filter((line) => line.includes('sso/prelogin'))).to.deep.equal([])
  })

  it('keeps what was typed after a wrong password and shows the error in the field', async () => {
    await open()
    await signIn('wrong')
    expect(harness.box.textContent).to.contain('Incorrect email or password')
    expect(harness.field('input[type=password]').value).to.equal('wrong')
    expect(harness.field('input[type=password]').getAttribute('aria-invalid')).to.equal('true')
    expect(document.activeElement).to.equal(harness.field('input[type=password]'))
  })

  it('sends one request for twenty presses', async () => {
    await open()
    await toPassword()
    await harness.type('input[name=password]', PASSWORD)
    for (let press = 0; press < 20; press += 1) harness.field('button[type=submit]').click()
    await harness.wait()
    expect(harness.requests.filter((line) => line === LOGIN)).to.have.length(1)
  })

  it('returns to the email step with the email still filled in', async () => {
    await open()
    await toPassword()
    const change = harness.box.shadowRoot?.querySelector<HTMLElement>('button.fe-auth-link')
    change?.click()
    await harness.wait()
    expect(harness.field('input[name=email]').value).to.equal('ada@acme.test')
    expect(document.activeElement).to.equal(harness.field('input[name=email]'))
  })

  it('lets a host cancel a sign-in before it starts', async () => {
    await open()
    harness.box.addEventListener('fe-before-sign-in', (event) => event.preventDefault())
    await signIn(PASSWORD)
    expect(harness.requests).not.to.contain(LOGIN)
  })

  it('does not make a user without a stored session wait for flags, metadata or refresh', async () => {
    await open({ respond: () => new Promise<never>(() => {}) })
    expect(harness.field('input[name=email]').readOnly).to.equal(false)
  })

  it('waits for the refresh of a returning user', async () => {
    localStorage.setItem('userId', 'u-1')
    await open({ respond: () => new Promise<never>(() => {}) })
    expect(harness.box.querySelector('input')).to.equal(null)
    expect(harness.box.shadowRoot?.querySelector('[aria-busy=true]')).not.to.equal(null)
  })

  it('redirects when there was a session already', async () => {
    await open({ signedInAs: 'ada@acme.test', route: '/account/login?redirectUrl=/reports' })
    await harness.until(() => harness.app.store.getState().session.status === 'signed-in')
    await harness.wait()
    await harness.wait(200)
    expect(harness.app.navigator.location().pathname).to.equal('/reports')
  })

  it('asks an enrolled user for the second factor and offers a link back', async () => {
    await open()
    await harness.type('input[name=email]', 'mia@acme.test')
    await harness.press()
    await harness.type('input[name=password]', PASSWORD)
    await harness.press()
    await harness.until(() => harness.box.querySelector('input[name=code]') !== null)
    const links = harness.box.shadowRoot?.querySelectorAll<HTMLElement>('button.fe-auth-link') ?? []
    const back = [...links].find((link) => link.textContent === 'Back to sign-in')
    back?.click()
    await harness.wait()
    expect(harness.field('input[name=email]').value).to.equal('mia@acme.test')
  })

  it('redirects a user to their identity provider after 2 s, with our callback for OpenID', async () => {
    const address = 'https://idp.test/authorize?client_id=1'
    await open({
      respond: (request) =>
        request.url.endsWith('/prelogin') ? Response.json({ address, idpType: 'oidc' }) : undefined,
    })
    await toPassword()
    expect(harness.shadowText()).to.contain('identity provider')
    await harness.wait(1999)
    expect(harness.app.navigator.location().hostname).not.to.equal('idp.test')
    await harness.wait(1)
    expect(harness.app.navigator.location().hostname).to.equal('idp.test')
    expect(harness.app.navigator.location().searchParams.get('redirect_uri')).to.contain('/account/oidc/callback')
  })

  it('offers sign-up when the list of other sign-in methods does not load', async () => {
    const hanging = new Promise<Response>(() => {})
    await open({ respond: (request) => (request.url.endsWith(social.getSocialProvidersV2.path) ? hanging : undefined) })
    const below = () => harness.box.shadowRoot?.querySelector<HTMLElement>('.fe-auth-footer')?.offsetHeight ?? 0
    await harness.wait(4_000)
    expect(below()).to.equal(0)
    await harness.wait(1_000)
    await harness.until(() => below() > 0)
    expect(below()).to.be.above(0)
  })

  it('does not follow an identity provider with a script URL', async () => {
    await open({
      respond: (request) =>
        request.url.endsWith('/prelogin')
          ? Response.json({ address: 'javascript:alert(1)', idpType: 'saml' })
          : undefined,
    })
    await toPassword()
    expect(harness.field('input[type=password]')).not.to.equal(null)
  })

  it('has no accessibility violations on its steps', async () => {
    await open()
    await expectNoAxeViolations(harness.box)
    await toPassword()
    await expectNoAxeViolations(harness.box)
    await harness.type('input[name=password]', 'wrong')
    await harness.press()
    await expectNoAxeViolations(harness.box)
  })
})

const HTML = '<!doctype html><h1>Bad gateway</h1><img src=x onerror=alert(1)>'
const TOO_MANY = new Headers({ 'Retry-After': '30', 'Content-Type': 'application/json' })

const TROUBLE: readonly [string, () => Response | Promise<Response>, RegExp][] = [
  ['the API is down', () => Promise.reject(new TypeError('Failed to fetch')), /We can’t reach the server/],
  ['a server error page', () => new Response(HTML, { status: 500 }), /We're facing some difficulties/],
  ['a list of errors', () => Response.json({ errors: ['First', 'Second'] }, { status: 400 }), /First, Second/],
  ['markup in an error', () => Response.json({ errors: ['Use a < b > c'] }, { status: 400 }), /Use a < b > c/],
  ['too many tries', () => new Response('{}', { status: 429, headers: TOO_MANY }), /Try again in 30 seconds/],
  ['garbage instead of tokens', () => new Response('garbage', { status: 200 }), /Failed to authenticate/],
  ['an empty response', () => Response.json({}), /Failed to authenticate/],
  ['null', () => new Response('null', { status: 200 }), /Failed to authenticate/],
]

describe('trouble while signing in', () => {
  let harness: Harness
  let second: HTMLElement | undefined
  afterEach(() => {
    second?.remove()
    return harness.close()
  })

  for (const [index, [title, respond, words]] of TROUBLE.entries()) {
    it(`${title} shows an error and keeps the password`, async () => {
      const isLogin = (request: Request) => request.url.endsWith(login.login.path)
      harness = await openHarness({
        name: `trouble-${index}`,
        respond: (request) => (isLogin(request) ? respond() : undefined),
      })
      await harness.type('input[name=email]', 'ada@acme.test')
      await harness.press()
      await harness.type('input[name=password]', 'Correct-Horse-9')
      await harness.press()
      await harness.until(() => words.test(harness.box.textContent ?? ''))
      expect(harness.box.textContent).to.match(words)
      expect(harness.box.querySelectorAll('b, img')).to.have.length(0)
      expect(harness.field('input[type=password]').value).to.equal('Correct-Horse-9')
      expect(harness.field('button[type=submit]').getAttribute('aria-disabled')).not.to.equal('true')
    })
  }

  it('a request to a server that never responds is aborted after 20 s', async () => {
    harness = await openHarness({
      name: 'slow',
      respond: (request) => (request.url.endsWith(login.login.path) ? new Promise<never>(() => {}) : undefined),
    })
    await harness.type('input[name=email]', 'ada@acme.test')
    await harness.press()
    await harness.type('input[name=password]', 'x')
    await harness.press()
    await harness.wait(20_000)
    expect(harness.box.textContent).to.contain('took too long')
  })
})
