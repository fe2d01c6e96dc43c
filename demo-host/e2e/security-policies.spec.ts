import type { Browser } from '@playwright/test'
import { login } from '../../src/contract/login.ts'
import { team } from '../../src/contract/users.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { loginBox } from './models/login-box.ts'
import { freshEmail, PASSWORD } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'
import { postFrom } from './support/request-from.ts'
import { AT, isSignedIn, save, toggle } from './support/security-page.ts'

const SET_UP = 'Set up two-factor authentication'
const SSO_ADMIN = 'sue@sso.test'
const BLOCKED = '127.0.0.2'

interface Next {
  browser: Browser
  demo: DemoHost
}

/** Signs a user in the next time, in a new browser. */
const signInNext = async ({ browser, demo }: Next, email: string) => {
  const context = await browser.newContext({ baseURL: demo.origins.host })
  const page = await context.newPage()
  await page.goto('/account/login?redirectUrl=/script-tag')
  return { page, box: loginBox(page), idp: foreignProvider(page, demo), end: () => context.close(), email }
}

const bySso = async (next: Next) => {
  const opened = await signInNext(next, SSO_ADMIN)
  await opened.box.enterEmail(SSO_ADMIN)
  await opened.idp.choose(/Sue/)
  return opened
}

test('A second factor that is required except with single sign-on is required only for password sign-ins', async ({
  page,
  portal,
  box,
  demo,
  browser,
  signedIn,
}) => {
  const { policies, users } = demo.backend.store
  const tenantId = (await users.find({ email: SSO_ADMIN }))?.tenantId ?? ''
  const next = { browser, demo }
  const choose = async (choice: string) => {
    await page.goto(`${AT}?tab=general`)
    await portal.element.getByRole('radio', { name: choice }).check()
    await portal.toastOf('General settings saved', async () => {
      await portal.button('Save changes').click()
      // The dialog names users who must act, if there are any.
      const confirm = portal.element.getByRole('alertdialog').getByRole('button', { name: /^Save/ })
      await expect(confirm.or(portal.toast('General settings saved'))).toBeVisible()
      if (await confirm.isVisible()) await confirm.click()
    })
    await portal.dismiss('General settings saved')
    await expect(portal.toast('General settings saved')).toHaveCount(0)
  }
  try {
    await page.goto('/account/login?redirectUrl=/script-tag')
    await box.enterEmail(SSO_ADMIN)
    await foreignProvider(page, demo).choose(/Sue/)
    await isSignedIn(page, SSO_ADMIN)
    await choose('Required, except with single sign-on')
    const exempt = await bySso(next)
    await isSignedIn(exempt.page, SSO_ADMIN)
    await exempt.end()
    await choose('Required for everyone')
    const forced = await bySso(next)
    await expect(forced.box.title).toHaveText(SET_UP)
    await forced.end()
  } finally {
    await policies.delete({ tenantId, kind: 'mfa' })
  }
  const { newUser } = await ownAccount(demo, 'Except')
  await page.goto('about:blank')
  await signedIn(newUser.email)
  await choose('Required, except with single sign-on')
  const byPassword = await signInNext(next, newUser.email)
  await byPassword.box.signIn(newUser.email)
  await expect(byPassword.box.title).toHaveText(SET_UP)
  await byPassword.end()
})

test('A block list that an administrator turns on refuses only the next sign-in from its IP addresses', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Block')
  const statusFrom = async (address: string) => {
    const { api, host } = demo.origins
    const body = { email: newUser.email, password: PASSWORD }
    return (await postFrom(address, api + login.login.path, { headers: { origin: host }, body })).status
  }
  await signedIn(newUser.email)
  await page.goto(`${AT}?tab=ip`)
  await portal.element.getByLabel('List', { exact: true }).selectOption({ label: 'Block list' })
  await portal.button('Add IP address').click()
  const dialog = portal.dialog('Add to the block list')
  await dialog.getByLabel('IP address or range').fill(BLOCKED)
  await portal.toastOf(`${BLOCKED} added`, () => dialog.getByRole('button', { name: 'Add' }).click())
  expect(await statusFrom(BLOCKED)).toBe(200)
  await portal.toastOf('IP restrictions saved', async () => {
    const label = 'All IP addresses except those on the block list'
    await portal.element.getByLabel('Which IP addresses can access the account').selectOption({ label })
  })
  await toggle(portal, 'IP restrictions').click()
  const question = portal.element.getByRole('alertdialog')
  await question.getByRole('button', { name: /^Save/ }).click()
  await expect(toggle(portal, 'IP restrictions')).toBeChecked()
  await expect.poll(() => statusFrom(BLOCKED)).toBe(403)
  expect([await statusFrom('127.0.0.3'), await statusFrom('127.0.0.1')]).toEqual([200, 200])
})

test('Blocked and public email domains are refused at the next invitation, others are not', async ({
  portal,
  demo,
  request,
  inOwnAccount,
}) => {
  const { newUser } = await inOwnAccount('Public', `${AT}?tab=domains`)
  const api = await apiAs(request, demo, newUser.email)
  const invite = (email: string) => api.post(team.addUser, { email, roleIds: [], provider: 'local' })
  const refused = expect.objectContaining({ errors: [expect.stringContaining('email domain')] })
  const accepted = expect.objectContaining({ id: expect.any(String) })
  expect(await invite(freshEmail('before', 'gmail.com'))).toEqual(accepted)
  await toggle(portal, 'Restrict sign-up by email domain').check()
  await portal.element.getByRole('radio', { name: /^Block listed domains/ }).check()
  await portal.element.getByRole('checkbox', { name: /^Block public email domains/ }).check()
  await portal.button('Add domains').first().click()
  const dialog = portal.dialog('Add domains to the block list')
  await dialog.getByLabel('Domains').fill('rival.test')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(portal.row('rival.test')).toBeVisible()
  await save(portal)
  await expect(portal.toast('Email domain restrictions saved')).toBeVisible()
  expect(await invite(freshEmail('spy', 'rival.test'))).toEqual(refused)
  expect(await invite(freshEmail('spy', 'eu.rival.test'))).toEqual(refused)
  expect(await invite(freshEmail('after', 'gmail.com'))).toEqual(refused)
  expect(await invite(freshEmail('friend', 'friend.test'))).toEqual(accepted)
})
