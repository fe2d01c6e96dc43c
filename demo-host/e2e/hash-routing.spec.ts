import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { freshEmail, NEW_PASSWORD, recruit } from './sample-users.ts'
import { newInviteLink } from './support/invite-link.ts'

/** Serves the script-tag page of an app whose routes are in the fragment. */
const withHashRoutes = (page: Page) =>
  page.addInitScript(() => {
    let loader: { init(options: object): object } | undefined
    Object.defineProperty(window, 'fe', {
      configurable: true,
      get: () => loader,
      set(given: { init(options: object): object }) {
        loader = { ...given, init: (options) => given.init({ ...options, urlStrategy: 'hash' }) }
      },
    })
  })

test.beforeEach(async ({ page }) => withHashRoutes(page))

test('an invitation in the fragment joins its account at sign-in, and the return URL is kept', async ({
  page,
  box,
  demo,
  request,
}) => {
  const { token, tenantId } = await newInviteLink(demo, request)
  const guest = await recruit(demo, 'rex@reseller.test', 'Gil Guest')
  expect(await demo.backend.store.members.find({ userId: guest.id, tenantId })).toBeUndefined()
  const redirectUrl = encodeURIComponent('/script-tag?from=invitation#/reports')
  await page.goto(`/script-tag#/account/login?invitationToken=${token}&redirectUrl=${redirectUrl}`)
  await expect(box.element.getByText('You’ve been invited to join Acme')).toBeVisible()
  await box.signIn(guest.email)
  await page.waitForURL('**/script-tag?from=invitation#/reports')
  await expect(page.getByText(`Signed in as ${guest.email}`)).toBeVisible()
  expect(await demo.backend.store.members.find({ userId: guest.id, tenantId })).toBeDefined()
})

test('an invitation in the fragment is passed to the sign-up form and joins its account', async ({
  page,
  box,
  demo,
  request,
}) => {
  const { token, tenantId } = await newInviteLink(demo, request)
  const email = freshEmail('hetty', 'startup.test')
  await page.goto(`/script-tag#/account/login?invitationToken=${token}`)
  await box.link('Create an account').click()
  await expect(page).toHaveURL(/#\/account\/sign-up$/)
  await expect(box.element.getByText('You’ve been invited to join Acme')).toBeVisible()
  await box.element.getByLabel('Full name').fill('Hetty Hash')
  await box.element.getByLabel('Work email').fill(email)
  await box.element.getByLabel('Company').fill('Startup')
  await box.element.locator('input[type=password]').first().fill(NEW_PASSWORD)
  await box.button('Create account').click()
  await expect(box.title).not.toContainText('Create your')
  const user = await demo.backend.store.users.find({ email })
  expect(await demo.backend.store.members.find({ userId: user?.id ?? '', tenantId })).toBeDefined()
})
