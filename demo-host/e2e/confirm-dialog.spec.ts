import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { freshEmail, freshName, PASSWORD, recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { AT, toggle } from './support/security-page.ts'
import { staleSession } from './support/weak-session.ts'

const INVITE = 'Confirm it’s you to invite an administrator'
const CHANGE = 'Confirm it’s you to change this user'
const POLICY = 'Confirm it’s you to change this security policy'
const USERS = '/script-tag/home#/admin-box/users'

const confirm = async (dialog: Locator, password = PASSWORD) => {
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

test.describe('Some time after the sign-in, a change that weakens an account', () => {
  test('waits for the password before an administrator is invited, and the form keeps what was typed', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await staleSession({ page, demo, signedIn, like: 'ada@acme.test' })
    await page.goto(USERS)
    await portal.button('Invite users').click()
    const form = portal.inviteDialog
    const email = freshEmail('boss')
    await form.getByLabel('Email addresses').fill(`${email},`)
    await portal.chooseRole(form, 'Admin')
    await form.getByRole('button', { name: /^Send/ }).click()
    const dialog = portal.dialog(INVITE)
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page, 'a confirmation by password over the page')
    await confirm(dialog, 'Wrong-Horse-1')
    await expect(dialog.getByText(/incorrect/)).toBeVisible()
    await expect(form.getByText(email)).toBeVisible()
    await confirm(dialog)
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => demo.backend.store.members.count({ email })).toBe(1)
  })

  test('waits for the password before a user becomes an administrator', async ({ page, portal, demo, signedIn }) => {
    await staleSession({ page, demo, signedIn, like: 'ada@acme.test' })
    const newUser = await recruit(demo, 'mel@acme.test', 'Pat Promoted')
    await page.goto(`${USERS}?search=${newUser.email}`)
    const form = portal.dialog(`Edit roles of ${newUser.name}`)
    await portal.rowAction(newUser.name, 'Edit roles')
    await portal.chooseRole(form, 'Admin')
    await form.getByRole('button', { name: 'Save' }).click()
    const dialog = portal.dialog(CHANGE)
    await confirm(dialog)
    await expect(dialog).toHaveCount(0)
    const roleIds = async () => (await demo.backend.store.members.find({ userId: newUser.id }))?.roleIds ?? '[]'
    await expect.poll(async () => JSON.parse(await roleIds()).length).toBe(2)
  })

  test('waits for the password before an account is moved, and keeps the chosen place', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await staleSession({ page, demo, signedIn, like: 'rex@reseller.test' })
    await page.goto('/script-tag#/admin-box/all-accounts')
    const name = freshName('Quay')
    await portal.button('Create sub-account').first().click()
    const creation = portal.dialog('Create sub-account')
    await creation.getByLabel('Account name').fill(name)
    await creation.getByRole('button', { name: 'Create sub-account' }).click()
    await portal.rowAction(name, 'Move')
    const form = portal.dialog(`Move ${name}`)
    await form.getByLabel('Search for the new parent').fill('Pacific')
    const place = form.getByRole('radio', { name: /^Northwind Pacific/ })
    await place.check()
    await form.getByRole('button', { name: 'Move' }).click()
    const dialog = portal.dialog('Confirm it’s you to move this account')
    await confirm(dialog, 'Wrong-Horse-1')
    await expect(dialog.getByText(/incorrect/)).toBeVisible()
    await expect(place).toBeChecked()
    await confirm(dialog)
    await expect(portal.toast(`${name} moved to Northwind Pacific`)).toBeVisible()
  })

  test('waits for the password before a lockout is turned off, and keeps the form when the user cancels', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    await staleSession({ page, demo, signedIn, like: 'ada@acme.test' })
    await page.goto(`${AT}?tab=general`)
    const lockout = toggle(portal, 'User lockout')
    await lockout.uncheck()
    await portal.button('Save changes').click()
    const dialog = portal.dialog(POLICY)
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(lockout).not.toBeChecked()
    await portal.button('Save changes').click()
    await confirm(dialog)
    await portal.toastOf('General settings saved', async () => {})
    await lockout.check()
    await portal.button('Save changes').click()
    await expect(dialog).toHaveCount(0)
  })
})
