import assert from 'node:assert/strict'
import { byCss, byRole, byText } from '../by.ts'
import { dialog, inPortal, signInByBox, toast, type Visit } from '../visit.ts'

/**
 * Checks that a wrong password is explained; the right one returns to the page, where a reload keeps the session;
 * signing out ends it.
 */
export const signIn = async ({ page, url }: Visit) => {
  await page.open(url('/account/login'))
  await signInByBox(page, 'ada@acme.test', 'wrong')
  await page.see(byText(/Incorrect email or password/))
  await page.fill(byCss('input[type=password]'), 'Correct-Horse-9')
  await page.press('Enter')
  await page.see(byText(/Signed in as ada@acme\.test/))
  await page.open(url('/script-tag/home'))
  await page.see(byText(/Signed in as ada@acme\.test/))
  await page.click(byRole('button', 'Sign out'))
  await page.see(byRole('link', 'Sign in'))
}

/** Checks that a link is underlined only under the pointer. */
export const linksAreQuiet = async ({ page, url }: Visit) => {
  await page.open(url('/account/login'))
  await page.fill(byRole('textbox', 'Email'), 'ada@acme.test')
  await page.press('Enter')
  await page.see(byRole('link', 'Forgot password?'))
  const color = await page.run(() => {
    const box = document.querySelector('fe-login-box')
    const link = [box, box?.shadowRoot].map((root) => root?.querySelector('a[href]')).find(Boolean)
    return link ? getComputedStyle(link).textDecorationColor : ''
  })
  assert.match(color, /rgba\(.*, 0\)|transparent/)
}

/** Checks that a user who signed in by redirect to the API's own page stays signed in after a reload. */
export const hosted = async ({ page, url, demo }: Visit) => {
  await page.open(url('/hosted'))
  await page.click(byRole('button', 'Sign in'))
  await page.holds('the login page of the API is open', (api: string) => location.origin === api, demo.origins.api)
  await signInByBox(page, 'ada@acme.test')
  await page.see(byText('Signed in as ada@acme.test'))
  await page.open(url('/hosted/home'))
  await page.see(byText('Signed in as ada@acme.test'))
}

/** Checks that actions in one tab take effect in the other without a reload. */
export const twoTabs = async ({ page, url, openTab }: Visit) => {
  const other = await openTab()
  await other.open(url('/script-tag'))
  await other.see(byRole('link', 'Sign in'))
  await page.open(url('/account/login'))
  await signInByBox(page, 'mel@acme.test')
  await page.see(byText(/Signed in as mel@acme\.test/))
  await other.see(byText(/Signed in as mel@acme\.test/))
  await page.click(byRole('button', 'Sign out'))
  await other.see(byRole('link', 'Sign in'))
}

/** Checks that the preview lists users and accepts an invitation without an API. */
export const preview = async ({ page, url, demo }: Visit) => {
  await page.open(url('/preview'))
  await page.see(inPortal('row', /@/))
  await page.click(inPortal('button', 'Invite users'))
  const form = dialog('Invite users')
  await page.fill(byRole('textbox', 'Email addresses', { within: form }), 'new@acme.test')
  await page.click(byRole('button', 'Send invitation', { within: form }))
  await page.see(toast(/Invitation sent/))
  const asked = await page.run(
    (api: string) => performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(api)).length,
    demo.origins.api,
  )
  assert.equal(asked, 0)
}
