import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { applyLook, LOOKS, type Look } from './support/axe.ts'

/** Git keeps the pictures that the README shows; every run creates the others. */
const FOLDER = fileURLToPath(new URL('screens', import.meta.url))

/** Takes a picture; wide ones are cropped so that those in the README stay small. */
const shoot = (page: Page, name: string) =>
  page.screenshot({
    path: join(FOLDER, `${name}.png`),
    animations: 'disabled',
    caret: 'hide',
    ...(page.viewportSize()?.width === 1280 && { clip: { x: 0, y: 0, width: 1280, height: 760 } }),
  })

const nameOf = (state: string, { scheme, width }: Look) =>
  width === 1280 ? `${state}-${scheme}` : `${state}-${scheme}-narrow`

for (const look of LOOKS) {
  test.describe(`${look.scheme}, ${look.width} px`, () => {
    test('Pictures of the login box', async ({ page, box, inbox }) => {
      await applyLook(page, look)
      await page.goto('/account/login')
      await expect(box.title).toHaveText(/Sign in to/)
      await expect(box.link('Create an account')).toBeVisible()
      await shoot(page, nameOf('login', look))
      await box.enterEmail('ada@acme.test')
      await box.enterPassword('wrong')
      await expect(box.error).toBeVisible()
      await shoot(page, nameOf('login-refused', look))
      await page.goto((await inbox('ivo@acme.test')).links[0] ?? '/')
      await box.newPassword.fill('Brave')
      await shoot(page, nameOf('activate', look))
      await page.goto('/account/invitation/accept?userId=unknown&token=old')
      await expect(box.button('Accept invitation')).toBeVisible()
      await shoot(page, nameOf('invitation', look))
      await page.goto('/account/activate?userId=unknown&token=old')
      await expect(box.button('Get a new link')).toBeVisible()
      await shoot(page, nameOf('dead-link', look))
    })

    test('Pictures of the portal', async ({ page, portal, signedIn }) => {
      await signedIn('ada@acme.test')
      await applyLook(page, look)
      await page.goto('/script-tag#/admin-box/users?sort=lastLogin%3Adesc')
      await expect(portal.rows).toHaveCount(20)
      await shoot(page, nameOf('users', look))
      await portal.button('Invite users').click()
      await portal.inviteDialog.getByLabel('Email addresses').fill('kim@acme.test, lee@acme.test,')
      await shoot(page, nameOf('invite', look))
      await page.keyboard.press('Escape')
      await portal.button('Discard changes').click()
      await portal.rowAction('Ada Whitfield', 'View details')
      await expect(portal.dialog(/Details of/)).toBeVisible()
      await shoot(page, nameOf('details', look))
      await page.keyboard.press('Escape')
      await portal.search.fill('unknown user')
      await expect(portal.element.getByText('No users match your search')).toBeVisible()
      await shoot(page, nameOf('empty', look))
    })
  })
}

test('Pictures from right to left', async ({ page, portal }) => {
  await page.goto('/preview')
  await expect(portal.rows.first()).toBeVisible()
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('fe-login-box, fe-admin-portal')) {
      element.shadowRoot?.querySelector('.fe-element')?.setAttribute('dir', 'rtl')
    }
  })
  await shoot(page, 'preview-rtl')
})
