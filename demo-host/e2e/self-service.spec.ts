import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { freshEmail, PASSWORD, recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { ownAccount } from './support/own-account.ts'

const DEEP_LINK = '/script-tag#/admin-box/profile'

const linkIn = (text: string): string => text.match(/https?:\S+/)?.[0] ?? ''

test.describe('Changes that users make to their own account', () => {
  test('changes the email with a code, and the link in the notice undoes it', async ({
    page,
    portal,
    demo,
    signedIn,
    inbox,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Ema Changer')
    const email = freshEmail('changed')
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    await portal.button('Change email').click()
    const dialog = portal.dialog('Change your email')
    await dialog.getByLabel('New email').fill('nonsense')
    await dialog.getByRole('button', { name: 'Email me a code' }).click()
    await expect(dialog.getByText('Enter a valid email address')).toBeVisible()
    await dialog.getByLabel('New email').fill(email)
    await dialog.getByLabel('Current password').fill('Wrong-Horse-1')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Your current password is incorrect.')).toBeVisible()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    const code = (await inbox(email)).text.match(/\b\d{6}\b/)?.[0] ?? ''
    await portal.dialog('Check your new email').getByLabel('6-digit code').fill(code)
    await expect(portal.toast('Email changed')).toBeVisible()
    await expect(portal.element.getByText(`You sign in with ${email}.`)).toBeVisible()
    expect((await demo.backend.store.users.get(newUser.id))?.email).toBe(email)

    await page.goto(linkIn((await inbox(newUser.email)).text))
    await page.getByRole('button', { name: 'Undo the change' }).click()
    await expect(page.getByRole('heading', { name: 'The change was undone' })).toBeVisible()
    expect((await demo.backend.store.users.get(newUser.id))?.email).toBe(newUser.email)
    expect((await inbox(newUser.email)).subject).toBe('Reset your password')
  })

  test('lets a user leave an account and stay in the other', async ({ page, portal, demo, signedIn }) => {
    const { tenant, newUser } = await ownAccount(demo, 'Lea')
    const { members } = demo.backend.store
    const [own] = await members.list({ userId: newUser.id })
    if (!own) throw new Error('No membership')
    const [acme] = await demo.backend.store.tenants.list({ name: 'Acme' })
    await members.insert({ ...own, id: `acme ${newUser.id}`, tenantId: acme?.id ?? '' })
    await demo.backend.store.users.update({ id: newUser.id }, { tenantId: acme?.id ?? '' })
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    await portal.button('Leave Acme').click()
    await portal.element
      .getByRole('alertdialog', { name: 'Leave Acme?' })
      .getByRole('button', { name: 'Leave Acme' })
      .click()
    await expect(portal.element.getByText('Your only account')).toBeVisible()
    await expect(portal.button('Leave Acme')).toHaveCount(0)
    const left = await members.list({ userId: newUser.id })
    expect(left.map(({ tenantId }) => tenantId)).toEqual([tenant.id])
  })

  test('deletes the user, who is restored by the link that signing in sends', async ({
    page,
    portal,
    box,
    demo,
    signedIn,
    inbox,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Del Eter')
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    await portal.button('Delete your user account').click()
    const dialog = portal.dialog('Delete your user account?')
    await dialog.getByLabel(`Type ${newUser.email} to confirm`).fill('another@acme.test')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(`Type ${newUser.email} exactly.`)).toBeVisible()
    await dialog.getByLabel(`Type ${newUser.email} to confirm`).fill(newUser.email)
    await page.keyboard.press('Enter')
    await expect(portal.dialog('Delete your user account?')).toHaveCount(0)
    await expect.poll(async () => demo.backend.store.deletions.count({ id: newUser.id })).toBe(1)

    await page.goto('/account/login')
    await box.signIn(newUser.email)
    await expect(box.element.getByText(/This account will be deleted on/)).toBeVisible()
    await page.goto(linkIn((await inbox(newUser.email)).text))
    await page.getByRole('button', { name: 'Restore account' }).click()
    await expect(page.getByRole('heading', { name: 'Your account was restored' })).toBeVisible()
    await signedIn(newUser.email)
  })

  test('connects an account at a provider under another email, and disconnects it', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Soc Ial')
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    await portal.button('Connect account').click()
    await portal.element.getByRole('menuitem', { name: 'Google' }).click()
    const email = freshEmail('elsewhere', 'mail.test')
    await foreignProvider(page, demo).enter(email, 'Soc Elsewhere', true)
    await expect(portal.element.getByText(email)).toBeVisible()
    expect(await demo.backend.store.users.find({ email })).toBe(undefined)
    await portal.button(`Disconnect Google ${email}`).click()
    await portal.element
      .getByRole('alertdialog', { name: 'Disconnect Google?' })
      .getByRole('button', { name: 'Disconnect' })
      .click()
    await expect(portal.toast('Account disconnected')).toBeVisible()
    expect(await demo.backend.store.identities.count({ userId: newUser.id })).toBe(0)
  })

  test('deletes an account after its name is typed, and cancels the deletion', async ({
    page,
    portal,
    demo,
    signedIn,
    inbox,
  }) => {
    const { tenant, newUser } = await ownAccount(demo, 'Gone')
    await signedIn(newUser.email)
    await page.goto('/script-tag#/admin-box/account')
    await portal.button('Delete account').click()
    const dialog = portal.dialog(`Delete ${tenant.name}?`)
    await expectAccessible(page, 'account deletion')
    await dialog.getByLabel(`Type ${tenant.name} to confirm`).fill('Acme')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(`Type ${tenant.name} exactly.`)).toBeVisible()
    await dialog.getByLabel(`Type ${tenant.name} to confirm`).fill(tenant.name)
    await page.keyboard.press('Enter')
    await expect(portal.element.getByText('This account will be deleted')).toBeVisible()
    expect((await inbox(newUser.email)).subject).toBe(`${tenant.name} will be deleted`)
    await portal.button('Cancel deletion').click()
    const keep = portal.element.getByRole('alertdialog', { name: `Keep ${tenant.name}?` })
    await keep.getByRole('button', { name: 'Cancel deletion' }).click()
    await expect(portal.toast('Deletion canceled')).toBeVisible()
    expect(await demo.backend.store.deletions.count({ id: tenant.id })).toBe(0)
  })
})
