import type { Page } from '@playwright/test'
import { PAYLOADS, withHostileTexts } from '../../src/testing/hostile-text.ts'
import { expect, test } from './fixtures.ts'
import { reach } from './support/figures.ts'

/** A list of users, a record of many fields, and a dialog. */
const PLACES = ['users', 'account', 'audits', 'groups?new']
const AUTHENTICATION = /\/auth\/|\/oauth\/|token\/refresh|jwks/

const createDealer = () => {
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

/** Returns elements made from a payload, whether one ran, and how many payloads are shown as text. */
const seen = (page: Page) =>
  page.evaluate(() => {
    let elements = 0
    const texts = new Set<string>()
    const look = (root: Document | ShadowRoot) => {
      elements += root.querySelectorAll('[data-evil]').length
      for (const node of root.querySelectorAll('*')) if (node.shadowRoot) look(node.shadowRoot)
      if (root instanceof ShadowRoot)
        for (const [, id] of (root.textContent ?? '').matchAll(/data-evil="(p\d+)"/g)) texts.add(id ?? '')
    }
    look(document)
    return { elements, ran: 'evil' in window, texts: [...texts] }
  })

// `src/preview/stage/portal-hostile-text.test.ts` checks every page and dialog; only a real page has a policy that
// could be violated.
test('Names, emails and errors that are markup stay text under the strictest policy', async ({
  page,
  portal,
  signedIn,
  demo,
}) => {
  test.slow()
  const violations = await watchViolations(page)
  const { next, count } = createDealer()
  const texts = new Set<string>()
  const look = async (state: string) => {
    const found = await seen(page)
    for (const id of found.texts) texts.add(id)
    expect.soft([found.elements, found.ran, violations], state).toEqual([0, false, []])
  }
  await signedIn('ada@acme.test')
  await page.route(`${demo.origins.api}/**`, async (route) => {
    const request = route.request()
    if (request.method() === 'OPTIONS' || AUTHENTICATION.test(request.url())) return route.fallback()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    await route.fulfill({ response, json: withHostileTexts(await response.json(), next) })
  })
  for (const place of PLACES) {
    await page.goto('about:blank')
    await page.goto(`/strict-csp#/admin-box/${place}`)
    await expect(portal.element.getByRole('heading').first()).toBeVisible()
    await expect(portal.element.locator('[aria-busy="true"], .fe-skeleton')).toHaveCount(0)
    await look(place)
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
  expect(texts.size).toBeGreaterThan(20)
  reach(
    23,
    `portal under the strictest policy: payloads on ${PLACES.length} places and in an error: 0 violations`,
    `${count()} texts dealt from 300 payloads, ${texts.size} of them seen as text, ${violations.length} violations`,
  )
})
