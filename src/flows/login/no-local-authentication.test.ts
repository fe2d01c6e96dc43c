import { expect } from 'chai'
import { login } from '../../contract/login.ts'
import { portal } from '../../contract/portal.ts'
import { type Harness, openHarness } from '../../elements/testing/harness.test-kit.ts'

describe('NoLocalAuthentication', () => {
  let harness: Harness
  let round = 0
  afterEach(() => harness.close())

  const submitEmail = async (preLogin: { status: number; message: string }, authStrategy = 'NoLocalAuthentication') => {
    round += 1
    harness = await openHarness({
      name: `no-local-${round}`,
      respond: (request) => {
        const path = new URL(request.url).pathname.replace(/^\/frontegg/, '')
        if (path === portal.getVendorPublicPolicy.path) return Response.json({ authStrategy })
        const { status, message } = preLogin
        return path === login.preLogin.path ? Response.json({ errors: [message] }, { status }) : undefined
      },
    })
    await harness.type('input[name=email]', 'ada@acme.test')
    await harness.press()
  }
  const passwords = () => harness.box.querySelectorAll('input[name=password]')

  it('asks for the password by default', async () => {
    await submitEmail({ status: 404, message: 'No single sign-on' })
    expect(passwords()).to.have.length(1)
  })

  it('stays at the email with the message of a backend that has no local sign-in for it', async () => {
    await submitEmail({ status: 403, message: 'Use your company sign-in' })
    expect(harness.box.textContent).to.contain('Use your company sign-in')
    expect(passwords()).to.have.length(0)
  })

  it('is the only strategy for which a refused pre-login is final', async () => {
    await submitEmail({ status: 403, message: 'No' }, 'EmailAndPassword')
    expect(passwords()).to.have.length(1)
  })
})
