import { expect, test } from './fixtures.ts'

for (const path of ['/script-tag', '/esm', '/strict-csp'])
  test(`The button of ${path} opens a page that a member without administrative rights may see`, async ({
    page,
    portal,
    signedIn,
  }) => {
    await signedIn('mel@acme.test')
    await page.goto(path)
    await page.getByRole('button', { name: 'Open the portal' }).click()
    await expect(portal.title('Profile')).toBeVisible()
    await expect(portal.users).toHaveCount(0)
  })
