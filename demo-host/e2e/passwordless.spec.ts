import { setLoginPhone } from '../../src/backend/domain/identity/credentials/login-phone.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { withPolicy } from './support/policy.ts'
import { forgetSession } from './support/settled.ts'

const strategy = (authStrategy: string) => ({ kind: 'public-policy', value: { authStrategy } })

test('An emailed code signs in; a wrong one shows an error and leaves the field ready', {
  tag: '@smoke',
}, async ({ page, box, inbox, demo }) => {
  const { email } = await recruit(demo, 'mel@acme.test', 'Otis Code')
  await withPolicy(demo, strategy('Code'), async () => {
    await page.goto('/account/login')
    await box.enterEmail(email)
    await expect(box.title).toHaveText('Check your email')
    const code = (await inbox(email)).code ?? ''
    const field = box.element.getByLabel('6-digit code')
    await field.fill(code === '111111' ? '222222' : '111111')
    await expect(box.error).toContainText('incorrect')
    await expect(field).toBeFocused()
    await field.fill(code)
    await page.waitForURL('**/script-tag/home')
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  })
})

test('A texted code signs in', async ({ page, box, inbox, demo }) => {
  const { email, id } = await recruit(demo, 'mel@acme.test', 'Tex Code')
  const phone = `+1555${String(Date.now()).slice(-7)}`
  await setLoginPhone(demo.backend.ports, id, phone)
  await withPolicy(demo, strategy('SmsCode'), async () => {
    await page.goto('/account/login')
    await box.enterEmail(email)
    await expect(box.title).toHaveText('Check your phone')
    await box.element.getByLabel('6-digit code').fill((await inbox(phone)).code ?? '')
    await page.waitForURL('**/script-tag/home')
  })
})

test('magicLinkPreLoginSuccess: the emailed link signs in by a press, once, and scanners don’t use it up', async ({
  page,
  box,
  inbox,
  demo,
  request,
}) => {
  const { email } = await recruit(demo, 'mel@acme.test', 'Merle Link')
  await withPolicy(demo, strategy('MagicLink'), async () => {
    await page.goto('/account/login')
    await box.enterEmail(email)
    await expect(box.title).toHaveText('Check your email')
    const [link = '/'] = (await inbox(email)).links
    for (let visit = 0; visit < 10; visit += 1) {
      await request.get(link)
      await request.head(link)
    }
    await page.goto(link)
    await box.button('Sign in').or(box.button('Continue')).first().click()
    await page.waitForURL('**/script-tag/home')
    await forgetSession(page)
    await page.goto(link)
    await box.button('Sign in').or(box.button('Continue')).first().click()
    await expect(box.title).toHaveText('We couldn’t sign you in')
    await expect(box.element).toContainText('This link has expired')
    await expect(box.link('Back to sign-in')).toBeVisible()
  })
})

test('NoLocalAuthentication: an email without single sign-on is refused', async ({ page, box, demo }) => {
  const { email } = await recruit(demo, 'mel@acme.test', 'Nolo Cal')
  await withPolicy(demo, strategy('NoLocalAuthentication'), async () => {
    await page.goto('/account/login')
    await box.enterEmail(email)
    await expect(box.error).toContainText('Single sign-on isn’t set up for this email')
    await expect(box.email).toBeEditable()
  })
})

test('resetPhoneNumber: a lost number is changed in three steps, then a texted code signs in', {
  tag: '@smoke',
}, async ({ page, box, inbox, demo }) => {
  const { email } = await recruit(demo, 'mel@acme.test', 'Lou Stphone')
  const digits = `555${String(Date.now()).slice(-7)}`
  await withPolicy(demo, strategy('SmsCode'), async () => {
    await page.goto('/account/reset-phone-number')
    await expect(box.title).toHaveText('Change your phone number')
    await box.enterEmail(email)
    await expect(box.title).toHaveText('Check your email')
    const code = (await inbox(email)).code ?? ''
    const field = box.element.getByLabel('6-digit code')
    await field.fill(code === '111111' ? '222222' : '111111')
    await expect(box.error).toBeVisible()
    await field.fill(code)
    await expect(box.title).toHaveText('Enter your new phone number')
    await box.element.getByLabel('Phone number', { exact: true }).fill('123')
    await box.button('Save phone number').click()
    await expect(box.error).toContainText('valid phone number')
    await box.element.getByLabel('Country code').selectOption('US')
    await box.element.getByLabel('Phone number', { exact: true }).fill(digits)
    await box.button('Save phone number').click()
    await page.waitForURL('**/account/login')
    await expect(box.title).toHaveText('Check your phone')
    await box.element.getByLabel('6-digit code').fill((await inbox(`+1${digits}`)).code ?? '')
    await page.waitForURL('**/script-tag/home')
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  })
})

test('an emailed link requires the second factor as well', async ({ page, box, inbox, demo }) => {
  const { email } = await recruit(demo, 'gia@globex.test', 'Lin Kforced')
  await withPolicy(demo, strategy('MagicLink'), async () => {
    await page.goto('/account/login')
    await box.enterEmail(email)
    await expect(box.title).toHaveText('Check your email')
    await page.goto((await inbox(email)).links[0] ?? '/')
    await box.button('Sign in').click()
    await expect(box.title).toHaveText('Set up two-factor authentication')
    await box.button('Back to sign-in').click()
    await expect(box.email).toBeVisible()
  })
})
