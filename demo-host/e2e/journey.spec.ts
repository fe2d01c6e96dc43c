import { expect, test } from './fixtures.ts'
import { PASSWORD, signIn } from './people.ts'

const NEW_PASSWORD = 'Brave-Otter-Lantern-42'

test('Ada signs in, invites a colleague, and the colleague joins from the mail', async ({
  page,
  inbox,
  browser,
  baseURL,
}) => {
  const colleague = `kim-${Date.now()}@acme.test`
  await page.goto('/script-tag')
  await signIn(page, 'ada@acme.test', PASSWORD)
  await page.getByRole('button', { name: 'Open the portal' }).click()
  await expect(page.getByText('mel@acme.test').first()).toBeVisible()

  await page
    .getByRole('button', { name: /invite/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByRole('textbox').first().fill(colleague)
  await dialog
    .getByRole('button', { name: /invite|send/i })
    .last()
    .click()
  const mail = await inbox(colleague)

  const other = await (await browser.newContext({ baseURL })).newPage()
  await other.goto(mail.links[0] ?? '/')
  for (const field of await other.locator('input[type="password"]').all()) await field.fill(NEW_PASSWORD)
  await other.keyboard.press('Enter')
  await expect(other.getByText(colleague).first()).toBeVisible()
})

test('A password manager finds the fields of the login box from the document', async ({ page }) => {
  await page.goto('/script-tag')
  await expect(page.locator('input[autocomplete~="username"]')).toBeVisible()
  const found = await page.evaluate(
    () => document.querySelectorAll('input[autocomplete~="username"], input[type="password"]').length,
  )
  expect(found).toBeGreaterThan(0)
})

test('The release is served immutable, compressed and open to every origin', async ({ request, demo }) => {
  const answer = await request.get(`${demo.origins.cdn}/6.176.0/fe.esm.js`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    'content-encoding': 'br',
  })
  const moved = await request.get(`${demo.origins.cdn}/6/fe.umd.js`, { maxRedirects: 0 })
  expect(moved.status()).toBe(302)
  expect(moved.headers().location).toBe('/6.176.0/fe.umd.js')
})
