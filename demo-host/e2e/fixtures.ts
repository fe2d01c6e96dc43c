import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { createTrafficChecker } from '../../src/testing/traffic.ts'
import { type DemoHost, startDemoHost } from '../server/demo-host.ts'
import type { InboxMessage } from '../server/inbox.ts'

const FIRST_PORT = 21_000
const PORTS_PER_WORKER = 10

interface WorkerFixtures {
  demo: DemoHost
  watch: ReturnType<typeof createTrafficWatch>
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

/** Collects every departure of the API's traffic from the contract, as the API itself saw it. */
const createTrafficWatch = (check: ReturnType<typeof createTrafficChecker>) => {
  const problems: Promise<string[]>[] = []
  const read = async (request: Request, answer: Response) => {
    const [sent, got] = await Promise.all([request.text(), answer.text()])
    const { method, url } = request
    return check({ method, url, requestBody: parse(sent), status: answer.status, answer: parse(got) })
  }
  return {
    observe(request: Request, answer: Response) {
      const isOurs = request.method !== 'OPTIONS' && new URL(request.url).pathname !== '/health'
      if (isOurs) problems.push(read(request, answer))
    },
    /** Those since the last call. */
    take: async () => (await Promise.all(problems.splice(0))).flat(),
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [
    async ({ watch }, use, info) => {
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
      const demo = await startDemoHost({ ...settings, testMode: true, observe: watch.observe })
      await use(demo)
      await demo.close()
      await rm(dataDir, { recursive: true, force: true })
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
  traffic: [
    async ({ watch }, use) => {
      await use(undefined)
      expect(await watch.take(), 'all API traffic conforms to the contract').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
