import { rmSync } from 'node:fs'
import { temporaryData } from '../../testing/pglite.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { report, scaled } from './report.test-kit.ts'
import { type DeliveryPlace, proveDelivery } from './webhook-delivery.test-kit.ts'

const wanted = scaled(10_000)

const prove = async (name: string, place: DeliveryPlace) => {
  const figures = await proveDelivery(place, { wanted, records: Math.max(20, wanted / 20) })
  const { written, lost, twoIds, outOfOrder, unsigned } = figures
  report({
    row: 61,
    wanted: `${name}: ${wanted} events, receiver failing 30 % and hanging 5 %: 0 lost, one id each, in order per record, all signed`,
    reached: JSON.stringify(figures),
    ok: written >= wanted && lost + twoIds + outOfOrder + unsigned === 0,
  })
}

const onPglite = async () => {
  const folder = await temporaryData()
  await prove('PGlite, one process that is killed', { database: folder, processes: 1, minWorkMs: 9_000 })
  rmSync(folder, { recursive: true, force: true })
}

const onPostgres = async () => {
  const server = await startPostgres()
  await prove('PostgreSQL, four processes that are killed', { database: server.url, processes: 4, minWorkMs: 3_000 })
  await server.stop()
}

if (process.env.DELIVERY_ON !== 'pglite') {
  const missing = postgresMissing()
  if (missing) process.stderr.write(`Webhook delivery on PostgreSQL left out: ${missing}\n`)
  else await onPostgres()
}
if (process.env.DELIVERY_ON !== 'postgres') await onPglite()
