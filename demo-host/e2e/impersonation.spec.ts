import { expect, test } from './fixtures.ts'
import { PASSWORD, recruit } from './sample-users.ts'
import { forgetSession } from './support/settled.ts'

test('impersonating: an administrator acts as a member, under their own name in the log', { tag: '@smoke' }, async ({
  page,
  box,
  demo,
}) => {
  const member = await recruit(demo, 'mel@acme.test', 'Vera Visited')
  const api = `${demo.origins.api}/frontegg/identity/resources`
  const headers = { origin: demo.origins.host }
  const login = await page.request.post(`${api}/auth/v1/user`, {
    headers,
    data: { email: 'ada@acme.test', password: PASSWORD },
  })
  const { accessToken } = await login.json()
  const start = await page.request.post(`${api}/fe/v1/members/${member.id}/impersonation`, {
    headers: { ...headers, authorization: `Bearer ${accessToken}` },
    data: {},
  })
  const { actorToken } = await start.json()
  const link = `/account/impersonate#impersonatedUserId=${member.id}&actorToken=${actorToken}`
  // The refresh at startup is slow, and was sent without the cookie of the impersonation.
  await page.route('**/token/refresh', async (route) => {
    const response = await route.fetch()
    await new Promise((go) => setTimeout(go, 1_500))
    await route.fulfill({ response: response })
  })
  await page.goto(link)
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await page.waitForURL('**/script-tag/home')
  await expect(page.getByText(`Signed in as ${member.email}`)).toBeVisible()
  const rows = await demo.backend.store.audits.list({ action: 'Impersonation started', email: 'ada@acme.test' })
  expect(rows.some(({ description }) => description.includes(member.email))).toBe(true)

  await page.goto('/script-tag#/admin-box/profile')
  await expect(page.getByText('You’re signed in as Vera Visited.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('You’re signed in as Vera Visited.')).toBeHidden()
  await expect(page.getByText('ada@acme.test').first()).toBeVisible()

  await forgetSession(page)
  await page.goto(link)
  await expect(box.title).toHaveText('We couldn’t start the impersonation')
  await expect(box.link('Back to sign-in')).toBeVisible()
})

test('impersonating: an incomplete link shows an error', async ({ page, box }) => {
  await page.goto('/account/impersonate?actorToken=x')
  await expect(box.title).toHaveText('This link is incomplete or has expired')
  await box.link('Back to sign-in').click()
  await expect(box.email).toBeVisible()
})
