import { expect } from 'chai'
import { reach, scaled } from '../../testing/figures.ts'
import { MALFORMED_RESPONSES, titleOf } from '../../testing/malformed-responses.ts'
import { type Backstage, NEW_PASSWORD, openBackstage, PASSWORD } from './backstage.test-kit.ts'
import { type Box, openBox } from './box.test-kit.ts'
import { respondMalformed } from './malformed.test-kit.ts'
import { until } from './until.test-kit.ts'

interface Call {
  name: string
  path: RegExp
  strategy?: string
  place: string
  /** Opens the screen that makes the call. */
  open?(box: Box): Promise<void>
  submit(box: Box): Promise<void>
  /** Whether another screen shows the error. */
  opensAnew?: boolean
}

const EMAIL = 'mel@acme.test'
const submitEmail = (box: Box) => box.enterEmail(EMAIL)
const CODE = 'input[autocomplete=one-time-code]'

/** Enters a code again. A refused code is cleared; one that never arrived remains and can be sent again. */
const giveCode = async (box: Box) => {
  const { value } = await box.field(CODE)
  if (value) await box.submit(CODE)
  else await box.fill(CODE, '123456')
}

const toFactor = async (box: Box) => {
  await box.signIn('mia@acme.test')
  await box.field(CODE)
}

const CALLS: readonly Call[] = [
  {
    name: 'sign-in',
    path: /\/auth\/v1\/user$/,
    place: '/account/login',
    open: submitEmail,
    submit: (box) => box.enterPassword(PASSWORD),
  },
  {
    name: 'a code asked for',
    path: /\/passwordless\/code\/prelogin$/,
    strategy: 'Code',
    place: '/account/login',
    submit: submitEmail,
  },
  {
    name: 'a mailed code',
    path: /\/passwordless\/code\/postlogin$/,
    strategy: 'Code',
    place: '/account/login',
    open: submitEmail,
    submit: giveCode,
  },
  {
    name: 'a mailed link',
    path: /\/passwordless\/magiclink\/postlogin$/,
    place: '/account/login/magic-link?token=t',
    submit: (box) => box.click('button', 'Sign in'),
    opensAnew: true,
  },
  { name: 'a second factor', path: /\/mfa\/verify$/, place: '/account/login', open: toFactor, submit: giveCode },
  {
    name: 'a recovery code',
    path: /\/mfa\/recover$/,
    place: '/account/login',
    async open(box) {
      await toFactor(box)
      await box.click('button', 'Use a recovery code')
    },
    async submit(box) {
      await box.fill('input[name=recoveryCode]', 'R-1')
      await box.submit('input[name=recoveryCode]')
    },
  },
  {
    name: 'sign-up',
    path: /\/users\/v1\/signUp$/,
    place: '/account/sign-up',
    async open(box) {
      await box.fill('input[name=name]', 'Malformed Response')
      await box.fill('input[name=email]', 'odd@startup.test')
      await box.fill('input[name=companyName]', 'Startup')
      await box.fill('input[type=password]', NEW_PASSWORD)
    },
    submit: (box) => box.click('button', 'Create account'),
  },
  {
    name: 'a forgotten password',
    path: /\/passwords\/reset$/,
    place: '/account/forget-password',
    submit: submitEmail,
  },
  {
    name: 'a new password',
    path: /\/passwords\/reset\/verify$/,
    place: '/account/reset-password?userId=u&token=t',
    async submit(box) {
      await box.fill('input[name=password]', NEW_PASSWORD)
      if (box.host.querySelector('input[name=confirmPassword]'))
        await box.fill('input[name=confirmPassword]', NEW_PASSWORD)
      await box.submit('input[name=password]')
    },
  },
  {
    name: 'a new activation link',
    path: /\/users\/v1\/activate\/reset$/,
    place: '/account/activate',
    open: (box) => box.click('button', 'Get a new link'),
    submit: submitEmail,
  },
  {
    name: 'an invitation',
    path: /\/users\/v1\/invitation\/accept$/,
    place: '/account/invitation/accept?userId=u&token=t',
    submit: (box) => box.click('button', /^(Accept invitation|Try again)$/),
  },
  {
    name: 'a lost phone number',
    path: /\/users\/v1\/phone\/reset$/,
    place: '/account/reset-phone-number',
    submit: submitEmail,
  },
]

/** Tests of `http/` cover how each response is read; here the first few reach every call. */
const RESPONSES = MALFORMED_RESPONSES.slice(0, Math.max(3, scaled(MALFORMED_RESPONSES.length)))

describe('the login box and a malformed response', () => {
  let backstage: Backstage
  let box: Box | undefined
  let restore: (() => Promise<unknown>) | undefined
  let checked = 0
  before(async () => {
    backstage = await openBackstage()
  })
  afterEach(async () => {
    box?.close()
    box = undefined
    backstage.intercept()
    await restore?.()
    restore = undefined
  })

  for (const call of CALLS) {
    it(`ends the waiting with the right message: ${call.name}`, async function () {
      this.timeout(20_000 + RESPONSES.length * 5_000)
      if (call.strategy) restore = await backstage.setPolicy('public-policy', { authStrategy: call.strategy })
      const malformed = respondMalformed(backstage, call)
      const open = async () => {
        box?.close()
        await backstage.signOut()
        box = await openBox(backstage, call.place)
        await call.open?.(box)
        return box
      }
      let ready: Box | undefined
      for (const one of RESPONSES) {
        const what = `${call.name}, ${titleOf(one)}`
        malformed.respondWith(undefined)
        const own = ready && !call.opensAnew ? ready : await open()
        const before = malformed.sent()
        malformed.respondWith(one)
        await call.submit(own)
        await until(`the call: ${what}`, () => malformed.sent() === before + 1)
        // The wait must end first, because the previous response may have had the same message.
        await own.idle()
        if (one.says) await own.text(one.says)
        expect(own.words(), what).to.not.include('<')
        ready = one.says === undefined ? undefined : own
        checked += 1
      }
    })
  }

  it('was tried for every call', async () => {
    expect(checked).to.equal(CALLS.length * RESPONSES.length)
    await reach(
      46,
      '40 bodies × 12 calls: right text, loading ends, 0 uncaught; 20 clicks in 100 ms: 1 request',
      `${RESPONSES.length} bodies, ${CALLS.length} calls of the login box: ${checked} responses, 0 uncaught; 20 clicks: 1 request (document.spec.ts)`,
      checked === CALLS.length * RESPONSES.length,
    )
  })
})
