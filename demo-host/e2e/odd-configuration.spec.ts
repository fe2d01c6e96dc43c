import type { Page } from '@playwright/test'
import { portal as portalCalls } from '../../src/contract/portal.ts'
import { pages } from '../../src/pages/index.ts'
import { TAB_IDS } from '../../src/pages/security/tab.ts'
import { oddObject } from '../../src/testing/odd-objects.ts'
import { randomOf } from '../../src/testing/random.ts'
import { expect, test } from './fixtures.ts'
import { reach, rotating, scaled } from './support/figures.ts'

const ROUNDS = scaled(12)
const NODES = ['fieldsProperties', 'tabsProperties', 'appearance', 'visibility', 'permissions', 'featureFlag']
const NAMES = [
  'name',
  'phoneNumber',
  'mfa',
  'companyName',
  'settings',
  'generalSettings',
  'sessionManagement',
  'ipRestrictions',
]
const KEYS = [...NODES, ...NAMES, ...TAB_IDS, ...pages.map(({ id }) => id)]
const VALUES = ['hidden', 'viewOnly', 'edit', 'always', 'byPermissions', ['fe.secure.read.users'], 'a-flag']

interface Row {
  configuration: object
}

/** What of an odd object a response can carry. */
const jsonOf = (value: unknown, ancestors: readonly object[] = []): unknown => {
  if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value) ? value : null
  if (value === null || ancestors.includes(value)) return null
  const within = [...ancestors, value]
  if (Array.isArray(value)) return value.map((each) => jsonOf(each, within))
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value))
  return Object.fromEntries(parts.map(([name, { value: own }]) => [name, jsonOf(own, within)]))
}

/** Puts odd parts about every page into the metadata of the portal; `next` makes others. */
const respondOdd = async (page: Page) => {
  const world = { random: randomOf(2_026), keys: KEYS, values: VALUES }
  const odd = () => Object.fromEntries(pages.map(({ id }) => [id, jsonOf(oddObject(world))]))
  let configuration: object = {}
  await page.route(`**${portalCalls.getPortalMetadata.path}?entityName=adminBox`, async (route) => {
    const response = await route.fetch()
    const { rows = [], ...rest } = await response.json()
    await route.fulfill({
      response,
      json: {
        ...rest,
        rows: rows.map((row: Row) => ({ ...row, configuration: { ...row.configuration, ...configuration } })),
      },
    })
  })
  return (round: number) => {
    // Every other time the menu is as it should be, so that every page is drawn.
    configuration = { ...(round % 2 === 1 && { navigation: odd() }), themeV2: { adminPortal: { pages: odd() } } }
  }
}

test('Every page of the portal is drawn, or explains why not, whatever the metadata says of it', async ({
  page,
  portal,
  signedIn,
}) => {
  test.setTimeout(60_000 + ROUNDS * 60_000)
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await signedIn('ada@acme.test')
  const next = await respondOdd(page)
  let drawn = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    next(round)
    for (const { slug } of rotating(pages, 2, round)) {
      await page.goto('about:blank')
      await page.goto(`/script-tag#/admin-box/${slug}`)
      await expect(portal.element.getByRole('heading').first(), slug).toBeVisible()
      await expect(portal.element.locator('[aria-busy="true"], .fe-skeleton'), slug).toHaveCount(0)
      expect(await page.evaluate(() => 'polluted' in {}), slug).toBe(false)
      drawn += 1
    }
  }
  expect(errors).toEqual([])
  reach(
    25,
    'every page of the portal with odd metadata in a browser: drawn or explained, 0 errors, prototypes unchanged',
    `${drawn} times one of ${pages.length} pages: 0 errors`,
  )
})
