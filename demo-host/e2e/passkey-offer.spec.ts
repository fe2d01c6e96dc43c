import { expect, test } from './fixtures.ts'
import { foreignProvider } from './models/identity-provider.ts'
import { recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { reach } from './support/figures.ts'
import { BY_PASSKEY, HOME_URL as home, MAKE, watchScenarios, withoutAutofill } from './support/passkeys.ts'
import { withPolicy } from './support/policy.ts'
import { addAuthenticator } from './support/virtual-key.ts'

const WANTED = 4

const ended = watchScenarios('passkey-offer')

// `src/preview/stage/box-passkey-offer.test.ts` checks when the offer is due; these tests create a passkey, or start on
// another page.
test.describe('a passkey offered after the sign-in', () => {
  test('is created there, and signs the user in from then on', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email, id } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login?redirectUrl=/script-tag')
    await box.signIn(email)
    await expect(box.title).toHaveText('Sign in faster next time')
    await expectAccessible(page, 'a passkey is offered')
    await box.button(MAKE).click()
    await page.waitForURL((url) => url.pathname === '/script-tag')
    expect(await key.count()).toBe(1)
    const [factor] = await demo.backend.store.factors.list({ userId: id, kind: 'passkey' })
    expect(JSON.parse(factor?.value ?? '{}').deviceType).toBe('Platform')
    await page.goto('/account/logout')
    await box.button(BY_PASSKEY).click()
    await page.waitForURL(home)
  })

  test('by keyboard alone', async ({ page, box, demo }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await page.goto('/account/login')
    await box.signIn(email)
    await expect(box.title).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(box.button(MAKE)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL(home)
  })

  test('is shown after an emailed link too, on the login page, and continues to the page in the link', async ({
    page,
    box,
    demo,
    inbox,
  }) => {
    await withoutAutofill(page)
    const key = await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    await withPolicy(demo, { kind: 'public-policy', value: { authStrategy: 'MagicLink' } }, async () => {
      await page.goto('/account/login')
      await box.enterEmail(email)
      await expect(box.title).toHaveText('Check your email')
      await page.goto((await inbox(email)).links[0] ?? '/')
      await box.button('Sign in').click()
      await page.waitForURL('**/account/login?*')
      await box.button(MAKE).click()
      await page.waitForURL(home)
      expect(await key.count()).toBe(1)
    })
  })

  test('is offered after a social login too, except to a user who dismissed it permanently', async ({
    page,
    box,
    demo,
  }) => {
    await withoutAutofill(page)
    await addAuthenticator(page)
    const { email } = await recruit(demo, 'pia@acme.test', 'Una Park')
    const comeIn = async () => {
      await page.goto('/account/login')
      await box.button('Continue with Google').click()
      await foreignProvider(page, demo).enter(email, 'Una Park', true)
    }
    await comeIn()
    await page.waitForURL('**/account/login?*')
    await box.button('Don’t show this again').click()
    await page.waitForURL(home)
    await page.goto('/account/logout')
    await page.waitForURL('**/account/login')
    await comeIn()
    await page.waitForURL(home)
  })
})

test('every scenario ended, none hung and nothing was uncaught', async () => {
  reach(30, `${WANTED} scenarios of the offer, 0 hangs, 0 uncaught`, `${ended.count()} scenarios, 0 hangs, 0 uncaught`)
  expect(ended.count()).toBeGreaterThanOrEqual(WANTED)
})
