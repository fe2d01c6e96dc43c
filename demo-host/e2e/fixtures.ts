import { test as base, expect, type Page } from '@playwright/test'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { createTrafficChecker } from '../../src/testing/traffic.ts'
import type { DemoHost } from '../server/demo-host.ts'
import type { InboxMessage } from '../server/inbox.ts'
import { type LoginBoxModel, loginBox } from './models/login-box.ts'
import { adminPortal, type PortalModel } from './models/portal.ts'
import { PASSWORD } from './sample-users.ts'
import { writeFigures } from './support/figures.ts'
import { openHost } from './support/host.ts'
import { ownAccount } from './support/own-account.ts'
import { logPage } from './support/page-log.ts'
import { serverOf } from './support/start-postgres.ts'
import { createTrafficWatch } from './support/traffic.ts'

interface WorkerFixtures {
  /** Lifetime of access tokens, for tests that wait until they expire. */
  accessTokenSeconds: number
  /** PostgreSQL if it is installed. */
  database: 'embedded' | 'postgres'
  demo: DemoHost
  watch: ReturnType<typeof createTrafficWatch>
}

interface TestFixtures {
  /** Waits for the newest message to an email. */
  inbox: (to: string) => Promise<InboxMessage>
  /** Signs the page's browser in without the login box. */
  signedIn: (email: string, page?: Page) => Promise<void>
  /** Opens a page as the administrator of a new account, which no other test uses. */
  inOwnAccount: (name: string, url: string) => ReturnType<typeof ownAccount>
  box: LoginBoxModel
  portal: PortalModel
  traffic: undefined
  figures: undefined
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  accessTokenSeconds: [300, { option: true, scope: 'worker' }],
  database: ['embedded', { option: true, scope: 'worker' }],
  demo: [
    async ({ watch, accessTokenSeconds, database }, use) => {
      const settings = { observe: watch.observe, backend: { accessTokenSeconds } }
      const { demo, end } = await openHost(settings, serverOf(database))
      await use(demo)
      await end()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  watch: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use) => use(createTrafficWatch(createTrafficChecker((await buildOpenApi()).schemas))),
    { scope: 'worker' },
  ],
  baseURL: async ({ demo }, use) => use(demo.origins.host),
  inbox: async ({ request }, use) => {
    await use(async (to) => {
      const read = async () =>
        (await request.get(`/inbox.json?to=${encodeURIComponent(to)}`)).json() as Promise<InboxMessage[]>
      await expect.poll(async () => (await read()).length).toBeGreaterThan(0)
      const [newest] = await read()
      if (!newest) throw new Error(`No message to ${to}`)
      return newest
    })
  },
  signedIn: async ({ page, demo }, use) => {
    await use(async (email, where = page) => {
      const response = await where.request.post(`${demo.origins.api}/frontegg/identity/resources/auth/v1/user`, {
        headers: { origin: demo.origins.host },
        data: { email, password: PASSWORD },
      })
      expect(response.ok(), `${email} is signed in`).toBe(true)
    })
  },
  inOwnAccount: async ({ page, demo, signedIn }, use) => {
    await use(async (name, url) => {
      const own = await ownAccount(demo, name)
      await signedIn(own.newUser.email)
      await page.goto(url)
      return own
    })
  },
  page: async ({ page }, use, info) => {
    const logOf = logPage(page)
    await use(page)
    if (info.status !== info.expectedStatus) await info.attach('page log', { body: logOf(), contentType: 'text/plain' })
    // A response that a test delays must not arrive in a browser that is closing.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  box: async ({ page }, use) => use(loginBox(page)),
  portal: async ({ page }, use) => use(adminPortal(page)),
  traffic: [
    async ({ watch, demo }, use) => {
      // The limits on guessing would otherwise count over all tests.
      await demo.backend.store.attempts.delete({})
      await use(undefined)
      expect(await watch.take(), 'all API traffic conforms to the contract').toEqual([])
    },
    { auto: true },
  ],
  figures: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use, info) => {
      await use(undefined)
      writeFigures(info)
    },
    { auto: true },
  ],
})

export { expect }
