import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { appCode } from './support/app-code.ts'
import { apiAs } from './support/settled.ts'
import { addAuthenticator } from './support/virtual-key.ts'

const DEEP_LINK = '/script-tag#/admin-box/privacy'
const DEVICES = '/identity/resources/users/v1/mfa/devices'
const NAMES = '/identity/resources/fe/v1/me/mfa-devices'
const SET_UP = 'Second factor added'
const SESSIONS = '/identity/resources/users/sessions/v1/me'

test.describe('The privacy page', () => {
  test('sets up an authenticator app, names it and removes it with its own code', { tag: '@smoke' }, async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Apt Factor')
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    await expect(portal.element.getByText('No second factors yet')).toBeVisible()
    await portal.button(/Set up an authenticator app/).click()
    const dialog = portal.dialog('Set up an authenticator app')
    await expect(dialog).toBeVisible()
    const secret = ((await dialog.locator('.fe-mfa-code span').first().textContent()) ?? '').replace(/\s/g, '')
    await dialog.getByLabel('6-digit code').fill('000000')
    await expect(dialog.getByText(/incorrect/)).toBeVisible()
    await dialog.getByLabel('6-digit code').fill(await appCode(secret))

    const recovery = portal.dialog('Save your recovery code')
    await expect(recovery.getByText(/^\d{5}(-\d{5}){3}$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(recovery.getByText('Save the code first')).toBeVisible()
    await recovery.getByLabel('I have saved this code').check()
    await recovery.getByRole('button', { name: 'Done' }).click()

    const get = await apiAs(page, demo.origins.api, demo.origins.host)
    expect((await get(DEVICES)).authenticators).toHaveLength(1)
    await portal.button('Rename Authenticator app').click()
    await portal.dialog('Rename “Authenticator app”').getByLabel('Name').fill('Work <b>phone</b>')
    await page.keyboard.press('Enter')
    await expect(portal.element.getByText('Work <b>phone</b>', { exact: true })).toBeVisible()
    const [named] = (await get(NAMES)).devices
    expect(named).toMatchObject({ name: 'Work <b>phone</b>' })

    await portal.button('Remove Work <b>phone</b>').click()
    await expect(portal.element.getByRole('alertdialog')).toContainText('your password alone is enough to sign in')
    await portal.button('Continue').click()
    const last = portal.dialog('Remove “Work <b>phone</b>”?')
    await last.getByLabel('6-digit code').fill(await appCode(secret, 1))
    await expect(portal.toast('Second factor removed')).toBeVisible()
    expect((await get(DEVICES)).authenticators).toEqual([])
  })

  test('adds a phone and a key; each additional one requires an existing factor', async ({
    page,
    portal,
    demo,
    inbox,
    signedIn,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Key Chain')
    const number = '+447700900456'
    const code = async () => (await inbox(number)).text.match(/\b\d{6}\b/)?.[0] ?? ''
    await addAuthenticator(page, { transport: 'usb' })
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    await portal.button(/Set up text messages/).click()
    await portal.dialog('Set up text messages').getByLabel('Phone number').fill(number)
    await page.keyboard.press('Enter')
    await expect(portal.dialog('Check your phone')).toBeVisible()
    const first = await code()
    await portal.toastOf(SET_UP, () => portal.dialog('Check your phone').getByLabel('6-digit code').fill(first))
    await portal.dialog('Save your recovery code').getByLabel('I have saved this code').check()
    await portal.button('Done').click()

    await portal.button(/Set up a security key/).click()
    const proof = portal.dialog('Confirm it’s you to add a second factor')
    await expect(proof).toBeVisible()
    await expect.poll(code).not.toBe(first)
    await proof.getByLabel('6-digit code').fill(await code())
    const key = portal.dialog('Set up a security key')
    await portal.toastOf(SET_UP, () => key.getByRole('button', { name: 'Continue' }).click())
    const get = await apiAs(page, demo.origins.api, demo.origins.host)
    const enrolled = await get(DEVICES)
    expect([enrolled.phones.length, enrolled.webauthn.length]).toEqual([1, 1])

    await portal.button('Remove Security key').click()
    await portal.button('Continue').click()
    await expect(portal.toast('Second factor removed')).toBeVisible()
    expect((await get(DEVICES)).webauthn).toEqual([])
  })

  test('hides renaming where the server has no such call', async ({ page, portal, signedIn }) => {
    await signedIn('mel@acme.test')
    await page.route('**/mfa/devices', (route) =>
      route.fulfill({
        json: { webauthn: [], phones: [{ id: 'p', phoneNumber: '+*23' }], authenticators: [], emails: [] },
      }),
    )
    await page.route('**/me/mfa-devices', (route) => route.fulfill({ status: 404, json: { errors: ['Not found'] } }))
    await page.goto(DEEP_LINK)
    await expect(portal.button('Remove Text message')).toBeVisible()
    await expect(portal.button(/^Rename/)).toHaveCount(0)
  })

  test('lists the sessions, signs one device out, then all others', async ({
    page,
    portal,
    demo,
    browser,
    baseURL,
    signedIn,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Ses Sion')
    const agents = [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
      '<img src=x onerror="window.__hit=1">',
    ]
    for (const userAgent of agents) {
      const other = await browser.newContext({ baseURL, userAgent })
      await signedIn(newUser.email, await other.newPage())
      await other.close()
    }
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    const rows = portal.element.getByRole('list', { name: 'Active sessions' }).getByRole('listitem')
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toContainText('This device')
    await expect(rows.filter({ hasText: 'Safari 17 on iOS' })).toBeVisible()
    await expect(rows.filter({ hasText: '<img src=x' })).toBeVisible()
    await expect(rows.filter({ hasText: '127.0.0.1' })).toHaveCount(4)
    expect(await page.evaluate(() => '__hit' in window)).toBe(false)

    await portal.button('Sign out Firefox 128 on Windows').click()
    await portal.element
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Sign out Firefox 128 on Windows' })
      .click()
    await expect(portal.toast('Device signed out')).toBeVisible()
    await expect(rows).toHaveCount(3)
    await portal.button('Sign out all other devices').click()
    const ask = portal.element.getByRole('alertdialog')
    await expect(ask).toContainText('2 other sessions will end.')
    await ask.getByRole('button', { name: 'Sign out all other devices' }).click()
    await expect(portal.toast('All other devices signed out')).toBeVisible()
    const get = await apiAs(page, demo.origins.api, demo.origins.host)
    expect(await get(SESSIONS)).toMatchObject([{ current: true }])
  })

  test('shows which cards could not be loaded, and loads them when the user tries again', async ({
    page,
    portal,
    signedIn,
  }) => {
    await signedIn('mel@acme.test')
    let isDown = true
    for (const path of ['**/mfa/devices', '**/sessions/v1/me']) {
      await page.route(path, (route) =>
        isDown ? route.fulfill({ status: 403, json: { errors: ['You may not see this'] } }) : route.fallback(),
      )
    }
    await page.goto(DEEP_LINK)
    await expect(portal.element.getByText('We couldn’t load your second factors')).toBeVisible()
    await expect(portal.element.getByText('You may not see this')).toHaveCount(1)
    isDown = false
    await portal.button('Try again').click()
    await expect(portal.element.getByText('No second factors yet')).toBeVisible()
    await expect(portal.element.getByText('This device').first()).toBeVisible()
  })

  test('removes a phone with a code that is texted to it', async ({ page, portal, demo, inbox, signedIn }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Gone Phone')
    const phoneNumber = '+447700900457'
    await demo.backend.store.factors.insert({
      id: `factor ${newUser.id}`,
      userId: newUser.id,
      kind: 'sms',
      credentialId: null,
      value: JSON.stringify({ phone: phoneNumber }),
      counter: 0,
      createdAt: Date.now(),
      lastUsedAt: null,
    })
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    await portal.button('Remove Text message').click()
    await portal.button('Continue').click()
    const code = (await inbox(phoneNumber)).text.match(/\b\d{6}\b/)?.[0] ?? ''
    await portal.dialog('Remove “Text message”?').getByLabel('6-digit code').fill(code)
    await expect(portal.toast('Second factor removed')).toBeVisible()
    const get = await apiAs(page, demo.origins.api, demo.origins.host)
    expect((await get(DEVICES)).phones).toEqual([])
  })
})
