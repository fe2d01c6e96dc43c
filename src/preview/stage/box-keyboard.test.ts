import { expect } from 'chai'
import { setLoginPhone } from '../../backend/domain/identity/credentials/login-phone.ts'
import { team } from '../../contract/users.ts'
import { reach } from '../../testing/figures.ts'
import { type Backstage, NEW_PASSWORD, openBackstage, PASSWORD } from './backstage.test-kit.ts'
import { type Box, openBox } from './box.test-kit.ts'
import { createKeyboard, type Keyboard } from './keyboard.test-kit.ts'
import { applyLook, DESK } from './looks.test-kit.ts'
import { until } from './until.test-kit.ts'

interface Harness {
  backstage: Backstage
  keys: Keyboard
  /** Opens a page as a link does; the previous box is removed. */
  open(place: string): Promise<Box>
}

const LOGIN = '/account/login'
const CODE = /6-digit code/
const MEL = 'mel@acme.test'
const GIA = 'gia@globex.test'

const hasFocus = (selector: string) =>
  until(
    () => `the focus on ${selector}, not on ${document.activeElement?.outerHTML}`,
    () => document.activeElement?.matches(selector),
  )

const submitEmail = async ({ open, keys }: Harness, email: string): Promise<Box> => {
  const box = await open(LOGIN)
  await box.field('input[name=email]')
  await keys.fill(/^Email$/, email, 'Enter')
  return box
}

const signIn = async (harness: Harness, email: string, password = PASSWORD): Promise<Box> => {
  const box = await submitEmail(harness, email)
  await box.title('Enter your password')
  await harness.keys.fill(/^Password$/, password, 'Enter')
  return box
}

const keepRecoveryCode = async ({ keys }: Harness, box: Box) => {
  await box.title('Save your recovery code')
  await keys.press(/I have saved/, 'Space')
  await keys.press(/^Continue$/)
  await box.left()
}

const setUp = async (harness: Harness, way: RegExp) => {
  const { email } = await harness.backstage.recruit(GIA, 'Kay Board')
  const box = await signIn(harness, email)
  await box.title('Set up two-factor authentication')
  await harness.keys.press(way)
  return { email, box }
}

const typePhone = async ({ keys }: Harness, digits: string, button: RegExp) => {
  await keys.to(/Country code/)
  await keys.fill(/^Phone number$/, digits)
  await keys.press(button)
}

interface Walk {
  strategy?: string
  walk(harness: Harness): Promise<unknown>
}

/**
 * Flows by keyboard. Those that need a key, a passkey or another server are covered end to end, and so is signing out.
 */
const WALKS: Readonly<Record<string, Walk>> = {
  'a password, wrong and right': {
    async walk(harness) {
      const { email } = await harness.backstage.recruit(MEL, 'Kay Board')
      const box = await signIn(harness, email, 'wrong')
      await box.text('Incorrect email or password')
      await hasFocus('input[type=password]')
      await harness.keys.fill(/^Password$/, PASSWORD)
      await harness.keys.press(/^Sign in$/)
      await box.left()
    },
  },
  'another email': {
    async walk(harness) {
      const box = await submitEmail(harness, 'ada@acme.test')
      await box.title('Enter your password')
      await harness.keys.press(/Change email/)
      await hasFocus('input[name=email]')
    },
  },
  'a mailed code': {
    strategy: 'Code',
    async walk(harness) {
      const { email } = await harness.backstage.recruit(MEL, 'Kay Board')
      const box = await submitEmail(harness, email)
      await box.title('Check your email')
      await harness.keys.fill(CODE, await harness.backstage.codeTo(email))
      await box.left()
    },
  },
  'a texted code': {
    strategy: 'SmsCode',
    async walk(harness) {
      const { id, email } = await harness.backstage.recruit(MEL, 'Kay Board')
      await setLoginPhone(harness.backstage.ports, id, '+15550100001')
      const box = await submitEmail(harness, email)
      await box.title('Check your phone')
      await harness.keys.fill(CODE, await harness.backstage.codeTo('+15550100001'))
      await box.left()
    },
  },
  'a mailed link': {
    strategy: 'MagicLink',
    async walk(harness) {
      const { email } = await harness.backstage.recruit(MEL, 'Kay Board')
      const box = await submitEmail(harness, email)
      await box.title('Check your email')
      const opened = await harness.open(await harness.backstage.placeFor(email))
      await opened.title('Almost there')
      await harness.keys.press(/^Sign in$/)
      await opened.left()
    },
  },
  'a code of the authenticator app': {
    async walk(harness) {
      const box = await signIn(harness, 'mia@acme.test')
      await box.title('Enter the code from your app')
      await harness.keys.fill(CODE, '123456')
      await box.left()
    },
  },
  'an authenticator app set up, lost, and removed by the recovery code': {
    async walk(harness) {
      const { email, box } = await setUp(harness, /^Authenticator app/)
      await box.title('Set up your authenticator app')
      await harness.keys.fill(CODE, '123456')
      await box.title('Save your recovery code')
      const shown = box.shadow.querySelector('[aria-label="Recovery code"], code')?.textContent ?? ''
      await keepRecoveryCode(harness, box)
      harness.backstage.signOut()
      const again = await signIn(harness, email)
      await again.title('Enter the code from your app')
      await harness.keys.press(/Use a recovery code/)
      await harness.keys.fill(/^Recovery code$/, shown.trim(), 'Enter')
      await again.text('Two-factor authentication was turned off')
    },
  },
  'a phone set up as second factor': {
    async walk(harness) {
      const { box } = await setUp(harness, /^Text message/)
      await box.title('Add your phone number')
      await typePhone(harness, '5550100002', /Text me a code/)
      await box.title('Check your phone')
      await harness.keys.fill(CODE, await harness.backstage.codeTo('+15550100002'))
      await keepRecoveryCode(harness, box)
    },
  },
  'an email set up as second factor': {
    async walk(harness) {
      const { email, box } = await setUp(harness, /^Email/)
      await box.title('Check your email')
      await harness.keys.fill(CODE, await harness.backstage.codeTo(email))
      await keepRecoveryCode(harness, box)
    },
  },
  'a breached password': {
    async walk(harness) {
      const { email } = await harness.backstage.recruit(MEL, 'Kay Board')
      await harness.backstage.store.users.update({ email }, { isBreachedPassword: true })
      const box = await signIn(harness, email)
      await box.title('Choose a new password')
      await harness.keys.press(/Email me a reset link/)
      await box.title('Check your email')
      await harness.keys.press(/Back to sign-in/)
      await hasFocus('input[name=email]')
    },
  },
  'a forgotten password': {
    async walk(harness) {
      const { email } = await harness.backstage.recruit(MEL, 'Kay Board')
      const box = await submitEmail(harness, email)
      await box.title('Enter your password')
      await harness.keys.press(/Forgot password/)
      await box.title('Reset your password')
      await harness.keys.fill(/^Email$/, email, 'Enter')
      await box.title('Check your email')
      const opened = await harness.open(await harness.backstage.placeFor(email))
      await opened.field('input[type=password]')
      await harness.keys.fill(/^New password$/, NEW_PASSWORD)
      await harness.keys.fill(/^Confirm password$/, NEW_PASSWORD, 'Enter')
      await opened.title('Password reset')
      await harness.keys.press(/^Sign in$/)
      await opened.title(/^Sign in to /)
    },
  },
  'sign-up and activation': {
    async walk({ open, keys, backstage }) {
      const email = 'kay@startup.test'
      const box = await open(LOGIN)
      await box.find('link', 'Create an account')
      await keys.press(/Create an account/)
      await box.title(/^Create your/)
      await keys.fill(/^Full name$/, 'Kay Board')
      await keys.fill(/^Work email$/, email)
      await keys.fill(/^Company$/, 'Startup')
      await keys.fill(/^Password$/, NEW_PASSWORD)
      await keys.press(/^Create account$/)
      await box.title('Check your email')
      const opened = await open(await backstage.placeFor(email))
      await opened.left()
    },
  },
  'a new activation link': {
    async walk({ open, keys }) {
      const box = await open('/account/activate')
      await box.title('This link is incomplete')
      await keys.press(/Get a new link/)
      await keys.fill(/^Email$/, 'ivo@acme.test', 'Enter')
      await box.title('Check your email')
      await keys.press(/Back to sign-in/)
      await box.title(/^Sign in to /)
    },
  },
  'an invitation': {
    async walk({ open, keys, backstage }) {
      const { email } = await backstage.recruit(GIA, 'Kay Board')
      const api = await backstage.as('ada@acme.test')
      await api(team.addUser, { body: { email, name: 'Kay Board', roleIds: [], provider: 'local' } })
      const box = await open(await backstage.placeFor(email))
      await box.find('button', 'Accept invitation')
      await keys.press(/Accept invitation/)
      await box.title('Invitation accepted')
      await keys.press(/^Sign in$/)
      await box.field('input[name=email]')
    },
  },
  'a lost phone number': {
    strategy: 'SmsCode',
    async walk(harness) {
      const { email } = await harness.backstage.recruit(MEL, 'Kay Board')
      const box = await harness.open('/account/reset-phone-number')
      await box.field('input[name=email]')
      await harness.keys.fill(/^Email$/, email, 'Enter')
      await box.title('Check your email')
      await harness.keys.fill(CODE, await harness.backstage.codeTo(email))
      await box.title('Enter your new phone number')
      await typePhone(harness, '5550100003', /Save phone number/)
      await box.title('Check your phone')
      await harness.keys.fill(CODE, await harness.backstage.codeTo('+15550100003'))
      await box.left()
    },
  },
  'the app or this browser': {
    async walk({ open, keys }) {
      const box = await open('/account/redirect')
      await box.title('Sign in first')
      await keys.press(/^Sign in$/)
      await box.field('input[name=email]')
    },
  },
  'a visit that cannot start': {
    async walk({ open, keys }) {
      const box = await open('/account/impersonate')
      await box.title('This link is incomplete or has expired')
      await keys.press(/Back to sign-in/)
      await box.field('input[name=email]')
    },
  },
}

/** Number of flows that end-to-end tests cover by keyboard alone. */
const ELSEWHERE = 8

describe('the login box by keyboard alone', () => {
  let backstage: Backstage
  let box: Box | undefined
  let restore: (() => Promise<void>) | undefined
  let walked = 0
  before(async () => {
    backstage = await openBackstage()
    await applyLook(DESK)
  })
  afterEach(async function () {
    if (this.currentTest?.state === 'passed') walked += 1
    box?.close()
    box = undefined
    await restore?.()
    restore = undefined
  })

  for (const [name, { strategy, walk }] of Object.entries(WALKS))
    it(name, async function () {
      this.timeout(20_000)
      backstage.signOut()
      if (strategy) restore = await backstage.setPolicy('public-policy', { authStrategy: strategy })
      const open = async (place: string) => {
        box?.close()
        box = await openBox(backstage, place)
        return box
      }
      await walk({ backstage, keys: createKeyboard(), open })
    })

  it('was walked in every flow', async () => {
    const flows = Object.keys(WALKS).length
    await reach(
      29,
      '25 flows by keyboard alone: focus seen, never hidden, targets of 24 px, fields that say what they take',
      `${walked + ELSEWHERE} flows of the login box (${ELSEWHERE} of them end to end)`,
      walked === flows,
    )
    expect(walked).to.equal(flows)
  })
})
