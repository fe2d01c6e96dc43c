import { createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { Store } from '../store/store.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { CELLS, findWhoHasAccess, isRefused, worksBefore } from '../suites/pre-hijack-cells.test-kit.ts'
import { WAYS } from '../suites/pre-hijack-ways.test-kit.ts'
import { isWhole, report } from './report.test-kit.ts'

/** Checks who has access after each way of arrival, for each way in which a stranger prepared the account. */
const idp = await createCredentials('idp')

/** A step that still covers every preparation and every arrival. */
const STEP = isWhole ? 1 : 5

const cellsOn = async (openStore: () => Promise<Store>, step: number) => {
  const kit = await openKit(openStore)
  const wrong: string[] = []
  for (const way of Object.keys(WAYS)) if (!(await worksBefore(kit, way))) wrong.push(`${way}: never leads in`)
  for (const cell of CELLS.filter((_, at) => at % step === 0)) {
    const { owner, stranger } = await findWhoHasAccess(kit, cell, idp)
    if ((owner && stranger) || (!owner && !isRefused(cell))) wrong.push(`${cell.way}, ${cell.arrival}`)
  }
  await kit.close()
  return wrong
}

const server = postgresMissing() ? undefined : await startPostgres()
const stores: Record<string, () => Promise<Store>> = {
  memory: async () => createMemoryStore(),
  // The embedded database runs only in the whole test: the same statements take three times as long as on PostgreSQL.
  ...(isWhole && { PGlite: () => openPgliteStore() }),
  ...(server && { PostgreSQL: () => openPostgresStore(server.url) }),
}
const wrong: Record<string, string[]> = {}
for (const [name, openStore] of Object.entries(stores))
  wrong[name] = await cellsOn(openStore, name === 'memory' ? 1 : STEP)
await server?.stop()

const names = Object.keys(stores)
const faults = names.flatMap((name) => (wrong[name] ?? []).map((cell) => `${name}: ${cell}`))
report({
  row: 50,
  wanted: `${Object.keys(WAYS).length} ways to exist before × ${CELLS.length / Object.keys(WAYS).length} arrivals: 0 cells with two users`,
  reached: `${faults.length} of ${CELLS.length} cells${STEP > 1 ? `, every ${STEP}th on databases,` : ''} on each of ${names.join(', ')}${faults.length ? `: ${faults.slice(0, 5).join('; ')}` : ''}`,
  ok: faults.length === 0,
})
