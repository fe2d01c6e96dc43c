import assert from 'node:assert/strict'
import { it } from 'node:test'
import { auditLog, audits } from '../../contract/audits.ts'
import type { AuditProblem } from '../../entities/audits.ts'
import { aDraft } from '../../testing/records.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import { hashOf } from '../domain/audit/chain.ts'
import { addCheckpoint } from '../domain/audit/checkpoints.ts'
import { applyRetention } from '../domain/audit/retention.ts'
import { verifyLog } from '../domain/audit/verify-log.ts'
import type { AuditRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'

const LENGTH = 30

export const describeAuditChain = (kit: () => Kit): void => {
  const fill = async (length = LENGTH) => {
    const rows = Array.from({ length }, (_, at) =>
      aDraft({ id: `row${at + 1}`, description: `Event ${at}`, createdAt: kit().time.now + at }),
    )
    await appendAudits(kit().store, 'acme', rows)
  }
  const row = async (seq: number): Promise<AuditRecord> => {
    const found = await kit().store.audits.find({ tenantId: 'acme', seq })
    assert.ok(found, `row ${seq}`)
    return found
  }
  const change = (seq: number, patch: Partial<AuditRecord>) =>
    kit().store.audits.update({ tenantId: 'acme', seq }, patch)
  const problem = async (): Promise<AuditProblem | null> => {
    let from = 0
    for (;;) {
      const part = await verifyLog(kit().ports, 'acme', from)
      if (part.next === null) return part.problem
      from = part.next
    }
  }

  it('finds no problem in an unchanged log', async () => {
    assert.equal(await problem(), null)
    await fill()
    await addCheckpoint(kit().ports, await row(12))
    assert.equal(await problem(), null)
    const { token } = await kit().signIn('ada@acme.test')
    const { body } = await kit().call('GET', auditLog.verifyAudits.path, { token })
    assert.deepEqual(body, { from: 1, next: null, lastSeq: LENGTH + 1, firstSeq: 1, problem: null })
  })

  it('gives simultaneously written rows separate positions', async () => {
    await Promise.all(Array.from({ length: 25 }, (_, at) => kit().login('ada@acme.test', `wrong ${at}`)))
    const rows = await kit().store.audits.list({ tenantId: 'acme' })
    const seqs = rows.map(({ seq }) => seq).sort((left, right) => left - right)
    assert.deepEqual(
      seqs,
      Array.from(seqs, (_, at) => at + 1),
    )
    assert.ok(seqs.length > 3)
    assert.equal(await problem(), null)
  })

  it('continues where a transaction that failed began', async () => {
    await fill(2)
    const failing = kit().store.transaction(async (inside) => {
      await appendAudits(inside, 'acme', [aDraft({ id: 'lost' })])
      throw new Error('stop')
    })
    await assert.rejects(failing, /stop/)
    await appendAudits(kit().store, 'acme', [aDraft({ id: 'kept' })])
    assert.deepEqual([(await row(3)).id, await problem()], ['kept', null])
  })

  const FIELDS = ['email', 'action', 'severity', 'ip', 'userAgent', 'description', 'detail', 'searchText'] as const
  for (const field of FIELDS)
    it(`reports the row whose ${field} was altered`, async () => {
      await fill()
      await change(9, { [field]: `${(await row(9))[field]} ` })
      assert.deepEqual(await problem(), { kind: 'altered', seq: 9 })
    })

  it('reports a row that was altered together with its hash', async () => {
    await fill()
    const forged = { ...(await row(9)), createdAt: 5 }
    await change(9, { createdAt: 5, hash: hashOf(forged) })
    assert.deepEqual(await problem(), { kind: 'altered', seq: 9 })
  })

  it('reports the first row that is missing, in the middle and at either end', async () => {
    for (const [seqs, first] of [
      [[9], 9],
      [[1], 1],
      [[29, 30], 29],
      [[4, 20], 4],
    ] as const) {
      await kit().reset()
      await fill()
      await kit().store.audits.delete({ tenantId: 'acme', seq: { in: seqs } })
      assert.deepEqual(await problem(), { kind: 'removed', seq: first })
    }
  })

  it('reports a removed row even when the rows after it were renumbered', async () => {
    await fill()
    await kit().store.audits.delete({ tenantId: 'acme', seq: 9 })
    for (let seq = 10; seq <= LENGTH; seq++) await change(seq, { seq: seq - 1 })
    assert.deepEqual(await problem(), { kind: 'removed', seq: 9 })
  })

  it('reports a row that was inserted between two others, or after the last one', async () => {
    await fill()
    await kit().store.audits.insert({ ...(await row(LENGTH)), id: 'beyond', seq: LENGTH + 1 })
    assert.deepEqual(await problem(), { kind: 'inserted', seq: LENGTH + 1 })
    await kit().store.audits.delete({ id: 'beyond' })
    for (let seq = LENGTH; seq >= 9; seq--) await change(seq, { seq: seq + 1 })
    const forged = { ...(await row(8)), id: 'between', seq: 9, prevHash: (await row(8)).hash }
    await kit().store.audits.insert({ ...forged, hash: hashOf(forged) })
    assert.deepEqual(await problem(), { kind: 'inserted', seq: 9 })
  })

  it('reports the first of two rows that were swapped', async () => {
    await fill()
    await change(9, { seq: 1_000 })
    await change(14, { seq: 9 })
    await change(1_000, { seq: 14 })
    assert.equal((await problem())?.seq, 9)
  })

  it('reports a row that was taken from another account', async () => {
    await fill()
    await appendAudits(kit().store, 'globex', [aDraft({ id: 'foreign', tenantId: 'globex' })])
    await kit().store.audits.delete({ tenantId: 'acme', seq: 1 })
    await kit().store.audits.update({ id: 'foreign' }, { tenantId: 'acme', seq: 1 })
    assert.deepEqual(await problem(), { kind: 'altered', seq: 1 })
  })

  it('notices by a checkpoint that all hashes were replaced', async () => {
    await fill()
    await addCheckpoint(kit().ports, await row(10))
    await addCheckpoint(kit().ports, await row(20))
    let prevHash = (await row(14)).hash
    for (let seq = 15; seq <= LENGTH; seq++) {
      const forged = { ...(await row(seq)), prevHash, userId: 'someone' }
      prevHash = hashOf(forged)
      await change(seq, { prevHash: forged.prevHash, userId: 'someone', hash: prevHash })
    }
    await kit().store.auditHeads.update({ id: 'acme' }, { hash: prevHash })
    assert.deepEqual(await problem(), { kind: 'rewritten', seq: 11, lastSeq: 20 })
  })

  it('notices by a checkpoint that the end was cut off together with the head', async () => {
    await fill()
    await addCheckpoint(kit().ports, await row(25))
    await kit().store.audits.delete({ tenantId: 'acme', seq: { gte: 21 } })
    await kit().store.auditHeads.update({ id: 'acme' }, { seq: 20, hash: (await row(20)).hash })
    assert.deepEqual(await problem(), { kind: 'removed', seq: 21 })
  })

  it('does not trust a checkpoint that this backend did not sign', async () => {
    await fill()
    await addCheckpoint(kit().ports, await row(10))
    const { token } = await kit().signIn('ada@acme.test')
    await kit().store.auditCheckpoints.update({ seq: 10 }, { token })
    assert.equal((await problem())?.kind, 'rewritten')
  })

  it('stays valid when old rows are removed, and reports where it starts', async () => {
    await fill()
    await kit().store.audits.update({ tenantId: 'globex' }, { ip: '' })
    assert.equal(await applyRetention(kit().ports, kit().time.now + 12), 12)
    assert.equal(await problem(), null)
    assert.equal((await verifyLog(kit().ports, 'acme', 0)).firstSeq, 13)
    await kit().store.audits.delete({ tenantId: 'acme', seq: 13 })
    assert.deepEqual(await problem(), { kind: 'removed', seq: 13 })
  })

  it('reports the first row that is missing when the log was erased and its head forged', async () => {
    for (const kept of [1, 13]) {
      await kit().reset()
      await fill()
      await addCheckpoint(kit().ports, await row(20))
      await applyRetention(kit().ports, kit().time.now + kept - 1)
      await kit().store.audits.delete({ tenantId: 'acme' })
      await kit().store.auditHeads.update({ id: 'acme' }, { firstSeq: LENGTH + 1, hash: '' })
      assert.deepEqual(await problem(), { kind: 'removed', seq: kept })
      await appendAudits(kit().store, 'acme', [aDraft({ id: 'next' })])
      assert.deepEqual(await problem(), { kind: 'removed', seq: kept })
    }
  })

  it('accepts the first rows of an older release, which had no hashes, but not rows whose hashes were erased', async () => {
    const unchained = { hash: '', prevHash: '' }
    await fill(3)
    for (const seq of [1, 2, 3]) await change(seq, unchained)
    await kit().store.auditHeads.update({ id: 'acme' }, { hash: '', firstSeq: 4 })
    assert.equal(await problem(), null)
    await appendAudits(kit().store, 'acme', [aDraft({ id: 'first' }), aDraft({ id: 'second' })])
    assert.equal(await problem(), null)
    await addCheckpoint(kit().ports, await row(4))
    await change(4, unchained)
    await kit().store.auditHeads.update({ id: 'acme' }, { firstSeq: 5 })
    assert.notEqual(await problem(), null)
  })

  it('doesn’t delete old rows that were tampered with', async () => {
    await fill()
    await kit().store.audits.update({ tenantId: 'acme', seq: { lt: 10 } }, { createdAt: 5 })
    assert.equal(await applyRetention(kit().ports, kit().time.now), 0)
    assert.deepEqual(await problem(), { kind: 'altered', seq: 1 })
  })

  it('keeps the last row however old it is', async () => {
    await fill(3)
    await applyRetention(kit().ports, kit().time.now + 1_000)
    assert.equal((await kit().store.audits.list({ tenantId: 'acme' })).length, 1)
    await fill(1).catch(() => undefined)
    await kit().signIn('ada@acme.test')
    assert.equal(await problem(), null)
  })

  it('offers no call that changes a row', async () => {
    await fill(1)
    const { token } = await kit().signIn('ada@acme.test')
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      const { status } = await kit().call(method, `${audits.listAudits.path}/row1`, { token, body: {} })
      assert.equal(status, 404, method)
    }
  })
}
