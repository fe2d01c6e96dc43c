import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/axe.ts'
import { scaled } from './support/figures.ts'

const FEATURES = /\/entitlements\/api\/v2\/user-entitlements/
const SLOW_MS = scaled(3_000, 1_000)

const gate = (page: Page, key: string) =>
  page.locator(`fe-gate[feature="${key}"], fe-gate[permission="${key}"], fe-gate[roles="${key}"]`)

const expectStates = async (page: Page, states: Record<string, 'open' | 'closed'>) => {
  for (const [key, state] of Object.entries(states)) {
    await expect(gate(page, key).last(), key).toHaveAttribute('data-state', state)
  }
}

const plan = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

interface Watched {
  seen: Set<string>
  flashes: Set<string>
}

/**
 * Records at every frame which content of the gates is visible, and whether its gate was open, from the first script
 * on.
 */
const watchContent = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watched = { seen: new Set(), flashes: new Set() }
    Object.assign(window, { watched })
    const look = () => {
      for (const content of document.querySelectorAll('fe-gate > :not([slot], template)')) {
        const isShown = content.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        if (!isShown || content.getBoundingClientRect().height === 0) continue
        const { state } = (content.parentElement as HTMLElement).dataset
        const isMeant = state === 'open' || (state === 'closed' && content.matches('[mode=disable] > *'))
        watched[isMeant ? 'seen' : 'flashes'].add(content.textContent?.trim() ?? '')
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

const contentOf = (page: Page, kind: keyof Watched) =>
  page.evaluate((name) => [...(window as unknown as { watched: Watched }).watched[name]], kind)

const PROTECTED = ['The list of users is yours to read.', 'You are an administrator.', 'We reply within the hour.']

test('Gates open and close while the plan and the attributes change', { tag: '@smoke' }, async ({ page, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.goto('/gates')
  await expect(plan(page, 'Growth')).toBeChecked()
  await expectStates(page, {
    'fe.secure.read.users': 'open',
    admin: 'open',
    'scheduled-reports': 'open',
    'priority-support': 'closed',
    sso: 'closed',
    'audit-log': 'open',
    'bulk-import': 'closed',
    'data-residency': 'closed',
    'ai-assistant': 'open',
    'new-editor': 'closed',
  })
  await page.getByLabel('Seats').fill('25')
  await page.getByLabel('Region').selectOption('eu')
  await expectStates(page, { 'bulk-import': 'open', 'data-residency': 'open' })
  await page.getByLabel('Role at work').selectOption('guest')
  await expectStates(page, { 'data-residency': 'closed' })

  const setUp = page.getByRole('button', { name: 'Set up single sign-on' })
  await expect(setUp).toBeVisible()
  await setUp.focus()
  await expect(setUp).not.toBeFocused()
  await page.getByText('Enterprise', { exact: true }).click()
  await expectStates(page, { sso: 'open', 'data-residency': 'open' })
  await setUp.focus()
  await expect(setUp).toBeFocused()
  await page.getByText('Starter', { exact: true }).click()
  await expectStates(page, { sso: 'closed', 'audit-log': 'closed', 'scheduled-reports': 'closed' })
  await expect(page.getByText('3 sign-ins from a new device')).toHaveCount(0)
  await expect(page.getByText('The audit log starts with Growth.')).toBeVisible()
  await page.getByText('Growth', { exact: true }).click()
  await expectStates(page, { 'audit-log': 'open' })
})

test('A member sees only what they may see, regardless of who was signed in before', async ({ page, signedIn }) => {
  await signedIn('mel@acme.test')
  await watchContent(page)
  await page.goto('/gates')
  await expectStates(page, { 'fe.secure.read.users': 'closed', admin: 'closed', 'scheduled-reports': 'open' })
  await expect(page.getByText('The list of users is for administrators.')).toBeVisible()
  await expect(page.getByText('Your role doesn’t include this.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectStates(page, { 'fe.secure.read.users': 'closed', 'scheduled-reports': 'closed', 'audit-log': 'closed' })
  await expect(page.getByText('Sign in to see this.')).toBeVisible()
  expect(await contentOf(page, 'flashes')).toEqual([])
  for (const content of PROTECTED) expect(await contentOf(page, 'seen')).not.toContain(content)
})

for (const [name, files] of [
  ['the script', /fe\.umd\.js$/],
  ['every module', /\/(fe\.esm|chunks\/[^/]+)\.js$/],
  ['the code of the gates', /chunks\/open-gate-[^/]+\.js$/],
] as const) {
  test(`Protected content never flashes when ${name} is seconds late`, async ({ page, signedIn }) => {
    test.slow()
    await signedIn('mel@acme.test')
    await watchContent(page)
    await page.route(files, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      await route.continue().catch(() => undefined)
    })
    await page.goto('/gates', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Gates' })).toBeVisible()
    await expect(gate(page, 'scheduled-reports')).toHaveAttribute('data-state', 'open', { timeout: 60_000 })
    await expect(page.getByText('Reports arrive every Monday')).toBeVisible()
    expect(await contentOf(page, 'flashes')).toEqual([])
    const seen = await contentOf(page, 'seen')
    expect(seen).toContain('Reports arrive every Monday at 8:00.')
    for (const content of PROTECTED) expect(seen).not.toContain(content)
  })
}

test('Entitlements that cannot be loaded block no user, and open the gates once they load', async ({
  page,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  let isDown = true
  await page.route(FEATURES, (route) => (isDown ? route.abort() : route.continue()))
  await page.goto('/gates')
  await expect(page.getByText('Signed in as ada@acme.test', { exact: true })).toBeVisible()
  await expectStates(page, { 'fe.secure.read.users': 'open', 'audit-log': 'closed' })
  isDown = false
  await expectStates(page, { 'audit-log': 'open' })
})

test('A developer sees why a gate is closed, and the app’s own queries return the same', async ({ page, signedIn }) => {
  await signedIn('ada@acme.test')
  await page.goto('/gates')
  const closed = gate(page, 'bulk-import')
  await closed.getByText('Why is this closed?').click()
  await expect(closed).toContainText('rule 1 does not match')
  await expect(closed).toContainText('seats greater than equal 25; it is 10')
  await page.getByLabel('Seats').fill('50')
  await expect(closed.getByText('Why is this open?')).toBeVisible()
  await expect(closed).toContainText('it is 50')
})

test('The page of the gates is accessible, signed in and signed out', async ({ page, signedIn }) => {
  test.slow()
  await page.goto('/gates')
  await expectStates(page, { 'audit-log': 'closed' })
  await expectAccessible(page, 'gates, signed out')
  await signedIn('ada@acme.test')
  await page.goto('/gates')
  await expectStates(page, { 'audit-log': 'open' })
  await gate(page, 'ai-assistant').getByText('Why is this open?').click()
  await expectAccessible(page, 'gates, signed in')
})

test('The engine is fetched where a host enables entitlements, and nowhere else', async ({ page, signedIn }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const engines = () => fetched.filter((path) => /\/entitlement-engine-[\w-]+\.js$/.test(path))
  await signedIn('ada@acme.test')
  await page.goto('/script-tag/home')
  await expect(page.getByText('Signed in as ada@acme.test')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(engines()).toEqual([])
  await page.goto('/gates')
  await expect.poll(() => engines().length).toBe(1)
})
