import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { allowed, reach, scaled } from './support/figures.ts'
import { heapOf, longestTaskOf, scrollList } from './support/scrolling.ts'

const ROWS = scaled(10_000, 1_000)
const MAX_TASK_MS = 100
const MAX_GROWTH_MB = 4
/** Pixels per frame of a finger's flick, and of a dragged scroll bar. */
const PACES = [600, 1_900]
const FRAMES = scaled(600, 60)

interface Page1 {
  items: Record<string, unknown>[]
  _metadata?: object
}

const LISTS = [
  { name: 'users', calls: '**/fe/v1/members?*', of: 'ada@acme.test', id: 'id', query: '' },
  { name: 'roles', calls: '**/fe/v1/roles?*', of: 'ada@acme.test', id: 'id', query: '' },
  { name: 'groups', calls: '**/fe/v1/groups?*', of: 'ada@acme.test', id: 'id', query: '' },
  { name: 'all-accounts', calls: '**/hierarchy/v2?*', of: 'rex@reseller.test', id: 'tenantId', query: '?view=list' },
]

/** Repeats the rows of the server's response with new names and ids. */
const multiplied = ({ items, ...rest }: Page1, id: string): Page1 => ({
  ...rest,
  items: Array.from({ length: ROWS }, (_, at) => {
    const item = items[at % items.length]
    return { ...item, [id]: `${item?.[id]}-${at}`, name: `${item?.name} ${at}`, email: `p${at}@acme.test` }
  }),
  _metadata: { totalItems: ROWS, totalPages: 1 },
})

const multiplyRows = (page: Page, calls: string, id: string) =>
  page.route(calls, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: multiplied(await response.json(), id) })
  })

for (const { name, calls, of, id, query } of LISTS) {
  test(`${ROWS} ${name} at once scroll smoothly, and leak no memory`, { tag: '@measured' }, async ({
    page,
    portal,
    signedIn,
  }) => {
    test.setTimeout(180_000)
    await signedIn(of)
    await multiplyRows(page, calls, id)
    await page.goto(`/script-tag#/admin-box/${name}${query}`)
    await expect(portal.element.locator('tr[data-index]').first()).toBeVisible()
    // Code and pictures of every kind of row are loaded once they have been shown.
    await scrollList(page, PACES[1] ?? 0, 30)
    const before = await heapOf(page)
    const longest: number[] = []
    for (const pace of PACES) longest.push(await longestTaskOf(page, () => scrollList(page, pace, FRAMES)))
    const growth = (await heapOf(page)) - before
    reach(
      `${name} list in the browser`,
      `${ROWS} rows at ${PACES.join(' and ')} px per frame: no task over ${MAX_TASK_MS} ms, memory within ${MAX_GROWTH_MB} MB`,
      `longest ${longest.join(' and ')} ms, memory ${growth.toFixed(1)} MB over ${FRAMES * PACES.length} frames`,
    )
    expect(Math.max(...longest), `${longest.join(' and ')} ms`).toBeLessThanOrEqual(allowed(MAX_TASK_MS))
    expect(growth, 'megabytes more').toBeLessThan(MAX_GROWTH_MB)
  })
}

test('Paging through 100,000 users causes no long task and leaks no memory', { tag: '@measured' }, async ({
  page,
  portal,
  signedIn,
}) => {
  test.setTimeout(180_000)
  await signedIn('ada@acme.test')
  let first: Page1 | undefined
  await page.route('**/fe/v1/members?*', async (route) => {
    const response = first ? undefined : await route.fetch()
    first ??= (await response?.json()) as Page1
    const from = Number(new URL(route.request().url()).searchParams.get('offset')) * 100
    const items = Array.from({ length: 100 }, (_, at) => {
      const item = first?.items[at % first.items.length]
      return { ...item, id: `user-${from + at}`, name: `User ${from + at}`, email: `p${from + at}@acme.test` }
    })
    await route.fulfill({ json: { ...first, items, _metadata: { totalItems: 100_000, totalPages: 1_000 } } })
  })
  await page.goto('/script-tag#/admin-box/users?size=100')
  await expect(portal.row('User 0')).toBeVisible()
  let shown = 0
  const turn = async (pages: number) => {
    for (const last = shown + pages; shown < last; ) {
      shown += 1
      await portal.button('Next page').click()
      await expect(portal.row(`User ${shown * 100}`).first()).toBeVisible()
    }
  }
  await turn(5)
  const before = await heapOf(page)
  const pages = scaled(100, 10)
  const longest = await longestTaskOf(page, () => turn(pages))
  const growth = (await heapOf(page)) - before
  reach(
    'users page, 100,000 users in the browser',
    `${pages} pages of 100: no task over ${MAX_TASK_MS} ms, memory within ${MAX_GROWTH_MB} MB`,
    `longest ${longest} ms, memory ${growth.toFixed(1)} MB`,
  )
  expect(longest, 'milliseconds').toBeLessThanOrEqual(allowed(MAX_TASK_MS))
  expect(growth, 'megabytes more').toBeLessThan(MAX_GROWTH_MB)
})
