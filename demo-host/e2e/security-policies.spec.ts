import { login } from '../../src/contract/login.ts'
import { team } from '../../src/contract/team.ts'
import { expect, test } from './fixtures.ts'
import { freshEmail, PASSWORD } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'
import { postFrom } from './support/request-from.ts'
import { AT, save, toggle } from './support/security-page.ts'

const BLOCKED = '127.0.0.2'

test('A block list that an administrator turns on refuses the next sign-in from its addresses alone', async ({
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
    await portal.element.getByLabel('Who can access the account').selectOption({ label })
  })
  await toggle(portal, 'IP restrictions').click()
  const question = portal.element.getByRole('alertdialog')
  await question.getByRole('button', { name: /^Save/ }).click()
  await expect(toggle(portal, 'IP restrictions')).toBeChecked()
  await expect.poll(() => statusFrom(BLOCKED)).toBe(403)
  expect([await statusFrom('127.0.0.3'), await statusFrom('127.0.0.1')]).toEqual([200, 200])
})

test('Blocked and public email domains are refused at the next invitation, others are not', async ({
  page,
  portal,
  demo,
  request,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Public')
  const api = await apiAs(request, demo, newUser.email)
  const invite = (email: string) => api.post(team.addUser, { email, roleIds: [], provider: 'local' })
  const refused = expect.objectContaining({ errors: [expect.stringContaining('email domain')] })
  const accepted = expect.objectContaining({ id: expect.any(String) })
  await signedIn(newUser.email)
  await page.goto(`${AT}?tab=domains`)
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
