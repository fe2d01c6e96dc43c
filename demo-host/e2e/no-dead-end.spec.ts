import type { APIRequestContext, Page } from '@playwright/test'
import { team } from '../../src/contract/users.ts'
import type { DemoHost } from '../server/demo-host.ts'
import type { InboxMessage } from '../server/inbox.ts'
import { expect, test } from './fixtures.ts'
import { type LoginBoxModel, loginBox } from './models/login-box.ts'
import { NEW_PASSWORD, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { forgetSession } from './support/settled.ts'

interface Harness {
  page: Page
  box: LoginBoxModel
  demo: DemoHost
  request: APIRequestContext
  inbox(to: string): Promise<InboxMessage>
}

/** A step, the way in which a user reaches it, and the text that they see there and after a reload. */
interface Step {
  name: string
  reach(harness: Harness): Promise<void>
  shows: string | RegExp
  afterReload?: string | RegExp
}

const SIGN_IN = /^Sign in to /

const someone = async ({ demo }: Harness, like = 'mel@acme.test') => (await recruit(demo, like, 'Rea Load')).email

const submitEmail = async (harness: Harness) => {
  await harness.page.goto('/account/login')
  await harness.box.enterEmail(await someone(harness))
}

/** Steps inside the sign-in start over after a reload, because no secret outlives the page. */
const STEPS: readonly Step[] = [
  { name: 'loginWithPassword', reach: submitEmail, shows: 'Enter your password' },
  {
    name: 'forgotPassword: success',
    async reach(harness) {
      await harness.page.goto('/account/forget-password')
      await harness.box.enterEmail(await someone(harness))
    },
    shows: 'Check your email',
    afterReload: 'Reset your password',
  },
  {
    name: 'activating: incomplete',
    reach: (harness) => harness.page.goto('/account/activate').then(() => undefined),
    shows: 'This link is incomplete',
    afterReload: 'This link is incomplete',
  },
]

/** Expects an element that can be pressed, followed or typed into. */
const expectWayOn = async (box: LoginBoxModel, state: string) => {
  const ways = box.element.getByRole('button').or(box.element.getByRole('link')).or(box.element.getByRole('textbox'))
  await expect(ways.first(), state).toBeEnabled()
}

const survive = async (harness: Harness, { name, reach, shows, afterReload = SIGN_IN }: Step) => {
  const { page, box } = harness
  await page.goto('/')
  await reach(harness)
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

// `src/preview/stage/box-reload.test.ts` reloads every step; only a browser goes back and forward.
test('a step of the box survives a reload, the back button and the forward button', async ({
  page,
  box,
  demo,
  request,
  inbox,
}) => {
  for (const step of STEPS) {
    await forgetSession(page)
    await demo.backend.store.attempts.delete({})
    await survive({ page, box, demo, request, inbox }, step)
  }
})

interface Link {
  name: string
  /** Sends the link by email to its user. */
  mail(harness: Harness): Promise<{ link: string; userId: string }>
  /** Uses up the link. */
  use(harness: Harness, where: LoginBoxModel): Promise<void>
  done: string
  /** Message of a used or expired link, after it is pressed. */
  dead: string | RegExp
  /** The next step that the screen of a dead link offers. */
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

const press = async (harness: Harness, { use, isAskedByForm, dead }: Link, box: LoginBoxModel) => {
  await use(harness, box)
  await expect(isAskedByForm ? box.error.first() : box.element.getByText(dead)).toContainText(dead)
}

for (const link of LINKS) {
  test(`${link.name}: one of two tabs uses the link and the other shows that it was used; an expired link shows that it has expired`, async ({
    page,
    box,
    demo,
    request,
    inbox,
  }) => {
    const harness: Harness = { page, box, demo, request, inbox }
    const { link: url } = await link.mail(harness)
    const second = await page.context().newPage()
    const secondBox = loginBox(second)
    await page.goto(url)
    await second.goto(url)
    await expect(secondBox.element.getByRole('button').first()).toBeVisible()
    await page.reload()
    await link.use(harness, box)
    await expect(box.title).toHaveText(link.done)
    await press(harness, link, secondBox)
    await expect(secondBox.link(link.wayOn)).toBeVisible()
    await second.close()
    const late = await link.mail(harness)
    await page.goto(late.link)
    await expect(box.element.getByRole('button').first()).toBeVisible()
    await demo.backend.store.tickets.update({ userId: late.userId }, { expiresAt: 1 })
    await press(harness, link, box)
    await page.goto(late.link)
    await expect(box.title).toContainText('has expired')
    await box.link(link.wayOn).click()
    await expect(box.email).toBeVisible()
  })
}
