import { expect } from 'chai'
import { login } from '../../contract/login.ts'
import { openWorld, type World } from '../../elements/testing/world.test-kit.ts'
import { SSO_REQUIRED } from '../../rules/sso-sign-in.ts'

const MESSAGE = 'This account requires single sign-on.'
const PROVIDER = 'https://idp.test/start'

describe('An account that requires single sign-on', () => {
  let world: World
  let round = 0
  afterEach(() => world.close())

  /** Signs in with a password that is refused. The page names another account, so the first lookup finds nothing. */
  const signIn = async (refusal: object) => {
    round += 1
    const lookUps: unknown[] = []
    world = await openWorld({
      name: `sso-required-${round}`,
      route: '/account/login?tenantId=other',
      respond: async (request) => {
        const path = new URL(request.url).pathname.replace(/^\/frontegg/, '')
        if (path === login.preLogin.path) {
          const body = await request.json()
          lookUps.push(body)
          if (body.tenantId) return Response.json({ errors: ['No single sign-on'] }, { status: 404 })
          return Response.json({ address: PROVIDER, idpType: 'saml' })
        }
        return path === login.login.path ? Response.json({ errors: [MESSAGE], ...refusal }, { status: 403 }) : undefined
      },
    })
    await world.type('input[name=email]', 'ada@acme.test')
    await world.press()
    await world.type('input[name=password]', 'Correct-Horse-9')
    await world.press()
    return lookUps
  }
  const button = () =>
    [...(world.box.shadowRoot?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === 'Continue with single sign-on',
    )

  it('offers it after a refusal, and finds the connection of the email regardless of the page’s account', async () => {
    const lookUps = await signIn(SSO_REQUIRED)
    expect(world.box.textContent).to.contain(MESSAGE)
    button()?.click()
    await world.until(() => world.shadowText().includes('Redirecting to your company’s sign-in page'))
    expect(world.shadowText()).to.contain('Redirecting to your company’s sign-in page')
    await world.wait(2_000)
    expect(lookUps.at(-1)).to.deep.equal({ email: 'ada@acme.test' })
  })

  it('is not offered after any other refusal', async () => {
    await signIn({})
    expect(world.box.textContent).to.contain(MESSAGE)
    expect(button()).to.equal(undefined)
  })
})
