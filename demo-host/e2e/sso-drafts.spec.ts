import { expect, test } from './fixtures.ts'
import { SSO_PAGE, ssoSetup } from './models/sso-setup.ts'
import { recruit } from './sample-users.ts'
import { ownAccount } from './support/own-account.ts'

test.slow()

test('A draft survives a reload, and another administrator finishes it with a metadata file, or deletes it', async ({
  page,
  portal,
  demo,
  request,
  signedIn,
}) => {
  const { tenant, newUser } = await ownAccount(demo, 'Drafts')
  await signedIn(newUser.email)
  const setup = ssoSetup(page, portal, demo.origins.idp)
  await setup.create('Okta')
  await portal.element.getByLabel('Connection name').fill('Contractors')
  await portal.button('Save').click()
  await expect(portal.title('Contractors')).toBeVisible()
  await page.reload()
  await expect(portal.title('Contractors')).toBeVisible()
  await expect(portal.element.getByText('Single sign-on URL')).toBeVisible()

  const other = await recruit(demo, 'ada@acme.test', 'Second Admin')
  await demo.backend.store.users.update({ id: other.id }, { tenantId: tenant.id })
  await demo.backend.store.members.update({ userId: other.id }, { tenantId: tenant.id })
  await page.context().clearCookies()
  await signedIn(other.email)
  await page.goto(SSO_PAGE)
  await expect(portal.row('Contractors')).toContainText('Draft')
  await portal.button('Contractors').click()
  await setup.next('Connect')
  const buffer = await (await request.get(demo.identityProvider.saml.metadataUrl)).body()
  await portal.element.getByText('Upload or paste metadata').click()
  await portal.element
    .getByLabel('Upload a file', { exact: true })
    .setInputFiles({ name: 'metadata.xml', mimeType: 'application/xml', buffer })
  await expect(portal.element.getByText('CN=Foreign identity provider')).toBeVisible()
  await setup.goTo(/Test/)
  await portal.button('Turn on').click()
  await portal.button('Turn on anyway').click()
  await expect(portal.element.getByText('This connection is on.')).toBeVisible()

  await setup.create('OpenID Connect')
  await page.goto(SSO_PAGE)
  await expect(portal.row('OpenID Connect')).toContainText('Draft')
  await portal.rowAction('OpenID Connect', 'Delete')
  await portal.button('Delete OpenID Connect').click()
  await expect(portal.row('OpenID Connect')).toHaveCount(0)
  await expect(portal.row('Contractors')).toBeVisible()
})

test('Turning a connection on without a passed test asks first, even after metadata was pasted', async ({
  page,
  portal,
  demo,
  request,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Untested')
  await signedIn(newUser.email)
  const setup = ssoSetup(page, portal, demo.origins.idp)
  await setup.create('SAML 2.0')
  await setup.next('Connect')
  const metadata = await (await request.get(demo.identityProvider.saml.metadataUrl)).text()
  await portal.element.getByText('Upload or paste metadata').click()
  await portal.element.getByLabel('Metadata XML').fill(metadata)
  await portal.button('Use this metadata').click()
  await expect(portal.element.getByText('CN=Foreign identity provider')).toBeVisible()
  await setup.goTo(/Test/)
  await portal.button('Turn on').click()
  await portal.button('Turn on anyway').click()
  await expect(portal.element.getByText('This connection is on.')).toBeVisible()
})
