import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { team } from '../../src/contract/team.ts'
import type { DemoHost } from '../server/demo-host.ts'
import type { InboxMessage } from '../server/inbox.ts'
import { expect, test } from './fixtures.ts'
import { type LoginBoxModel, loginBox } from './models/login-box.ts'
import { freshEmail, NEW_PASSWORD, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { sampled } from './support/figures.ts'
import { withPolicy } from './support/policy.ts'
import { forgetSession } from './support/settled.ts'

interface World {
  page: Page
  box: LoginBoxModel
  demo: DemoHost
  request: APIRequestContext
  inbox(to: string): Promise<InboxMessage>
}

/** A step, how a user gets there, and what they read there and after a reload. */
interface Step {
  name: string
  reach(world: World): Promise<void>
  shows: string | RegExp
  afterReload?: string | RegExp
}

const SIGN_IN = /^Sign in to /

const someone = async ({ demo }: World, like = 'mel@acme.test') => (await recruit(demo, like, 'Rea Load')).email

const signIn = (like?: string) => async (world: World) => {
  await world.page.goto('/account/login')
  await world.box.signIn(like ?? (await someone(world)))
}

const submitEmail = async (world: World) => {
  await world.page.goto('/account/login')
  await world.box.enterEmail(await someone(world))
}

const forced =
  (way?: RegExp) =>
  async (world: World): Promise<void> => {
    await signIn(await someone(world, 'gia@globex.test'))(world)
    if (way) await world.box.element.getByRole('button', { name: way }).click()
  }

const at = (path: string) => (world: World) => world.page.goto(path).then(() => undefined)

/** Steps inside the sign-in start over with a reload: nothing secret outlives the page. */
const STEPS: readonly Step[] = [
  { name: 'preLogin', reach: at('/account/login'), shows: SIGN_IN, afterReload: SIGN_IN },
  { name: 'loginWithPassword', reach: submitEmail, shows: 'Enter your password' },
  {
    name: 'loginWithTwoFactor, authenticatorApp',
    reach: signIn('mia@acme.test'),
    shows: 'Enter the code from your app',
  },
  {
    name: 'recoverTwoFactor',
    async reach(world) {
      await signIn('mia@acme.test')(world)
      await world.box.button('Use a recovery code').click()
    },
    shows: 'Enter your recovery code',
  },
  { name: 'forceTwoFactor, verify', reach: forced(), shows: 'Set up two-factor authentication' },
  { name: 'smsSetPhoneNumber', reach: forced(/^Text message/), shows: 'Add your phone number' },
  { name: 'emailVerifyCode', reach: forced(/^Email/), shows: 'Check your email' },
  {
    name: 'breachedPassword',
    async reach(world) {
      const email = await someone(world)
      await world.demo.backend.store.users.update({ email }, { isBreachedPassword: true })
      await signIn(email)(world)
    },
    shows: 'Choose a new password',
  },
  { name: 'SignUp', reach: at('/account/sign-up'), shows: /^Create your/, afterReload: /^Create your/ },
  {
    name: 'SignUpSuccess',
    async reach({ page, box }) {
      await page.goto('/account/sign-up')
      await box.element.getByLabel('Full name').fill('Rea Load')
      await box.element.getByLabel('Work email').fill(freshEmail('rea', 'startup.test'))
      await box.element.getByLabel('Company').fill('Startup')
      await box.element.locator('input[type=password]').first().fill(NEW_PASSWORD)
      await box.button('Create account').click()
    },
    shows: 'Check your email',
    afterReload: /^Create your/,
  },
  {
    name: 'forgotPassword',
    reach: at('/account/forget-password'),
    shows: 'Reset your password',
    afterReload: 'Reset your password',
  },
  {
    name: 'forgotPassword: success',
    async reach(world) {
      await world.page.goto('/account/forget-password')
      await world.box.enterEmail(await someone(world))
    },
    shows: 'Check your email',
    afterReload: 'Reset your password',
  },
  {
    name: 'VerifyResetPhoneNumber',
    async reach(world) {
      await world.page.goto('/account/reset-phone-number')
      await world.box.enterEmail(await someone(world))
    },
    shows: 'Check your email',
    afterReload: 'Change your phone number',
  },
  ...(
    [
      ['activating: incomplete', '/account/activate', 'This link is incomplete'],
      ['activating: dead', `/account/activate?userId=${randomUUID()}&token=x`, 'We couldn’t verify your link'],
      ['invalid', '/account/invitation/accept', 'This invitation link is incomplete'],
      ['resetPassword: incomplete', '/account/reset-password', 'This link is incomplete'],
      ['magic link: incomplete', '/account/login/magic-link', 'This link is incomplete'],
      ['impersonating: incomplete', '/account/impersonate', 'This link is incomplete or has expired'],
      ['social callback: unknown', '/account/social/success?code=c&state=s', 'This sign-in has expired'],
      ['oidc callback: unknown', '/account/oidc/callback?code=c&state=s', 'This sign-in has expired'],
      ['open app: signed out', '/account/redirect', 'Sign in first'],
    ] as const
  ).map(([name, path, shows]): Step => ({ name, reach: at(path), shows, afterReload: shows })),
]

/** Something that can be pressed, followed or typed into. */
const expectWayOn = async (box: LoginBoxModel, state: string) => {
  const ways = box.element.getByRole('button').or(box.element.getByRole('link')).or(box.element.getByRole('textbox'))
  await expect(ways.first(), state).toBeEnabled()
}

const survive = async (world: World, { name, reach, shows, afterReload = SIGN_IN }: Step) => {
  const { page, box } = world
  await page.goto('/')
  await reach(world)
  await expect(box.title, name).toHaveText(shows)
  await expectWayOn(box, name)
  await page.reload()
  await expect(box.title, `${name}, reloaded`).toHaveText(afterReload)
  await expectWayOn(box, `${name}, reloaded`)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 }), `${name}, back`).toBeVisible()
  await page.goForward()
  await expect(box.title, `${name}, forward`).toHaveText(afterReload)
  await expectWayOn(box, `${name}, forward`)
}

test('every step of the box outlives a reload, the back button and the forward button', async ({
  page,
  box,
  demo,
  request,
  inbox,
}) => {
  test.setTimeout(240_000)
  for (const step of sampled(STEPS, 3)) {
    await forgetSession(page)
    await demo.backend.store.attempts.delete({})
    await survive({ page, box, demo, request, inbox }, step)
  }
})

for (const [strategy, title] of [
  ['Code', 'Check your email'],
  ['MagicLink', 'Check your email'],
  ['SmsCode', 'Check your phone'],
] as const) {
  test(`the step of ${strategy} outlives a reload, the back button and the forward button`, async ({
    page,
    box,
    demo,
    request,
    inbox,
  }) => {
    await withPolicy(demo, { kind: 'public-policy', value: { authStrategy: strategy } }, () =>
      survive({ page, box, demo, request, inbox }, { name: strategy, reach: submitEmail, shows: title }),
    )
  })
}

interface Link {
  name: string
  /** The mailed link, which is the user's own. */
  mail(world: World): Promise<{ link: string; userId: string }>
  /** Uses it up. */
  use(world: World, where: LoginBoxModel): Promise<void>
  done: string
  /** What a used, and what an expired link says, once it is pressed. */
  dead: string | RegExp
  /** What the dead link's screen offers. */
  wayOn: string
  isAskedByForm?: boolean
}

const api = '/frontegg/identity/resources'

const LINKS: readonly Link[] = [
  {
    name: 'reset of a password',
    async mail({ demo, request, inbox }) {
      const { id, email } = await recruit(demo, 'mel@acme.test', 'Rita Reset')
      await request.post(`${demo.origins.api}${api}/users/v1/passwords/reset`, { data: { email } })
      return { link: (await inbox(email)).links[0] ?? '/', userId: id }
    },
    use: (_, where) => where.chooseNewPassword(NEW_PASSWORD),
    done: 'Password reset',
    dead: /has expired/,
    wayOn: 'Back to sign-in',
    isAskedByForm: true,
  },
  {
    name: 'invitation of an existing user',
    async mail({ demo, request, inbox }) {
      const { id, email } = await recruit(demo, 'gia@globex.test', 'Ivy Invited')
      const ada = await apiAs(request, demo, 'ada@acme.test')
      expect(
        await ada.post(team.addUser, { email, name: 'Ivy Invited', roleIds: [], provider: 'local' }),
      ).toMatchObject({ email })
      return { link: (await inbox(email)).links[0] ?? '/', userId: id }
    },
    use: (_, where) => where.button('Accept invitation').click(),
    done: 'Invitation accepted',
    dead: /has expired/,
    wayOn: 'Back to sign-in',
  },
]

const press = async (world: World, { use, isAskedByForm, dead }: Link, box: LoginBoxModel) => {
  await use(world, box)
  await expect(isAskedByForm ? box.error.first() : box.element.getByText(dead)).toContainText(dead)
}

for (const link of LINKS) {
  test(`${link.name}: of two tabs with the link one uses it and the other says it was used; an expired link says it has expired`, async ({
    page,
    box,
    demo,
    request,
    inbox,
  }) => {
    const world: World = { page, box, demo, request, inbox }
    const { link: url } = await link.mail(world)
    const second = await page.context().newPage()
    const secondBox = loginBox(second)
    await page.goto(url)
    await second.goto(url)
    await page.reload()
    await link.use(world, box)
    await expect(box.title).toHaveText(link.done)
    await press(world, link, secondBox)
    await expect(secondBox.link(link.wayOn)).toBeVisible()
    await second.close()
    const late = await link.mail(world)
    await page.goto(late.link)
    await demo.backend.store.tickets.update({ userId: late.userId }, { expiresAt: 1 })
    await press(world, link, box)
    await box.link(link.wayOn).click()
    await expect(box.email).toBeVisible()
  })
}
