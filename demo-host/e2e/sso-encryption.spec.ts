import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { EMPTY_SAML_SETTINGS } from '../../src/backend/domain/sso/saml-settings.ts'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { loginBox } from './models/login-box.ts'
import { ownAccount } from './support/own-account.ts'

const HOME = '/script-tag'

/** Creates an account with an enabled SAML connection to the foreign provider, for the users of a domain. */
const connectedAccount = async (demo: DemoHost, domain: string) => {
  const { ssoConnections, ssoDomains } = demo.backend.store
  const { tenant, newUser } = await ownAccount(demo, 'Sealed')
  const sample = await ssoConnections.find({
    type: 'saml',
    enabled: true,
    ssoEndpoint: demo.identityProvider.saml.ssoUrl,
  })
  if (!sample) throw new Error('The samples have no SAML connection')
  const [id, tenantId] = [randomUUID(), tenant.id]
  await ssoConnections.insert({ ...sample, id, tenantId })
  await ssoDomains.insert({
    id: randomUUID(),
    connectionId: id,
    tenantId,
    domain,
    validated: true,
    createdAt: Date.now(),
  })
  return { connectionId: id, tenantId, newUser }
}

/** Signs a user of the domain in at the provider, in a new browser. */
const arriveIn = async (browser: Browser, demo: DemoHost, email: string) => {
  const context = await browser.newContext({ baseURL: demo.origins.host })
  const page = await context.newPage()
  const box = loginBox(page)
  await page.goto(`/account/login?redirectUrl=${HOME}`)
  await box.enterEmail(email)
  await foreignProvider(page, demo).enter(email, 'Eva Sealed', true)
  return { page, box, end: () => context.close() }
}

test('Encryption that an administrator requires refuses a plain assertion, and an encrypted one signs in', async ({
  page,
  portal,
  demo,
  browser,
  signedIn,
}) => {
  const domain = `sealed-${randomUUID().slice(0, 8)}.test`
  const { connectionId, newUser } = await connectedAccount(demo, domain)
  const email = `eva@${domain}`
  const before = await arriveIn(browser, demo, email)
  await expect(before.page.getByText(`Signed in as ${email}`)).toBeVisible()
  await before.end()

  await signedIn(newUser.email)
  await page.goto(`${HOME}#/admin-box/sso?connection=${connectionId}`)
  const steps = portal.element.getByRole('navigation', { name: 'Setup steps' })
  await steps.getByRole('button', { name: 'SAML settings' }).click()
  await portal.button('Create encryption key').click()
  const downloading = page.waitForEvent('download')
  await portal.button('Download certificate: encryption-1.pem').click()
  const chunks = await (await (await downloading).createReadStream()).toArray()
  const certificate = Buffer.concat(chunks).toString()
  const encryption = portal.element.getByRole('switch', { name: /Require encrypted assertions/ })
  await encryption.click()
  await expect(encryption).toBeChecked()
  await expect(encryption).toBeEnabled()

  const plain = await arriveIn(browser, demo, email)
  await expect(plain.box.title).toHaveText('We couldn’t accept the sign-in from your identity provider')
  await expect(
    plain.box.element.getByText(/requires encryption.*send your administrator this code: saml_encryption/),
  ).toBeVisible()
  await plain.end()

  const settings = await page.context().newPage()
  await settings.goto(`${demo.origins.idp}/console`)
  await settings.getByLabel('Users at').fill(domain)
  await settings.getByLabel('Certificate of the application').fill(certificate)
  await settings.getByRole('button', { name: 'Encrypt assertions' }).click()
  await expect(settings.getByRole('status')).toHaveText(`Assertions about users at ${domain} are encrypted`)
  const encrypted = await arriveIn(browser, demo, email)
  await expect(encrypted.page.getByText(`Signed in as ${email}`)).toBeVisible()
  await encrypted.end()
})

/** Returns a SAML 2.0 response with this assertion. */
const responseWith = (assertion: string): string =>
  `<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"><p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>${assertion}</p:Response>`

test('The troubleshooter compares a response with the keys and the mapping of the connection', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const { connectionId, tenantId, newUser } = await connectedAccount(demo, `mapped-${randomUUID().slice(0, 8)}.test`)
  const settings = { ...EMPTY_SAML_SETTINGS, createdAt: 1, updatedAt: 1 }
  const attributes = JSON.stringify({ email: 'nickname' })
  await demo.backend.store.samlSettings.insert({ id: connectionId, tenantId, ...settings, attributes })
  await signedIn(newUser.email)
  await page.goto(`${HOME}#/admin-box/sso?connection=${connectionId}`)
  // Waits for the connection's own page, because the list also has a button "Troubleshoot", which compares no
  // connection.
  await expect(portal.button('Back to connections')).toBeVisible()
  await portal.button('Troubleshoot').click()
  const dialog = portal.dialog('Troubleshoot single sign-on')
  const check = async (assertion: string) => {
    await dialog.getByLabel(/SAML response, metadata/).fill(responseWith(assertion))
    await dialog.getByRole('button', { name: 'Check' }).click()
  }
  await check('<EncryptedAssertion/>')
  await expect(dialog.getByText(/this account has no encryption key/)).toBeVisible()
  await check('<Assertion><Subject><NameID>u-1</NameID></Subject></Assertion>')
  await expect(dialog.getByText(/An attribute that this connection maps wasn’t sent/)).toBeVisible()
  await expect(dialog.getByText(/Add an attribute “nickname”/)).toBeVisible()
})
