import type { Page } from '@playwright/test'
import { login } from '../../src/contract/login.ts'
import { securityCenter } from '../../src/contract/security.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { NEW_PASSWORD, PASSWORD, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'
import { withPolicy } from './support/policy.ts'

const AT = '/script-tag#/admin-box/security'
const DAY = 86_400_000

const card = (portal: PortalModel, title: string) => portal.element.getByRole('heading', { name: title, exact: true })
const tab = (portal: PortalModel, name: string | RegExp) => portal.element.getByRole('tab', { name })
const scoreOf = async (portal: PortalModel): Promise<number> => {
  const label = await portal.element.getByRole('img', { name: /^Security score/ }).getAttribute('aria-label')
  return Number(label?.match(/\d+/)?.[0])
}

/** Adds a member to the account; `patch` is written to the membership. */
const colleague = async (demo: DemoHost, tenantId: string, name: string, patch: object = {}) => {
  const user = await recruit(demo, 'mel@acme.test', name)
  await demo.backend.store.users.update({ id: user.id }, { tenantId })
  await demo.backend.store.members.update({ userId: user.id }, { tenantId, ...patch })
  return user
}

const trySignIn = async (page: Page, { origins }: DemoHost, email: string, password = PASSWORD) => {
  const response = await page.request.post(origins.api + login.login.path, {
    headers: { origin: origins.host },
    data: { email, password },
  })
  return { status: response.status(), body: await response.json() }
}

test('fixes three recommendations through the page, and each disappears and adds its points', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Score')
  await signedIn(newUser.email)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto(AT)
  await expect(card(portal, 'Limit concurrent sessions')).toBeVisible()
  const first = await scoreOf(portal)
  await portal.button('Set to 10 sessions').click()
  await expect(card(portal, 'Limit concurrent sessions')).toHaveCount(0)
  await expect.poll(() => scoreOf(portal)).toBe(first + 7)
  await portal.dismiss('Session settings saved')
  await portal.button('Set to 30 minutes').click()
  await expect(card(portal, 'Sign out idle users')).toHaveCount(0)
  await expect.poll(() => scoreOf(portal)).toBe(first + 15)
  await portal.undo('Session settings saved')
  await expect(card(portal, 'Sign out idle users')).toBeVisible()
  await expect.poll(() => scoreOf(portal)).toBe(first + 7)
  await portal.button('Set to 30 minutes').click()
  await expect.poll(() => scoreOf(portal)).toBe(first + 15)

  await portal.button('Review: Require two-factor authentication').click()
  await expect(portal.element.getByRole('radio', { name: 'Optional' })).toBeFocused()
  await portal.element.getByRole('radio', { name: 'Required for everyone' }).check()
  await portal.button('Save changes').click()
  const question = portal.element.getByRole('alertdialog')
  await expect(question).toContainText('will be asked to set one up at their next sign-in')
  await question.getByRole('button', { name: /^Save/ }).click()
  await expect(portal.button('Save changes')).toHaveCount(0)
  await tab(portal, 'Security center').click()
  await expect(portal.element.getByText('Required for all users.')).toBeVisible()
  await expect(card(portal, 'Require two-factor authentication')).toHaveCount(0)
  await expect.poll(() => scoreOf(portal)).toBe(first + 40)
  expect(loads).toBe(1)

  const asked = await trySignIn(page, demo, newUser.email)
  expect([asked.body.mfaRequired, asked.body.mfaEnrolled]).toEqual([true, false])
})

test('lists a user who signs in with a breached password until they follow the emailed link', async ({
  page,
  portal,
  demo,
  inbox,
  signedIn,
}) => {
  const { newUser, tenant } = await ownAccount(demo, 'Breach')
  const bea = await colleague(demo, tenant.id, 'Bea Known')
  const { store, ports } = demo.backend
  const breached = 'Password123!'
  await store.users.update({ id: bea.id }, { passwordHash: await ports.hasher.hash(breached) })
  await signedIn(newUser.email)
  await page.goto(AT)
  await expect(portal.element.getByText('No breached passwords')).toBeVisible()
  expect((await trySignIn(page, demo, bea.email, breached)).body.isBreachedPassword).toBe(true)
  await signedIn(newUser.email)
  await page.reload()
  await expect(portal.row('Bea Known')).toBeVisible()
  await portal.button('Send reset emails').click()
  await portal.element.getByRole('alertdialog').getByRole('button', { name: 'Send 1 email' }).click()
  await expect(portal.toast('Reset emails are on their way')).toBeVisible()
  const mail = await inbox(bea.email)
  const link = new URL(mail.text.match(/https?:\S+/)?.[0] ?? '')
  const reset = await page.request.post(
    `${demo.origins.api}/frontegg/identity/resources/users/v1/passwords/reset/verify`,
    {
      headers: { origin: demo.origins.host },
      data: {
        userId: link.searchParams.get('userId'),
        token: link.searchParams.get('token'),
        password: NEW_PASSWORD,
      },
    },
  )
  expect(reset.ok()).toBe(true)
  await tab(portal, 'Session management').click()
  await tab(portal, 'Security center').click()
  await expect(portal.element.getByText('No breached passwords')).toBeVisible()
  await expect(card(portal, 'Replace breached passwords')).toHaveCount(0)
})

test('requires a second factor of chosen users and removes inactive ones', async ({ page, portal, demo, signedIn }) => {
  const { newUser, tenant } = await ownAccount(demo, 'Bulk')
  const kim = await colleague(demo, tenant.id, 'Kim Bulk')
  const old = await colleague(demo, tenant.id, 'Old Bulk', { lastLogin: Date.now() - 91 * DAY })
  await signedIn(newUser.email)
  await page.goto(AT)
  await tab(portal, /^Without a second factor/).click()
  await portal.row('Kim Bulk').getByRole('checkbox').check()
  await portal.button('Require a second factor').click()
  await portal.element.getByRole('alertdialog').getByRole('button', { name: 'Require for 1 user' }).click()
  await expect(portal.toast('1 user will be asked for a second factor')).toBeVisible()
  await expect(portal.row('Kim Bulk')).toContainText('Required at next sign-in')
  expect((await trySignIn(page, demo, kim.email)).body.mfaRequired).toBe(true)
  await signedIn(newUser.email)

  await tab(portal, /^Inactive/).click()
  await expect(portal.element.getByText('1 user hasn’t signed in for 90 days.')).toBeVisible()
  await portal.rowAction('Old Bulk', 'Remove')
  const question = portal.element.getByRole('alertdialog')
  await expect(question).toContainText(`Old Bulk will lose access to ${tenant.name} immediately.`)
  await question.getByRole('button', { name: 'Remove Old Bulk' }).click()
  await expect(portal.toast('Removed 1 user')).toBeVisible()
  await expect(portal.element.getByText('No inactive users')).toBeVisible()
  expect(await demo.backend.store.members.find({ userId: old.id })).toBeUndefined()
})

test('is read without a mouse, and a recommendation is followed by keyboard only', async ({
  page,
  portal,
  demo,
  request,
  inOwnAccount,
}) => {
  const { newUser } = await inOwnAccount('Keys', AT)
  const button = portal.button('Set to 90 days')
  await expect(button).toBeVisible()
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    if (await button.evaluate((one) => one === (one.getRootNode() as ShadowRoot).activeElement)) break
  }
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card(portal, 'Require users to sign in again')).toHaveCount(0)
  const { recommendations } = await (await apiAs(request, demo, newUser.email)).get(securityCenter.getRecommendations)
  expect(recommendations.items.map(({ code }) => code)).not.toContain('ENABLE_FORCE_RELOGIN')
})

test('shows read-only content to a user who may only read', async ({ page, portal, demo, signedIn }) => {
  const reader = await recruit(demo, 'mel@acme.test', 'Read Only')
  const auditor = await demo.backend.store.roles.find({ key: 'auditor' })
  await demo.backend.store.members.update({ userId: reader.id }, { roleIds: JSON.stringify([auditor?.id]) })
  await signedIn(reader.email)
  await page.goto(AT)
  await expect(card(portal, 'Require two-factor authentication')).toBeVisible()
  await expect(portal.button(/^Set to|^Send/)).toHaveCount(0)
})

test('is offered only where its feature flag is on', async ({ page, portal, demo, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Flag')
  await signedIn(newUser.email)
  const off = { 'security-center-admin-portal-major-version': 'off' }
  let asked = 0
  await page.route('**/security-center/**', async (route) => {
    asked += 1
    await route.fallback()
  })
  await withPolicy(demo, { kind: 'feature-flags', value: off }, async () => {
    await page.goto(`${AT}?tab=center`)
    await expect(portal.element.getByRole('switch', { name: 'Idle session timeout' })).toBeVisible()
    await expect(tab(portal, 'Security center')).toHaveCount(0)
    expect(asked).toBe(0)
  })
})

test('links from a recommendation to the page that it is about', async ({ page, portal, demo, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Recommended')
  await signedIn(newUser.email)
  await page.goto(AT)
  await portal.element.getByRole('button', { name: /^Show \d+ more$/ }).click()
  await portal.button('Review: Set up single sign-on').click()
  await expect(portal.element.getByText('No connections yet')).toBeVisible()
  await expect(page).toHaveURL(/admin-box\/sso$/)
})
