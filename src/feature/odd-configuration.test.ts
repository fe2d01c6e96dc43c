import { expect } from 'chai'
import { safeMerge } from '../kernel/safe-merge.ts'
import { isPageVisible, withOverrides } from '../navigation/pages.ts'
import { pages } from '../pages/index.ts'
import { fieldAppearance, tabs as securityTabs, visibleTabs } from '../pages/security/security.tabs.ts'
import { reach, scaled } from '../testing/figures.ts'
import { arePrototypesClean, oddObject } from '../testing/odd-objects.ts'
import { randomOf } from '../testing/random.ts'
import { fieldsOf, fieldsOfTab, tabsOf } from './page-fields.ts'

const ROUNDS = scaled(20_000)
const FIELDS = ['name', 'phoneNumber', 'mfa', 'companyName'] as const
const TABS = ['settings', 'customLogin', 'generalSettings', 'sessionManagement'] as const
const APPEARANCES: readonly string[] = ['hidden', 'viewOnly', 'edit']
const NODES = ['navigation', 'adminPortal', 'pages', 'fieldsProperties', 'tabsProperties', 'appearance', 'visibility']
const KEYS = [...NODES, 'permissions', 'featureFlag', ...FIELDS, ...TABS, ...pages.map(({ id }) => id)]
const VALUES = [...APPEARANCES, 'always', 'byPermissions', ['fe.secure.read.users'], 'a-flag']
const AUDIENCE = { permissions: ['fe.*'], flags: { 'a-flag': 'on' } }

/** Creates the configuration that the portal reads; its containers are as malformed as its parts. */
const oddConfiguration = (harness: Parameters<typeof oddObject>[0]) => ({
  navigation:
    harness.random() < 0.5 ? Object.fromEntries(pages.map(({ id }) => [id, oddObject(harness)])) : oddObject(harness),
  themeV2: oddObject(harness),
  adminPortal: { pages: Object.fromEntries(pages.map(({ id }) => [id, oddObject(harness)])) },
})

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

describe('The configuration of the portal', () => {
  it(`never hides or shows anything by mistake or crashes, for ${ROUNDS} malformed ones`, async function () {
    this.timeout(120_000)
    const harness = { random: randomOf(2_025), keys: KEYS, values: VALUES }
    let slowest = 0
    let readings = 0
    const read = (given: object) => {
      const configuration = safeMerge<Record<string, unknown>>({}, given)
      const settings = { theme: configuration, configuration, flags: {} } as unknown as Parameters<
        typeof visibleTabs
      >[1]
      for (const tab of visibleTabs(securityTabs, settings)) {
        const appearance = fieldAppearance(settings, tab, true)('mfa')
        readings += 1
        if (!APPEARANCES.includes(appearance)) expect(appearance).to.equal(APPEARANCES)
      }
      for (const page of pages) {
        isPageVisible(withOverrides(page, configuration.navigation), AUDIENCE)
        const found = [
          ...Object.values(fieldsOf(settings, page.id, FIELDS)),
          ...Object.values(tabsOf(settings, page.id, TABS)),
          ...Object.values(fieldsOfTab(settings, [page.id, 'settings'], FIELDS)),
        ]
        readings += found.length
        if (found.some((appearance) => !APPEARANCES.includes(appearance))) expect(found).to.equal(APPEARANCES)
      }
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      // The runner takes a page that is silent for long for one that did not start.
      if (round % 50 === 0) await nextTask()
      const given = oddConfiguration(harness)
      const start = performance.now()
      read(given)
      slowest = Math.max(slowest, performance.now() - start)
    }
    expect(arePrototypesClean()).to.equal(true)
    await reach(
      25,
      '20,000 fuzzed configurations of the portal: Object.prototype unchanged, 0 crashes, no appearance but the three',
      `${ROUNDS} configurations, ${readings} fields and tabs of ${pages.length} pages: 0 crashes, slowest ${slowest.toFixed(1)} ms`,
    )
  })
})
