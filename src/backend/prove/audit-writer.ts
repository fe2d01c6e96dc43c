// A process of `audit-writers.prove.ts` that writes many rows at once to one log, as fast as possible.
import { aDraft } from '../../testing/records.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { appendAudits, createAuditQueue } from '../domain/audit/audit.ts'

const AT_ONCE = 20

const [url = '', name = '', count = '0'] = process.argv.slice(2)
const store = await openPostgresStore(url)
const queue = createAuditQueue()
const times: number[] = []
let next = 0
const write = async (): Promise<void> => {
  while (next < Number(count)) {
    const at = next++
    const start = performance.now()
    await queue((...rows) => appendAudits(store, ...rows), aDraft({ id: `${name} ${at}`, createdAt: Date.now() }))
    times.push(performance.now() - start)
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, write))
await store.close()
times.sort((left, right) => left - right)
process.stdout.write(
  JSON.stringify({ median: times[Math.floor(times.length / 2)], p95: times[Math.floor(times.length * 0.95)] }),
)
