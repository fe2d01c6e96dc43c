import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { fillPath } from '../../src/contract/path.ts'
import { memberSecurity, members } from '../../src/contract/users.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { type Recruit, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'

const DAY_MS = 86_400_000

/** Opens the details by the user's name. */
const openDetails = async (page: Page, portal: PortalModel, { email, name }: Recruit) => {
  await page.goto(`/script-tag#/admin-box/users?search=${email}`)
  await portal.row(name).getByRole('button', { name, exact: true }).click()
  const details = portal.dialog(`Details of ${name}`)
  await expect(details).toBeVisible()
  const choose = async (field: string, value: string) => {
    const box = details.getByRole('combobox', { name: field, exact: true })
    await box.fill(value)
    await portal.element.getByRole('option', { name: value }).first().click()
    await box.press('Tab')
    await details.getByRole('button', { name: `Save: ${field}` }).click()
    await expect(details.getByRole('button', { name: `Save: ${field}` })).toHaveCount(0)
  }
  return { details, choose, button: (text: string) => details.getByRole('button', { name: text, exact: true }) }
}

/** Returns the API's record of a user, as an administrator sees it. */
const readerOf = async (api: Awaited<ReturnType<typeof apiAs>>, { id, email }: Recruit) => {
  const path = fillPath(memberSecurity.getMemberSecurity.path, { userId: id })
  return {
    member: async () => (await api.get(members.listMembers, { search: email, offset: '0', limit: '10' })).items[0],
    security: () => api.get({ ...memberSecurity.getMemberSecurity, path }),
  }
}

test('Ada changes roles and groups, ends sessions, unlocks, makes permanent and removes a colleague in the details', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const colleague = await recruit(demo, 'mel@acme.test', 'Dora Drawer')
  await apiAs(request, demo, colleague.email)
  const api = await apiAs(request, demo, 'ada@acme.test')
  const { member, security } = await readerOf(api, colleague)
  const { store } = demo.backend
  await store.users.update({ id: colleague.id }, { lockedAt: Date.now(), failedLogins: 5 })
  await store.members.update({ userId: colleague.id }, { isLocked: true, temporaryUntil: Date.now() + DAY_MS })
  await signedIn('ada@acme.test')
  const { choose, button } = await openDetails(page, portal, colleague)

  await choose('Roles', 'Auditor')
  expect((await member())?.roles.map(({ name }) => name)).toContain('Auditor')
  await choose('Groups', 'Finance')
  expect((await member())?.groups).toHaveLength(1)

  expect((await security()).sessions.length).toBeGreaterThan(0)
  await button('Sign out everywhere').click()
  await expect.poll(async () => (await security()).sessions.length).toBe(0)

  await button('Unlock').click()
  await expect(button('Unlock')).toHaveCount(0)
  expect((await member())?.isLocked).toBe(false)

  await button('Make permanent').click()
  await expect(button('Make permanent')).toHaveCount(0)
  expect((await member())?.temporaryExpirationDate ?? null).toBe(null)

  await button('Remove').click()
  await portal.element
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await expect.poll(async () => (await member()) === undefined, { timeout: 20_000 }).toBe(true)
})

test('Ada resets the second factors of a colleague in their details', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const { factors, users } = demo.backend.store
  const model = await users.find({ email: 'sam@acme.test' })
  const colleague = await recruit(demo, 'sam@acme.test', 'Fay Factor')
  for (const factor of await factors.list({ userId: model?.id ?? '' })) {
    await factors.insert({ ...factor, id: randomUUID(), userId: colleague.id })
  }
  const api = await apiAs(request, demo, 'ada@acme.test')
  const { security } = await readerOf(api, colleague)
  expect((await security()).devices).toHaveLength(1)
  await signedIn('ada@acme.test')
  const { details, button } = await openDetails(page, portal, colleague)
  await button('Reset').click()
  await portal.element.getByRole('alertdialog').getByRole('button', { name: 'Reset two-factor authentication' }).click()
  await expect(details.getByText('No second factor')).toBeVisible()
  expect((await security()).devices).toEqual([])
})

test('Ada sends an invitation again in the details of an invited user', async ({
  page,
  portal,
  signedIn,
  demo,
  inbox,
}) => {
  const invited = await recruit(demo, 'ivo@acme.test', 'Ines Invited')
  await signedIn('ada@acme.test')
  const { button } = await openDetails(page, portal, invited)
  await button('Resend invitation').click()
  expect((await inbox(invited.email)).subject).toMatch(/Acme/)
})
