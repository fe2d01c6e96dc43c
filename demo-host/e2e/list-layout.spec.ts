import { expect, test } from './fixtures.ts'
import { applyLook } from './support/axe.ts'
import { sidewaysOf } from './support/sideways.ts'

const TABLET = { scheme: 'light', width: 768 } as const

// `src/preview/stage/portal-lists-layout.test.ts` checks the lists of every page; only a whole page scrolls.
test('A long list keeps its head and its actions in sight', async ({ page, portal, signedIn }) => {
  await signedIn('ada@acme.test')
  await applyLook(page, TABLET)
  await page.goto('/script-tag#/admin-box/users?size=50')
  await expect(portal.element.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(portal.element.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await sidewaysOf(page)).toEqual([])
  await portal.rows.last().scrollIntoViewIfNeeded()
  const head = portal.table.getByRole('columnheader', { name: /^User|^Name/ }).first()
  await expect(head).toBeInViewport({ ratio: 1 })
  const actions = portal.rows.last().getByRole('button', { name: /^More actions/ })
  await expect(actions).toBeInViewport({ ratio: 1 })
})
