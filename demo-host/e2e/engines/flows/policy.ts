import assert from 'node:assert/strict'
import { byCss, byRole, byText } from '../by.ts'
import { dialog, inPortal, signInByBox, type Visit } from '../visit.ts'

const VIOLATION = /content.security.policy|violat|refused to|trusted ?types?/i

/**
 * Checks that Ada can sign in, open a dialog of the portal and sign out under the strictest policy without a violation.
 */
export const strictPolicy = async ({ page, profile, url, note }: Visit) => {
  await page.open(url('/strict-csp'))
  await signInByBox(page, 'ada@acme.test')
  await page.see(byText('Signed in as ada@acme.test'))
  await page.click(byRole('button', 'Open the portal'))
  await page.click(inPortal('link', 'Users'))
  await page.see(inPortal('row', /@acme\.test/))
  await page.click(inPortal('button', 'Invite users'))
  await page.see(dialog('Invite users'))
  await page.press('Escape')
  await page.click(inPortal('button', 'Close admin portal'))
  await page.click(byRole('button', 'Sign out'))
  await page.see(byRole('textbox', 'Email'))
  const violations = profile.errors().filter((error) => VIOLATION.test(error))
  assert.deepEqual(violations, [])
  note({
    row: 27,
    wanted: 'sign-in, portal and a dialog under the strictest policy: 0 violations',
    reached: '0 violations',
  })
}

/** Checks that every step of the gallery opens by its link. */
export const gallery = async ({ page, url }: Visit) => {
  await page.open(url('/gallery#login/loginWithPassword/wrong-password'))
  await page.see(byText(/Incorrect email or password/))
  await page.click(byRole('link', 'Next'))
  await page.see(byText(/This account is locked/))
  await page.fill(byRole('searchbox', 'Find a step'), 'recovery')
  await page.click(byRole('link', 'recoveryCode: plain'))
  await page.see(byRole('heading', 'Save your recovery code'))
  await page.see(byCss('[aria-current=page]'))
}
