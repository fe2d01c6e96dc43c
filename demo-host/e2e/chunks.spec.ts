import { readdir, readFile } from 'node:fs/promises'
import type { Browser, Locator, Page, Route } from '@playwright/test'
import { version } from '../scripts/project.mjs'
import type { DemoHost } from '../server/demo-host.ts'
import { expect, test } from './fixtures.ts'
import { loginBox } from './models/login-box.ts'
import { PASSWORD } from './sample-users.ts'
import { isWhole, reach } from './support/figures.ts'
import { type PatientClock, patientClock } from './support/patient-clock.ts'

const FOLDER = `cdn/${version}/chunks`
const EMAIL = 'ada@acme.test'
const JAVASCRIPT = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }

/** A chunk that hangs fails after 20 s of the page's clock. */
const STEPS = 15
const PAUSE_MS = 150
/** A slow machine needs this long for a page; requests that are pending stop the steps. */
const MAX_STEP_MS = 30_000
const PRESS_MS = 2_000

const FAULTS = ['missing', 'broken', 'renamed', 'hanging'] as const
type Fault = (typeof FAULTS)[number]

/** Returns the code with one byte changed: in a word of the language, or in the last exported name. */
const damaged = (code: string, fault: Fault): string => {
  if (fault === 'broken') return code.replace(/export\{(?=[^}]*\};?\s*$)/, 'expord{')
  const at = code.lastIndexOf('}') - 1
  return code.slice(0, at) + (code[at] === 'z' ? 'y' : 'z') + code.slice(at + 1)
}

/** Returns the response to a chunk's request, prepared before the page requests it. */
const responderOf = async (file: string, fault: Fault): Promise<(route: Route) => unknown> => {
  if (fault === 'hanging') return () => undefined
  if (fault === 'missing') return (route) => route.fulfill({ status: 404, headers: JAVASCRIPT })
  const body = damaged(await readFile(`${FOLDER}/${file}`, 'utf8'), fault)
  return (route) => route.fulfill({ headers: JAVASCRIPT, body })
}

interface Step {
  act?(page: Page): Promise<unknown>
  /** Returns the element that is shown when the step has succeeded. */
  done(page: Page): Locator
}

interface Journey {
  name: string
  url: string
  isSignedIn: boolean
  steps: readonly Step[]
}

const SIGN_IN: Journey = {
  name: 'signing in',
  url: '/script-tag',
  isSignedIn: false,
  steps: [
    { act: (page) => loginBox(page).enterEmail(EMAIL), done: (page) => loginBox(page).password },
    { act: (page) => loginBox(page).enterPassword(PASSWORD), done: (page) => page.getByText(`Signed in as ${EMAIL}`) },
  ],
}

const arrivesAt = (name: string, url: string, done: Step['done'], isSignedIn = false): Journey => ({
  name,
  url,
  isSignedIn,
  steps: [{ done }],
})

const PORTAL_PAGES = [
  ...['profile', 'privacy', 'personal-api-tokens', 'account', 'users', 'groups', 'roles', 'all-accounts'],
  ...['subscriptions', 'usage', 'security', 'sso', 'provisioning', 'audits', 'api-tokens', 'webhooks'],
]

const JOURNEYS: readonly Journey[] = [
  SIGN_IN,
  arrivesAt('signing up', '/account/sign-up', (page) => loginBox(page).element.getByLabel('Work email')),
  arrivesAt('a forgotten password', '/account/forget-password', (page) => loginBox(page).email),
  ...PORTAL_PAGES.map((slug) =>
    arrivesAt(
      `the page ${slug}`,
      `/script-tag#/admin-box/${slug}`,
      (page) => page.locator('fe-admin-portal').getByRole('heading', { level: 1 }),
      true,
    ),
  ),
]

/** Chunk with a fault. */
interface Broken {
  file: string
  fault: Fault
}

interface Visit {
  page: Page
  clock: PatientClock
  broken: Broken | undefined
}

const isChunk = (broken: Broken | undefined) => (url: URL) =>
  broken !== undefined && url.pathname.endsWith(`/chunks/${broken.file}`)

const open = async (
  browser: Browser,
  { origins }: DemoHost,
  { isSignedIn }: Journey,
  broken?: Broken,
): Promise<Visit> => {
  const page = await browser.newPage({ baseURL: origins.host, reducedMotion: 'reduce' })
  if (isSignedIn) {
    await page.request.post(`${origins.api}/frontegg/identity/resources/auth/v1/user`, {
      headers: { origin: origins.host },
      data: { email: EMAIL, password: PASSWORD },
    })
  }
  return { page, clock: await patientClock(page, isChunk(broken)), broken }
}

const again = (page: Page) => page.getByRole('button', { name: 'Try again' }).first()

type Outcome = 'worked' | 'failed in place' | 'dead'

/** Advances time until the step has succeeded, or offers to try again. */
const outcomeOf = async ({ page, clock }: Visit, step: Step): Promise<Outcome> => {
  const either = step.done(page).or(again(page)).first()
  const giveUpAt = performance.now() + MAX_STEP_MS
  for (let count = 0; count < STEPS && performance.now() < giveUpAt; ) {
    await either.waitFor({ timeout: PAUSE_MS }).catch(() => undefined)
    if (await again(page).isVisible()) return 'failed in place'
    if (await step.done(page).first().isVisible()) return 'worked'
    if (await clock.skipStep()) count += 1
  }
  return 'dead'
}

/** Plays the journey with one broken chunk, which is repaired when the page shows that something did not load. */
const take = async (journey: Journey, visit: Visit): Promise<Outcome> => {
  const { page, clock, broken } = visit
  const isOurs = isChunk(broken)
  if (broken) await page.route(isOurs, await responderOf(broken.file, broken.fault))
  await page.goto(journey.url)
  let result: Outcome = 'worked'
  for (const step of journey.steps) {
    await step.act?.(page)
    let outcome = await outcomeOf(visit, step)
    if (outcome === 'failed in place') {
      result = 'failed in place'
      await page.unroute(isOurs)
      // Each failed part has its own button to try again.
      for (let press = 0; press < 3 && outcome === 'failed in place'; press += 1) {
        // The part may load by itself before the press; then the button is gone.
        await again(page)
          .click({ timeout: PRESS_MS })
          .catch(() => undefined)
        await clock.skipStep()
        outcome = await outcomeOf(visit, step)
      }
    }
    if (outcome !== 'worked') return 'dead'
  }
  return result
}

const chunkNamed = async (name: string): Promise<string> => {
  const file = (await readdir(FOLDER)).find((each) => new RegExp(`^${name}-[\\w-]{7}\\.js$`).test(each))
  if (!file) throw new Error(`The release has no chunk ${name}`)
  return file
}

const EXAMPLES: readonly { name: string; faults: readonly Fault[] }[] = [
  { name: 'shared-kit', faults: ['missing', 'broken', 'renamed'] },
  { name: 'sign-in', faults: FAULTS },
]

for (const { name, faults } of EXAMPLES) {
  for (const fault of faults) {
    test(`With the chunk ${name} ${fault}, signing in continues by itself or after “Try again”`, async ({
      browser,
      demo,
    }) => {
      const visit = await open(browser, demo, SIGN_IN, { file: await chunkNamed(name), fault })
      expect(await take(SIGN_IN, visit)).not.toBe('dead')
      await visit.page.close()
    })
  }
}

/** Returns the chunks that a journey loads when nothing fails. */
const chunksOf = async (journey: Journey, visit: Visit): Promise<string[]> => {
  const files = new Set<string>()
  visit.page.on('request', (request) => {
    const [, file] = /\/chunks\/([^/?]+\.js)$/.exec(new URL(request.url()).pathname) ?? []
    if (file) files.add(file)
  })
  expect(await take(journey, visit), `${journey.name} without a fault`).toBe('worked')
  return [...files]
}

// These are hundreds of page loads, so they run only at full scale.
if (isWhole)
  test('A missing, broken or hanging chunk of the box or the portal never leaves a dead control', async ({
    browser,
    demo,
  }) => {
    test.setTimeout(7_200_000)
    const tried = new Set<string>()
    const dead: string[] = []
    const tally = { worked: 0, 'failed in place': 0, dead: 0 }
    for (const journey of JOURNEYS) {
      const first = await open(browser, demo, journey)
      const files = (await chunksOf(journey, first)).filter((file) => !tried.has(file))
      await first.page.close()
      for (const file of files) {
        tried.add(file)
        for (const fault of ['missing', 'broken', 'hanging'] as const) {
          const visit = await open(browser, demo, journey, { file, fault })
          const outcome = await take(journey, visit)
          await visit.page.close()
          tally[outcome] += 1
          if (outcome === 'dead') dead.push(`${journey.name}, ${file} ${fault}`)
        }
      }
    }
    reach(
      73,
      'every chunk × missing, broken, hanging: 0 dead controls',
      `${tried.size} chunks × 3 in ${JOURNEYS.length} journeys: ${tally.worked} went on by themselves, ${tally['failed in place']} by “Try again”, ${dead.length} dead`,
    )
    expect(dead).toEqual([])
  })

test('While a step can’t be loaded, the form shows an error and keeps the email', async ({ page, box }) => {
  const isOurs = isChunk({ file: await chunkNamed('sign-in'), fault: 'hanging' })
  const clock = await patientClock(page, isOurs)
  await page.route(isOurs, () => undefined)
  await page.goto('/script-tag')
  await box.enterEmail(EMAIL)
  await expect.poll(clock.held).toBeGreaterThan(0)
  await clock.skip(21_000)
  await expect(box.element.locator('.fe-field-error')).toHaveText('Something went wrong on our side. Try again.')
  // The other ways to sign in come from the same file; the field's error reports it for both.
  await expect(box.element.locator('[data-ways]')).toHaveCount(0)
  await expect(box.element.getByRole('button', { name: 'Try again' })).toHaveCount(1)
  await expect(box.email).toHaveValue(EMAIL)
  await expect(box.email).toBeEnabled()
})
