import { expect } from 'chai'
import type { InitOptions } from '../../app/options.ts'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { portal } from '../../contract/portal.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { type Harness, openHarness } from '../../elements/testing/harness.test-kit.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { magicLinkFlow, signUpFlow } from '../index.ts'

const SIGN_UP = signUp.signUp.path
const RESEND = activation.resendActivationEmail.path
const POLICY = portal.getVendorPublicPolicy.path
const LINK = fillPath(login.passwordlessPostLogin.path, { type: 'magiclink' })
const PASSWORD = 'Correct-Horse-9!'

const ALL_FIELDS = {
  loginBox: {
    signup: {
      fieldsProperties: { phoneNumber: { enabled: true, settings: { validation: { required: true } } } },
      disclaimer: { hasCheckbox: true, terms: { enabled: true }, privacy: { enabled: true } },
    },
  },
}

describe('signing up', () => {
  let harness: Harness
  let round = 0
  let sent: { path: string; body: Record<string, unknown> }[] = []
  afterEach(() => harness.close())

  const open = async (replies: Record<string, () => unknown>, route = '/account/sign-up', options?: InitOptions) => {
    round += 1
    sent = []
    await Promise.all([signUpFlow.load(), magicLinkFlow.load()])
    harness = await openHarness({
      name: `sign-up-${round}`,
      route,
      ...(options ? { options } : {}),
      respond: async (request) => {
        const path = new URL(request.url).pathname.replace(/^\/frontegg/, '')
        const reply = replies[path] ?? (path === POLICY ? () => ({ allowSignups: true }) : undefined)
        if (!reply) return undefined
        if (request.method === 'POST') sent.push({ path, body: await request.clone().json() })
        const respond = reply()
        return respond instanceof Response ? respond : Response.json(respond)
      },
    })
  }
  const shown = (text: string) => harness.until(() => harness.shadowText().includes(text))
  const shadowButton = (text: string) => {
    const all = harness.box.shadowRoot?.querySelectorAll<HTMLElement>('button') ?? []
    return [...all].find((one) => one.textContent?.includes(text))
  }
  const fill = async () => {
    await harness.type('input[name=name]', 'Ada Lovelace')
    await harness.type('input[name=email]', 'ada@new.test')
    await harness.type('input[name=companyName]', 'Analytical')
    await harness.type('input[name=password]', PASSWORD)
  }
  const expectNoBarrier = async () => {
    for (const scheme of ['light', 'dark']) {
      harness.box.dataset.scheme = scheme
      await expectNoAxeViolations(harness.box)
    }
  }

  it('reports what is missing, then creates the account and announces the email, with a new one after 30 s', async () => {
    await open({ [SIGN_UP]: () => ({ shouldActivate: true, userId: 'u-1', tenantId: 't-1' }), [RESEND]: () => ({}) })
    const events: unknown[] = []
    harness.box.addEventListener('fe-sign-up', (event) => events.push((event as CustomEvent).detail))
    await harness.press()
    expect(harness.box.textContent).to.contain('Enter your name.')
    expect(document.activeElement).to.equal(harness.field('input[name=name]'))
    await expectNoBarrier()
    await fill()
    await harness.press()
    const wanted = { email: 'ada@new.test', name: 'Ada Lovelace', companyName: 'Analytical', password: PASSWORD }
    expect(sent.find(({ path }) => path === SIGN_UP)?.body).to.deep.equal(wanted)
    await shown('We sent an activation link to ada@new.test.')
    expect(events).to.have.length(1)
    expect(events[0]).to.include({ email: 'ada@new.test', id: 'u-1', tenantId: 't-1', authenticationType: 'PASSWORD' })
    expect(events[0]).not.to.have.property('password')
    await expectNoBarrier()
    await harness.wait(30_000)
    shadowButton('Send a new link')?.click()
    await harness.wait()
    expect(sent.filter(({ path }) => path === RESEND)).to.have.length(1)
  })

  it('accepts names of two letters, and no shorter ones', async () => {
    await open({ [SIGN_UP]: () => ({ shouldActivate: true }) })
    await fill()
    await harness.type('input[name=name]', 'B')
    await harness.press()
    expect(harness.box.textContent).to.contain('Enter at least 2 characters.')
    await harness.type('input[name=name]', 'Bo')
    await harness.type('input[name=companyName]', 'HP')
    await harness.press()
    await harness.until(() => sent.some(({ path }) => path === SIGN_UP))
    expect(sent.find(({ path }) => path === SIGN_UP)?.body).to.include({ name: 'Bo', companyName: 'HP' })
  })

  it('asks for phone and consent if the host requires them', async () => {
    await open({ [SIGN_UP]: () => ({ shouldActivate: true }) }, undefined, { themeOptions: ALL_FIELDS })
    await fill()
    await harness.type('input[name=phoneNumber]', '+44 7700 900123')
    await harness.press()
    expect(harness.box.textContent).to.contain('Accept the terms to continue.')
    await expectNoBarrier()
    harness.field('input[name=consent]').click()
    await harness.press()
    await harness.until(() => sent.some(({ path }) => path === SIGN_UP))
    expect(sent.find(({ path }) => path === SIGN_UP)?.body).to.include({ phoneNumber: '+447700900123' })
  })

  it('keeps what was typed when the server refuses', async () => {
    await open({ [SIGN_UP]: () => Response.json({ errors: ['This email is taken'] }, { status: 400 }) })
    await fill()
    await harness.press()
    const note = harness.box.querySelector('[role=alert].fe-note')
    expect(note?.textContent).to.equal('This email is taken')
    // This place is visible on a phone too, where the first field is not.
    expect(note?.nextElementSibling).to.equal(harness.field('button[type=submit]'))
    expect(harness.field('input[name=companyName]').value).to.equal('Analytical')
    await expectNoBarrier()
  })

  it('goes straight to the second factor when the account needs one', async () => {
    const authResponse = { mfaRequired: true, mfaToken: 'm-1', mfaEnrolled: false, mfaStrategies: ['SMS'] }
    await open({ [SIGN_UP]: () => ({ shouldActivate: false, authResponse }) })
    await fill()
    await harness.press()
    await shown('Add your phone number')
    expect(harness.shadowText()).to.contain('Add your phone number')
  })

  it('is closed if the vendor accepts no new accounts, and the login does not offer it', async () => {
    await open({ [POLICY]: () => ({ allowSignups: false }) })
    await shown('Sign-up is by invitation only')
    expect(harness.shadowText()).to.contain('Sign-up is by invitation only')
    await expectNoBarrier()
    await harness.close()
    await open({ [POLICY]: () => ({ allowSignups: false }) }, '/account/login')
    expect(harness.shadowText()).not.to.contain('Create an account')
    await harness.close()
    await open({}, '/account/login')
    await shown('Create an account')
    expect(harness.shadowText()).to.contain('Create an account')
  })

  it('uses up an emailed link only on a press, and shows when it no longer works', async () => {
    const dead = () => Response.json({ errors: ['This link is used'] }, { status: 401 })
    await open({ [LINK]: dead }, '/account/login/magic-link?token=t-1')
    await shown('Almost there')
    expect(sent.filter(({ path }) => path === LINK)).to.have.length(0)
    await expectNoBarrier()
    shadowButton('Sign in')?.click()
    await shown('We couldn’t sign you in')
    expect(sent.find(({ path }) => path === LINK)?.body).to.deep.equal({ code: 't-1', token: 't-1' })
    expect(harness.shadowText()).to.contain('This link is used')
    await expectNoBarrier()
  })
})
