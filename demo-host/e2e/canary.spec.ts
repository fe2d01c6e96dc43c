import type { Route } from '@playwright/test'
import type { DemoHost } from '../server/demo-host.ts'
import { test as base, expect } from './fixtures.ts'
import { loginBox } from './models/login-box.ts'
import { adminPortal } from './models/portal.ts'
import { NEW_PASSWORD, PASSWORD } from './sample-users.ts'
import { watchCanaries } from './support/canary.ts'
import { FLOWS, type Flow, PATIENCE_MS } from './support/canary-flows.ts'
import { reach } from './support/figures.ts'
import { openHost } from './support/host.ts'
import { watchOpenRequests } from './support/settled.ts'
import { serverOf } from './support/start-postgres.ts'

const test = base.extend<object, { demo: DemoHost }>({
  demo: [
    async ({ watch, database }, use) => {
      const { demo, end } = await openHost({ observe: watch.observe, logLevel: 'debug' }, serverOf(database))
      await use(demo)
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** Makes every page of a host send as much information as it can. */
const talkative = async (route: Route): Promise<void> => {
  if (route.request().resourceType() !== 'document') return route.continue()
  const response = await route.fetch({ maxRedirects: 0 })
  const isPage = (response.headers()['content-type'] ?? '').startsWith('text/html')
  if (!isPage) return route.fulfill({ response: response })
  const html = await response.text()
  const body = html
    .replace('contextOptions: {', "contextOptions: { logLevel: 'debug',")
    .replace('"contextOptions":{', '"contextOptions":{"logLevel":"debug",')
  return route.fulfill({ response: response, body })
}

/** Minimum number of secrets in 25 flows. */
const MIN_SECRETS = 60

test('Through every flow at log level debug no secret is anywhere but where it belongs', async ({
  context,
  demo,
  inbox,
  signedIn,
}) => {
  test.setTimeout(10 * 60_000)
  context.setDefaultTimeout(PATIENCE_MS)
  // Pages that a test has changed count as foreign to this machine.
  await context.grantPermissions(['local-network-access'])
  const canaries = await watchCanaries(context)
  const usual = { ...console }
  for (const level of ['error', 'warn', 'info', 'debug'] as const) {
    console[level] = (...parts: unknown[]) =>
      canaries.note(
        'log of the backend',
        parts.map((part) => (part instanceof Error ? part.stack : JSON.stringify(part))).join(' '),
      )
  }
  canaries.add(PASSWORD)
  canaries.add(NEW_PASSWORD)
  /** Plays each flow in a new page and browser, which no response of the previous flow can change. */
  const play = async (name: string, flow: Flow) => {
    await context.clearCookies()
    const page = await context.newPage()
    const requests = watchOpenRequests(page, demo.origins.api)
    const own = { box: loginBox(page), portal: adminPortal(page), signedIn: (email: string) => signedIn(email, page) }
    await flow({ page, demo, inbox, ...own, add: canaries.add })
    await canaries.look(page, name)
    await requests.end()
    await page.close()
    await demo.backend.store.attempts.delete({})
  }
  await context.route(({ origin }) => [demo.origins.host, demo.origins.api].includes(origin), talkative)
  try {
    for (const [name, flow] of Object.entries(FLOWS)) await test.step(name, () => play(name, flow))
  } finally {
    Object.assign(console, usual)
  }
  canaries.note('audit rows', JSON.stringify(await demo.backend.store.audits.list({})))
  const { secrets, places, hits } = await canaries.result()
  reach(
    16,
    '25 flows at debug: 0 hits',
    `${Object.keys(FLOWS).length} flows, ${secrets} secrets, ${places} places, ${hits.length} hits`,
  )
  expect(Object.keys(FLOWS).length).toBeGreaterThanOrEqual(25)
  expect(secrets).toBeGreaterThan(MIN_SECRETS)
  expect(hits).toEqual([])
})
