import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './people.ts'
import { expectAccessible, LOOKS, wear } from './support/axe.ts'
import { expectNoSidewaysScroll } from './support/settled.ts'

const DEEP_LINK = '/script-tag#/admin-box/account'
const FOLDER = fileURLToPath(new URL('screens', import.meta.url))

/** An account of one's own, so that no test changes another's. */
const ownAccount = async (demo: DemoHost, name: string) => {
  const { store } = demo.backend
  const [acme] = await store.tenants.list({ name: 'Acme' })
  if (!acme) throw new Error('Acme is no sample account')
  const id = randomUUID()
  const tenant = { ...acme, id, name: `${name} ${id.slice(0, 4)}`, alias: id, settings: '{}' }
  await store.tenants.insert(tenant)
  const person = await recruit(demo, 'ada@acme.test', `${name} Boss`)
  await store.users.update({ id: person.id }, { tenantId: id })
  await store.members.update({ userId: person.id }, { tenantId: id })
  return { tenant, person }
}

test.describe('The account page', () => {
  test('keeps what was typed when the server refuses, and sends once for many presses', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { person } = await ownAccount(demo, 'Refuse')
    await signedIn(person.email)
    let asked = 0
    await page.route('**/account-settings/v1', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      asked += 1
      await route.fulfill({ status: 500, json: { errors: ['Not now'] } })
    })
    await page.goto(DEEP_LINK)
    const form = portal.element.getByRole('form', { name: 'Company' })
    await form.getByLabel('Company name').fill('Typed with care')
    await form.getByRole('button', { name: 'Save changes' }).evaluate((button: HTMLButtonElement) => {
      for (let press = 0; press < 20; press += 1) button.click()
    })
    await expect(form.getByRole('alert')).toContainText('Not now')
    await expect(form.getByLabel('Company name')).toHaveValue('Typed with care')
    expect(asked).toBe(1)
  })

  test('asks before unsaved changes are lost', async ({ page, portal, demo, signedIn }) => {
    const { person } = await ownAccount(demo, 'Guard')
    await signedIn(person.email)
    await page.goto(DEEP_LINK)
    const name = portal.element.getByLabel('Company name')
    await name.fill('Unsaved')
    await portal.element.getByRole('link', { name: 'Profile' }).or(portal.button('Profile')).first().click()
    const ask = portal.element.getByRole('alertdialog')
    await expect(ask).toBeVisible()
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    await expect(name).toHaveValue('Unsaved')
    await portal.element.getByRole('link', { name: 'Profile' }).or(portal.button('Profile')).first().click()
    await ask.getByRole('button', { name: 'Discard changes' }).click()
    await expect(portal.title('Profile')).toBeVisible()
  })

  test('tells when it could not be loaded, fits a phone, and is worked by keyboard alone', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const { person } = await ownAccount(demo, 'Keys')
    await signedIn(person.email)
    let isDown = true
    await page.route('**/account-settings/v1', (route) =>
      isDown ? route.fulfill({ status: 500, json: { errors: ['Down for repairs'] } }) : route.fallback(),
    )
    await page.goto(DEEP_LINK)
    await expect(portal.element.getByText('Down for repairs')).toBeVisible()
    await expectAccessible(page, 'failed account')
    isDown = false
    await portal.button('Try again').click()
    const name = portal.element.getByLabel('Company name')
    await expect(name).toBeVisible()
    await expectAccessible(page, 'account')
    await expectNoSidewaysScroll(page, 'account')
    for (const look of LOOKS) {
      await wear(page, look)
      await page.screenshot({ path: `${FOLDER}/account-${look.scheme}-${look.width}.png`, animations: 'disabled' })
    }
    await wear(page, { scheme: 'light', width: 1280 })
    await portal.button('Upload a logo').focus()
    await page.keyboard.press('Tab')
    await expect(name).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Key Works')
    await page.keyboard.press('Enter')
    await expect(portal.toast('The account is saved')).toBeVisible()
  })
})
