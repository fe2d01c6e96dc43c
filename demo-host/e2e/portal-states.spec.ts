import type { Page, Route } from '@playwright/test'
import type { PageDefinition } from '../../src/feature/define-page.ts'
import { pages } from '../../src/pages/index.ts'
import { expect, test } from './fixtures.ts'
import type { PortalModel } from './models/portal.ts'
import { recruit } from './sample-users.ts'
import { wear } from './support/axe.ts'
import { rotating } from './support/figures.ts'
import { withPolicy } from './support/policy.ts'
import { portalWalk } from './support/portal-walk.ts'

const AT = '/script-tag#/admin-box/'
const REASON = 'Down for repairs'
const NOTHING = { items: [], _metadata: { totalItems: 0, totalPages: 0 }, _links: {}, data: [], total: 0 }

interface States {
  /** What an account without anything reads there; the `emptyTitle` of the page's texts unless given. */
  empty?: string
  /** The call that finds nothing, where the sample account has something. */
  lists?: string
}

const STATES: Readonly<Record<string, States>> = {
  profile: { empty: 'No phone numbers yet' },
  privacy: { empty: 'No second factors yet' },
  // It always has a name; what else it holds may be empty.
  account: { empty: 'Company name' },
  users: { empty: 'No users yet', lists: '**/fe/v1/members?*' },
  groups: { empty: 'No groups yet', lists: '**/fe/v1/groups?*' },
  roles: { empty: 'No roles yet', lists: '**/fe/v1/roles?*' },
  // An account where nothing is set up has much to do.
  security: { empty: 'Require two-factor authentication' },
  audits: { empty: 'No events yet', lists: '**/audits?*' },
  provisioning: { empty: 'No connections yet', lists: '**/configurations/scim2' },
  allAccounts: { empty: 'No sub-accounts yet' },
  subscriptions: { empty: 'No invoices yet', lists: '**/billing/invoices/v1' },
  usage: { lists: '**/fe/v1/usage' },
  personalApiTokens: { empty: 'No tokens yet' },
  apiTokens: { empty: 'No tokens yet', lists: '**/tenants/api-tokens/v1' },
  webhooks: { empty: 'No webhooks yet', lists: '**/webhook' },
}

const emptyTextOf = async ({ id, slug }: PageDefinition): Promise<string> => {
  const { empty } = STATES[id] ?? {}
  if (empty) return empty
  const texts = await import(`../../src/pages/${slug}/${slug}.messages.ts`)
  return texts[`${id}Messages`].texts.emptyTitle
}

/** Everything the API is asked, held back, refused or let through. */
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

/** A page may say of several parts that they failed. A part that arrives moves the buttons of those below it. */
const tryAgain = async (portal: PortalModel) => {
  const retry = portal.button('Try again')
  const loading = portal.element.getByRole('main').locator('[aria-busy="true"], .fe-skeleton')
  for (let left = await retry.count(); left > 0; left -= 1) {
    await retry.first().click()
    await expect.poll(() => retry.count()).toBeLessThan(left)
    await expect(loading).toHaveCount(0)
  }
}

test.slow()

test('Every page shows that it loads, that it failed and what it is for while it is empty, accessibly', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const newUser = await recruit(demo, 'ada@acme.test', 'Sta Tes')
  await wear(page, { scheme: 'light', width: 1280 })
  await signedIn(newUser.email)
  await page.goto(`${AT}nowhere`)
  await expect(portal.title('Page not found')).toBeVisible()
  const gate = await gateFor(page, demo.origins.api)
  const walk = portalWalk(page)
  const main = portal.element.getByRole('main')
  for (const definition of rotating(pages, 3)) {
    const { id, slug } = definition
    const { lists } = STATES[id] ?? {}
    const empty = await emptyTextOf(definition)
    gate.hold()
    await page.goto(AT + slug)
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.locator('.fe-skeleton').first()).toBeVisible()
    await walk.look(`${id} loading`)
    await gate.fail()
    await expect(main.getByText(REASON).first()).toBeVisible()
    await walk.look(`${id} failed`)
    gate.pass()
    if (lists) await page.route(lists, (route) => route.fulfill({ json: NOTHING }))
    await tryAgain(portal)
    await expect(main.getByText(empty).first()).toBeVisible()
    await walk.look(`${id} empty`)
    if (lists) await page.unroute(lists)
  }
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
  await page.goto(`${AT}profile`)
  await expect(portal.title('Profile')).toBeVisible()
  await expect(portal.element.getByRole('navigation').getByRole('link')).toHaveText(['Profile', 'Privacy'])
  for (const { slug, permissions } of pages) {
    if (permissions.length === 0 || slug === 'privacy') continue
    await page.goto(AT + slug)
    await expect(portal.title('You don’t have access to this page')).toBeVisible()
    await page.goto(`${AT}profile`)
    await expect(portal.title('Profile')).toBeVisible()
  }
})

test('forcePermissions on: pages that every user may see need their key, too', async ({
  page,
  portal,
  demo,
  signedIn,
}) => {
  const newUser = await recruit(demo, 'mel@acme.test', 'Keyless Kay')
  await demo.backend.store.members.update({ userId: newUser.id }, { roleIds: '[]' })
  await signedIn(newUser.email)
  const links = portal.element.getByRole('navigation').getByRole('link')
  await withPolicy(demo, { kind: 'public-policy', value: { forcePermissions: true } }, async () => {
    await page.goto(`${AT}profile`)
    await expect(portal.title('Profile')).toBeVisible()
    await expect(links).toHaveText(['Profile'])
    await page.goto(`${AT}privacy`)
    await expect(portal.title('You don’t have access to this page')).toBeVisible()
  })
  await page.reload()
  await expect(portal.title('Privacy')).toBeVisible()
  await expect(links).toHaveText(['Profile', 'Privacy'])
})
