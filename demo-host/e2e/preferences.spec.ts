import type { Page } from '@playwright/test'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { type AppWindow, openBlank } from './support/app-page.ts'
import { expectAccessible } from './support/axe.ts'

const schemeOf = (page: Page, element: string) =>
  page.evaluate((name) => {
    const found = document.querySelector(name)
    return found && getComputedStyle(found).colorScheme
  }, element)

/** Opens a host page with texts in Hebrew, a light theme and both elements. */
const open = async (page: Page, demo: DemoHost) => {
  await openBlank(page)
  await page.addScriptTag({ url: `${demo.origins.cdn}/${version}/fe.umd.js` })
  await page.evaluate(async (baseUrl) => {
    await (window as unknown as AppWindow).fe.ready()
    document.body.append(document.createElement('fe-login-box'), document.createElement('fe-admin-portal'))
    ;(window as unknown as AppWindow).fe.init({
      contextOptions: { baseUrl, logLevel: 'error' },
      authOptions: { routes: { authenticatedUrl: '/' } },
      themeOptions: { mode: 'light' },
      localizations: { he: { adminPortal: { profile: { pageTitle: 'פרופיל' } } } },
    })
    location.hash = '#/admin-box/profile'
  }, demo.origins.api)
}

test('a user chooses dark and Hebrew in the profile: at once, in every tab, and after a reload', async ({
  page,
  portal,
  demo,
  signedIn,
  context,
}) => {
  const { email } = await recruit(demo, 'mel@acme.test', 'Pre Ference')
  await signedIn(email)
  await open(page, demo)
  await expect(portal.title('Profile')).toBeVisible()
  expect(await schemeOf(page, 'fe-admin-portal')).toBe('light')
  const other = await context.newPage()
  await open(other, demo)
  await expect(other.locator('fe-admin-portal').getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()

  await portal.element.getByLabel('Appearance').selectOption('dark')
  for (const element of ['fe-admin-portal', 'fe-login-box']) expect(await schemeOf(page, element)).toBe('dark')
  await expect.poll(() => schemeOf(other, 'fe-admin-portal')).toBe('dark')
  await expectAccessible(page, 'the profile with its preferences')

  await portal.element.getByLabel('Language').selectOption('he')
  await expect(portal.title('פרופיל')).toBeVisible()
  await expect(portal.element.locator('.fe-element')).toHaveAttribute('dir', 'rtl')
  await expect(other.locator('fe-admin-portal').getByRole('heading', { name: 'פרופיל' })).toBeVisible()

  const seen: (string | null)[] = []
  await page.exposeFunction('noteScheme', (scheme: string) => seen.push(scheme))
  await page.addInitScript(() => {
    const look = () => {
      const drawn = document.querySelector('fe-admin-portal')
      if (drawn?.shadowRoot?.querySelector('.fe-element')) {
        ;(window as unknown as { noteScheme(scheme: string): void }).noteScheme(getComputedStyle(drawn).colorScheme)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await open(page, demo)
  await expect(portal.title('פרופיל')).toBeVisible()
  expect([...new Set(seen)]).toEqual(['dark'])

  await portal.element.getByLabel('Appearance').selectOption('')
  await expect.poll(() => schemeOf(page, 'fe-admin-portal')).toBe('light')
})
