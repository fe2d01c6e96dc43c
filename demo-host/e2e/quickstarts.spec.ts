import type { Page } from '@playwright/test'
import { freePorts } from '../../src/testing/ports.ts'
import { prepareTools, QUICKSTARTS } from '../scripts/framework-apps.mjs'
import { expectationsOf, quickstartOf } from '../scripts/quickstarts/page.mjs'
import type { Follow, Tools } from '../scripts/quickstarts/project.mjs'
import { test as base, expect } from './fixtures.ts'
import { isWhole, reach } from './support/figures.ts'
import { openHost } from './support/host.ts'
import { openQuickstartApp } from './support/quickstart-app.ts'
import { serverOf } from './support/start-postgres.ts'

/** Time for install, type check and build of the largest stack. */
const PATIENCE_MS = 420_000
const MAX_OWN_LINES = 15
/**
 * Expected errors: browsers log the 401 and 404 of the API, which alone can determine whether there is a session and
 * whether an email signs in elsewhere.
 */
const EXPECTED = /\/(token\/refresh|sso\/prelogin)$/

interface Workspace {
  /** Port of the newcomer's app, whose origin the API allows. */
  port: number
  tools: Tools
}

const test = base.extend<object, Workspace>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
  port: [async ({}, use) => use(await freePorts(1)), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
  tools: [async ({}, use) => use(await prepareTools()), { scope: 'worker', timeout: PATIENCE_MS }],
  demo: [
    async ({ watch, port, database }, use) => {
      const settings = { observe: watch.observe, allowedOrigins: [`http://localhost:${port}`] }
      const { demo, end } = await openHost(settings, serverOf(database))
      await use(demo)
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const errorsOf = (page: Page): string[] => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.location().url)) errors.push(message.text())
  })
  return errors
}

/** Returns a color such as `#0f766e` as the browser computes it. */
const computed = (color: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`

const expectations = expectationsOf()

/** The pages of `frameworks.spec.ts` are built from the other frameworks too, so a sampled run takes two of these. */
const TRIED = isWhole ? QUICKSTARTS : QUICKSTARTS.filter((name) => name === 'html' || name === 'react')

for (const name of TRIED) {
  test(`From an empty folder, the ${name} quickstart takes at most ${MAX_OWN_LINES} lines to show the box in the app's color, sign a user in, raise an event, open a gate and the portal`, async ({
    page,
    box,
    portal,
    demo,
    port,
    tools,
  }) => {
    test.setTimeout(PATIENCE_MS)
    const start = performance.now()
    const { title } = quickstartOf(name)
    // The report has a step for each command and for each thing that a newcomer sees, in the words of the page.
    const follow: Follow = (commands, work) => test.step(`${title}: ${commands.join(' && ')}`, work)
    const app = await openQuickstartApp(name, tools, { api: demo.origins.api, port, follow })
    try {
      const errors = errorsOf(page)
      const welcomed = page.waitForEvent('console', (message) => message.text() === expectations.welcome)
      await page.goto(app.origin)
      await test.step(`In your colors: the button of the box is ${expectations.color}`, async () => {
        await expect(box.button('Continue')).toHaveCSS('background-color', computed(expectations.color))
      })
      await expect(page.getByText(expectations.gate)).toBeHidden()
      await test.step(`Signed in: sign in as ${expectations.email}`, async () => {
        await box.signIn(expectations.email, expectations.password)
        await welcomed
        await expect(page).not.toHaveURL(/\/account\/login/)
        await expect(page.locator('fe-login-box:visible')).toHaveCount(0)
      })
      await test.step(`One gate: ${expectations.gate}`, async () => {
        await expect(page.getByText(expectations.gate)).toBeVisible()
      })
      await test.step(`The portal: the button ${expectations.portal}`, async () => {
        await page.getByRole('button', { name: expectations.portal }).click()
        await portal.users.click()
        await expect(portal.title('Users')).toBeVisible()
      })
      expect(errors).toEqual([])
      const seconds = Math.round((performance.now() - start) / 1000)
      reach(63, `${name}: portal open, at most ${MAX_OWN_LINES} own lines`, `${app.ownLines} lines, ${seconds} s`)
      expect(app.ownLines).toBeGreaterThan(0)
      expect(app.ownLines).toBeLessThanOrEqual(MAX_OWN_LINES)
    } finally {
      await app.end()
    }
  })
}
