import { createHash } from 'node:crypto'
import { audits } from '../../contract/audits.ts'
import { aDraft } from '../../testing/records.ts'
import { appendAudits } from '../domain/audit/audit-log.ts'
import type { NodeBackend } from '../node.ts'
import { BULK_TENANT_ID } from '../sample/bulk.ts'

const apiUrl = 'http://localhost:3002'
const ARRIVING = 1_000

const checksum = () => {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (id: string) => {
      rows += 1
      hash.update(`${id}\n`)
    },
    result: () => ({ rows, sum: hash.digest('hex').slice(0, 16) }),
  }
}

/** What the log holds before the export, read without it. */
const expectedOf = async ({ store }: NodeBackend) => {
  const head = await store.auditHeads.get(BULK_TENANT_ID)
  const found = checksum()
  for (let seq = 1; seq <= (head?.seq ?? 0); seq += 5_000) {
    const rows = await store.audits.list({ tenantId: BULK_TENANT_ID, seq: { gte: seq, lt: seq + 5_000 } })
    for (const { hash } of rows.sort((left, right) => left.seq - right.seq)) found.add(hash)
  }
  return found.result()
}

/** Exports the whole log as JSON Lines while rows arrive, and compares it with what the log held before. */
export const measureExport = async (backend: NodeBackend, headers: Record<string, string>) => {
  const expected = await expectedOf(backend)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const start = performance.now()
  let peak = before
  const path = `${audits.exportAudits.path.replace('{endpoint}', 'jsonl')}?offset=0&outputFileName=audits.jsonl`
  const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' }
  const response = await backend.fetch(new Request(apiUrl + path, init))
  const found = checksum()
  let rest = ''
  let arrived = 0
  let bytes = 0
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { hash } = JSON.parse(line) as { hash?: string }
      if (hash !== undefined) found.add(hash)
    }
    peak = Math.max(peak, process.memoryUsage().rss)
    if (arrived < ARRIVING) {
      const drafts = Array.from({ length: 50 }, (_, at) =>
        aDraft({ id: `late ${arrived + at}`, tenantId: BULK_TENANT_ID }),
      )
      await appendAudits(backend.store, BULK_TENANT_ID, drafts)
      arrived += drafts.length
    }
  }
  const exported = found.result()
  return {
    ...exported,
    arrived,
    megabytes: Math.round(bytes / 1e6),
    seconds: Math.round((performance.now() - start) / 100) / 10,
    grewMb: Math.round((peak - before) / 1e6),
    isExact: exported.rows === expected.rows && exported.sum === expected.sum,
  }
}
