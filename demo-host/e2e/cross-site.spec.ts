import { expect, test } from './fixtures.ts'

test('A page whose API is on another site explains that the session cookie is dropped, and signs out', async ({
  page,
  box,
  context,
}) => {
  await page.goto('/cross-site')
  await expect(page).toHaveURL(/^http:\/\/app\.localhost:/)
  await box.signIn('ada@acme.test')
  await expect(page.getByRole('alert').filter({ hasText: 'The API must be on your site.' })).toBeVisible()
  await expect(box.email).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => name.startsWith('fe_refresh'))).toEqual([])
})

test('The demo host redirects the page to app.localhost, a site of its own', async ({ request, demo }) => {
  const response = await request.get('/cross-site', { maxRedirects: 0 })
  expect(response.status()).toBe(302)
  expect(response.headers().location).toBe(`${demo.origins.host.replace('//', '//app.')}/cross-site`)
})
