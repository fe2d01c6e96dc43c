import { MALFORMED_RESPONSES, titleOf } from '../../src/testing/malformed-responses.ts'
import { expect, test } from './fixtures.ts'
import { respondMalformed } from './support/malformed-responses.ts'

const PATIENCE = { timeout: 30_000 }
/** A rate limit with its header, a page instead of data, and a refusal. */
const RESPONSES = MALFORMED_RESPONSES.filter(({ says }) => says !== undefined).slice(0, 3)

// `src/preview/stage/portal-malformed.test.ts` checks every list and form; here one of each gets responses of another
// origin.
test('the list of webhooks shows the right message and stops waiting, whatever the response', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  const malformed = await respondMalformed(page, demo, { path: /\/webhook$/, method: 'GET' })
  for (const [at, one] of RESPONSES.entries()) {
    malformed.respondWith(one)
    if (at === 0) await page.goto('/script-tag#/admin-box/webhooks')
    else await portal.button('Try again').first().click()
    await expect.poll(malformed.sent, { message: titleOf(one), ...PATIENCE }).toBe(at + 1)
    const waiting = portal.element.locator('[aria-busy="true"], .fe-skeleton, [data-busy]')
    await expect(waiting, titleOf(one)).toHaveCount(0, PATIENCE)
    await expect(portal.element.getByText(one.says ?? '').first(), titleOf(one)).toBeVisible(PATIENCE)
  }
  expect(malformed.uncaught).toEqual([])
})

test('a new group shows the right message and stops waiting, whatever the response', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  const malformed = await respondMalformed(page, demo, { path: /\/groups\/v1$/, method: 'POST' })
  await page.goto('/script-tag#/admin-box/groups?new')
  const dialog = portal.dialog('Create group')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Odd group')
  for (const [at, one] of RESPONSES.entries()) {
    malformed.respondWith(one)
    await dialog.getByRole('button', { name: 'Create group' }).click()
    await expect.poll(malformed.sent, { message: titleOf(one), ...PATIENCE }).toBe(at + 1)
    await expect(dialog.locator('[data-busy]'), titleOf(one)).toHaveCount(0, PATIENCE)
    await expect(dialog.getByText(one.says ?? '').first(), titleOf(one)).toBeVisible(PATIENCE)
  }
  expect(malformed.uncaught).toEqual([])
})
