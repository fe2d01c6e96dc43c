import { startReceiver } from '../../src/backend/suites/webhooks.test-kit.ts'
import { connectivity } from '../../src/contract/webhooks.ts'
import { expect, test } from './fixtures.ts'
import { apiAs } from './support/api-as.ts'
import { focusedName } from './support/focus.ts'
import { keyboard } from './support/keys.ts'
import { ownAccount } from './support/own-account.ts'
import { AT, choose } from './support/portal-keys.ts'

test('The audit log is filtered and exported, and a report is previewed, without a mouse', async ({
  page,
  portal,
  signedIn,
}) => {
  await signedIn('ada@acme.test')
  await page.goto(`${AT}audits`)
  await expect(portal.rows.first()).toBeVisible()
  const keys = keyboard(page)
  await keys.press(/^More actions$/)
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'Export as CSV')])
  expect(download.suggestedFilename()).toBe('audits.csv')
  await expect(portal.element.locator('.fe-toast')).toHaveCount(0, { timeout: 15_000 })

  await keys.press(/^Date$/)
  await choose(page, 'Custom range…')
  const range = portal.dialog('Custom range')
  await expect(range).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(range).toHaveCount(0)
  await expect.poll(() => focusedName(page)).toBe('Date')
  await keys.press(/^User$/)
  await choose(page, 'Other…')
  const value = portal.dialog('Filter: User')
  await keys.fill(/^User$/, 'mel@acme.test', 'Enter')
  await expect(value).toHaveCount(0)
  await expect.poll(() => page.url()).toContain('email=mel%40acme.test')

  await keys.press(/^More actions$/)
  await choose(page, 'Reports')
  await expect(portal.dialog('Reports').getByRole('region', { name: 'Users' })).toBeVisible()
  await keys.press(/^Preview$/)
  await expect(portal.element.locator('iframe')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(portal.dialog('Users')).toHaveCount(0)
  await expect.poll(() => focusedName(page)).toBe('More actions')
})

test('A webhook is tested, its log is read, and channels and notifications open, without a mouse', async ({
  page,
  portal,
  demo,
  request,
  signedIn,
}) => {
  const receiver = await startReceiver()
  const { newUser } = await ownAccount(demo, 'Event keys')
  const api = await apiAs(request, demo, newUser.email)
  const fields = { displayName: 'CRM', description: '', url: receiver.url, secret: 'typed-secret', isActive: true }
  await api.post(connectivity.createWebhook, { ...fields, eventKeys: ['frontegg.user.created'] })
  await signedIn(newUser.email)
  await page.goto(`${AT}webhooks`)
  await expect(portal.row('CRM')).toBeVisible()
  const keys = keyboard(page)
  const open = async (entry: string) => {
    await keys.press(/^More actions for CRM$/)
    await choose(page, entry)
  }
  const leave = async (name: string) => {
    await page.keyboard.press('Escape')
    await expect(portal.dialog(name)).toHaveCount(0)
  }
  await open('Send test')
  await keys.press(/^Send test$/)
  await expect(portal.dialog('Test CRM').getByText(/^Test passed/)).toBeVisible()
  await leave('Test CRM')
  await expect.poll(() => focusedName(page)).toBe('More actions for CRM')
  await open('View log')
  await expect(portal.dialog('CRM log')).toBeVisible()
  await leave('CRM log')
  await expect.poll(() => focusedName(page)).toBe('More actions for CRM')
  for (const [manage, title] of [
    ['Manage email', 'Email notifications'],
    ['Manage text messages', 'Text message notifications'],
    ['Manage Slack', 'Slack notifications'],
  ] as const) {
    await keys.press(new RegExp(`^${manage}$`))
    await expect(portal.dialog(title)).toBeVisible()
    await leave(title)
    await expect.poll(() => focusedName(page)).toBe(manage)
  }
  await keys.press(/^Notifications/)
  await expect(portal.dialog('Notifications')).toBeVisible()
  await leave('Notifications')
  await expect.poll(() => focusedName(page)).toMatch(/^Notifications/)
  receiver.close()
})
