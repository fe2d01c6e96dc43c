import { expect, test } from './fixtures.ts'
import { NEW_PASSWORD, recruit } from './sample-users.ts'
import { expectAccessible, LOOKS, wear } from './support/axe.ts'

const API = /\/frontegg\//

test.slow()

test('Signing in is accessible in every state', async ({ page, box, demo }) => {
  const locked = await recruit(demo, 'leo@acme.test', 'Still Locked')
  await page.goto('/account/login')
  await expect(box.title).toHaveText(/Sign in to/)
  await expectAccessible(page, 'email')
  await box.enterEmail('not an email')
  await expect(box.error).toBeVisible()
  await expectAccessible(page, 'wrong email')
  await box.enterEmail(locked.email)
  await expect(box.password).toBeVisible()
  await expectAccessible(page, 'password')
  await box.enterPassword('')
  await expect(box.error).toBeVisible()
  await expectAccessible(page, 'empty password')
  // The first failures say the same for every email; only then does the response mention lockouts.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const response = page.waitForResponse((one) => one.request().method() === 'POST' && one.status() === 401)
    await box.enterPassword('Correct-Horse-9')
    await response
  }
  await expect(box.error).toContainText(/lock/i)
  await expectAccessible(page, 'locked')
})

test('A refused sign-in and a server out of reach are accessible', async ({ page, box }) => {
  await page.goto('/account/login')
  await box.enterEmail('unknown@acme.test')
  await box.enterPassword('wrong')
  await expect(box.error).toBeVisible()
  await expectAccessible(page, 'wrong password')
  await page.route(API, (route) => route.abort())
  await box.enterPassword('wrong')
  await expect(box.error).toContainText('reach the server')
  await expectAccessible(page, 'offline at the password')
  await page.goto('/account/login')
  await box.enterEmail('ada@acme.test')
  await expect(box.error).toContainText('reach the server')
  await expectAccessible(page, 'API down')
})

test('Waiting for a session that was there before is accessible', async ({ page, box }) => {
  await page.addInitScript(() => localStorage.setItem('userId', '"some-user"'))
  await page.route(/token\/refresh/, () => undefined)
  await page.goto('/account/login')
  await expect(box.element.locator('.fe-skeleton').first()).toBeVisible()
  await expectAccessible(page, 'skeleton')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('A requested second factor is accessible', async ({ page, box }) => {
  await page.goto('/account/login')
  await box.signIn('mia@acme.test')
  await expect(box.password).toHaveCount(0)
  await expectAccessible(page, 'second factor')
})

test('Forgetting and resetting a password is accessible', async ({ page, box, demo, inbox }) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Forgetful Axe')
  await page.goto('/account/forget-password')
  await expect(box.title).toHaveText('Reset your password')
  await expectAccessible(page, 'forgot')
  await box.enterEmail(newUser.email)
  await expect(box.title).toHaveText('Check your email')
  await expectAccessible(page, 'reset mail sent')
  const link = (await inbox(newUser.email)).links[0] ?? '/'
  await page.goto(link)
  await expect(box.newPassword).toBeVisible()
  await expectAccessible(page, 'reset form')
  await box.newPassword.fill('short')
  await box.newPassword.press('Enter')
  await expectAccessible(page, 'reset form, weak password')
  await box.chooseNewPassword(NEW_PASSWORD)
  await expect(box.title).toHaveText('Password reset')
  await expectAccessible(page, 'password saved')
  await page.goto(link)
  await box.chooseNewPassword('Another-Otter-Lantern-43')
  await expect(box.error).toBeVisible()
  await expectAccessible(page, 'used reset link')
  await page.goto('/account/reset-password')
  await expect(box.title).toHaveText('This link is incomplete')
  await expectAccessible(page, 'incomplete reset link')
})

test('Activating an account and accepting an invitation is accessible', async ({ page, box, inbox }) => {
  await page.goto((await inbox('ivo@acme.test')).links[0] ?? '/')
  await expect(box.newPassword).toBeVisible()
  await expectAccessible(page, 'activation form')
  await page.goto('/account/activate?userId=unknown&token=old')
  await expect(box.title).toHaveText(/link/)
  await expectAccessible(page, 'dead activation link')
  await box.button('Get a new link').click()
  await expect(box.email).toBeVisible()
  await expectAccessible(page, 'new activation link')
  await box.enterEmail('unknown@acme.test')
  await expect(box.title).toHaveText('Check your email')
  await expectAccessible(page, 'activation mail sent')
  await page.goto('/account/invitation/accept')
  await expect(box.title).toHaveText('This invitation link is incomplete')
  await expectAccessible(page, 'incomplete invitation')
  await page.goto('/account/invitation/accept?userId=unknown&token=old')
  await expect(box.button('Accept invitation')).toBeVisible()
  await expectAccessible(page, 'invitation')
  await box.button('Accept invitation').click()
  await expect(box.title).toHaveText('We couldn’t accept the invitation')
  await expectAccessible(page, 'refused invitation')
})

test('The users page is accessible in every state', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.goto('/script-tag#/admin-box/users')
  await expect(portal.rows).toHaveCount(20)
  await expectAccessible(page, 'users')
  await wear(page, { scheme: 'light', width: 1280 })
  // A few rows: the bar of actions covers part of a row in longer lists, a different one by what other tests added.
  await portal.search.fill('ada')
  await expect(portal.rows).not.toHaveCount(20)
  await portal.element.getByRole('checkbox', { name: 'Select all rows' }).check()
  await expectAccessible(page, 'selection')
  await portal.search.fill('unknown user')
  await expect(portal.element.getByText('No users match your search')).toBeVisible()
  await expectAccessible(page, 'empty search')
  await page.route(API, (route) => route.abort())
  await portal.search.fill('ada')
  await expect(portal.button('Try again')).toBeVisible()
  await expectAccessible(page, 'list failed')
  await page.unrouteAll()
  await page.route(/\/fe\/v1\/members/, () => undefined)
  await page.reload()
  await expect(portal.table).toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page, 'loading')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('The dialogs of the users page are accessible', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.goto('/script-tag#/admin-box/users?search=mel@acme.test')
  await expect(portal.rows).toHaveCount(1)
  await portal.button('Invite users').click()
  await expectAccessible(page, 'invite')
  await portal.inviteDialog.getByLabel('Email addresses').fill('wrong, ')
  await portal.inviteDialog.getByRole('button', { name: /^Send/ }).click()
  await expectAccessible(page, 'invite, wrong email')
  await page.keyboard.press('Escape')
  await portal.button('Discard changes').click()
  await portal.button('Invite link').click()
  await expect(portal.dialog('Invite link')).toBeVisible()
  await expectAccessible(page, 'invite link')
  await page.keyboard.press('Escape')
  for (const [action, name] of [
    ['Edit roles', /roles of/],
    ['View details', /Details of/],
  ] as const) {
    await portal.rowAction('Mel Okonkwo', action)
    await expect(portal.dialog(name)).toBeVisible()
    await expectAccessible(page, action)
    await page.keyboard.press('Escape')
    await wear(page, { scheme: 'light', width: 1280 })
  }
  await portal.rowAction('Mel Okonkwo', 'Remove')
  await expectAccessible(page, 'remove')
  await page.keyboard.press('Escape')
  for (const look of LOOKS) {
    await wear(page, look)
    await portal.button('More actions for Mel Okonkwo').click()
    await expect(portal.element.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'row menu', [look])
    await page.keyboard.press('Escape')
  }
})

test('Places without a page are accessible', async ({ page, portal, signedIn }) => {
  await signedIn('mel@acme.test')
  await page.goto('/script-tag#/admin-box/users')
  await expect(portal.title('You don’t have access to this page')).toBeVisible()
  await expectAccessible(page, 'no permission')
  await page.goto('/script-tag#/admin-box/nowhere')
  await expect(portal.title('Page not found')).toBeVisible()
  await expectAccessible(page, 'unknown page')
  await wear(page, { scheme: 'light', width: 1280 })
  await portal.button('Sign out').click()
  await expect(portal.title('Sign in to continue')).toBeVisible()
  await expectAccessible(page, 'signed out')
})

test('The portal inside a page is accessible', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.goto('/custom-element')
  await expect(portal.rows.first()).toBeVisible()
  await expectAccessible(page, 'inline')
})
