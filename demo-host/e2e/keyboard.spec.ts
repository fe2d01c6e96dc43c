import type { Page } from '@playwright/test'
import { setLoginPhone } from '../../src/backend/domain/credentials/login-phone.ts'
import { team } from '../../src/contract/team.ts'
import type { DemoHost } from '../server/demo-host.ts'
import type { InboxMessage } from '../server/inbox.ts'
import { expect, test } from './fixtures.ts'
import type { LoginBoxModel } from './models/login-box.ts'
import { freshEmail, NEW_PASSWORD, PASSWORD, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { reach, rotating } from './support/figures.ts'
import { type Keys, keyboard } from './support/keys.ts'
import { withPolicy } from './support/policy.ts'
import { forgetSession } from './support/settled.ts'
import { tally } from './support/tally.ts'
import { totp } from './support/totp.ts'

interface World {
  page: Page
  box: LoginBoxModel
  demo: DemoHost
  keys: Keys
  inbox(to: string): Promise<InboxMessage>
  title(words: string | RegExp): Promise<void>
}

type Walk = (world: World) => Promise<void>

const HOME = '**/script-tag/home'
const CODE = /6-digit code/
const newcomer = (demo: DemoHost, like = 'mel@acme.test') => recruit(demo, like, 'Kay Board')
const number = () => `555${String(Date.now()).slice(-7)}`

const submitEmail = async ({ page, box, keys }: World, email: string) => {
  await page.goto('/account/login')
  await expect(box.email).toBeVisible()
  await keys.fill(/^Email$/, email, 'Enter')
}

const signIn = async (world: World, email: string, password = PASSWORD) => {
  await submitEmail(world, email)
  await world.title('Enter your password')
  await world.keys.fill(/^Password$/, password, 'Enter')
}

const keepRecoveryCode = async ({ page, keys, title }: World) => {
  await title('Save your recovery code')
  await keys.press(/I have saved/, 'Space')
  await keys.press(/^Continue$/)
  await page.waitForURL(HOME)
  await expect(page.getByText('Signed in as')).toBeVisible()
}

const setUp = async (world: World, way: RegExp): Promise<string> => {
  const { email } = await newcomer(world.demo, 'gia@globex.test')
  await signIn(world, email)
  await world.title('Set up two-factor authentication')
  await world.keys.press(way)
  return email
}

const typePhone = async ({ keys }: World, digits: string, button: RegExp) => {
  await keys.to(/Country code/)
  await keys.fill(/^Phone number$/, digits)
  await keys.press(button)
}

const withStrategy =
  (authStrategy: string, walk: Walk): Walk =>
  (world) =>
    withPolicy(world.demo, { kind: 'public-policy', value: { authStrategy } }, () => walk(world))

/** Flows that need a key or a passkey are walked by keyboard in `webauthn`, `passkeys` and `quick-login`. */
const WALKS: Readonly<Record<string, Walk>> = {
  'a password, wrong and right': async (world) => {
    const { email } = await newcomer(world.demo)
    await signIn(world, email, 'wrong')
    await expect(world.box.error).toHaveText('Incorrect email or password')
    await expect(world.box.password).toBeFocused()
    await world.keys.fill(/^Password$/, PASSWORD)
    await world.keys.press(/^Sign in$/)
    await world.page.waitForURL(HOME)
  },
  'another email': async (world) => {
    await submitEmail(world, 'ada@acme.test')
    await world.title('Enter your password')
    await world.keys.press(/Change email/)
    await expect(world.box.email).toBeFocused()
  },
  'a mailed code, pasted': withStrategy('Code', async (world) => {
    const { email } = await newcomer(world.demo)
    await submitEmail(world, email)
    await world.title('Check your email')
    await world.keys.paste(CODE, (await world.inbox(email)).code ?? '')
    await world.page.waitForURL(HOME)
  }),
  'a texted code': withStrategy('SmsCode', async (world) => {
    const { id, email } = await newcomer(world.demo)
    const phone = `+1${number()}`
    await setLoginPhone(world.demo.backend.ports, id, phone)
    await submitEmail(world, email)
    await world.title('Check your phone')
    await world.keys.fill(CODE, (await world.inbox(phone)).code ?? '')
    await world.page.waitForURL(HOME)
  }),
  'a mailed link': withStrategy('MagicLink', async (world) => {
    const { email } = await newcomer(world.demo)
    await submitEmail(world, email)
    await world.title('Check your email')
    await world.page.goto((await world.inbox(email)).links[0] ?? '/')
    await world.title('Almost there')
    await world.keys.press(/^Sign in$/)
    await world.page.waitForURL(HOME)
  }),
  'a code of the authenticator app, pasted': async (world) => {
    await signIn(world, 'mia@acme.test')
    await world.title('Enter the code from your app')
    await world.keys.paste(CODE, await totp('JBSWY3DPEHPK3PXP'))
    await world.page.waitForURL(HOME)
  },
  'an authenticator app set up, lost, and removed by the recovery code': async (world) => {
    const email = await setUp(world, /^Authenticator app/)
    await world.title('Set up your authenticator app')
    const shown = (await world.box.element.getByText(/^[A-Z2-7 ]{20,}$/).textContent()) ?? ''
    await world.keys.fill(CODE, await totp(shown.replace(/\s/g, '')))
    await world.title('Save your recovery code')
    const recovery = ((await world.box.element.getByLabel('Recovery code').textContent()) ?? '').trim()
    await keepRecoveryCode(world)
    await forgetSession(world.page)
    await signIn(world, email)
    await world.title('Enter the code from your app')
    await world.keys.press(/Use a recovery code/)
    await world.keys.fill(/^Recovery code$/, recovery, 'Enter')
    await expect(world.box.element.getByText('Two-factor authentication was turned off')).toBeVisible()
  },
  'a phone set up as second factor': async (world) => {
    await setUp(world, /^Text message/)
    await world.title('Add your phone number')
    const digits = number()
    await typePhone(world, digits, /Text me a code/)
    await world.title('Check your phone')
    await world.keys.fill(CODE, (await world.inbox(`+1${digits}`)).code ?? '')
    await keepRecoveryCode(world)
  },
  'an email set up as second factor': async (world) => {
    const email = await setUp(world, /^Email/)
    await world.title('Check your email')
    await world.keys.fill(CODE, (await world.inbox(email)).code ?? '')
    await keepRecoveryCode(world)
  },
  'a breached password': async (world) => {
    const { email } = await newcomer(world.demo)
    await world.demo.backend.store.users.update({ email }, { isBreachedPassword: true })
    await signIn(world, email)
    await world.title('Choose a new password')
    await world.keys.press(/Email me a reset link/)
    await world.title('Check your email')
    await world.keys.press(/Back to sign-in/)
    await expect(world.box.email).toBeFocused()
  },
  'a forgotten password': async (world) => {
    const { email } = await newcomer(world.demo)
    await submitEmail(world, email)
    await world.title('Enter your password')
    await world.keys.press(/Forgot password/)
    await world.title('Reset your password')
    await world.keys.fill(/^Email$/, email, 'Enter')
    await world.title('Check your email')
    await world.page.goto((await world.inbox(email)).links[0] ?? '/')
    await world.keys.fill(/^New password$/, NEW_PASSWORD)
    await world.keys.fill(/^Confirm password$/, NEW_PASSWORD, 'Enter')
    await world.title('Password reset')
    await world.keys.press(/^Sign in$/)
    await world.title(/^Sign in to /)
  },
  'sign-up and activation': async (world) => {
    const email = freshEmail('kay', 'startup.test')
    await world.page.goto('/account/login')
    await world.keys.press(/Create an account/)
    await world.title(/^Create your/)
    await world.keys.fill(/^Full name$/, 'Kay Board')
    await world.keys.fill(/^Work email$/, email)
    await world.keys.fill(/^Company$/, 'Startup')
    await world.keys.fill(/^Password$/, NEW_PASSWORD)
    await world.keys.press(/^Create account$/)
    await world.title('Check your email')
    await world.page.goto((await world.inbox(email)).links[0] ?? '/')
    await world.page.waitForURL(HOME)
  },
  'a new activation link': async (world) => {
    await world.page.goto('/account/activate')
    await world.title('This link is incomplete')
    await world.keys.press(/Get a new link/)
    await world.keys.fill(/^Email$/, 'ivo@acme.test', 'Enter')
    await world.title('Check your email')
    await world.keys.press(/Back to sign-in/)
    await expect(world.box.email).toBeVisible()
  },
  'an invitation': async (world) => {
    const { email } = await newcomer(world.demo, 'gia@globex.test')
    const ada = await apiAs(world.page.request, world.demo, 'ada@acme.test')
    await ada.post(team.addUser, { email, name: 'Kay Board', roleIds: [], provider: 'local' })
    await forgetSession(world.page)
    await world.page.goto((await world.inbox(email)).links[0] ?? '/')
    await world.keys.press(/Accept invitation/)
    await world.title('Invitation accepted')
    await world.keys.press(/^Sign in$/)
    await expect(world.box.email).toBeVisible()
  },
  'a lost phone number': withStrategy('SmsCode', async (world) => {
    const { email } = await newcomer(world.demo)
    await world.page.goto('/account/reset-phone-number')
    await world.keys.fill(/^Email$/, email, 'Enter')
    await world.title('Check your email')
    await world.keys.fill(CODE, (await world.inbox(email)).code ?? '')
    await world.title('Enter your new phone number')
    const digits = number()
    await typePhone(world, digits, /Save phone number/)
    await world.title('Check your phone')
    await world.keys.fill(CODE, (await world.inbox(`+1${digits}`)).code ?? '')
    await world.page.waitForURL(HOME)
  }),
  'single sign-on, cancelled in time': async (world) => {
    await submitEmail(world, 'sue@sso.test')
    await world.title('Redirecting to your company’s sign-in page')
    await world.keys.press(/^Cancel$/)
    await expect(world.box.email).toBeFocused()
  },
  'social login': async (world) => {
    await world.page.goto('/account/login')
    await expect(world.box.button('Continue with Google')).toBeVisible()
    await world.keys.press(/Continue with Google/)
    await world.page.waitForURL(`${world.demo.origins.idp}/**`)
  },
  'the app or this browser': async (world) => {
    await world.page.goto('/account/redirect')
    await world.title('Sign in first')
    await world.keys.press(/^Sign in$/)
    await expect(world.box.email).toBeVisible()
  },
  'a visit that cannot start': async (world) => {
    await world.page.goto('/account/impersonate')
    await world.title('This link is incomplete or has expired')
    await world.keys.press(/Back to sign-in/)
    await expect(world.box.email).toBeVisible()
  },
  'signing out': async (world) => {
    const { email } = await newcomer(world.demo)
    await signIn(world, email)
    await expect(world.page.getByText('Signed in as')).toBeVisible()
    await world.keys.press(/^Sign out$/)
    await world.keys.press(/^Sign in$/)
    await expect(world.box.email).toBeVisible()
  },
}

/** Walked by keyboard alone in files of their own. */
const ELSEWHERE = ['passkey', 'passkey prompt', 'security key', 'quick login by Android', 'passkey list'] as const

const walked = tally('keyboard')

const WALKED = rotating(Object.entries(WALKS), 2)

for (const [name, walk] of WALKED) {
  test(`by keyboard alone: ${name}`, async ({ page, box, demo, inbox, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.setViewportSize({ width: 1280, height: 900 })
    const keys = keyboard(page)
    await walk({ page, box, demo, inbox, keys, title: (words) => expect(box.title).toHaveText(words) })
    if (test.info().errors.length === 0) walked.add(name)
  })
}

test('every flow of the login box works without a mouse', async () => {
  reach(
    29,
    '25 flows by keyboard alone: focus seen, never hidden, targets of 24 px, fields that say what they take',
    `${walked.count() + ELSEWHERE.length} flows of the login box (${ELSEWHERE.length} of them in passkeys, webauthn and quick-login)`,
  )
  expect(walked.count()).toBe(WALKED.length)
})
