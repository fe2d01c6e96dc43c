import { expect, test } from './fixtures.ts'

test('A page whose API is on another site explains after a sign-in, and after a reload, that the session cookie is dropped', async ({
  page,
  box,
  context,
}) => {
  await page.goto('/cross-site')
  await expect(page).toHaveURL(/^http:\/\/app\.localhost:/)
  const explanation = page.locator('fe-login-box').getByRole('note')
  await expect(explanation).toHaveCount(0)
  await box.signIn('ada@acme.test')
  await expect(explanation).toContainText('this page (app.localhost) is on another site')
  expect((await context.cookies()).filter(({ name }) => name.startsWith('fe_refresh'))).toEqual([])
  await page.reload()
  await expect(box.email).toBeVisible()
  await expect(explanation).toContainText('Serve the API on this page')
})

test('The demo host redirects the page to app.localhost, which is a separate site', async ({ request, demo }) => {
  const response = await request.get('/cross-site', { maxRedirects: 0 })
  expect(response.status()).toBe(302)
  expect(response.headers().location).toBe(`${demo.origins.host.replace('//', '//app.')}/cross-site`)
})
