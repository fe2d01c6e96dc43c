import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { wear } from './support/axe.ts'
import { rotating } from './support/figures.ts'
import { sidewaysOf } from './support/sideways.ts'

const ADA = 'ada@acme.test'
const REX = 'rex@reseller.test'

/** Every page with a list, and who has rows in it. */
const LISTS = [
  { page: 'users', of: ADA },
  { page: 'groups', of: ADA },
  { page: 'roles', of: ADA },
  { page: 'roles?tab=matrix', of: ADA },
  { page: 'audits', of: ADA },
  { page: 'webhooks', of: ADA },
  { page: 'api-tokens', of: ADA },
  { page: 'personal-api-tokens', of: ADA },
  { page: 'provisioning', of: ADA },
  { page: 'sso', of: ADA },
  { page: 'privacy', of: ADA },
  { page: 'security?tab=center', of: ADA },
  { page: 'all-accounts', of: REX },
  { page: 'all-accounts?view=list', of: REX },
  { page: 'all-accounts?view=users', of: REX },
]

const PHONE = { scheme: 'light', width: 390 } as const
const TABLET = { scheme: 'light', width: 768 } as const

const open = async (page: Page, portal: PortalModel, place: string) => {
  await page.goto('about:blank')
  await page.goto(`/script-tag#/admin-box/${place}`)
  await expect(portal.element.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(portal.element.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Search boxes of the page that leave room beside them. */
const narrowSearches = (portal: PortalModel) =>
  portal.element
    .locator('.fe-portal-content .fe-search')
    .evaluateAll((boxes) =>
      boxes
        .map((box) => box.getBoundingClientRect().width)
        .filter((width) => width > 0 && width < document.documentElement.clientWidth - 48),
    )

for (const look of [PHONE, TABLET]) {
  test(`No list scrolls sideways at ${look.width} px, and a phone’s search has the full width`, async ({
    page,
    portal,
    signedIn,
  }) => {
    test.slow()
    let user = ''
    for (const { page: place, of } of rotating(LISTS, 2, look.width === PHONE.width ? 0 : 1)) {
      if (of !== user) await signedIn(of)
      user = of
      await wear(page, look)
      await open(page, portal, place)
      expect.soft(await sidewaysOf(page), `${place} at ${look.width} px`).toEqual([])
      if (look === PHONE) expect.soft(await narrowSearches(portal), `search of ${place}`).toEqual([])
    }
  })
}

test('A phone shows at least six users at once, each in two lines', async ({ page, portal, signedIn }) => {
  for (const { place, of } of [
    { place: 'users', of: ADA },
    { place: 'all-accounts?view=users', of: REX },
  ]) {
    await signedIn(of)
    await wear(page, PHONE)
    await open(page, portal, place)
    await expect(portal.rows.first()).toBeVisible()
    const rows = await portal.rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect()))
    const whole = rows.filter(({ top, bottom }) => top >= 0 && bottom <= 844)
    expect.soft(whole.length, place).toBeGreaterThanOrEqual(6)
  }
})

test('A long list keeps its head and its actions in sight', async ({ page, portal, signedIn }) => {
  await signedIn(ADA)
  await wear(page, TABLET)
  await open(page, portal, 'users?size=50')
  await portal.rows.last().scrollIntoViewIfNeeded()
  const head = portal.table.getByRole('columnheader', { name: /^User|^Name/ }).first()
  await expect(head).toBeInViewport({ ratio: 1 })
  const actions = portal.rows.last().getByRole('button', { name: /^More actions/ })
  await expect(actions).toBeInViewport({ ratio: 1 })
})

test('Roles of a user take one line, with the number of those that don’t fit', async ({
  page,
  portal,
  signedIn,
  demo,
}) => {
  const { members, roles } = demo.backend.store
  const ada = await members.find({ email: ADA })
  const all = await roles.list({ tenantId: { in: [ada?.tenantId ?? '', null] } })
  const before = ada?.roleIds ?? '[]'
  await members.update({ id: ada?.id ?? '' }, { roleIds: JSON.stringify(all.map(({ id }) => id)) })
  await signedIn(ADA)
  await page.setViewportSize({ width: 1280, height: 844 })
  await open(page, portal, `users?search=${encodeURIComponent(ADA)}`)
  const row = portal.row(ADA)
  await expect(row.getByText(/^\+\d+/)).toBeVisible()
  const { height } = (await row.boundingBox()) ?? { height: 0 }
  expect(height).toBeLessThanOrEqual(64)
  await members.update({ id: ada?.id ?? '' }, { roleIds: before })
})
