import { expect } from 'chai'
import { login } from '../../contract/login.ts'
import { type Harness, openHarness } from '../../elements/testing/harness.test-kit.ts'
import { SSO_REQUIRED } from '../../rules/sso-sign-in.ts'

const MESSAGE = 'This account requires single sign-on.'
const PROVIDER = 'https://idp.test/start'

describe('An account that requires single sign-on', () => {
  let harness: Harness
  let round = 0
  afterEach(() => harness.close())

  /** Signs in with a password that is refused. The page names another account, so the first lookup finds nothing. */
  const signIn = async (refusal: object) => {
    round += 1
    const lookUps: unknown[] = []
    harness = await openHarness({
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
    await harness.type('input[name=email]', 'ada@acme.test')
    await harness.press()
    await harness.type('input[name=password]', 'Correct-Horse-9')
    await harness.press()
    return lookUps
  }
  const button = () =>
    [...(harness.box.shadowRoot?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === 'Continue with single sign-on',
    )

  it('offers it after a refusal, and finds the connection of the email regardless of the page’s account', async () => {
    const lookUps = await signIn(SSO_REQUIRED)
    expect(harness.box.textContent).to.contain(MESSAGE)
    button()?.click()
    await harness.until(() => harness.shadowText().includes('Redirecting to your company’s sign-in page'))
    expect(harness.shadowText()).to.contain('Redirecting to your company’s sign-in page')
    await harness.wait(2_000)
    expect(lookUps.at(-1)).to.deep.equal({ email: 'ada@acme.test' })
  })

  it('is not offered after any other refusal', async () => {
    await signIn({})
    expect(harness.box.textContent).to.contain(MESSAGE)
    expect(button()).to.equal(undefined)
  })
})
