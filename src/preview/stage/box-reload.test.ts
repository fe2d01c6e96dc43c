import { allByRole, type Name } from '../../testing/by-role.ts'
import { type Backstage, NEW_PASSWORD, openBackstage } from './backstage.test-kit.ts'
import { type Box, openBox } from './box.test-kit.ts'
import { until } from './until.test-kit.ts'

/** A step, how a user reaches it, and the texts they read there before and after a reload. */
interface Step {
  name: string
  place: string
  /** Sample user that a new user copies, so that they may reach the step. */
  like?: string
  strategy?: string
  reach?(box: Box, email: string): Promise<void>
  shows: Name
  afterReload?: Name
}

const LOGIN = '/account/login'
const SIGN_IN = /^Sign in to /
const MEL = 'mel@acme.test'
const GIA = 'gia@globex.test'

const submitEmail = (box: Box, email: string) => box.enterEmail(email)
const signIn = (box: Box, email: string) => box.signIn(email)
const forced = (way: RegExp) => async (box: Box, email: string) => {
  await box.signIn(email)
  await box.click('button', way)
}

/** Steps within the sign-in start over after a reload: no secret outlives the page. */
const STEPS: readonly Step[] = [
  { name: 'preLogin', place: LOGIN, shows: SIGN_IN },
  { name: 'loginWithPassword', place: LOGIN, like: MEL, reach: submitEmail, shows: 'Enter your password' },
  {
    name: 'loginWithTwoFactor, authenticatorApp',
    place: LOGIN,
    reach: (box) => box.signIn('mia@acme.test'),
    shows: 'Enter the code from your app',
  },
  {
    name: 'recoverTwoFactor',
    place: LOGIN,
    async reach(box) {
      await box.signIn('mia@acme.test')
      await box.click('button', 'Use a recovery code')
    },
    shows: 'Enter your recovery code',
  },
  {
    name: 'forceTwoFactor, verify',
    place: LOGIN,
    like: GIA,
    reach: signIn,
    shows: 'Set up two-factor authentication',
  },
  {
    name: 'smsSetPhoneNumber',
    place: LOGIN,
    like: GIA,
    reach: forced(/^Text message/),
    shows: 'Add your phone number',
  },
  { name: 'emailVerifyCode', place: LOGIN, like: GIA, reach: forced(/^Email/), shows: 'Check your email' },
  { name: 'breachedPassword', place: LOGIN, like: MEL, reach: signIn, shows: 'Choose a new password' },
  { name: 'SignUp', place: '/account/sign-up', shows: /^Create your/, afterReload: /^Create your/ },
  {
    name: 'SignUpSuccess',
    place: '/account/sign-up',
    async reach(box) {
      await box.fill('input[name=name]', 'Rea Load')
      await box.fill('input[name=email]', 'rea@startup.test')
      await box.fill('input[name=companyName]', 'Startup')
      await box.fill('input[type=password]', NEW_PASSWORD)
      await box.click('button', 'Create account')
    },
    shows: 'Check your email',
    afterReload: /^Create your/,
  },
  {
    name: 'forgotPassword',
    place: '/account/forget-password',
    shows: 'Reset your password',
    afterReload: 'Reset your password',
  },
  {
    name: 'forgotPassword: success',
    place: '/account/forget-password',
    like: MEL,
    reach: submitEmail,
    shows: 'Check your email',
    afterReload: 'Reset your password',
  },
  {
    name: 'VerifyResetPhoneNumber',
    place: '/account/reset-phone-number',
    like: MEL,
    reach: submitEmail,
    shows: 'Check your email',
    afterReload: 'Change your phone number',
  },
  ...(
    [
      ['Code', 'Check your email'],
      ['MagicLink', 'Check your email'],
      ['SmsCode', 'Check your phone'],
    ] as const
  ).map(
    ([strategy, shows]): Step => ({ name: strategy, strategy, place: LOGIN, like: MEL, reach: submitEmail, shows }),
  ),
  ...(
    [
      ['activating: incomplete', '/account/activate', 'This link is incomplete'],
      ['activating: dead', '/account/activate?userId=unknown&token=x', 'We couldn’t verify your link'],
      ['invalid', '/account/invitation/accept', 'This invitation link is incomplete'],
      ['resetPassword: incomplete', '/account/reset-password', 'This link is incomplete'],
      ['magic link: incomplete', '/account/login/magic-link', 'This link is incomplete'],
      ['impersonating: incomplete', '/account/impersonate', 'This link is incomplete or has expired'],
      ['social callback: unknown', '/account/social/success?code=c&state=s', 'This sign-in has expired'],
      ['oidc callback: unknown', '/account/oidc/callback?code=c&state=s', 'This sign-in has expired'],
      ['open app: signed out', '/account/redirect', 'Sign in first'],
    ] as const
  ).map(([name, place, shows]): Step => ({ name, place, shows, afterReload: shows })),
]

/** Expects something that can be pressed, followed or typed into. */
const expectWayOn = ({ shadow, host }: Box) =>
  until(
    () => `a way on from ${host.textContent}`,
    () =>
      [shadow, host].some((root) =>
        (['button', 'link', 'field'] as const).some((role) =>
          allByRole(root, role).some((node) => !node.matches(':disabled')),
        ),
      ),
  )

describe('a step of the login box', () => {
  let backstage: Backstage
  let box: Box | undefined
  let restore: (() => Promise<void>) | undefined
  before(async () => {
    backstage = await openBackstage()
  })
  afterEach(async () => {
    box?.close()
    box = undefined
    await restore?.()
    restore = undefined
  })

  for (const { name, place, like, strategy, reach, shows, afterReload = SIGN_IN } of STEPS)
    it(`survives a reload, and the user can continue: ${name}`, async () => {
      backstage.signOut()
      if (strategy) restore = await backstage.setPolicy('public-policy', { authStrategy: strategy })
      const { email } = like ? await backstage.recruit(like, 'Rea Load') : { email: '' }
      if (name === 'breachedPassword') await backstage.store.users.update({ email }, { isBreachedPassword: true })
      const first = await openBox(backstage, place)
      box = first
      await reach?.(first, email)
      await first.title(shows)
      await expectWayOn(first)
      first.close()
      // Cookies and storage are kept.
      box = await openBox(backstage, place)
      await box.title(afterReload)
      await expectWayOn(box)
    })
})
