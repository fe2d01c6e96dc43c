import { expect, test } from './fixtures.ts'
import { freshEmail, NEW_PASSWORD } from './sample-users.ts'
import { newInviteLink } from './support/invite-link.ts'
import { withPolicy } from './support/policy.ts'

test('SignUp, SignUpSuccess, activation from the email: a new user becomes the administrator of the account', {
  tag: '@smoke',
}, async ({ page, box, inbox, portal }) => {
  const email = freshEmail('nina', 'startup.test')
  await page.goto('/account/login')
  await box.link('Sign up').or(box.link('Create an account')).first().click()
  await expect(box.title).toContainText('Create your')
  await box.button('Create account').click()
  await expect(box.error.first()).toBeVisible()
  await box.element.getByLabel('Full name').fill('Nina Newcomer')
  await box.element.getByLabel('Work email').fill(email)
  await box.element.getByLabel('Company').fill('Startup')
  await box.element.locator('input[type=password]').first().fill('short')
  await box.button('Create account').click()
  await expect(box.error.first()).toBeVisible()
  await box.element.locator('input[type=password]').first().fill(NEW_PASSWORD)
  await box.button('Create account').click()
  await expect(box.title).toHaveText('Check your email')
  const [link = '/'] = (await inbox(email)).links
  await page.request.get(link)
  await page.goto(link)
  await page.waitForURL('**/script-tag/home')
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  await portal.open()
  await expect(portal.title('Users')).toBeVisible()
  await page.context().clearCookies()
  await page.goto(link)
  await expect(box.title).toHaveText('This activation link was already used')
  await box.button('Back to sign-in').or(box.link('Back to sign-in')).click()
  await box.signIn(email, NEW_PASSWORD)
  await page.waitForURL('**/script-tag/home')
})

test('an invitation link shows the account and joins it by sign-up, and an invalid one shows an error', async ({
  page,
  box,
  demo,
  request,
}) => {
  const { token } = await newInviteLink(demo, request)
  await page.goto(`/account/sign-up?invitationToken=${token}`)
  await expect(box.element.getByText('You’ve been invited to join Acme')).toBeVisible()
  await page.goto(`/account/login?invitationToken=${token}`)
  await expect(box.element.getByText('You’ve been invited to join Acme')).toBeVisible()
  await page.goto('/account/login?invitationToken=gone')
  await expect(box.element.getByText('We couldn’t verify your invitation')).toBeVisible()
  await expect(box.email).toBeEditable()
})

test('Without sign-ups there is no link to sign-up, and its page shows who can help', async ({ page, box, demo }) => {
  await withPolicy(demo, { kind: 'public-policy', value: { allowSignups: false } }, async () => {
    const known = page.waitForResponse('**/configurations/v1/public')
    await page.goto('/account/login')
    await known
    await expect(box.email).toBeVisible()
    await expect(box.element.getByText('Sign up')).toHaveCount(0)
    await page.goto('/account/sign-up')
    await expect(box.title).toHaveText('Sign-up is by invitation only')
    await box.link('Back to sign-in').click()
    await expect(box.email).toBeVisible()
  })
})

test('A new user is signed in before verifying the email if the policy allows it', async ({ page, box, demo }) => {
  const email = freshEmail('ulla', 'startup.test')
  await withPolicy(demo, { kind: 'public-policy', value: { allowNotVerifiedUsersLogin: true } }, async () => {
    await page.goto('/account/sign-up')
    await box.element.getByLabel('Full name').fill('Ulla Unverified')
    await box.element.getByLabel('Work email').fill(email)
    await box.element.getByLabel('Company').fill('Startup')
    await box.element.locator('input[type=password]').first().fill(NEW_PASSWORD)
    await box.button('Create account').click()
    await page.waitForURL('**/script-tag/home')
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  })
})

test('breachedPassword, breachedPasswordSuccess: the user continues with an emailed link', async ({
  page,
  box,
  inbox,
}) => {
  await page.goto('/account/login')
  await box.signIn('bea@acme.test')
  await expect(box.title).toHaveText('Choose a new password')
  await box.button('Email me a reset link').click()
  await expect(box.title).toHaveText('Check your email')
  expect((await inbox('bea@acme.test')).links[0]).toContain('/account/reset-password')
})

test('A white-label login box has no logo of ours', async ({ page, box, demo }) => {
  const mark = box.element.getByText('Secured by Front Entry')
  const known = () => page.waitForResponse('**/vendors/public')
  const first = known()
  await page.goto('/account/login')
  await first
  await expect(mark).toBeVisible()
  await withPolicy(demo, { kind: 'vendor', value: { whiteLabelMode: true } }, async () => {
    const again = known()
    await page.goto('/account/login')
    await again
    await expect(box.title).toBeVisible()
    await expect(mark).toHaveCount(0)
  })
})

test('SecondFactor: a vendor that forces one requires it before the account is used', async ({
  page,
  box,
  inbox,
  demo,
}) => {
  const fill = async (email: string) => {
    await page.goto('/account/sign-up')
    await box.element.getByLabel('Full name').fill('Fia Factor')
    await box.element.getByLabel('Work email').fill(email)
    await box.element.getByLabel('Company').fill('Startup')
    await box.element.locator('input[type=password]').first().fill(NEW_PASSWORD)
    await box.button('Create account').click()
  }
  await withPolicy(demo, { kind: 'mfa', value: { enforceMFAType: 'Force' } }, async () => {
    const email = freshEmail('fia', 'startup.test')
    await fill(email)
    await expect(box.title).toHaveText('Check your email')
    await page.goto((await inbox(email)).links[0] ?? '/')
    await expect(box.title).toHaveText('Set up two-factor authentication')
    await withPolicy(demo, { kind: 'public-policy', value: { allowNotVerifiedUsersLogin: true } }, async () => {
      await fill(freshEmail('fia', 'startup.test'))
      await expect(box.title).toHaveText('Set up two-factor authentication')
      await box.button('Back to sign-in').click()
      await expect(box.email).toBeVisible()
    })
  })
})
