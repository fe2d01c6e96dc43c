import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { recruit } from './sample-users.ts'
import { allowed, reach, scaled } from './support/figures.ts'
import { LONG_LISTS, type LongList } from './support/long-lists.ts'
import { longestTaskOf } from './support/scrolling.ts'

const ROWS = scaled(10_000, 1_000)
const MAX_TASK_MS = 100
const TURNS = 3

/** Responds with our own rows: all of them if the call lists all, else the requested page. */
const respondWithRows = async (page: Page, { calls }: LongList) => {
  for (const { glob, body } of calls) {
    await page.route(glob, (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const { searchParams } = new URL(route.request().url())
      return route.fulfill({ json: body(ROWS, searchParams) })
    })
  }
}

for (const list of LONG_LISTS) {
  test(`${ROWS} ${list.name} are opened, paged and searched without a long task`, { tag: '@measured' }, async ({
    page,
    portal,
    demo,
    signedIn,
  }) => {
    test.setTimeout(180_000)
    const newUser = await recruit(demo, 'ada@acme.test', 'Long Lists')
    await signedIn(newUser.email)
    await respondWithRows(page, list)
    await page.goto('/script-tag#/admin-box/profile')
    await expect(portal.title('Profile')).toBeVisible()
    const shown = (at: number) => portal.element.getByText(list.textOf(at), { exact: true }).first()
    const within = list.within?.(portal) ?? portal.element
    const next = within.getByRole('button', { name: 'Next page' })
    const longest = await longestTaskOf(page, async () => {
      await page.goto(`/script-tag#/admin-box/${list.hash}`)
      await list.open?.(portal)
      await expect(shown(0)).toBeVisible()
      for (let turn = 1; turn <= TURNS; turn += 1) {
        await next.click()
        await expect(shown(turn * list.size)).toBeVisible()
      }
      if (list.search) {
        await portal.element.getByLabel(list.search).fill(list.textOf(ROWS - 1))
        await expect(shown(ROWS - 1)).toBeVisible()
        await expect(shown(0)).toHaveCount(0)
      }
    })
    reach(
      `${list.name} in the browser`,
      `10,000 rows, opened, paged${list.search ? ' and searched' : ''}: no task over ${MAX_TASK_MS} ms`,
      `${ROWS} rows: longest ${longest} ms`,
    )
    expect(longest, 'milliseconds').toBeLessThanOrEqual(allowed(MAX_TASK_MS))
  })
}
