import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { temporaryData } from '../../../src/testing/pglite.ts'
import { borrowServer } from '../../../src/testing/postgres.ts'
import { type DemoHost, startDemoHost, type TestSettings } from '../../server/demo-host.ts'
import type { Settings } from '../../server/settings.ts'

const FIRST_PORT = 21_000
const PORT_RANGE = 9_000
const PORTS_NEEDED = 4
export const RETENTION_DAYS = 3_650

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** First of four free ports in a row: pages, CDN, API and identity provider. */
export const freePorts = async (): Promise<number> => {
  const port = FIRST_PORT + Math.floor(Math.random() * PORT_RANGE)
  const all = await Promise.all(Array.from({ length: PORTS_NEEDED }, (_, at) => isFree(port + at)))
  return all.every(Boolean) ? port : freePorts()
}

/** A database on the server of `serverUrl`, else a folder for the embedded one. */
const temporaryDatabase = async (serverUrl: string | undefined) => {
  if (serverUrl) {
    const { url, stop } = await borrowServer(serverUrl)
    return { dataDir: '', databaseUrl: url, remove: stop }
  }
  const dataDir = await temporaryData()
  return { dataDir, databaseUrl: undefined, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** A demo host with a database of its own, embedded without `serverUrl`; `end` stops the host and removes its data. */
export const openHost = async (
  extra: TestSettings & Partial<Settings>,
  serverUrl?: string,
): Promise<{ demo: DemoHost; end(): Promise<void> }> => {
  const { remove, ...database } = await temporaryDatabase(serverUrl)
  const demo = await startDemoHost({
    port: await freePorts(),
    ...database,
    smtpUrl: undefined,
    logLevel: 'error',
    seed: true,
    testMode: true,
    // Longer than any test's events are old.
    auditRetentionDays: RETENTION_DAYS,
    ...extra,
  })
  const end = async () => {
    await demo.close()
    await remove()
  }
  return { demo, end }
}
