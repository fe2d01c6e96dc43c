import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'

test.slow()

// `src/gallery/` and `src/preview/stage/` check every other state of the elements; here the page around them is
// included.
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
  // The first failures have the same message for every email; only later ones mention lockouts.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const response = page.waitForResponse((one) => one.request().method() === 'POST' && one.status() === 401)
    await box.enterPassword('Correct-Horse-9')
    await response
  }
  await expect(box.error).toContainText(/lock/i)
  await expectAccessible(page, 'locked')
})

test('The portal inside a page is accessible', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.goto('/custom-element')
  await expect(portal.rows.first()).toBeVisible()
  await expectAccessible(page, 'inline')
})
