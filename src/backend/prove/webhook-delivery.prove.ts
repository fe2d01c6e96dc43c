import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { report, scaled } from './report.test-kit.ts'
import { proveDelivery } from './webhook-delivery.test-kit.ts'

const missing = postgresMissing()
if (missing) process.stderr.write(`Webhook delivery left out: ${missing}\n`)
else {
  const server = await startPostgres()
  const wanted = scaled(10_000)
  const figures = await proveDelivery(server.url, { wanted, records: Math.max(20, wanted / 20) })
  await server.stop()
  const { lost, twoIds, outOfOrder, unsigned } = figures
  report({
    row: 'webhooks from four processes that are killed',
    wanted: `${wanted} events, receiver failing 30 % and hanging 5 %: 0 lost, one id each, in order per record, all signed`,
    reached: JSON.stringify(figures),
    ok: lost + twoIds + outOfOrder + unsigned === 0,
  })
}
