import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/**
 * Limits of code in bytes on the wire, headers included, on the idle sign-in page and with the users page. The script
 * tag's loader has a copy of the first file of the ES module, which the core needs too.
 */
const ENTRIES = [
  { path: '/esm', idle: 150_000, users: 209_500 },
  { path: '/script-tag', idle: 156_000, users: 226_000 },
]
/** Requests for code after the file that paints the field, until the user is signed in. */
const MAX_SIGN_IN_REQUESTS = 7
/**
 * Further requests until the users page is idle: the portal's frame with its kit, the list, the notifications, and the
 * dialogs. The dialogs load last, so the test waits for them.
 */
const MAX_PORTAL_REQUESTS = 4
const DIALOGS = /\/users-dialogs-/

/** Advice for developers, which loads on localhost only. */
const ADVICE = /\/elements-setup-/

const watchCode = async (page: Page, cdnOrigin: string) => {
  const session = await page.context().newCDPSession(page)
  const urls = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (url.startsWith(cdnOrigin) && url.endsWith('.js') && !ADVICE.test(url)) urls.set(requestId, url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    // A response from the cache has no bytes.
    if (url && encodedDataLength > 0) sizes.set(url, (sizes.get(url) ?? 0) + encodedDataLength)
  })
  await session.send('Network.enable')
  return () => ({ requests: sizes.size, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) })
}

for (const { path, idle, users } of ENTRIES) {
  test(`${path} needs few requests for code and few bytes up to a session and the users page`, async ({
    page,
    box,
    portal,
    demo,
  }) => {
    const received = await watchCode(page, demo.origins.cdn)
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const form = received()
    await box.signIn('ada@acme.test')
    await expect(page.getByText('Signed in as ada@acme.test')).toBeVisible()
    // A file that the sign-in requested may still be arriving.
    await page.waitForLoadState('networkidle')
    const signedIn = received()
    const dialogs = page.waitForResponse(DIALOGS)
    await page.goto(`${path}#/admin-box/users`)
    await expect(portal.rows.first()).toBeVisible()
    await dialogs
    await page.waitForLoadState('networkidle')
    const list = received()
    const figures = { form, signedIn, list }
    test.info().annotations.push({ type: 'wire', description: JSON.stringify(figures) })
    expect(form.bytes, JSON.stringify(figures)).toBeLessThanOrEqual(idle)
    expect(signedIn.requests - 1, JSON.stringify(figures)).toBeLessThanOrEqual(MAX_SIGN_IN_REQUESTS)
    expect(list.bytes, JSON.stringify(figures)).toBeLessThanOrEqual(users)
    expect(list.requests - signedIn.requests, JSON.stringify(figures)).toBeLessThanOrEqual(MAX_PORTAL_REQUESTS)
  })
}
