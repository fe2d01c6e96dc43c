import { APPS, FRAMEWORKS, prepareFrameworks } from '../scripts/framework-apps.mjs'
import { test as base, expect } from './fixtures.ts'

/** The first install takes long; every later run finds it complete. */
const PREPARATION_MS = 420_000

const test = base.extend<object, { apps: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
  apps: [async ({}, use) => use(await prepareFrameworks(APPS)), { scope: 'worker', timeout: PREPARATION_MS }],
})

for (const app of APPS) {
  test(`The page /${app} signs a user in, raises an event, opens a gate and the portal`, async ({
    page,
    box,
    portal,
    apps,
  }) => {
    expect(apps).toBe(FRAMEWORKS)
    const welcomed = page.waitForEvent('console', (message) => message.text() === 'Welcome ada@acme.test')
    const crashes: string[] = []
    page.on('pageerror', (error) => crashes.push(error.message))
    await page.goto(`/${app}`)
    await expect(page.getByText('You manage users.')).toBeHidden()
    await box.signIn('ada@acme.test')
    await welcomed
    await expect(page.getByText('Signed in as ada@acme.test')).toBeVisible()
    await expect(page.getByText('You manage users.')).toBeVisible()
    await expect(page.locator('fe-login-box:visible')).toHaveCount(0)
    await page.getByRole('button', { name: 'Open the portal' }).click()
    await portal.users.click()
    await expect(portal.title('Users')).toBeVisible()
    expect(crashes).toEqual([])
  })
}
