import { expect } from 'chai'
import { invitation } from '../contract/invitation.ts'
import { activation, linkOwner } from '../contract/sign-up.ts'
import { type Harness, openHarness } from '../elements/testing/harness.test-kit.ts'
import { expectNoAxeViolations } from '../testing/axe.tsx'
import { acceptInvitationFlow, activateAccountFlow, resetPasswordFlow } from './index.ts'

const ADA = 'ada@acme.test'
const NIA = 'nia@acme.test'

const ROUTES = {
  activation: '/account/activate?userId=u-1&token=t-1',
  invitation: '/account/invitation/accept?userId=u-1&token=t-1',
  reset: '/account/reset-password?userId=u-1&token=t-1',
} as const

type Kind = keyof typeof ROUTES

const DEAD: readonly [kind: Kind, facts: object, title: string, next: string][] = [
  ['activation', { dead: 'expired', isInvitation: true }, 'This invitation has expired', 'Email me a new invitation'],
  ['activation', { dead: 'used', isInvitation: true }, 'This invitation was already used', 'Back to sign-in'],
  ['activation', { dead: 'expired' }, 'This activation link has expired', 'Get a new link'],
  ['activation', { dead: 'used' }, 'This activation link was already used', 'Back to sign-in'],
  ['invitation', { dead: 'expired' }, 'This invitation has expired', 'Email me a new invitation'],
  ['invitation', { dead: 'used' }, 'This invitation was already used', 'Back to sign-in'],
  ['reset', { dead: 'expired' }, 'This password reset link has expired', 'Get a new link'],
  ['reset', { dead: 'used' }, 'This password reset link was already used', 'Back to sign-in'],
]

const INVITED = { email: NIA, isInvitation: true, tenantName: 'Globex', inviterName: 'Gia Romano' }

const OTHERS: readonly [kind: Kind, facts: object | undefined, sentence: string, go: string][] = [
  [
    'activation',
    { ...INVITED, shouldSetPassword: true },
    `Gia Romano invited ${NIA} to join Globex.`,
    `Continue as ${NIA}`,
  ],
  ['invitation', { ...INVITED, inviterName: '' }, `${NIA} is invited to join Globex.`, `Continue as ${NIA}`],
  [
    'activation',
    { email: NIA, shouldSetPassword: true },
    `This link activates the account of ${NIA}.`,
    `Continue as ${NIA}`,
  ],
  ['reset', { email: NIA }, `This link resets the password of ${NIA}.`, `Continue as ${NIA}`],
  ['activation', undefined, 'This link is for another user.', 'Sign out and continue'],
  ['invitation', undefined, 'This link is for another user.', 'Sign out and continue'],
  ['reset', { tenantName: 5, email: {}, dead: 'maybe' }, 'This link is for another user.', 'Sign out and continue'],
]

const OPENED = { activation: 'Choose your password', invitation: 'Accept invitation', reset: 'Choose a new password' }

describe('a mailed link, before it is used', () => {
  let harness: Harness
  let round = 0
  afterEach(() => harness.close())

  const open = async (kind: Kind, facts: object | undefined, signedInAs: string | null = null) => {
    round += 1
    await Promise.all([acceptInvitationFlow, activateAccountFlow, resetPasswordFlow].map(({ load }) => load()))
    harness = await openHarness({
      name: `mailed-${round}`,
      route: ROUTES[kind],
      signedInAs,
      respond: async ({ url }) => {
        const { pathname } = new URL(url)
        if (pathname.endsWith(activation.getActivationStrategy.path)) return Response.json({ shouldSetPassword: true })
        if (!pathname.endsWith(linkOwner.getLinkOwner.path)) return undefined
        return facts ? Response.json(facts) : Response.json({ errors: ['Not found'] }, { status: 404 })
      },
    })
  }
  const shown = (text: string) => harness.until(() => harness.shadowText().includes(text))
  const press = (text: string) =>
    [...(harness.box.shadowRoot?.querySelectorAll<HTMLElement>('button, a') ?? [])].find(
      (one) => one.textContent === text,
    )
  const used = () => harness.requests.filter((one) => /activate$|accept$|reset\/verify$/.test(one))

  for (const [kind, facts, title, next] of DEAD) {
    it(`shows that it no longer works, and what to do next: ${kind}, ${JSON.stringify(facts)}`, async () => {
      await open(kind, facts)
      await shown(title)
      expect(press(next), next).not.to.equal(undefined)
      expect(press('Back to sign-in')).not.to.equal(undefined)
      expect(harness.requests.join()).not.to.contain('activate/strategy')
      await expectNoAxeViolations(harness.box)
    })
  }

  for (const [kind, facts, sentence, go] of OTHERS) {
    it(`asks a user who is signed in as someone else: ${kind}, ${JSON.stringify(facts)}`, async () => {
      await open(kind, facts, ADA)
      await shown(sentence)
      expect(harness.shadowText()).to.contain(`You’re signed in as ${ADA}.`)
      expect(press(`Stay signed in as ${ADA}`)).not.to.equal(undefined)
      await expectNoAxeViolations(harness.box)
      expect(harness.app.session.current().status).to.equal('signed-in')
      press(go)?.click()
      await shown(OPENED[kind])
      expect(harness.app.session.current().status).to.equal('signed-out')
      expect(used()).to.deep.equal([])
    })
  }

  it('doesn’t ask the user it is for', async () => {
    await open('invitation', { ...INVITED, email: ADA }, ADA)
    await shown('Join Globex')
    expect(harness.shadowText()).not.to.contain('someone else')
  })

  it('sends a new invitation to a user who requests one', async () => {
    await open('invitation', { dead: 'expired' })
    await shown('This invitation has expired')
    press('Email me a new invitation')?.click()
    await harness.type('input[name=email]', NIA)
    await harness.press()
    await shown('Check your email')
    expect(harness.requests.at(-1)).to.equal(`POST ${invitation.resendInvitationEmail.path}`)
  })
})
