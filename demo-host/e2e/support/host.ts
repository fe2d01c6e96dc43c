import { rm } from 'node:fs/promises'
import { temporaryData } from '../../../src/testing/pglite.ts'
import { freePorts } from '../../../src/testing/ports.ts'
import { borrowServer } from '../../../src/testing/postgres.ts'
import { type DemoHost, startDemoHost, type TestSettings } from '../../server/demo-host.ts'
import type { Settings } from '../../server/settings.ts'

/** Consecutive ports of pages, CDN, API and identity provider. */
const HOST_PORTS = 4
export const RETENTION_DAYS = 3_650

/** Creates a database on the server of `serverUrl`, else a folder for the embedded one. */
const temporaryDatabase = async (serverUrl: string | undefined) => {
  if (serverUrl) {
    const { url, stop } = await borrowServer(serverUrl)
    return { dataDir: '', databaseUrl: url, remove: stop }
  }
  const dataDir = await temporaryData()
  return { dataDir, databaseUrl: undefined, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Opens a demo host with a new database, embedded without `serverUrl`; `end` stops the host and removes its data. */
export const openHost = async (
  extra: TestSettings & Partial<Settings>,
  serverUrl?: string,
): Promise<{ demo: DemoHost; end(): Promise<void> }> => {
  const { remove, ...database } = await temporaryDatabase(serverUrl)
  const demo = await startDemoHost({
    port: await freePorts(HOST_PORTS),
    ...database,
    smtpUrl: undefined,
    logLevel: 'error',
    seed: true,
    testMode: true,
    // Longer than the age of any test's events.
    auditRetentionDays: RETENTION_DAYS,
    ...extra,
    // Tests open foreign pages at other ports of this machine.
    backend: { allowLocalPages: false, ...extra.backend },
  })
  const end = async () => {
    await demo.close()
    await remove()
  }
  return { demo, end }
}
