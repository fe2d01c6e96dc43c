import { portal as portalCalls } from '../../src/contract/portal.ts'
import { expect, test } from './fixtures.ts'

/** `JSON.parse` makes these own properties, as in a configuration from a server. */
const POISONED: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
const ODD = { fieldsProperties: 5, tabsProperties: [null], appearance: { name: ['hidden'] }, visibility: { a: 1 } }
const PAGES = { users: ODD, groups: POISONED, profile: null }

interface Row {
  configuration: object
}

// `src/preview/stage/portal-odd-configuration.test.ts` renders every page with generated metadata; here a server sends
// it.
test('The users page is rendered, whatever the metadata contains', async ({ page, portal, signedIn }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await signedIn('ada@acme.test')
  await page.route(`**${portalCalls.getPortalMetadata.path}?entityName=adminBox`, async (route) => {
    const response = await route.fetch()
    const { rows = [], ...rest } = await response.json()
    const themeV2 = { adminPortal: { pages: PAGES } }
    await route.fulfill({
      response,
      json: {
        ...rest,
        rows: rows.map((row: Row) => ({ ...row, configuration: { ...row.configuration, themeV2 } })),
      },
    })
  })
  await page.goto('/script-tag#/admin-box/users')
  await expect(portal.rows.first()).toBeVisible()
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false)
  expect(errors).toEqual([])
})
