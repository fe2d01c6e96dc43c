import { expect } from 'chai'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { portal } from '../../contract/portal.ts'
import { type Harness, openHarness } from '../../elements/testing/harness.test-kit.ts'

const CODE = { ...login.passwordlessPreLogin, path: fillPath(login.passwordlessPreLogin.path, { type: 'code' }) }
const QUERY = 'invitationToken=invite-1&tenantId=tenant-1&redirectUrl=%2Freports%3Fyear%3D7'

describe('a login box with hash routing', () => {
  let harness: Harness
  let round = 0
  let sent: { path: string; body: Record<string, unknown> }[] = []
  afterEach(() => harness.close())

  const open = async (authStrategy: 'EmailAndPassword' | 'Code') => {
    round += 1
    sent = []
    harness = await openHarness({
      name: `hash-${round}`,
      route: `/app#/account/login?${QUERY}`,
      options: { contextOptions: { baseUrl: 'https://api.test', clientId: 'c' }, urlStrategy: 'hash' },
      respond: async (request) => {
        const path = new URL(request.url).pathname.replace(/^\/frontegg/, '')
        if (path === portal.getVendorPublicPolicy.path) return Response.json({ allowSignups: true, authStrategy })
        if (request.method === 'POST') sent.push({ path, body: await request.clone().json() })
        return path === CODE.path ? Response.json({}) : undefined
      },
    })
    await harness.type('input[name=email]', 'ada@acme.test')
    await harness.press()
  }
  const bodyOf = (path: string) => sent.find((one) => one.path === path)?.body

  it('sends the tenant with the email and the invitation with the password', async () => {
    await open('EmailAndPassword')
    expect(bodyOf(login.preLogin.path)?.tenantId).to.equal('tenant-1')
    await harness.type('input[name=password]', 'Correct-Horse-9')
    await harness.press()
    expect(bodyOf(login.login.path)?.invitationToken).to.equal('invite-1')
  })

  it('sends the invitation when it requests a code', async () => {
    await open('Code')
    expect(bodyOf(CODE.path)?.invitationToken).to.equal('invite-1')
  })

  it('keeps all three in the link to sign up', async () => {
    await open('EmailAndPassword')
    harness.box.shadowRoot?.querySelector<HTMLElement>('button.fe-auth-link')?.click()
    const link = () => harness.box.shadowRoot?.querySelector<HTMLAnchorElement>('a[href*="sign-up"]')
    await harness.until(() => Boolean(link()))
    expect(link()?.getAttribute('href')).to.equal(`${location.origin}/app#/account/sign-up?${QUERY}`)
    link()?.click()
    await harness.wait()
    expect(harness.app.navigator.location().hash).to.equal(`#/account/sign-up?${QUERY}`)
  })
})
