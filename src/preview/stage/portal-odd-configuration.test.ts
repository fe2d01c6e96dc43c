import { expect } from 'chai'
import { portal as portalCalls } from '../../contract/portal.ts'
import { pages } from '../../pages/index.ts'
import { TAB_IDS } from '../../pages/security/security.state.ts'
import { reach, scaled } from '../../testing/figures.ts'
import { arePrototypesClean, oddObject } from '../../testing/odd-objects.ts'
import { randomOf } from '../../testing/random.ts'
import { type Backstage, openBackstage } from './backstage.test-kit.ts'
import { openPortal } from './portal.test-kit.ts'

/** The number is even: the menu is valid in every other round, so that every page is rendered. */
const ROUNDS = Math.max(2, scaled(12))
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

/** Returns the part of a malformed object that a response can contain. */
const jsonOf = (value: unknown, ancestors: readonly object[] = []): unknown => {
  if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value) ? value : null
  if (value === null || ancestors.includes(value)) return null
  const within = [...ancestors, value]
  if (Array.isArray(value)) return value.map((each) => jsonOf(each, within))
  const parts = Object.entries(Object.getOwnPropertyDescriptors(value))
  return Object.fromEntries(parts.map(([name, { value: own }]) => [name, jsonOf(own, within)]))
}

/** Adds malformed parts about every page to the portal's metadata; `next` creates others. */
const respondOdd = (backstage: Backstage) => {
  const harness = { random: randomOf(2_026), keys: KEYS, values: VALUES }
  const odd = () => Object.fromEntries(pages.map(({ id }) => [id, jsonOf(oddObject(harness))]))
  let configuration: object = {}
  let responded = 0
  backstage.intercept(async (request, pass) => {
    const { pathname, search } = new URL(request.url)
    if (!pathname.endsWith(portalCalls.getPortalMetadata.path) || !search.includes('adminBox')) return undefined
    const { rows = [], ...rest } = await (await pass()).json()
    responded += 1
    return Response.json({
      ...rest,
      rows: rows.map((row: Row) => ({ ...row, configuration: { ...row.configuration, ...configuration } })),
    })
  })
  return {
    responded: () => responded,
    next(round: number) {
      configuration = { ...(round % 2 === 1 && { navigation: odd() }), themeV2: { adminPortal: { pages: odd() } } }
    },
  }
}

describe('a page of the portal with odd metadata', () => {
  it(`is rendered, or explains why not: ${pages.length} pages, ${ROUNDS} rounds`, async function () {
    this.timeout(60_000 + ROUNDS * 20_000)
    const backstage = await openBackstage()
    await backstage.signIn('ada@acme.test')
    const odd = respondOdd(backstage)
    let drawn = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      odd.next(round)
      for (const { slug } of pages) {
        const portal = await openPortal(backstage, slug)
        await portal.settled()
        expect(arePrototypesClean(), slug).to.equal(true)
        drawn += 1
        await portal.close()
      }
    }
    expect(odd.responded()).to.equal(drawn)
    // An uncaught error fails the test by itself.
    await reach(
      25,
      'every page of the portal with odd metadata in a browser: drawn or explained, 0 errors, prototypes unchanged',
      `${drawn} times one of ${pages.length} pages: 0 errors`,
    )
  })
})
