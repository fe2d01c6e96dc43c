import { expect } from 'chai'
import { login } from '../../contract/login.ts'
import { mfaLogin, rememberDevice } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { portal } from '../../contract/portal.ts'
import { type Harness, openHarness, type Responder } from '../../elements/testing/harness.test-kit.ts'
import { secondFactor } from '../../parts/mfa/second-factor.tsx'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { codesAndLinks } from './sign-in/sign-in.view.tsx'

const LOGIN = login.login.path
const POLICY = rememberDevice.readRememberDevicePolicy.path
const PUBLIC_POLICY = portal.getVendorPublicPolicy.path
const EMAIL = 'ada@acme.test'

const NO_DEVICES = { webauthn: [], phones: [], authenticators: [], emails: [] }
const APP = { authenticators: [{ id: 'a-1' }] }
const PHONE = { phones: [{ id: 'p-1', phoneNumber: '***43' }] }
const MAIL = { emails: [{ email: EMAIL }] }
const OTPAUTH = 'otpauth://totp/Acme:ada%40acme.test?secret=JBSWY3DPEHPK3PXP&issuer=Acme'

type Replies = Readonly<Record<string, (body: Record<string, unknown>) => unknown>>

const refused = (message: string) => Response.json({ errors: [message] }, { status: 400 })

describe('the second factor at sign-in', () => {
  let harness: Harness
  let round = 0
  let sent: { path: string; body: Record<string, unknown> }[] = []
  afterEach(() => harness.close())

  const respondWith = (replies: Replies): Responder => {
    return async (request) => {
      const path = new URL(request.url).pathname.replace(/^\/frontegg/, '')
      const reply = replies[path]
      if (!reply) return undefined
      const body = request.method === 'GET' ? {} : ((await request.clone().json()) as Record<string, unknown>)
      sent.push({ path, body })
      const respond = reply(body)
      return respond instanceof Response ? respond : Response.json(respond)
    }
  }

  const open = async (replies: Replies) => {
    round += 1
    sent = []
    harness = await openHarness({ name: `factor-${round}`, respond: respondWith(replies) })
    await Promise.all([secondFactor.load(), codesAndLinks.load()])
  }

  const signIn = async () => {
    await harness.type('input[name=email]', EMAIL)
    await harness.press()
    await harness.type('input[name=password]', 'Correct-Horse-9')
    await harness.press()
    await harness.wait()
  }

  const asks = (extra: Record<string, unknown>, replies: Replies = {}): Replies => ({
    [LOGIN]: () => ({ mfaRequired: true, mfaToken: 'm-1', userEmail: EMAIL, ...extra }),
    [POLICY]: () => ({ isAllowedToRememberMfaDevice: true, mfaDeviceExpiration: 14 * 86_400 }),
    ...replies,
  })
  const enrolled = (devices: object, replies: Replies = {}) =>
    asks({ mfaEnrolled: true, mfaDevices: { ...NO_DEVICES, ...devices } }, replies)
  const forced = (strategies: string[], replies: Replies = {}) =>
    asks({ mfaEnrolled: false, mfaStrategies: strategies, qrCode: OTPAUTH }, replies)

  const shown = (text: string) => harness.until(() => harness.shadowText().includes(text))
  const button = (text: string) => {
    const all = harness.box.shadowRoot?.querySelectorAll<HTMLElement>('button') ?? []
    const found = [...all].find((one) => one.textContent?.includes(text))
    if (!found) throw new Error(`No button "${text}" in ${harness.shadowText()}`)
    return found
  }
  const press = async (text: string) => {
    button(text).click()
    await harness.wait()
  }
  const paste = async (code: string) => {
    harness.field('input[name=code]').focus()
    document.execCommand('insertText', false, code)
    await harness.wait()
  }
  const bodyOf = (path: string) => sent.filter((call) => call.path === path).at(-1)?.body
  const expectNoBarrier = async () => {
    for (const scheme of ['light', 'dark']) {
      harness.box.dataset.scheme = scheme
      await expectNoAxeViolations(harness.box)
    }
  }

  it('accepts a pasted code of an authenticator app and remembers the device on request', async () => {
    await open(
      enrolled(APP, { [mfaLogin.verifyCode.path]: () => ({ mfaRequired: true, mfaToken: 'm-9', mfaEnrolled: true }) }),
    )
    await signIn()
    await shown('Enter the code from your app')
    expect(harness.box.textContent).to.contain('Remember this device for 14 days')
    expect(document.activeElement).to.equal(harness.field('input[name=code]'))
    await expectNoBarrier()
    harness.field('input[name=rememberDevice]').click()
    await paste('123 456')
    expect(bodyOf(mfaLogin.verifyCode.path)).to.deep.include({ mfaToken: 'm-1', value: '123456', rememberDevice: true })
  })

  it('shows that a code is wrong, empties the boxes and stays ready for the next one', async () => {
    await open(enrolled(APP, { [mfaLogin.verifyCode.path]: () => refused('This code is incorrect or has expired.') }))
    await signIn()
    await shown('Enter the code from your app')
    await paste('111111')
    await harness.until(() => harness.box.textContent?.includes('This code is incorrect') === true)
    expect(harness.box.textContent).to.contain('This code is incorrect or has expired.')
    expect(harness.field('input[name=code]').value).to.equal('')
    expect(document.activeElement).to.equal(harness.field('input[name=code]'))
    await expectNoBarrier()
  })

  it('offers several factors, texts a code and sends a new one only after 30 s', async () => {
    const texted = {
      [fillPath(mfaLogin.preVerifySms.path, { deviceId: 'p-1' })]: () => ({ otcToken: 'o-1', phoneNumber: '***43' }),
    }
    await open(enrolled({ ...APP, ...PHONE, ...MAIL }, texted))
    await signIn()
    await shown('Choose how to confirm')
    await expectNoBarrier()
    await press('Text message')
    await shown('we texted to ***43.')
    await expectNoBarrier()
    expect(harness.shadowText()).to.contain('in 30 seconds')
    await harness.wait(29_000)
    expect(harness.shadowText()).to.contain('in 1 second.')
    await harness.wait(1000)
    await press('Send a new code')
    expect(
      sent.filter(({ path }) => path === fillPath(mfaLogin.preVerifySms.path, { deviceId: 'p-1' })),
    ).to.have.length(2)
    await press('Use another method')
    await shown('Choose how to confirm')
  })

  it('shows that a code could not be emailed and offers a retry', async () => {
    let fails = true
    const mail = {
      [mfaLogin.preVerifyEmailCode.path]: () => (fails ? refused('The mail server is away') : { otcToken: 'o-1' }),
    }
    await open(enrolled(MAIL, mail))
    await signIn()
    await shown('We couldn’t send the code')
    expect(harness.shadowText()).to.contain('The mail server is away')
    await expectNoBarrier()
    fails = false
    await press('Send code')
    await shown(`we sent to ${EMAIL}.`)
  })

  it('removes a lost factor with the recovery code and starts over with a notice', async () => {
    await open(enrolled(APP, { [mfaLogin.recover.path]: () => ({}) }))
    await signIn()
    await shown('Enter the code from your app')
    await press('Use a recovery code')
    await shown('Enter your recovery code')
    await expectNoBarrier()
    await harness.press()
    expect(harness.box.textContent).to.contain('Enter your recovery code.')
    await harness.type('input[name=recoveryCode]', ' R-1 ')
    await harness.press()
    expect(bodyOf(mfaLogin.recover.path)).to.deep.equal({ email: EMAIL, recoveryCode: 'R-1', mfaToken: 'm-1' })
    await shown('Two-factor authentication was turned off')
    expect(harness.field('input[name=email]').value).to.equal(EMAIL)
  })

  it('sets up an authenticator app by picture or key and shows the recovery code once', async () => {
    const enroll = { [mfaLogin.enrollAuthenticator.path]: () => ({ mfaRequired: false, recoveryCode: 'RC-42' }) }
    await open(forced(['AuthenticatorApp'], enroll))
    await signIn()
    await shown('Set up your authenticator app')
    await harness.until(() => harness.box.shadowRoot?.querySelector('.fe-mfa-qr svg') !== null)
    expect(harness.box.shadowRoot?.querySelector('.fe-mfa-qr svg')?.getAttribute('aria-label')).to.contain('QR code')
    expect(harness.shadowText()).to.contain('JBSW Y3DP EHPK 3PXP')
    await expectNoBarrier()
    await paste('123456')
    await shown('Save your recovery code')
    expect(harness.shadowText()).to.contain('RC-42')
    await expectNoBarrier()
    await press('Continue')
    expect(harness.shadowText()).to.contain('Save the code first')
    harness.box.shadowRoot?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    await press('Continue')
    expect(harness.shadowText()).not.to.contain('Save the code first')
  })

  it('sets up text messages with a checked number', async () => {
    const enroll = { [mfaLogin.preEnrollSms.path]: () => ({ otcToken: 'o-1', phoneNumber: '***43' }) }
    await open(forced(['SMS', 'EmailCode', 'AuthenticatorApp'], enroll))
    await signIn()
    await shown('Set up two-factor authentication')
    await expectNoBarrier()
    await press('Text message')
    await shown('Add your phone number')
    await expectNoBarrier()
    await harness.type('input[name=phoneNumber]', '123')
    await harness.press()
    expect(harness.box.textContent).to.contain('Enter a valid phone number')
    await harness.type('input[name=phoneNumber]', '+1 202 555 0143')
    await harness.press()
    expect(bodyOf(mfaLogin.preEnrollSms.path)).to.deep.equal({ mfaToken: 'm-1', phoneNumber: '+12025550143' })
    await shown('we texted to +12025550143.')
    await press('Change number')
    await shown('Add your phone number')
  })

  const without = (authStrategy: string, replies: Replies): Replies => ({
    [PUBLIC_POLICY]: () => ({ authStrategy, allowSignups: true }),
    ...replies,
  })

  it('signs in with an emailed code if the vendor chose that', async () => {
    const code = {
      [fillPath(login.passwordlessPreLogin.path, { type: 'code' })]: () => ({}),
      [fillPath(login.passwordlessPostLogin.path, { type: 'code' })]: () => refused('The code is wrong'),
    }
    await open(without('Code', code))
    await harness.type('input[name=email]', EMAIL)
    await harness.press()
    await shown(`we sent to ${EMAIL}.`)
    await expectNoBarrier()
    await paste('654321')
    expect(bodyOf(fillPath(login.passwordlessPostLogin.path, { type: 'code' }))).to.deep.include({
      code: '654321',
      token: '654321',
    })
    await harness.until(() => harness.box.textContent?.includes('The code is wrong') === true)
  })

  it('emails a link if the vendor chose that, and another one after 30 s', async () => {
    await open(without('MagicLink', { [fillPath(login.passwordlessPreLogin.path, { type: 'magiclink' })]: () => ({}) }))
    await harness.type('input[name=email]', EMAIL)
    await harness.press()
    await shown(`We sent a sign-in link to ${EMAIL}.`)
    await expectNoBarrier()
    await harness.wait(30_000)
    await press('Send a new link')
    const asked = () =>
      sent.filter(({ path }) => path === fillPath(login.passwordlessPreLogin.path, { type: 'magiclink' }))
    await harness.until(() => asked().length > 1)
    expect(asked()).to.have.length(2)
  })

  it('asks the owner of a breached password to choose a new one', async () => {
    await open({
      [portal.getFeatureFlags.path]: () => ({ 'security-center-show-login-flows': 'on' }),
      [LOGIN]: () => ({ mfaRequired: false, isBreachedPassword: true }),
      [password.forgotPassword.path]: () => ({}),
    })
    await signIn()
    await shown('Choose a new password')
    await expectNoBarrier()
    await press('Email me a reset link')
    await shown('We sent a password reset link to')
    await expectNoBarrier()
    expect(bodyOf(password.forgotPassword.path)).to.deep.equal({ email: EMAIL })
  })
})
