import { ssoConfigs } from '../../src/contract/sso.ts'
import { expect, test } from './fixtures.ts'
import { apiAs } from './support/api-as.ts'
import { ownAccount } from './support/own-account.ts'

// `src/preview/stage/portal-sso-copy.test.ts` presses every button of every guide; only a whole browser has a
// clipboard.
test('Each value of the guide for SAML is copied as it is shown', async ({
  page,
  portal,
  demo,
  context,
  request,
  signedIn,
}) => {
  const { newUser } = await ownAccount(demo, 'Copies')
  const { id } = await (await apiAs(request, demo, newUser.email)).post(ssoConfigs.createConfig, { type: 'saml' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedIn(newUser.email)
  await page.goto(`/script-tag#/admin-box/sso?connection=${id}`)
  const buttons = portal.element.getByRole('button', { name: /^Copy / })
  await expect(buttons.first()).toBeVisible()
  const count = await buttons.count()
  expect(count).toBeGreaterThan(4)
  for (let at = 0; at < count; at += 1) {
    const button = buttons.nth(at)
    const value = (await button.locator('xpath=../code').textContent()) ?? ''
    expect(value).not.toBe('')
    await page.evaluate(() => navigator.clipboard.writeText('nothing was copied'))
    await button.click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  }
})
