import { groups } from '../../src/contract/groups.ts'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'
import { expectAccessible } from './support/axe.ts'
import { ownAccount } from './support/own-account.ts'

test('Ada is notified of what another administrator changes, reads, pins and archives it', async ({
  page,
  portal,
  demo,
  signedIn,
  request,
}) => {
  const { tenant, newUser } = await ownAccount(demo, 'Bell')
  const other = await recruit(demo, newUser.email, 'Otto Other')
  await signedIn(newUser.email)
  await page.goto('/script-tag#/admin-box/users')
  await portal.button('Notifications').click()
  const panel = portal.dialog('Notifications')
  await expect(panel.getByText('No notifications')).toBeVisible()
  const api = await apiAs(request, demo, other.email)
  await api.post(groups.createGroup, { name: 'Night shift' })
  await api.post(groups.createGroup, { name: '<b>Day</b> shift' })
  await expect(panel.getByRole('listitem')).toHaveCount(2, { timeout: 15_000 })
  await expectAccessible(page, 'notifications')
  await page.keyboard.press('Escape')
  await portal.button('Notifications, 2 unread').click()

  const night = panel.getByRole('listitem').filter({ hasText: 'Night shift' })
  await night.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(panel.getByRole('listitem').first()).toContainText('Night shift')
  await night.getByRole('button', { name: 'Mark as read' }).click()
  const day = panel.getByRole('listitem').filter({ hasText: '<b>Day</b> shift' })
  await day.getByRole('button', { name: 'Archive' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)

  await page.reload()
  await portal.button('Notifications').click()
  await expect(panel.getByRole('listitem')).toHaveText([/Group created.*Night shift.*Pinned/])
  await panel.getByRole('button', { name: 'Group created' }).click()
  await expect(portal.title('Groups')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin-box\/groups$/)
  expect(await demo.backend.store.notificationStates.count({ tenantId: tenant.id })).toBe(2)
})
