import { openOperatorAccount } from '../../src/backend/domain/identity/accounts/operator-account.ts'
import { activation } from '../../src/contract/sign-up.ts'
import { expect, test } from './fixtures.ts'
import { freshEmail, PASSWORD } from './sample-users.ts'
import { expectAccessible, LOOKS } from './support/axe.ts'

/**
 * Uses a separate host, because the operator account stays above the sample accounts, where other tests don't expect
 * it.
 */
test.use({ accessTokenSeconds: 301 })

const SUSPENDED = 'This account is suspended. Ask the company that provides this application for help.'

test('The operator suspends an account, whose users are kept out, resumes it, and sets its type and trial', async ({
  page,
  portal,
  box,
  demo,
  signedIn,
  inOwnAccount,
}) => {
  test.slow()
  const { tenant: made, newUser } = await inOwnAccount('Mallow', '/script-tag/home')
  const tenant = { ...made, name: `<b>${made.name}</b> & Sons` }
  await demo.backend.store.tenants.update({ id: tenant.id }, { name: tenant.name })
  const email = freshEmail('olga')
  const { url } = await openOperatorAccount(demo.backend.ports, { name: 'Quokka Cloud', email })
  const { userId, token } = Object.fromEntries(new URL(url).searchParams)
  const activated = await page.request.post(demo.origins.api + activation.activateAccount.path, {
    headers: { origin: demo.origins.host },
    data: { userId, token, password: PASSWORD },
  })
  expect(activated.ok()).toBe(true)
  await signedIn(email)
  await page.goto('/script-tag#/admin-box/all-accounts')
  await portal.searchAccount(tenant.name)
  await expect(portal.row(tenant.name)).toContainText('Customer')

  await portal.rowAction(tenant.name, 'Suspend')
  const suspend = portal.element.getByRole('alertdialog', { name: `Suspend ${tenant.name}?` })
  await expectAccessible(page, 'suspending an account', LOOKS)
  await portal.toastOf(`${tenant.name} suspended`, () =>
    suspend.getByRole('button', { name: `Suspend ${tenant.name}` }).click(),
  )
  await expect(portal.row(tenant.name)).toContainText('Suspended')

  await page.context().clearCookies()
  await page.goto('/account/login')
  await box.signIn(newUser.email)
  await expect(box.element.getByText(SUSPENDED)).toBeVisible()

  await signedIn(email)
  await page.goto(`/script-tag#/admin-box/all-accounts?search=${encodeURIComponent(tenant.name)}`)
  await portal.rowAction(tenant.name, 'Resume')
  const resume = portal.element.getByRole('alertdialog', { name: `Resume ${tenant.name}?` })
  await expectAccessible(page, 'resuming an account', LOOKS)
  await portal.toastOf(`${tenant.name} resumed`, () =>
    resume.getByRole('button', { name: `Resume ${tenant.name}` }).click(),
  )
  await expect(portal.row(tenant.name)).not.toContainText('Suspended')
  await signedIn(newUser.email)

  await signedIn(email)
  await page.reload()
  await portal.rowAction(tenant.name, 'Type and trial')
  const status = portal.dialog(`Type and trial of ${tenant.name}`)
  await expectAccessible(page, 'the type and trial of an account', LOOKS)
  await status.getByLabel('Type').selectOption('Test')
  await status.getByLabel('Trial').selectOption('Ends in 30 days')
  await status.getByRole('button', { name: 'Save' }).click()
  await expect(status).toBeHidden()
  await expect(portal.row(tenant.name)).toContainText('Test')
  await expect(portal.row(tenant.name)).toContainText('Trial until')
  expect(await demo.backend.store.tenants.get(tenant.id)).toMatchObject({ suspendedAt: null })
})
