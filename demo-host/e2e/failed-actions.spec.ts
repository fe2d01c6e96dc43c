import type { Page } from '@playwright/test'
import { groups } from '../../src/contract/groups.ts'
import { fillPath } from '../../src/contract/path.ts'
import { expect, test } from './fixtures.ts'
import { freshName, recruit } from './sample-users.ts'
import { apiAs } from './support/api-as.ts'

/** Makes one kind of call fail; the returned function restores it. */
const breakDown = async (page: Page, method: string, origin: string) => {
  const url = '**/identity/resources/groups/v1/**'
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 503,
          body: '{"errors":["Down for maintenance"]}',
          headers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
        })
      : route.fallback(),
  )
  return () => page.unroute(url)
}

test('A failed action is repeated from its toast, by keyboard, even beside an open drawer', async ({
  page,
  portal,
  signedIn,
  demo,
  request,
}) => {
  const name = freshName('Retry')
  const una = await recruit(demo, 'mel@acme.test', freshName('Una Retry'))
  const api = await apiAs(request, demo, 'ada@acme.test')
  const group = await api.post(groups.createGroup, { name, color: '#7c3aed', description: '' })
  const addUsers = { ...groups.addUsers, path: fillPath(groups.addUsers.path, { groupId: group.id }) }
  await api.post(addUsers, { userIds: [una.id] })
  await signedIn('ada@acme.test')
  await page.goto(`/script-tag#/admin-box/groups?search=${encodeURIComponent(name)}`)
  await portal.rowAction(name, 'Members')
  const members = portal.dialog(`Members of ${name}`)
  const repair = await breakDown(page, 'DELETE', demo.origins.host)

  await members.getByRole('button', { name: `Remove ${una.name}` }).click()
  const removal = portal.toast(`Couldn’t remove ${una.name} from the group. Down for maintenance`)
  await expect(removal).toBeVisible()
  await repair()
  const again = portal.button('Try again')
  for (let presses = 0; presses < 20 && !(await again.evaluate((node) => node.matches(':focus'))); presses++)
    await page.keyboard.press('Tab')
  await expect(again).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(members.getByText(una.email)).toHaveCount(0)
  await expect(removal).toHaveCount(0)
  await page.keyboard.press('Escape')

  const repairAgain = await breakDown(page, 'DELETE', demo.origins.host)
  await portal.rowAction(name, 'Delete')
  await portal.element
    .getByRole('alertdialog')
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await portal.dismiss(`${name} deleted`)
  await expect(portal.toast(`Couldn’t delete ${name}. Down for maintenance`)).toBeVisible()
  await expect(portal.row(name)).toBeVisible()
  await repairAgain()
  await again.click()
  await expect(portal.row(name)).toHaveCount(0)
  // The row disappears before the response arrives.
  await expect.poll(async () => (await api.get(groups.listGroups)).groups.map((one) => one.name)).not.toContain(name)
})
