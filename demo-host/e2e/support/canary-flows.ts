import type { Page, Route } from '@playwright/test'
import type { DemoHost } from '../../server/demo-host.ts'
import { expect as baseExpect } from '../fixtures.ts'
import { foreignProvider } from '../models/identity-provider.ts'
import type { LoginBoxModel } from '../models/login-box.ts'
import type { PortalModel } from '../models/portal.ts'
import { freshEmail, NEW_PASSWORD, PASSWORD, type Recruit, recruit } from '../sample-users.ts'
import { withPolicy } from './policy.ts'
import { totp } from './totp.ts'

/**
 * The test intercepts the requests of these pages and turns the browser's cache off, so a page takes longer than in
 * other tests, and a redirect sign-in loads four pages. Assertions get the same timeout as actions.
 */
export const PATIENCE_MS = 20_000

const expect = baseExpect.configure({ timeout: PATIENCE_MS })

interface Harness {
  page: Page
  box: LoginBoxModel
  portal: PortalModel
  demo: DemoHost
  inbox: (to: string) => Promise<{ links: string[]; code: string | undefined }>
  signedIn: (email: string) => Promise<void>
  /** Adds a secret that is in no body, such as one in a picture. */
  add(secret: string): void
}

export type Flow = (harness: Harness) => Promise<unknown>

const MIA_SECRET = 'JBSWY3DPEHPK3PXP'
const HOME = '**/script-tag/home'
const member = ({ demo }: Harness, name: string) => recruit(demo, 'mel@acme.test', name)
const code = ({ box }: Harness) => box.element.getByLabel('6-digit code')

const signIn = async ({ page, box }: Harness, { email }: Pick<Recruit, 'email'>, password = PASSWORD) => {
  await page.goto('/account/login')
  await box.signIn(email, password)
}

const shows = ({ page }: Harness, email: string) => expect(page.locator('#who')).toHaveText(`Signed in as ${email}`)

/** Creates a user with an authenticator app. */
const withApp = async ({ demo }: Harness, name: string) => {
  const { factors, users, members } = demo.backend.store
  const newUser = await recruit(demo, 'mel@acme.test', name)
  const row = { credentialId: null, counter: 0, createdAt: Date.now(), lastUsedAt: null }
  const value = JSON.stringify({ secret: MIA_SECRET })
  await factors.insert({ ...row, id: `app ${newUser.id}`, userId: newUser.id, kind: 'totp', value })
  await users.update({ id: newUser.id }, { mfaEnrolled: true })
  await members.update({ userId: newUser.id }, { mfaEnrolled: true, factor: 'app' })
  return newUser
}

const byCode =
  (authStrategy: 'Code' | 'MagicLink'): Flow =>
  async (harness) => {
    const { page, box, inbox, demo } = harness
    const { email } = await member(harness, 'Cody Mail')
    await withPolicy(demo, { kind: 'public-policy', value: { authStrategy } }, async () => {
      await page.goto('/account/login')
      await box.enterEmail(email)
      await expect(box.title).toHaveText('Check your email')
      const mail = await inbox(email)
      if (authStrategy === 'Code') await code(harness).fill(mail.code ?? '')
      else {
        await page.goto(mail.links[0] ?? '/')
        await box.button('Sign in').or(box.button('Continue')).first().click()
      }
      await page.waitForURL(HOME)
    })
  }

const askReset = async ({ page, box, inbox }: Harness, { email }: Recruit) => {
  await page.goto('/account/forget-password')
  await box.enterEmail(email)
  await expect(box.title).toHaveText('Check your email')
  return (await inbox(email)).links[0] ?? '/'
}

const hosted = async ({ page, box }: Harness, email: string) => {
  await page.goto('/hosted')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await box.signIn(email)
  await expect(page).toHaveURL(/\/hosted\/home$/)
  await expect(page.locator('#who')).toHaveText(`Signed in as ${email}`)
}

const makeToken =
  (url: string, role?: string): Flow =>
  async (harness) => {
    const { page, portal, demo, signedIn } = harness
    await signedIn((await recruit(demo, 'ada@acme.test', 'Ada Scripter')).email)
    await page.goto(url)
    await portal.button('Create token').first().click()
    const form = portal.dialog('Create API token')
    await form.getByLabel('Description').fill(`Export ${url}`)
    if (role) await portal.chooseRole(form, role)
    await form.getByRole('button', { name: 'Create token' }).click()
    const dialog = portal.dialog('Save your token')
    harness.add(await dialog.getByLabel('Secret', { exact: true }).inputValue())
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download as file' }).click()
    await download
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(portal.row(`Export ${url}`)).toBeVisible()
  }

const refusedBy =
  (response: Parameters<Route['fulfill']>[0]): Flow =>
  async (harness) => {
    const { page, box } = harness
    const path = '**/identity/resources/auth/v1/user'
    await page.route(path, (route) => route.fulfill(response))
    await signIn(harness, { email: 'unknown@acme.test' })
    await expect(box.error.first()).toBeVisible()
    await page.unroute(path)
  }

export const FLOWS: Readonly<Record<string, Flow>> = {
  'sign-in by password': async (harness) => {
    const newUser = await member(harness, 'Pat Word')
    await signIn(harness, newUser)
    await shows(harness, newUser.email)
  },
  'a wrong password': async (harness) => {
    await signIn(harness, await member(harness, 'Ron Wrong'), NEW_PASSWORD)
    await expect(harness.box.error.first()).toBeVisible()
  },
  'an unknown user': async (harness) => {
    await signIn(harness, { email: freshEmail('stranger') })
    await expect(harness.box.error.first()).toBeVisible()
  },
  'an API that fails with our words': refusedBy({ status: 500, body: `{"errors":["no"],"echo":"${PASSWORD}"}` }),
  'an API that responds with a page': refusedBy({ status: 502, contentType: 'text/html', body: `<p>${PASSWORD}</p>` }),
  'reload and refresh': async (harness) => {
    const { email } = await member(harness, 'Rea Load')
    await harness.signedIn(email)
    await harness.page.goto('/script-tag')
    await harness.page.reload()
    await shows(harness, email)
  },
  'sign-out': async (harness) => {
    await harness.signedIn((await member(harness, 'Sig Out')).email)
    await harness.page.goto('/script-tag')
    await harness.page.getByRole('button', { name: 'Sign out' }).click()
    await expect(harness.page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  },
  'the logout route': async (harness) => {
    await harness.signedIn((await member(harness, 'Rue Out')).email)
    await harness.page.goto('/account/logout')
    await expect(harness.box.email).toBeVisible()
  },
  'a session that was revoked': async (harness) => {
    const { id, email } = await member(harness, 'Rev Oked')
    await harness.signedIn(email)
    await harness.page.goto('/script-tag')
    await shows(harness, email)
    await harness.demo.backend.store.sessions.update({ userId: id }, { revokedAt: Date.now() })
    await harness.page.reload()
    await expect(harness.page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
  },
  'second factor by app': async (harness) => {
    const newUser = await withApp(harness, 'Fae App')
    await signIn(harness, newUser)
    await code(harness).fill(await totp(MIA_SECRET))
    await harness.page.waitForURL(HOME)
  },
  'a wrong second factor': async (harness) => {
    await signIn(harness, await withApp(harness, 'Wes App'))
    await code(harness).fill('000000')
    await expect(harness.box.error.first()).toBeVisible()
  },
  'a forced second factor': async (harness) => {
    const { page, box, demo } = harness
    await signIn(harness, await recruit(demo, 'gia@globex.test', 'Fay Forced'))
    await box.element.getByRole('button', { name: /^Authenticator app/ }).click()
    const secret = ((await box.element.getByText(/^[A-Z2-7 ]{20,}$/).textContent()) ?? '').replace(/\s/g, '')
    harness.add(secret)
    await code(harness).fill(await totp(secret))
    await box.element.getByLabel('I have saved this code').check()
    await box.button('Continue').click()
    await page.waitForURL(HOME)
  },
  'sign-in by mailed code': byCode('Code'),
  'sign-in by magic link': byCode('MagicLink'),
  'a forgotten password': async (harness) => {
    const { page, box } = harness
    const newUser = await member(harness, 'Noa Forgot')
    await page.goto(await askReset(harness, newUser))
    await box.chooseNewPassword(NEW_PASSWORD)
    await expect(box.title).toHaveText('Password reset')
  },
  'a reset link that was used': async (harness) => {
    const { page, box, demo } = harness
    const newUser = await member(harness, 'Una Used')
    const link = await askReset(harness, newUser)
    await demo.backend.store.tickets.update({ userId: newUser.id }, { usedAt: Date.now() })
    await page.goto(link)
    await expect(box.title).toHaveText('This password reset link was already used')
  },
  'sign-up and activation': async ({ page, box, inbox }) => {
    const email = freshEmail('nina', 'startup.test')
    await page.goto('/account/sign-up')
    await box.element.getByLabel('Full name').fill('Nina Newcomer')
    await box.element.getByLabel('Work email').fill(email)
    await box.element.getByLabel('Company').fill('Startup')
    await box.element.locator('input[type=password]').first().fill(NEW_PASSWORD)
    await box.button('Create account').click()
    await expect(box.title).toHaveText('Check your email')
    await page.goto((await inbox(email)).links[0] ?? '/')
    await page.waitForURL(HOME)
  },
  'a social login': async ({ page, demo }) => {
    await page.goto('/account/login')
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await foreignProvider(page, demo).choose(/Ada/)
    await page.waitForURL(HOME)
  },
  'single sign-on': async ({ page, box, demo }) => {
    await page.goto('/account/login')
    await box.enterEmail('sue@sso.test')
    await foreignProvider(page, demo).choose(/Sue/)
    await page.waitForURL(HOME)
  },
  'hosted sign-in': async (harness) => hosted(harness, (await member(harness, 'Hob Hosted')).email),
  'hosted sign-out': async (harness) => {
    await hosted(harness, (await member(harness, 'Hal Hosted')).email)
    await harness.page.getByRole('button', { name: 'Sign out' }).click()
    await expect(harness.page).toHaveURL(/\/hosted$/)
    await expect(harness.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  },
  'a forged callback': async ({ page, box }) => {
    await page.goto('/oauth/callback?code=forged-code-forged&state=forged-state')
    await expect(box.title).toHaveText('You’re not signed in')
  },
  'a personal API token': makeToken('/script-tag#/admin-box/personal-api-tokens'),
  'an API token of the account': makeToken('/script-tag#/admin-box/api-tokens', 'Auditor'),
  'a changed password': async (harness) => {
    const { page, portal, signedIn } = harness
    await signedIn((await member(harness, 'Pass Word')).email)
    await page.goto('/script-tag#/admin-box/profile')
    await portal.button('Change password').click()
    const dialog = portal.dialog('Change your password')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await dialog.getByLabel('Confirm new password').fill(NEW_PASSWORD)
    await dialog.getByLabel('Confirm new password').press('Enter')
    await expect(portal.toast('Password changed.')).toBeVisible()
  },
}
