import { expect, test } from './fixtures.ts'
import { freshEmail, recruit } from './sample-users.ts'
import { reach } from './support/figures.ts'
import { choosePicture } from './support/pictures.ts'
import { totp } from './support/totp.ts'
import { twoColors } from './support/two-colors.ts'
import { watchViolations } from './support/violations.ts'

test('Under the strictest policy Ada signs in, invites and signs out with 0 violations', async ({
  page,
  box,
  portal,
  demo,
  inbox,
}) => {
  const violations = await watchViolations(page)
  const ada = await recruit(demo, 'ada@acme.test', 'Strict Ada')
  const colleague = freshEmail('strict')
  const response = await page.goto('/strict-csp')
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
  expect(response?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'")

  await box.enterEmail(ada.email)
  await box.enterPassword('wrong')
  await expect(box.error).toBeVisible()
  await box.enterPassword('Correct-Horse-9')
  await expect(page.getByText(`Signed in as ${ada.email}`)).toBeVisible()

  await portal.open()
  await expect(portal.rows.first()).toBeVisible()
  await portal.search.fill('mel@acme.test')
  await expect(portal.rows).toHaveCount(1)
  await portal.rowAction('Mel Okonkwo', 'View details')
  await portal.button('Close').first().click()
  await portal.button('Invite users').click()
  await portal.inviteDialog.getByLabel('Email addresses').fill(colleague)
  await portal.chooseRole(portal.inviteDialog, 'Auditor')
  await portal.inviteDialog.getByRole('button', { name: 'Send invitation' }).click()
  await inbox(colleague)
  await portal.button('Close admin portal').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(box.email).toBeVisible()
  reach(
    27,
    "sign-in, portal and invitation under default-src 'none' with Trusted Types: 0 violations",
    `${violations.length} violations`,
  )
  expect(violations).toEqual([])
})

test('Under the strictest policy a picture is cropped and an authenticator app set up with 0 violations', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const violations = await watchViolations(page)
  const newUser = await recruit(demo, 'mel@acme.test', 'Strict Mel')
  await signedIn(newUser.email)
  await page.goto('/strict-csp#/admin-box/profile')
  await expect(portal.button('Upload picture')).toBeVisible()
  await choosePicture(page, { name: 'me.png', mimeType: 'image/png', buffer: twoColors() })
  const crop = portal.dialog('Crop your picture')
  const area = crop.getByRole('application', { name: 'Visible part of the picture' })
  const media = crop.locator('.reactEasyCrop_Image')
  await expect(media).toHaveCSS('position', 'absolute')
  const before = await media.evaluate((image) => getComputedStyle(image).transform)
  await area.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => media.evaluate((image) => getComputedStyle(image).transform)).not.toBe(before)
  await crop.getByRole('slider').first().press('ArrowRight')
  await crop.getByRole('button', { name: 'Save picture' }).click()
  await expect(portal.toast('Picture saved')).toBeVisible()
  const shown = portal.element.locator('.fe-profile-face img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.goto('about:blank')
  await page.goto('/strict-csp#/admin-box/privacy')
  await portal.button(/Set up an authenticator app/).click()
  const dialog = portal.dialog('Set up an authenticator app')
  const secret = ((await dialog.locator('.fe-mfa-code span').first().textContent()) ?? '').replace(/\s/g, '')
  await dialog.getByLabel('6-digit code').fill(await totp(secret))
  await expect(portal.dialog('Save your recovery code')).toBeVisible()
  reach(
    27,
    'cropping a picture and setting up an authenticator app under the same policy: 0 violations',
    `${violations.length} violations`,
  )
  expect(violations).toEqual([])
})

test('The policy is alive: a violation of the page itself is noticed', async ({ page, box }) => {
  const violations = await watchViolations(page)
  await page.goto('/strict-csp')
  await expect(box.email).toBeVisible()
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('img'), { src: 'http://localhost:1/x.png' })),
  )
  await expect.poll(() => violations.length).toBeGreaterThan(0)
})
