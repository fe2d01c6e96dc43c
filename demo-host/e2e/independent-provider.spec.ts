import type { Request } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { accessTokenIn, type ForeignApp, openForeignApp, signOutOf } from './support/foreign-app.ts'

test.describe('the same client at an independent OpenID provider', () => {
  let provider: ForeignApp
  test.beforeAll(async ({ demo }) => {
    provider = await openForeignApp(demo)
  })
  test.afterAll(() => provider.close())

  test('signs in, accepts the response, refreshes and signs out', async ({ page }) => {
    test.slow()
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))
    const countOf = (ending: string) =>
      sent.filter((request) => new URL(request.url()).pathname.endsWith(ending)).length
    const who = page.locator('#who')

    await page.goto(`${provider.origin}/app`)
    await expect(who).toHaveText('Signed out')
    expect(countOf('/oauth/authorize/silent'), 'silent at 404 is asked once').toBe(1)

    await page.goto(`${provider.origin}/app/login?redirectUrl=/app`)
    await page.getByRole('button', { name: /Ada Whitfield/ }).click()
    await expect(who).toHaveText('Signed in as ada@acme.test')
    await expect(page).toHaveURL(`${provider.origin}/app`)
    expect([countOf('/users/v2/me'), countOf('/me/tenants')], 'a profile at 404 is requested three times').toEqual([
      3, 1,
    ])
    expect(countOf('/oauth/token'), 'the code is exchanged once').toBe(1)

    const exchange = sent.find((request) => request.url().endsWith('/frontegg/oauth/token'))
    expect(exchange?.headers()['content-type']).toContain('application/x-www-form-urlencoded')
    expect(exchange?.headers().cookie).toBeUndefined()

    const first = await accessTokenIn(page)
    await expect.poll(() => accessTokenIn(page), { timeout: 25_000 }).not.toBe(first)
    expect(countOf('/oauth/token')).toBeGreaterThan(1)
    await expect(who).toHaveText('Signed in as ada@acme.test')

    await signOutOf(page, `${provider.origin}/app`)
    await page.getByRole('button', { name: /yes/i }).click()
    await expect(page).toHaveURL(`${provider.origin}/app`)
    await expect(who).toHaveText('Signed out')
    await page.goto(`${provider.origin}/app/login`)
    await expect(page.getByRole('button', { name: /Ada Whitfield/ })).toBeVisible()
  })

  test('a user who cancels there returns to a page with a link to continue', async ({ page, box }) => {
    await page.goto(`${provider.origin}/app/login`)
    await page.getByRole('button', { name: 'Cancel and go back' }).click()
    await expect(box.element).toContainText('The sign-in was canceled.')
    await box.button('Sign in again').click()
    await expect(page.getByRole('button', { name: /Ada Whitfield/ })).toBeVisible()
  })
})
