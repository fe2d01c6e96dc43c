// Thirty screens in Chromium, Firefox and WebKit have headings, buttons and fields at the same positions. Pictures side
// by side, with a list of the parts that Firefox or WebKit place differently than Chromium, are saved in
// `.work/engine-screens`.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { findEngine } from '../../scripts/find-engines.mjs'
import { openHost } from '../support/host.ts'
import { differenceOf } from '../support/pictures.ts'
import { openChromium } from './chromium.ts'
import { openFirefox } from './firefox.ts'
import { layoutDifferences, layoutOf, type Placed } from './layout.ts'
import { type EnginePage, pageOf } from './page.ts'
import { sideBySide } from './side-by-side.ts'
import type { Engine } from './tab.ts'
import { openWebKit } from './webkit.ts'

const FOLDER = '.work/engine-screens'
const [WIDTH, HEIGHT] = [1280, 900]
const SCREENS = 30
const PATIENCE_MS = 20_000
const PAUSE_MS = 150
const TEST_MS = 900_000

const PAGES = [
  'users',
  'profile',
  'privacy',
  'account',
  'subscriptions',
  'usage',
  'groups',
  'roles',
  'security',
  'audits',
  'sso',
  'provisioning',
  'all-accounts',
  'personal-api-tokens',
  'api-tokens',
  'webhooks',
]

interface Screen {
  name: string
  picture: Buffer
  layout: Placed[]
}

/** Runs in the page: returns whether something is still loading. */
const isLoading = () =>
  [...document.querySelectorAll('fe-login-box, fe-admin-portal, fe-checkout, fe-pricing-table')].some(
    ({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('[aria-busy=true], .fe-skeleton, [data-body=skeleton]') ?? [])].some((each) =>
        each.checkVisibility(),
      ),
  )

/** Runs in the page: scrolls up, because engines scroll differently far when the focus moves to the title of a page. */
const scrollUp = () => window.scrollTo({ top: 0, behavior: 'instant' })

/**
 * Runs in the page: sets a font, because engines choose different fonts for `system-ui`, which wrap texts differently.
 */
const chooseFont = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    'fe-login-box, fe-admin-portal, fe-checkout, fe-pricing-table { --fe-font-family: "Liberation Sans", Arimo, Arial, sans-serif }',
  )
  document.adoptedStyleSheets.push(sheet)
}

/** Waits until the layout differs from `before`, nothing loads, and two readings in a row are equal. */
const settled = async (page: EnginePage, before: string): Promise<Placed[]> => {
  const end = Date.now() + PATIENCE_MS
  let last = before
  for (;;) {
    await page.run(scrollUp)
    // Loading is checked first: a reading during loading is not compared.
    const layout = (await page.run(isLoading)) ? [] : await layoutOf(page)
    const text = JSON.stringify(layout)
    if (layout.length > 0 && text === last && text !== before) return layout
    if (Date.now() > end) throw new Error(`The page does not come to rest: ${await page.describe()}`)
    last = text
    await wait(PAUSE_MS)
  }
}

/** Runs in the page: chooses this many pictures of the gallery, evenly spaced. */
const chooseSteps = async (count: number): Promise<string[]> => {
  const module = document.querySelector('script[data-gallery]')?.getAttribute('data-gallery') ?? ''
  const { entries } = (await import(module)) as { entries: readonly { id: string }[] }
  const every = Math.floor(entries.length / count)
  return entries.flatMap(({ id }, at) => (at % every === 0 && at / every < count ? [id] : []))
}

const drawSteps = async (page: EnginePage, host: string): Promise<Screen[]> => {
  await page.open(`${host}/gallery`)
  await page.run(chooseFont)
  const screens: Screen[] = []
  for (const id of await page.run(chooseSteps, SCREENS - PAGES.length)) {
    await page.run((hash: string) => {
      location.hash = hash
    }, id)
    await page.holds(
      `${id} is shown`,
      (wanted: string) => document.getElementById('stage')?.dataset.shown === wanted,
      id,
    )
    const layout = await settled(page, '')
    screens.push({ name: id.replaceAll('/', '-'), picture: await page.tab.picture(), layout })
  }
  return screens
}

const drawPages = async (page: EnginePage, host: string): Promise<Screen[]> => {
  await page.open(`${host}/preview`)
  await page.run(chooseFont)
  const screens: Screen[] = []
  let before = ''
  for (const name of PAGES) {
    await page.run((slug: string) => document.querySelector('fe-admin-portal')?.setAttribute('page', slug), name)
    const layout = await settled(page, before)
    before = JSON.stringify(layout)
    screens.push({ name, picture: await page.tab.picture(), layout })
  }
  return screens
}

const drawAll = async (engine: Engine, host: string): Promise<Screen[]> => {
  try {
    const profile = await engine.openProfile()
    const page = pageOf(await profile.openTab())
    await page.tab.resize(WIDTH, HEIGHT)
    return [...(await drawSteps(page, host)), ...(await drawPages(page, host))]
  } finally {
    await engine.close()
  }
}

const [firefox = ''] = findEngine('Firefox') ?? []
const [driver = '', browser = ''] = findEngine('WebKit') ?? []

test('Chromium, Firefox and WebKit place the parts of thirty screens alike', { timeout: TEST_MS }, async () => {
  const { demo, end } = await openHost({})
  mkdirSync(FOLDER, { recursive: true })
  try {
    const { host } = demo.origins
    const inChromium = await drawAll(await openChromium(), host)
    const inFirefox = await drawAll(await openFirefox(firefox), host)
    const inWebKit = await drawAll(await openWebKit(driver, browser), host)
    const differences = inChromium.flatMap(({ name, picture, layout }, at) => {
      const others = { Firefox: inFirefox[at], WebKit: inWebKit[at] }
      writeFileSync(
        join(FOLDER, `${name}.png`),
        sideBySide([picture, ...Object.values(others).flatMap((other) => other?.picture ?? [])]),
      )
      return Object.entries(others).flatMap(([engine, other]) => {
        const percent = (100 * differenceOf(picture, other?.picture ?? Buffer.alloc(0))).toFixed(1)
        console.log(`${name} in ${engine}: ${percent} % of the pixels differ`)
        return layoutDifferences(layout, other?.layout ?? []).map((text) => `${name} in ${engine}: ${text}`)
      })
    })
    writeFileSync(join(FOLDER, 'differences.txt'), `${differences.join('\n')}\n`)
    for (const screens of [inChromium, inFirefox, inWebKit])
      assert.deepEqual(
        screens.map(({ name }) => name),
        inChromium.map(({ name }) => name),
      )
    assert.equal(inChromium.length, SCREENS)
    assert.deepEqual(differences, [])
  } finally {
    await end()
  }
})
