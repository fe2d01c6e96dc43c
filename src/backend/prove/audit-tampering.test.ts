import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLogger } from '../../kernel/logger.ts'
import { randomOf } from '../../testing/random.ts'
import { aDraft } from '../../testing/records.ts'
import { configOf } from '../adapters/config.ts'
import { createSigner } from '../adapters/signer.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import { AUDIT_COLUMNS } from '../domain/audit/audit-columns.ts'
import { exporter } from '../domain/audit/audit-export.ts'
import { hashOf } from '../domain/audit/chain.ts'
import { addCheckpoint } from '../domain/audit/checkpoints.ts'
import { exportStream } from '../domain/audit/export-stream.ts'
import { applyRetention } from '../domain/audit/retention.ts'
import { verifyAuditFile } from '../domain/audit/verify-file.ts'
import { verifyLog } from '../domain/audit/verify-log.ts'
import { createMemoryStore } from '../store/memory.ts'
import type { AuditRecord } from '../store/records.ts'
import { report, scaled } from './report.test-kit.ts'

const ROWS = 40
const FULL = 1_000
const config = configOf({ apiUrl: 'http://localhost:3002', appUrl: 'http://localhost:3000' })
const keys = createMemoryStore()
const signer = createSigner(keys, config)
const clock = { now: () => 1_767_225_600_000 }

const openLog = async (tenantId: string) => {
  const store = createMemoryStore()
  const ports = { store, signer, clock, config, log: createLogger('error') }
  const drafts = Array.from({ length: ROWS }, (_, at) =>
    aDraft({
      id: `${tenantId} ${at}`,
      tenantId,
      description: `Event ${at}`,
      ip: `192.0.2.${at}`,
      createdAt: clock.now() + at,
    }),
  )
  await appendAudits(store, tenantId, drafts)
  const row = async (seq: number) => {
    const found = await store.audits.find({ tenantId, seq })
    assert.ok(found)
    return found
  }
  await addCheckpoint(ports, await row(ROWS / 2))
  return { ports, store, row }
}

type Log = Awaited<ReturnType<typeof openLog>>
type Random = () => number

const FIELDS = ['email', 'action', 'resource', 'severity', 'ip', 'userAgent', 'description', 'detail', 'id'] as const

const move = (store: Log['store'], from: number, to: number) =>
  store.audits.update({ tenantId: 'acme', seq: from }, { seq: to })

const shift = async (store: Log['store'], from: number, by: 1 | -1) => {
  const seqs = Array.from({ length: ROWS - from + 1 }, (_, at) => from + at)
  for (const seq of by === 1 ? seqs.reverse() : seqs) await move(store, seq, seq + by)
}

const at = (random: Random, from = 1, to = ROWS) => from + Math.floor(random() * (to - from + 1))

/** Alterations of a log; each returns the first position that was altered. */
const TAMPERINGS: Readonly<Record<string, (log: Log, random: Random) => Promise<number>>> = {
  async 'a byte changed'({ store, row }, random) {
    const seq = at(random)
    const old = await row(seq)
    const field = FIELDS[at(random, 0, FIELDS.length - 1)] ?? 'email'
    const place = at(random, 0, old[field].length)
    const text = `${old[field].slice(0, place)}~${old[field].slice(place + 1)}`
    const changed: AuditRecord = { ...old, [field]: text }
    await store.audits.delete({ id: old.id })
    await store.audits.insert(changed)
    return seq
  },
  async 'a row removed'({ store }, random) {
    const seq = at(random)
    await store.audits.delete({ tenantId: 'acme', seq })
    // In half of the cases the gap is closed too.
    if (random() < 0.5 && seq < ROWS) await shift(store, seq + 1, -1)
    return seq
  },
  async 'a row inserted'({ store, row }, random) {
    const seq = at(random, 1, ROWS - 1)
    const copy = await row(seq)
    await shift(store, seq, 1)
    await store.audits.insert({ ...copy, id: 'inserted', description: 'Never happened' })
    return seq
  },
  async 'two rows swapped'({ store }, random) {
    const first = at(random, 1, ROWS - 1)
    const second = at(random, first + 1, ROWS)
    await move(store, first, 0)
    await move(store, second, first)
    await move(store, 0, second)
    return first
  },
  async 'the end cut off'({ store, row }, random) {
    const seq = at(random, 2, ROWS)
    await store.audits.delete({ tenantId: 'acme', seq: { gte: seq } })
    // Below the checkpoint, even a forged head doesn't help.
    const { hash } = await row(seq - 1)
    if (seq <= ROWS / 2) await store.auditHeads.update({ id: 'acme' }, { seq: seq - 1, hash })
    return seq
  },
  async 'a row of another account'({ store }, random) {
    const seq = at(random)
    const other = await openLog('globex')
    const foreign = await other.row(at(random))
    await store.audits.delete({ tenantId: 'acme', seq })
    await store.audits.insert({ ...foreign, tenantId: random() < 0.5 ? 'acme' : foreign.tenantId, seq })
    return seq
  },
  async 'the whole log erased'({ ports, store }, random) {
    // In half of the cases old rows were removed properly before.
    const kept = random() < 0.5 ? 1 : at(random, 2, ROWS)
    await applyRetention(ports, clock.now() + kept - 1)
    await store.audits.delete({ tenantId: 'acme' })
    await store.auditHeads.update({ id: 'acme' }, { firstSeq: ROWS + 1, hash: '' })
    if (random() < 0.5) await appendAudits(store, 'acme', [aDraft({ id: 'next', tenantId: 'acme' })])
    return kept
  },
  async 'all rows before a checkpoint erased and the others rehashed'({ store, row }, random) {
    const first = random() < 0.5 ? ROWS / 2 + 1 : at(random, 2, ROWS)
    await store.audits.delete({ tenantId: 'acme', seq: { lt: first } })
    let hash = ''
    for (let seq = first; seq <= ROWS; seq++) {
      const forged = { ...(await row(seq)), prevHash: hash }
      hash = hashOf(forged)
      await store.audits.update({ tenantId: 'acme', seq }, { prevHash: forged.prevHash, hash })
    }
    await store.auditHeads.update({ id: 'acme' }, { firstSeq: first, hash })
    return 1
  },
  async 'rows made to look too old'({ ports, store }, random) {
    const seq = at(random, 1, ROWS - 1)
    await store.audits.update({ tenantId: 'acme', seq: { lt: seq + 1 } }, { createdAt: 0 })
    assert.equal(await applyRetention(ports, 1), 0)
    return 1
  },
}

const foundIn = async ({ ports }: Log) => (await verifyLog(ports, 'acme', 0)).problem?.seq

const fileOf = async ({ ports, store }: Log): Promise<string[]> => {
  const head = await store.auditHeads.get('acme')
  assert.ok(head)
  const wanted = {
    tenantId: 'acme',
    where: { tenantId: 'acme' },
    isFiltered: false,
    format: 'jsonl' as const,
    order: 'asc' as const,
    type: '',
    file: exporter('jsonl', AUDIT_COLUMNS, ''),
  }
  return (await new Response(await exportStream(ports, wanted, { firstSeq: head.firstSeq, end: head.seq + 1 })).text())
    .trimEnd()
    .split('\n')
}

describe('A log that was tampered with', () => {
  for (const [kind, tamper] of Object.entries(TAMPERINGS))
    it(`shows the first wrong position: ${kind}`, async () => {
      const random = randomOf(kind.length)
      const rounds = scaled(FULL)
      const missed: string[] = []
      for (let round = 0; round < rounds; round++) {
        const log = await openLog('acme')
        const expected = await tamper(log, random)
        const found = await foundIn(log)
        if (found !== expected) missed.push(`${expected}, found ${found}`)
      }
      assert.deepEqual(missed, [])
      report({
        row: `audit log tampered with: ${kind}`,
        wanted: `all of ${rounds} located`,
        reached: `${rounds - missed.length} located`,
        ok: missed.length === 0,
      })
    })
})

describe('An exported log', () => {
  const verdictOf = async (lines: string[]) => {
    const jwks = await signer.jwks()
    return verifyAuditFile(lines, { keys: jwks })
  }

  it('is proven by its checkpoint and the keys of the backend', async () => {
    assert.deepEqual(await verdictOf(await fileOf(await openLog('acme'))), { rows: ROWS, faults: [], notes: [] })
  })

  it('has the same fields in every row, in the same order', async () => {
    const [first = '{}'] = await fileOf(await openLog('acme'))
    const fields =
      'id tenantId userId email action resource severity ip userAgent description detail createdAt seq prevHash hash'
    assert.equal(Object.keys(JSON.parse(first)).join(' '), fields)
  })

  it('is proven even if old rows were removed, but only with the signature of the removal', async () => {
    const log = await openLog('acme')
    await applyRetention(log.ports, clock.now() + 7)
    const lines = await fileOf(log)
    assert.deepEqual(await verdictOf(lines), { rows: ROWS - 7, faults: [], notes: [] })
    const closing = JSON.parse(lines.at(-1) ?? '')
    const cut = lines.slice(5, -1)
    for (const changed of [
      { firstSeq: 13 },
      { firstSeq: 13, retention: undefined },
      { firstSeq: 13, retention: closing.checkpoint },
    ]) {
      const { faults } = await verdictOf([...cut, JSON.stringify({ ...closing, ...changed })])
      assert.match(faults.join(), /^Rows before position 13 were removed/)
    }
  })

  it('is not proven when the log was erased before', async () => {
    for (const kind of ['the whole log erased', 'all rows before a checkpoint erased and the others rehashed']) {
      const log = await openLog('acme')
      await TAMPERINGS[kind]?.(log, () => 0.4)
      assert.match((await verdictOf(await fileOf(log))).faults.join(), /^Rows before position \d+ were removed/, kind)
    }
  })

  it('shows lines that were changed, removed, repeated, swapped or cut off', async () => {
    const lines = await fileOf(await openLog('acme'))
    const faultsOf = async (change: (lines: string[]) => string[]) =>
      (await verifyAuditFile(change([...lines]))).faults.join()
    assert.match(
      await faultsOf((all) => all.map((line) => line.replace('Event 6', 'Event x'))),
      /position 7 was altered/,
    )
    assert.match(await faultsOf((all) => all.filter((_, index) => index !== 6)), /position 7 was removed/)
    assert.match(await faultsOf((all) => all.slice(3)), /position 1 was removed/)
    assert.match(await faultsOf((all) => [...all.slice(0, -3), ...all.slice(-1)]), /position 39 was removed/)
    assert.match(await faultsOf(([one = '', ...rest]) => [one, one, ...rest]), /position 1 was inserted/)
    assert.match(await faultsOf((all) => all.slice(0, -1)), /incomplete/)
  })

  it('is not proven by a checkpoint of another key', async () => {
    const lines = await fileOf(await openLog('acme'))
    const other = await createSigner(createMemoryStore(), config).jwks()
    assert.deepEqual((await verifyAuditFile(lines, { keys: other })).faults, [
      'The checkpoint isn’t signed by this backend.',
    ])
  })
})
