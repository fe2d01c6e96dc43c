import { expect, type Locator, type Page } from '@playwright/test'
import type { DemoHost } from '../../server/demo-host.ts'
import type { PortalModel } from '../models/portal.ts'

const AT = '/script-tag#/admin-box/'

/** Opens the page of the company directory in another tab. */
export const directoryOf = async (page: Page, { origins }: DemoHost) => {
  const tab = await page.context().newPage()
  await tab.goto(`${origins.idp}/directory`)
  const form = (name: string) => tab.getByRole('form', { name, exact: true })
  const press = async (where: Page | Locator, button: string, done: string) => {
    await where.getByRole('button', { name: button, exact: true }).click()
    await expect(tab.getByRole('status')).toHaveText(done)
  }
  return {
    form,
    press,
    async connect({ baseUrl, token }: { baseUrl: string; token: string }) {
      await tab.getByLabel('SCIM base URL').fill(baseUrl)
      await tab.getByLabel('Bearer token').fill(token)
      await press(tab, 'Connect', 'Connected')
    },
    async pushUser(email: string, name: string) {
      await form('New user').getByLabel('Email').fill(email)
      await form('New user').getByLabel('Name').fill(name)
      await press(form('New user'), 'Push user', 'User pushed')
    },
    async pushGroup(name: string, member: string) {
      await form('New group').getByLabel('Group name').fill(name)
      await form('New group').getByLabel(member).check()
      await press(form('New group'), 'Push group', 'Group pushed')
    },
  }
}

/** Creates a connection on the page and copies its values for the console of the directory. */
export const createConnection = async (portal: PortalModel, name: string) => {
  await portal.button('Add connection').first().click()
  const form = portal.dialog('Add connection')
  await form.getByRole('radio', { name: 'Microsoft Entra ID' }).check()
  await form.getByLabel(/^Name/).fill(name)
  await form.getByRole('button', { name: 'Add connection' }).click()
  const shown = portal.dialog(`Save the token for ${name}`)
  const copied = (label: string) =>
    shown.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd').locator('code').textContent()
  const values = { baseUrl: (await copied('Tenant URL')) ?? '', token: (await copied('Secret Token')) ?? '' }
  await shown.getByRole('button', { name: 'Done' }).click()
  return values
}

interface Leaver {
  /** A page where the user is signed in. */
  open: Page
  email: string
}

/**
 * Connects the company directory through the portal, which adds the user to a group, renames and deactivates them; the
 * next request of their open tab signs them out.
 */
export const manageByDirectory = async (
  { page, portal, demo }: { page: Page; portal: PortalModel; demo: DemoHost },
  { open, email }: Leaver,
): Promise<void> => {
  await page.goto(`${AT}provisioning`)
  const values = await createConnection(portal, 'Entra')
  const directory = await directoryOf(page, demo)
  await directory.connect(values)
  await directory.pushUser(email, 'First Name')
  await directory.pushGroup('Engineers', email)
  await directory.form(email).getByRole('textbox').fill('Second Name')
  await directory.press(directory.form(email), 'Rename', 'User renamed')
  await page.goto(`${AT}groups`)
  await expect(portal.row('Engineers')).toBeVisible()
  await page.goto(`${AT}users?source=scim2`)
  await expect(portal.row('Second Name')).toContainText('Entra')

  await open.goto(`${demo.origins.host}${AT}profile`)
  const elsewhere = open.locator('fe-admin-portal')
  await expect(elsewhere.getByLabel('Name', { exact: true })).toHaveValue('Second Name')
  await expect(elsewhere.getByLabel('Name', { exact: true })).not.toBeEditable()
  await directory.press(directory.form(email), 'Deactivate', 'User deactivated')
  await elsewhere.getByRole('link', { name: 'Privacy', exact: true }).click()
  await expect(elsewhere.getByRole('navigation')).toHaveCount(0)
}
