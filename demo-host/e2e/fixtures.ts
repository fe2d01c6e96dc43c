import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page, type Response } from '@playwright/test'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { createTrafficChecker } from '../../src/testing/traffic.ts'
import { type DemoHost, startDemoHost } from '../server/demo-host.ts'
import type { InboxMessage } from '../server/inbox.ts'

const FIRST_PORT = 21_000
const PORTS_PER_WORKER = 10

interface WorkerFixtures {
  demo: DemoHost
  checkTraffic: ReturnType<typeof createTrafficChecker>
}

interface TestFixtures {
  /** Newest message to an address, waited for. */
  inbox: (to: string) => Promise<InboxMessage>
  traffic: undefined
}

const parse = (text: string | null): unknown => {
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const readExchange = async (response: Response) => ({
  method: response.request().method(),
  url: response.url(),
  requestBody: parse(response.request().postData()),
  status: response.status(),
  answer: parse(await response.text().catch(() => null)),
})

const isChecked = (response: Response, api: string) =>
  response.url().startsWith(api) && response.request().method() !== 'OPTIONS' && !response.url().endsWith('/health')

/** Watches the API calls of a page; the answer yields every departure from the contract. */
const watchTraffic = (page: Page, api: string, check: WorkerFixtures['checkTraffic']) => {
  const problems: Promise<string[]>[] = []
  page.on('response', (response) => {
    if (isChecked(response, api)) problems.push(readExchange(response).then(check))
  })
  return async () => (await Promise.all(problems)).flat()
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use, info) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'front-entry-'))
      const port = FIRST_PORT + (process.pid % 1000) * PORTS_PER_WORKER + info.workerIndex
      const settings = {
        port,
        dataDir,
        databaseUrl: undefined,
        smtpUrl: undefined,
        logLevel: 'error',
        seed: true,
      } as const
      const demo = await startDemoHost({ ...settings, testMode: true })
      await use(demo)
      await demo.close()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  checkTraffic: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument must be a pattern
    async ({}, use) => use(createTrafficChecker((await buildOpenApi()).schemas)),
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
  traffic: [
    async ({ page, demo, checkTraffic }, use) => {
      const departures = watchTraffic(page, demo.origins.api, checkTraffic)
      await use(undefined)
      expect(await departures(), 'all API traffic conforms to the contract').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
