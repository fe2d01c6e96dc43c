import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { reach, scaled } from './support/figures.ts'
import { PAYLOADS, withHostileTexts } from './support/hostile-text.ts'

const PAGES = [
  'profile',
  'privacy',
  'personal-api-tokens',
  'account',
  'users',
  'users?search=a&new',
  'groups',
  'roles',
  'roles?tab=matrix',
  'api-tokens',
  'all-accounts',
]
const ROUNDS = scaled(5)
const AUTHENTICATION = /\/auth\/|\/oauth\/|token\/refresh|jwks/

const dealer = () => {
  let dealt = 0
  return { next: () => PAYLOADS[dealt++ % PAYLOADS.length] ?? '', count: () => dealt }
}

const watchViolations = async (page: Page): Promise<string[]> => {
  const violations: string[] = []
  await page.exposeFunction('feViolation', (text: string) => violations.push(text))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { feViolation(text: string): void }).feViolation(
        `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      ),
    ),
  )
  return violations
}

/** Elements made of a payload, whether one ran, and how many payloads stand there as text. */
const seen = (page: Page) =>
  page.evaluate(() => {
    let elements = 0
    const texts = new Set<string>()
    const look = (root: Document | ShadowRoot) => {
      elements += root.querySelectorAll('[data-evil]').length
      for (const node of root.querySelectorAll('*')) if (node.shadowRoot) look(node.shadowRoot)
      for (const field of root.querySelectorAll('input, textarea')) note((field as HTMLInputElement).value)
      if (root instanceof ShadowRoot) note(root.textContent ?? '')
    }
    const note = (text: string) => {
      for (const [, id] of text.matchAll(/data-evil="(p\d+)"/g)) texts.add(id ?? '')
    }
    look(document)
    return { elements, ran: 'evil' in window, texts: [...texts] }
  })

const settledPage = async (portal: PortalModel) => {
  await expect(portal.element.getByRole('heading').first()).toBeVisible()
  await expect(portal.element.locator('[aria-busy="true"], .fe-skeleton')).toHaveCount(0)
}

test('Names, addresses and errors that are markup stay text on every page of the portal', async ({
  page,
  portal,
  signedIn,
  demo,
}) => {
  test.setTimeout(60_000 + ROUNDS * 60_000)
  const violations = await watchViolations(page)
  await signedIn('ada@acme.test')
  const { next, count } = dealer()
  await page.route(`${demo.origins.api}/**`, async (route) => {
    const request = route.request()
    if (request.method() === 'OPTIONS' || AUTHENTICATION.test(request.url())) return route.fallback()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    await route.fulfill({ response, json: withHostileTexts(await response.json(), next) })
  })
  const texts = new Set<string>()
  const look = async (state: string) => {
    const found = await seen(page)
    for (const id of found.texts) texts.add(id)
    expect.soft([found.elements, found.ran, violations], state).toEqual([0, false, []])
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of PAGES) {
      await page.goto('about:blank')
      await page.goto(`/strict-csp#/admin-box/${name}`)
      await settledPage(portal)
      await look(name)
    }
  }
  await page.unrouteAll({ behavior: 'wait' })
  await page.route(/fe\/v1\/members\?/, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.fallback()
      : route.fulfill({
          status: 400,
          json: { errors: [next(), next()] },
          headers: { 'access-control-allow-origin': demo.origins.host, 'access-control-allow-credentials': 'true' },
        }),
  )
  await page.goto('about:blank')
  await page.goto('/strict-csp#/admin-box/users')
  await expect(portal.button('Try again')).toBeVisible()
  await look('a refused list')
  reach(
    23,
    `portal: payloads in every text of ${PAGES.length} pages and an error: 0 script runs, 0 new elements, 0 violations`,
    `${count()} texts dealt from 300 payloads, ${texts.size} of them seen as text, ${violations.length} violations`,
  )
  expect(texts.size).toBeGreaterThan(scaled(300, 40) / 2)
})
