import { MALFORMED_RESPONSES, titleOf } from '../../src/testing/malformed-responses.ts'
import { expect, test } from './fixtures.ts'
import { PASSWORD } from './sample-users.ts'
import { respondMalformed } from './support/malformed-responses.ts'

/** Responses that the browser itself reads before the product does: headers of another origin, bytes, empty bodies. */
const RESPONSES = MALFORMED_RESPONSES.filter(
  ({ status, body, says }) => says !== undefined && (status === 429 || body === '' || typeof body !== 'string'),
)

// `src/preview/stage/box-malformed.test.ts` checks every call; here one call gets them as responses of another origin.
test('sign-in shows the right message and stops waiting, whatever the response', async ({ page, box, demo }) => {
  const malformed = await respondMalformed(page, demo, { path: /\/auth\/v1\/user$/ })
  await page.goto('/account/login')
  await box.enterEmail('mel@acme.test')
  for (const one of RESPONSES) {
    malformed.respondWith(one)
    await box.enterPassword(PASSWORD)
    // The request is awaited first, because the previous response may have had the same message.
    await expect.poll(malformed.sent, titleOf(one)).toBe(RESPONSES.indexOf(one) + 1)
    await expect(box.element.locator('[data-busy]'), titleOf(one)).toHaveCount(0, { timeout: 30_000 })
    await expect(box.element.getByText(one.says ?? '').first(), titleOf(one)).toBeVisible()
  }
  expect(RESPONSES.length).toBeGreaterThan(3)
  expect(malformed.uncaught).toEqual([])
})
