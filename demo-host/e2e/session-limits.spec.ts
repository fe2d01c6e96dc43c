import type { Page } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { expectAccessible } from './support/axe.ts'
import { withPolicy } from './support/policy.ts'

/** Creates a user whose only session ends soon; the shortest limit that an administrator can set is a minute. */
const limited = async (demo: DemoHost, signedIn: (email: string) => Promise<void>, ends: object) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Idle Hands')
  await signedIn(newUser.email)
  await demo.backend.store.sessions.update({ userId: newUser.id }, ends)
  return newUser
}

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })

test.describe('A session with limits', () => {
  test('warns before it ends because it is idle, continues on request, and otherwise ends', async ({
    page,
    demo,
    signedIn,
  }) => {
    const newUser = await limited(demo, signedIn, { idleSeconds: 12 })
    await page.goto('/script-tag')
    await expect(page.getByText(`Signed in as ${newUser.email}`)).toBeVisible()
    await expect(warning(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(warning(page)).toHaveCount(0)
    const [session] = await demo.backend.store.sessions.list({ userId: newUser.id })
    expect(session?.lastActiveAt ?? 0).toBeGreaterThan(session?.createdAt ?? 0)

    await expect(warning(page)).toBeVisible({ timeout: 15_000 })
    await expectAccessible(page, 'warning before an idle sign-out')
    await expect(page.getByText(`Signed in as ${newUser.email}`)).toHaveCount(0, { timeout: 15_000 })
    await expect(warning(page)).toHaveCount(0)
    expect(await page.locator('[data-fe-idle]').count()).toBe(0)
    const refused = await page.request.post(
      `${demo.origins.api}/frontegg/identity/resources/auth/v1/user/token/refresh`,
      { headers: { origin: demo.origins.host }, data: {} },
    )
    expect(refused.status()).toBe(401)
  })

  test('warns even if the network is down when the warning is due', async ({ page, demo, signedIn }) => {
    await limited(demo, signedIn, { idleSeconds: 30 })
    await page.goto('/script-tag')
    await expect(page.getByText('Signed in as')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(warning(page)).toHaveCount(0)
    await page.context().setOffline(true)
    await expect(warning(page)).toBeVisible({ timeout: 20_000 })
  })

  test('shows no warning to active users or users without limits', async ({ page, demo, signedIn }) => {
    let reports = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/fe/v1/me/session')) reports += 1
    })
    await limited(demo, signedIn, { idleSeconds: 10 })
    await page.goto('/script-tag')
    await expect(page.getByText('Signed in as')).toBeVisible()
    for (let second = 0; second < 12; second += 1) {
      await page.mouse.move(10 + second, 10)
      await page
        .waitForRequest((request) => request.url().endsWith('/fe/v1/me/session'), { timeout: 1_000 })
        .catch(() => undefined)
    }
    await expect(warning(page)).toHaveCount(0)
    await expect(page.getByText('Signed in as')).toBeVisible()
    expect(reports).toBeGreaterThan(3)
    const other = await recruit(demo, 'mel@acme.test', 'No Limit')
    await signedIn(other.email)
    reports = 0
    await page.reload()
    await expect(page.getByText(`Signed in as ${other.email}`)).toBeVisible()
    expect(reports).toBe(0)
  })

  test('ends the oldest device when there are more than the account allows', async ({
    page,
    demo,
    signedIn,
    browser,
    baseURL,
  }) => {
    const newUser = await recruit(demo, 'mel@acme.test', 'Many Devices')
    const [member] = await demo.backend.store.members.list({ userId: newUser.id })
    const value = { sessionConcurrentConfiguration: { isActive: true, maxSessions: 2 } }
    const shows = (where: Page) => expect(where.getByText(`Signed in as ${newUser.email}`))
    await withPolicy(demo, { kind: 'sessions', value, tenantId: member?.tenantId ?? null }, async () => {
      const device = async () => (await browser.newContext({ baseURL })).newPage()
      const [second, third] = [await device(), await device()]
      for (const where of [page, second]) {
        await signedIn(newUser.email, where)
        await where.goto('/script-tag')
        await shows(where).toBeVisible()
      }
      await signedIn(newUser.email, third)
      await third.goto('/script-tag')
      await shows(third).toBeVisible()
      await page.reload()
      await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible()
      await shows(page).toHaveCount(0)
      for (const where of [second, third]) {
        await where.reload()
        await shows(where).toBeVisible()
        await where.context().close()
      }
    })
  })
})
