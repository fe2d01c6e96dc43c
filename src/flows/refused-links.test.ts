import { expect } from 'chai'
import { invitation } from '../contract/invitation.ts'
import { password } from '../contract/password.ts'
import { activation } from '../contract/sign-up.ts'
import { type Harness, openHarness } from '../elements/testing/harness.test-kit.ts'
import { expectNoAxeViolations } from '../testing/axe.tsx'
import { acceptInvitationFlow, activateAccountFlow, magicLinkFlow, resetPasswordFlow } from './index.ts'

const OLD = 'This link has expired. Request a new one.'
const refused = () => Response.json({ errors: [OLD] }, { status: 400 })
const offline = (): Response => {
  throw new TypeError('Failed to fetch')
}

describe('a link from an email', () => {
  let harness: Harness
  let round = 0
  afterEach(() => harness.close())

  const open = async (route: string, path = '', respond: () => Response = refused) => {
    round += 1
    const flows = [acceptInvitationFlow, activateAccountFlow, resetPasswordFlow, magicLinkFlow]
    await Promise.all(flows.map(({ load }) => load()))
    harness = await openHarness({
      name: `link-${round}`,
      route,
      respond: async ({ url }) => (path && new URL(url).pathname.endsWith(path) ? respond() : undefined),
    })
  }
  const shown = (text: string) => harness.until(() => harness.shadowText().includes(text))
  const find = (selector: string, text: string) =>
    [...(harness.box.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])].find((one) => one.textContent === text)
  const primary = (text: string) => find('.fe-button-primary', text)

  it('that activates an account is tried again after the server could not be reached', async () => {
    let isOffline = true
    const strategy = () => (isOffline ? offline() : Response.json({ shouldSetPassword: true }))
    await open('/account/activate?userId=u-1&token=t-1', activation.getActivationStrategy.path, strategy)
    await shown('We couldn’t verify your link')
    expect(harness.shadowText()).to.contain('We can’t reach the server')
    expect(harness.shadowText()).not.to.contain('expired')
    expect(primary('Get a new link')).to.equal(undefined)
    isOffline = false
    primary('Try again')?.click()
    await shown('Choose your password')
  })

  it('that activates an account shows once that it has expired, and offers a new one', async () => {
    await open('/account/activate?userId=u-1&token=t-1', activation.getActivationStrategy.path)
    await shown(OLD)
    expect(harness.shadowText().split('This link has expired')).to.have.length(2)
    expect(primary('Try again')).to.equal(undefined)
    primary('Get a new link')?.click()
    await shown('Get a new activation link')
  })

  it('that resets a password leads to a new one when it is refused', async () => {
    await open('/account/reset-password?userId=u-1&token=t-1', password.resetPassword.path)
    await harness.until(() => harness.box.querySelector('input[name=password]') !== null)
    expect(find('a', 'Get a new link')).to.equal(undefined)
    await harness.type('input[name=password]', 'Correct-Horse-9!')
    await harness.type('input[name=confirmPassword]', 'Correct-Horse-9!')
    await harness.press()
    expect(harness.box.textContent).to.contain(OLD)
    expect(find('a', 'Get a new link')?.getAttribute('href')).to.equal(`${location.origin}/account/forget-password`)
  })

  it('that invites offers a retry only if that can help', async () => {
    await open('/account/invitation/accept?userId=u-1&token=t-1', invitation.acceptInvitation.path)
    primary('Accept invitation')?.click()
    await shown(OLD)
    expect(primary('Try again')).to.equal(undefined)
    expect(primary('Back to sign-in')?.getAttribute('href')).to.equal(`${location.origin}/account/login`)
    await expectNoAxeViolations(harness.box)
    await harness.close()
    await open('/account/invitation/accept?userId=u-1&token=t-1', invitation.acceptInvitation.path, offline)
    primary('Accept invitation')?.click()
    await shown('We can’t reach the server')
    expect(primary('Try again')).not.to.equal(undefined)
  })

  it('that signs in shows an error when it was copied in part, and leads to the sign-in', async () => {
    await open('/account/login/magic-link')
    await shown('This link is incomplete')
    primary('Back to sign-in')?.click()
    expect(harness.app.navigator.location().pathname).to.equal('/account/login')
  })
})
