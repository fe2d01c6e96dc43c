import { expect, type Page } from '@playwright/test'
import type { PortalModel } from './portal.ts'

export const SSO_PAGE = '/script-tag#/admin-box/sso'

/** Creates a model of an administrator's page, with the console of their identity provider in another tab. */
export const ssoSetup = (page: Page, portal: PortalModel, idp: string) => ({
  async create(provider: string) {
    await page.goto(SSO_PAGE)
    await portal.button('Add connection').first().click()
    await portal.dialog('Choose your identity provider').getByRole('button', { name: provider }).click()
    await expect(portal.title(provider)).toBeVisible()
  },
  /** Goes to any step, including one that is not the next. */
  goTo: (step: RegExp) =>
    portal.element.getByRole('navigation', { name: 'Setup steps' }).getByRole('button', { name: step }).click(),
  next: (step: string) => portal.button(`Next: ${step}`).click(),
  /** Copies the TXT record to the company's DNS, and verifies it. */
  async verify(domain: string) {
    await portal.element.getByLabel('Domain', { exact: true }).fill(domain)
    await portal.button('Add domain').click()
    await expect(portal.button(`Verify ${domain}`)).toBeVisible()
    const value = await portal.element.locator('code').filter({ hasText: 'front-entry-verification=' }).textContent()
    const dns = await page.context().newPage()
    await dns.goto(`${idp}/dns`)
    await dns.getByLabel('Domain').fill(domain)
    await dns.getByLabel('TXT value').fill(value ?? '')
    await dns.getByRole('button', { name: 'Add record' }).click()
    await expect(dns.getByRole('status')).toBeVisible()
    await dns.close()
    await portal.button(`Verify ${domain}`).click()
    await expect(portal.element.getByText('Verified', { exact: true })).toBeVisible()
  },
  async mapGroup(group: string, role: string) {
    await portal.element.getByLabel('Group at your provider').fill(group)
    await portal.element.getByRole('combobox', { name: 'Roles', exact: true }).fill(role)
    await portal.element
      .getByRole('option', { name: new RegExp(role) })
      .first()
      .click()
    await portal.element.getByRole('combobox', { name: 'Roles', exact: true }).press('Tab')
    await portal.button('Add group').click()
    await expect(portal.button(`Remove ${group}`)).toBeVisible()
  },
  /** Signs in as this user in the window of the test. */
  async test(button: string, user: RegExp) {
    const opening = page.waitForEvent('popup')
    await portal.button(button).click()
    const popup = await opening
    await popup.getByRole('button', { name: user }).click()
  },
})
