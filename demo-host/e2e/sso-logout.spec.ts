import { EMPTY_SAML_SETTINGS } from '../../src/backend/domain/sso/saml-settings.ts'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'

const HOME = /\/script-tag\/home$/

test('Sal proves a second factor at the company provider, and signs out there too', async ({ page, box, demo }) => {
  const idp = foreignProvider(page, demo)
  const { store } = demo.backend
  const domain = await store.ssoDomains.find({ domain: 'saml.test', validated: true })
  const { connectionId: id = '', tenantId = '' } = domain ?? {}
  const logout = {
    ...EMPTY_SAML_SETTINGS,
    logoutUrl: `${demo.origins.idp}/saml/logout`,
    logoutBinding: 'redirect',
    requireEncryption: false,
  }
  await store.samlSettings.insert({ id, tenantId, ...logout, createdAt: 1, updatedAt: 1 })
  const sal = await store.users.find({ email: 'sal@saml.test' })
  await store.sessions.delete({ userId: sal?.id ?? '' })
  await page.goto('/account/login')
  await box.enterEmail('sal@saml.test')
  await idp.choose(/Sal/)
  await expect(page).toHaveURL(HOME)

  await page.goto(`/account/step-up?redirectUrl=${encodeURIComponent('/script-tag/home?report=7')}`)
  await page.locator('fe-login-box').getByRole('button', { name: 'Verify with single sign-on' }).click()
  await idp.choose(/Sal/)
  await expect(page).toHaveURL(/\/script-tag\/home\?report=7$/)
  const user = await store.users.find({ email: 'sal@saml.test' })
  const live = { userId: user?.id ?? '', revokedAt: null }
  expect((await store.sessions.list(live)).map(({ amr }) => amr)).toContainEqual(expect.stringContaining('"mfa"'))

  const signsOutThere = async (signOut: () => Promise<unknown>) => {
    const requested = page.waitForRequest((request) => request.url().startsWith(logout.logoutUrl))
    await signOut()
    await requested
    await expect(page).toHaveURL((url) => url.pathname === '/account/login')
    expect(await store.sessions.count(live)).toBe(0)
  }
  await signsOutThere(() => page.goto('/account/logout'))
  await box.enterEmail('sal@saml.test')
  await idp.choose(/Sal/)
  await expect(page).toHaveURL(HOME)
  // The button of the page calls `app.logout()`.
  await signsOutThere(() => page.getByRole('button', { name: 'Sign out' }).click())
})

test('Sue signs out at the company’s OpenID provider too, and returns to the login page', async ({
  page,
  box,
  demo,
}) => {
  const idp = foreignProvider(page, demo)
  const { store } = demo.backend
  const domain = await store.ssoDomains.find({ domain: 'sso.test', validated: true })
  const { connectionId: id = '', tenantId = '' } = domain ?? {}
  const logoutUrl = `${demo.origins.idp}/session/end`
  const settings = {
    ...EMPTY_SAML_SETTINGS,
    logoutUrl,
    logoutBinding: 'redirect',
    requireEncryption: false,
    attributes: '{}',
  }
  await store.samlSettings.insert({ id, tenantId, ...settings, createdAt: 1, updatedAt: 1 })
  await page.goto('/account/login')
  await box.enterEmail('sue@sso.test')
  await idp.choose(/Sue/)
  await expect(page).toHaveURL(HOME)

  // The button of the page calls `app.logout()`.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL((url) => url.href.startsWith(logoutUrl))
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/account/login')
  // The provider has no session anymore, so it requires a sign-in again.
  await box.enterEmail('sue@sso.test')
  await idp.choose(/Sue/)
  await expect(page).toHaveURL(HOME)
})
