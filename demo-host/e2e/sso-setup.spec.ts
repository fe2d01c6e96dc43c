import type { Page } from '@playwright/test'
import { login } from '../../src/contract/login.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { SSO_PAGE, ssoSetup } from './models/sso-setup.ts'
import { freshEmail, PASSWORD, recruit } from './sample-users.ts'
import { manageByDirectory } from './support/directory.ts'
import { countEffort } from './support/effort.ts'
import { reach } from './support/figures.ts'
import { ownAccount } from './support/own-account.ts'

const EFFORT = 'what an administrator does in the portal until the connection is tested and on'

test.slow()

const roleNamesOf = async (demo: DemoHost, tenantId: string, email: string): Promise<string[]> => {
  const { users, members, roles } = demo.backend.store
  const user = await users.find({ email })
  const member = await members.find({ userId: user?.id ?? '', tenantId })
  return (await roles.list({ id: { in: JSON.parse(member?.roleIds ?? '[]') } })).map(({ name }) => name)
}

/** Adds another member to the account, with a password and an email at this domain. */
const recruitInto = async (demo: DemoHost, tenantId: string, domain: string): Promise<string> => {
  const { users, members } = demo.backend.store
  const { id } = await recruit(demo, 'mel@acme.test', 'Pat Password')
  const email = freshEmail('pat', domain)
  await users.update({ id }, { email, tenantId })
  await members.update({ userId: id }, { email, tenantId, roleIds: '[]' })
  return email
}

/** Signs a new user in through the provider in another browser. */
const arrive = async (
  newPage: Page,
  { host, idp, email, user }: Record<'host' | 'idp' | 'email', string> & { user: RegExp },
) => {
  await newPage.goto(`${host}/account/login`)
  await newPage.locator('fe-login-box').getByLabel(/Email/).fill(email)
  await newPage.keyboard.press('Enter')
  await expect(newPage).toHaveURL((url) => url.origin === idp)
  await newPage.getByRole('button', { name: user }).click()
  await expect(newPage.locator('#who')).toContainText(email)
}

test('An administrator sets up SAML by metadata URL, tests it, and a new user signs in with the role of a group', {
  tag: '@smoke',
}, async ({ page, portal, demo, request, signedIn, browser }) => {
  const { tenant, newUser } = await ownAccount(demo, 'Northwind')
  await signedIn(newUser.email)
  const { host, idp } = demo.origins
  const setup = ssoSetup(page, portal, idp)
  const effort = await countEffort(page)
  await setup.create('SAML 2.0')
  await expect(portal.element.getByText(`${demo.origins.api}/auth/saml/callback`)).toBeVisible()
  await setup.next('Connect')
  await portal.element.getByLabel('Metadata URL').fill(`${idp}/saml/metadata`)
  await portal.button('Read metadata').click()
  await expect(portal.element.getByText('CN=Foreign identity provider')).toBeVisible()
  await setup.next('Domains')
  await setup.verify('northwind.test')
  await setup.next('Roles')
  await setup.mapGroup('Engineering', 'Admin')
  await setup.next('Test and turn on')
  await setup.test('Test connection', /Noa/)
  await expect(portal.element.getByText('The test passed')).toBeVisible()
  await expect(portal.element.getByText(/noa@northwind.test would sign in with these roles: .*Admin/)).toBeVisible()
  await portal.button('Turn on').click()
  await expect(portal.element.getByText('This connection is on.')).toBeVisible()
  reach('SAML set-up with a verified domain and a mapped group', EFFORT, effort())

  const context = await browser.newContext()
  const open = await context.newPage()
  await arrive(open, { host, idp, email: 'noa@northwind.test', user: /Noa/ })

  const withPassword = await recruitInto(demo, tenant.id, 'northwind.test')
  const signInByPassword = () =>
    request.post(demo.origins.api + login.login.path, {
      headers: { origin: host },
      data: { email: withPassword, password: PASSWORD },
    })
  expect((await signInByPassword()).status()).toBe(200)
  await portal.button('Require single sign-on').click()
  const dialog = portal.dialog('Require single sign-on?')
  await expect(dialog.getByText('Keeps other ways')).toBeVisible()
  await dialog.getByRole('button', { name: 'Require single sign-on' }).click()
  await expect(portal.element.getByText(/must sign in with this connection/)).toBeVisible()
  expect(await demo.backend.store.ssoSetups.count({ tenantId: tenant.id, enforced: true })).toBe(1)
  const refused = await signInByPassword()
  expect(refused.ok()).toBe(false)
  expect(await refused.text()).toContain('This account requires single sign-on')
  expect(await roleNamesOf(demo, tenant.id, 'noa@northwind.test')).toContain('Admin')
  await manageByDirectory({ page, portal, demo }, { open, email: 'noa@northwind.test' })
  await context.close()
})

test('An administrator sets up OpenID Connect, and sees what to fix when the test fails', async ({
  page,
  portal,
  demo,
  signedIn,
  browser,
}) => {
  const { tenant, newUser } = await ownAccount(demo, 'Contoso')
  await signedIn(newUser.email)
  const { host, idp } = demo.origins
  const setup = ssoSetup(page, portal, idp)
  const effort = await countEffort(page)
  const field = (name: string) => portal.element.getByLabel(name, { exact: true })
  const settings = await page.context().newPage()
  await settings.goto(`${idp}/console`)
  const clientId = await settings.getByLabel('Client ID').inputValue()
  const clientSecret = await settings.getByLabel('Client secret').inputValue()
  await settings.close()

  await setup.create('OpenID Connect')
  await setup.next('Connect')
  await field('Issuer URL').fill(`${idp}/`)
  await field('Client ID').fill(clientId)
  await field('Client secret').fill('wrong')
  await portal.button('Save').click()
  await expect(portal.element.getByText(`Connected to ${idp}`)).toBeVisible()
  await setup.next('Domains')
  await setup.verify('contoso.test')
  await setup.next('Roles')
  await setup.mapGroup('Engineering', 'Admin')
  await setup.next('Test and turn on')
  await setup.test('Test connection', /Cal/)
  await expect(portal.element.getByText('The test failed')).toBeVisible()
  await expect(portal.element.getByText(/doesn’t accept the client ID or client secret/)).toBeVisible()

  await portal.element
    .getByRole('navigation', { name: 'Setup steps' })
    .getByRole('button', { name: /^Connect/ })
    .click()
  await field('Client secret').fill(clientSecret)
  await portal.button('Save').click()
  await expect(portal.element.getByText('Changes saved').last()).toBeVisible()
  await portal.element.getByRole('navigation', { name: 'Setup steps' }).getByRole('button', { name: /Test/ }).click()
  await setup.test('Test connection', /Cal/)
  await expect(portal.element.getByText('The test passed')).toBeVisible()
  await expect(portal.element.getByText(/cal@contoso.test would sign in with these roles: .*Admin/)).toBeVisible()
  await portal.button('Turn on').click()
  await expect(portal.element.getByText('This connection is on.')).toBeVisible()
  reach('OpenID Connect set-up with a verified domain, a wrong secret and its correction', EFFORT, effort())
  const context = await browser.newContext()
  const open = await context.newPage()
  await arrive(open, { host, idp, email: 'cal@contoso.test', user: /Cal/ })
  expect(await roleNamesOf(demo, tenant.id, 'cal@contoso.test')).toContain('Admin')
  await manageByDirectory({ page, portal, demo }, { open, email: 'cal@contoso.test' })
  await context.close()
})

test('The troubleshooter explains what was pasted, and sends none of it', async ({ page, portal, demo, signedIn }) => {
  const { newUser } = await ownAccount(demo, 'Faults')
  await signedIn(newUser.email)
  await page.goto(SSO_PAGE)
  await portal.button('Troubleshoot').click()
  const dialog = portal.dialog('Troubleshoot single sign-on')
  const input = dialog.getByLabel(/SAML response, metadata/)
  await expect(input).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.url()))
  await input.fill('https://10.0.0.1/.well-known/openid-configuration')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText(/inside a private network/)).toBeVisible()
  expect(sent.filter((url) => url.includes('10.0.0.1'))).toEqual([])
})

test('An administrator maps attributes with a preview, requires encryption and turns on single logout', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { tenant, newUser } = await ownAccount(demo, 'Saml Settings')
  await signedIn(newUser.email)
  const setup = ssoSetup(page, portal, demo.origins.idp)
  await setup.create('SAML 2.0')
  await portal.element
    .getByRole('navigation', { name: 'Setup steps' })
    .getByRole('button', { name: 'SAML settings' })
    .click()
  await expect(portal.element.getByText(`/auth/saml/metadata?tenantId=${tenant.id}`)).toBeVisible()

  await portal.element.getByText('Preview with other attributes').click()
  await portal.element.getByLabel('SAML response or attributes').fill('contact: eve@a.test\nfull: Eve Moss')
  await portal.button('Show preview').click()
  const preview = portal.element.getByRole('region', { name: 'Resulting user' })
  await expect(preview).toContainText('Without an email')
  await portal.element.getByLabel('Email attribute').fill('contact')
  await portal.element.getByLabel('Name attribute').fill('full')
  await expect(preview).toContainText('eve@a.test from contact')
  await expect(preview).toContainText('Eve Moss')
  await portal.button('Save attribute mapping').click()
  await expect(portal.element.getByText('Changes saved').last()).toBeVisible()
  await expect(portal.element.getByLabel('Name attribute'), 'the focus stays').toBeFocused()

  const encryption = portal.element.getByRole('switch', { name: /Require encrypted assertions/ })
  await encryption.click()
  await expect(portal.element.getByText(/Create an encryption key first/)).toBeVisible()
  await portal.button('Create encryption key').click()
  await expect(portal.element.getByText('In the metadata')).toBeVisible()
  await encryption.click()
  await expect(encryption).toBeChecked()

  await portal.element.getByRole('switch', { name: 'Single logout' }).click()
  await portal.element.getByLabel('Logout URL of your identity provider').fill(`${demo.origins.idp}/saml/logout`)
  await portal.button('Save single logout').click()
  await expect(async () => {
    const [stored] = await demo.backend.store.samlSettings.list({ tenantId: tenant.id })
    expect(stored).toMatchObject({ logoutUrl: `${demo.origins.idp}/saml/logout`, requireEncryption: true })
    expect(JSON.parse(stored?.attributes ?? '{}')).toEqual({ email: 'contact', name: 'full' })
  }).toPass()
})
