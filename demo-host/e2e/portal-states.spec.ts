import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { stageFor } from './support/portal-stage.ts'

const AT = '/script-tag#/admin-box/'
const REASON = 'Down for repairs'
const NOTHING = { items: [], _metadata: { totalItems: 0, totalPages: 0 } }

/** Intercepts every request to the API, so that it can be delayed, refused or let through. */
const gateFor = async (page: Page, api: string) => {
  const held: Route[] = []
  let mode: 'pass' | 'hold' | 'fail' = 'pass'
  const refuse = (route: Route) => route.fulfill({ status: 400, json: { errors: [REASON] } })
  await page.route(`${api}/**`, async (route) => {
    if (mode === 'pass' || route.request().method() === 'OPTIONS') return route.fallback()
    if (mode === 'fail') return refuse(route)
    held.push(route)
  })
  return {
    hold: () => {
      mode = 'hold'
    },
    fail: async () => {
      mode = 'fail'
      await Promise.all(held.splice(0).map(refuse))
    },
    pass: () => {
      mode = 'pass'
    },
  }
}

// `src/preview/stage/portal-states.test.ts` checks every page; here one uses a real server.
test('The groups page shows that it loads, that it failed and what it is for while it is empty, accessibly', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const newUser = await recruit(demo, 'ada@acme.test', 'Sta Tes')
  const { walk } = await stageFor(page, portal)
  await signedIn(newUser.email)
  await page.goto(`${AT}nowhere`)
  await expect(portal.title('Page not found')).toBeVisible()
  const gate = await gateFor(page, demo.origins.api)
  const main = portal.element.getByRole('main')
  gate.hold()
  await page.goto(`${AT}groups`)
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.locator('.fe-skeleton').first()).toBeVisible()
  await walk.look('groups loading')
  await gate.fail()
  await expect(main.getByText(REASON).first()).toBeVisible()
  await walk.look('groups failed')
  gate.pass()
  await page.route('**/fe/v1/groups?*', (route) => route.fulfill({ json: NOTHING }))
  await portal.button('Try again').click()
  await expect(main.getByText('No groups yet')).toBeVisible()
  await walk.look('groups empty')
  walk.end()
})

test('A user without permission for a page sees an explanation there, and the menu does not list it', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Out Sider')
  await demo.backend.store.members.update({ userId: newUser.id }, { roleIds: '[]' })
  await signedIn(newUser.email)
  await page.goto(`${AT}groups`)
  await expect(portal.title('You don’t have access to this page')).toBeVisible()
  await expect(portal.element.getByRole('navigation').getByRole('link')).toHaveText(['Profile', 'Privacy'])
})
