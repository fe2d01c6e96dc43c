import { expect, test } from './fixtures.ts'
import { NEW_PASSWORD, PASSWORD, recruit } from './sample-users.ts'
import { choosePicture } from './support/pictures.ts'
import { apiAs } from './support/settled.ts'
import { twoColors } from './support/two-colors.ts'

const DEEP_LINK = '/script-tag#/admin-box/profile'
const ME = '/identity/resources/users/v2/me'
const PHONES = '/identity/resources/users/phone-numbers/v1'

test.describe('The profile page', () => {
  test('saves name, job title, phone and postal address, and shows them everywhere', { tag: '@smoke' }, async ({
    page,
    portal,
    demo,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Pia Profile')
    const signedIn = await page.request.post(`${demo.origins.api}/frontegg/identity/resources/auth/v1/user`, {
      headers: { origin: demo.origins.host },
      data: { email: newUser.email, password: PASSWORD },
    })
    expect(signedIn.ok()).toBe(true)
    await page.goto(DEEP_LINK)
    const form = portal.element.getByRole('form', { name: 'Personal details' })
    await form.getByLabel('Name', { exact: true }).fill('')
    await form.getByLabel('Phone').fill('12')
    await form.getByRole('button', { name: 'Save changes' }).click()
    await expect(form.getByText('Enter your name.')).toBeVisible()
    await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
    await form.getByLabel('Name', { exact: true }).fill('Pia Porter')
    await form.getByLabel('Phone').fill('+44 20 7946 0000')
    await form.getByLabel('Job title').fill('Head of <b>Ops</b>')
    await form.getByLabel('Street address').fill('12 Foundry Lane')
    await form.getByLabel('City').fill('Leeds')
    await form.getByLabel('City').press('Enter')
    await expect(portal.toast('Profile saved')).toBeVisible()
    await expect(page.getByText('Head of <b>Ops</b>')).toHaveCount(0)

    const get = await apiAs(page, demo.origins.api, demo.origins.host)
    const me = await get(ME)
    expect([me.name, me.phoneNumber]).toEqual(['Pia Porter', '+442079460000'])
    expect(JSON.parse(me.metadata)).toEqual({
      jobTitle: 'Head of <b>Ops</b>',
      address: { street: '12 Foundry Lane', city: 'Leeds' },
    })
    await page.reload()
    await expect(form.getByLabel('City')).toHaveValue('Leeds')
    await form.getByLabel('City').press('Enter')
    await expect(form.getByText('No changes to update')).toBeVisible()
  })

  test('shows Save and Discard only while something is changed, in view at every size', async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Dee Bar')
    await signedIn(newUser.email)
    await page.goto(DEEP_LINK)
    const form = portal.element.getByRole('form', { name: 'Personal details' })
    const save = form.getByRole('button', { name: 'Save changes' })
    const job = form.getByLabel('Job title')
    await expect(job).toBeVisible()
    await expect(save).toHaveCount(0)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 700 })
      await job.fill('Lead')
      await job.evaluate((field) => field.scrollIntoView({ block: 'center' }))
      await expect(save).toBeInViewport({ ratio: 1 })
      await form.getByRole('button', { name: 'Discard' }).click()
      await expect(job).toHaveValue('')
      await expect(save).toHaveCount(0)
      await expect(job).toBeFocused()
    }
    await job.fill('Lead')
    await save.click()
    await expect(portal.toast('Profile saved')).toBeVisible()
    await expect(save).toHaveCount(0)
    await expect(job).toBeFocused()
  })

  test('accepts a picture, crops it and shows it; removing it shows the initials again', async ({
    page,
    portal,
    demo,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Pic Ture')
    await page.request.post(`${demo.origins.api}/frontegg/identity/resources/auth/v1/user`, {
      headers: { origin: demo.origins.host },
      data: { email: newUser.email, password: PASSWORD },
    })
    await page.goto(DEEP_LINK)
    await expect(portal.button('Upload picture')).toBeVisible()
    await choosePicture(page, { name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(portal.element.getByText('We couldn’t read this file')).toBeVisible()
    await choosePicture(page, { name: 'me.png', mimeType: 'image/png', buffer: twoColors() })
    const dialog = portal.dialog('Crop your picture')
    await expect(dialog).toBeVisible()
    const area = dialog.getByRole('application', { name: 'Visible part of the picture' })
    await area.focus()
    for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight')
    await dialog.getByRole('button', { name: 'Save picture' }).click()
    await expect(portal.toast('Picture saved')).toBeVisible()

    const get = await apiAs(page, demo.origins.api, demo.origins.host)
    const { profilePictureUrl } = await get(ME)
    expect(profilePictureUrl).toMatch(/\/fe\/v1\/pictures\/[\w-]+\?t=\d{13}$/)
    const stored = await page.request.get(profilePictureUrl)
    expect(stored.headers()['content-type']).toMatch(/^image\/(webp|png)$/)
    const shown = portal.element.locator('.fe-profile-face img')
    await expect(shown).toHaveAttribute('src', profilePictureUrl)
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(200)

    await portal.button('Remove').click()
    await portal.element.getByRole('button', { name: 'Remove picture' }).click()
    await expect(portal.toast('Picture removed')).toBeVisible()
    expect((await get(ME)).profilePictureUrl).toBeNull()
    expect((await page.request.get(profilePictureUrl)).status()).toBe(404)
  })

  test('adds, verifies and deletes a phone number by texted codes', async ({ page, portal, demo, inbox }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Fon Numbers')
    await page.request.post(`${demo.origins.api}/frontegg/identity/resources/auth/v1/user`, {
      headers: { origin: demo.origins.host },
      data: { email: newUser.email, password: PASSWORD },
    })
    const number = '+447700900123'
    const codeFrom = async () => (await inbox(number)).text.match(/\b\d{6}\b/)?.[0] ?? ''
    await page.goto(DEEP_LINK)
    await expect(portal.element.getByText('No phone numbers yet')).toBeVisible()
    await portal.button('Add number').click()
    await portal.dialog('Add a phone number').getByLabel('Phone number').fill('+44 7700 900123')
    await page.keyboard.press('Enter')
    const code = portal.dialog(`Verify ${number}`)
    await expect(code).toBeVisible()
    await code.getByLabel('6-digit code').fill('000000')
    await expect(code.getByText('This code is incorrect or has expired.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(portal.element.getByText('Not verified')).toBeVisible()

    const added = await codeFrom()
    await portal.button(`Verify ${number}`).click()
    await expect.poll(codeFrom).not.toBe(added)
    const first = await codeFrom()
    await code.getByLabel('6-digit code').fill(first)
    await expect(portal.toast('Phone number verified')).toBeVisible()
    const get = await apiAs(page, demo.origins.api, demo.origins.host)
    expect((await get(PHONES)).items).toMatchObject([{ phoneNumber: number, verified: true }])

    await portal.button(`Delete ${number}`).click()
    await portal.button('Text me a code').click()
    await expect(portal.dialog(`Delete ${number}`)).toBeVisible()
    await expect.poll(codeFrom).not.toBe(first)
    await portal
      .dialog(`Delete ${number}`)
      .getByLabel('6-digit code')
      .fill(await codeFrom())
    await expect(portal.toast('Phone number deleted')).toBeVisible()
    expect((await get(PHONES)).items).toEqual([])
  })

  test('changes the password; a refusal keeps what was typed, other devices are signed out', async ({
    page,
    portal,
    demo,
    browser,
    baseURL,
    signedIn,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Pass Word')
    await signedIn(newUser.email)
    const other = await (await browser.newContext({ baseURL })).newPage()
    await signedIn(newUser.email, other)
    await page.goto(DEEP_LINK)
    await portal.button('Change password').click()
    const dialog = portal.dialog('Change your password')
    const current = dialog.getByLabel('Current password')
    const next = dialog.getByLabel('New password', { exact: true })
    const again = dialog.getByLabel('Confirm new password')
    await expect(current).toBeFocused()
    await current.fill('wrong')
    await next.fill('short')
    await again.fill('other')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect(dialog.getByText('This password doesn’t meet the requirements.')).toBeVisible()
    await expect(next).toBeFocused()
    await next.fill(NEW_PASSWORD)
    await again.fill(NEW_PASSWORD)
    await again.press('Enter')
    await expect(dialog.getByText('Your current password is incorrect.')).toBeVisible()
    await expect(next).toHaveValue(NEW_PASSWORD)
    await current.fill(PASSWORD)
    await current.press('Enter')
    await expect(portal.toast('Password changed.')).toBeVisible()

    const login = (password: string) =>
      page.request.post(`${demo.origins.api}/frontegg/identity/resources/auth/v1/user`, {
        headers: { origin: demo.origins.host },
        data: { email: newUser.email, password },
      })
    expect((await login(PASSWORD)).status()).toBe(401)
    expect((await login(NEW_PASSWORD)).status()).toBe(200)
    const refresh = await other.request.post(
      `${demo.origins.api}/frontegg/identity/resources/auth/v1/user/token/refresh`,
      { headers: { origin: demo.origins.host }, data: {} },
    )
    expect(refresh.status()).toBe(401)
    await other.context().close()
  })

  test('shows that it could not be loaded, and loads when the user tries again', async ({ page, portal, signedIn }) => {
    await signedIn('mel@acme.test')
    let isDown = true
    await page.route('**/users/v2/me?*', (route) =>
      isDown ? route.fulfill({ status: 400, json: { errors: ['Down for repairs'] } }) : route.fallback(),
    )
    await page.goto(DEEP_LINK)
    await expect(portal.element.getByText('We couldn’t load your profile')).toBeVisible()
    await expect(portal.element.getByText('Down for repairs')).toBeVisible()
    isDown = false
    await portal.button('Try again').click()
    await expect(portal.element.getByRole('form', { name: 'Personal details' })).toBeVisible()
  })
})
