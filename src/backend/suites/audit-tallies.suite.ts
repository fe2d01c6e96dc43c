import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { aDraft } from '../../testing/records.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import { auditHistogram } from '../domain/audit/audit-histogram.ts'
import { auditPage } from '../domain/audit/audit-page.ts'
import { applyRetention } from '../domain/audit/retention.ts'
import type { AuditRecord } from '../store/records.ts'
import type { PageQuery, Where } from '../store/store.ts'
import type { Kit } from './kit.test-kit.ts'

const HOUR = 3_600_000
const TENANT = 'tallied'
const ROWS = 12_500
const SEVERITIES = ['Info', 'Medium', 'High'] as const

type Sort = NonNullable<PageQuery<AuditRecord>['sort']>

const NEWEST: Sort = { field: 'createdAt', order: 'DESC' }
const OLDEST: Sort = { field: 'createdAt', order: 'ASC' }

export const describeAuditTallies = (kit: () => Kit): void => {
  const start = () => kit().time.now - 400 * HOUR

  /**
   * Creates a draft for one of about 31 rows an hour. Some are not in the order of their times, as if several processes
   * wrote them.
   */
  const draftAt = (at: number, prefix = 'tallied') =>
    aDraft({
      id: `${prefix} ${String(at).padStart(6, '0')}`,
      tenantId: TENANT,
      email: `user${at % 7}@acme.test`,
      action: at % 5 === 0 ? 'User removed' : 'User signed in',
      severity: SEVERITIES[at % 3] ?? 'Info',
      createdAt: start() + Math.floor((at / ROWS) * 399 * HOUR) + (at % 11 === 0 ? HOUR : 0),
    })

  const fill = async (prefix?: string) => {
    for (let at = 0; at < ROWS; at += 600) {
      const size = Math.min(600, ROWS - at)
      await appendAudits(
        kit().store,
        TENANT,
        Array.from({ length: size }, (_, step) => draftAt(at + step, prefix)),
      )
    }
  }

  let isFilled = false

  /** Fills the log once for all tests that only read it, because filling takes longer than reading. */
  const fillOnce = async () => {
    if (isFilled) return
    await fill()
    kit().keepWritten()
    isFilled = true
  }
  after(() => kit().releaseKept())

  /** Checks that the page and the total are the same as when rows are counted individually. */
  const expectSame = async (where: Where<AuditRecord>, sort: Sort, offset: number) => {
    const query = { where: { tenantId: TENANT, ...where }, sort, offset, limit: 20 }
    const wanted = await kit().store.audits.page(query)
    const { items, total } = await auditPage(kit().store, query)
    const title = JSON.stringify({ where, sort, offset })
    assert.equal(total, wanted.total, title)
    assert.deepEqual(
      items.map(({ id }) => id),
      wanted.items.map(({ id }) => id),
      title,
    )
  }

  it('find the same pages and numbers as counting row by row', async () => {
    await fillOnce()
    const head = await kit().store.auditHeads.get(TENANT)
    assert.ok(head && head.talliedSeq > ROWS - 1_000 && head.talliedSeq < ROWS, 'some rows are not tallied yet')
    const ranges: Where<AuditRecord>[] = [
      {},
      { severity: 'High' },
      { severity: { in: ['High', 'Medium'] }, action: 'User removed' },
      { createdAt: { gte: start() + 100 * HOUR + 7 } },
      { createdAt: { gte: start() + 10.5 * HOUR, lt: start() + 300.25 * HOUR }, severity: 'Info' },
      { createdAt: { gte: start() + 20 * HOUR, lt: start() + 20 * HOUR } },
      { email: 'user3@acme.test' },
    ]
    const offsets = [0, 4_990, 6_249, 8_000, ROWS - 20, ROWS - 5, ROWS]
    for (const where of ranges) await expectSame(where, NEWEST, 0)
    for (const offset of offsets) {
      await expectSame({}, NEWEST, offset)
      await expectSame({}, OLDEST, offset)
      await expectSame({ action: 'User signed in' }, NEWEST, Math.min(offset, 9_990))
      await expectSame({}, { field: 'action', order: 'ASC', ties: 'createdAt' }, offset)
    }
  })

  it('produce the same chart as counting row by row', async () => {
    await fillOnce()
    const { store, ports } = kit()
    for (const where of [
      {},
      { severity: 'High' },
      { createdAt: { gte: start() + 33 * HOUR + 5, lt: start() + 200.5 * HOUR } },
    ]) {
      const own = { tenantId: TENANT, ...where }
      const { from, step, counts } = await auditHistogram(ports, own, 24)
      assert.equal(step % HOUR, 0)
      const wanted = await store.audits.histogram(own, { field: 'createdAt', from, step, size: 24 })
      assert.deepEqual(counts, wanted, JSON.stringify(where))
    }
  })

  it('count the matches of a search up to a limit beyond the page, and still show every page', async () => {
    await fillOnce()
    const query = { where: { tenantId: TENANT, searchText: { contains: 'user' } }, sort: NEWEST, limit: 20 }
    const first = await auditPage(kit().store, { ...query, offset: 0 })
    assert.deepEqual([first.total, first.hasMore], [10_020, true])
    const far = await auditPage(kit().store, { ...query, offset: ROWS - 20 })
    const wanted = await kit().store.audits.page({ ...query, offset: ROWS - 20 })
    assert.deepEqual([far.total, far.hasMore, far.items], [ROWS, false, wanted.items])
    const middle = await auditPage(kit().store, { ...query, offset: 2_000 })
    assert.deepEqual(middle.items, (await kit().store.audits.page({ ...query, offset: 2_000 })).items)
  })

  it('leave the older matches of a very common text out of the chart, and report it', async () => {
    await fillOnce()
    const { store, ports } = kit()
    const where = { tenantId: TENANT, searchText: { contains: 'user' } }
    assert.equal((await auditHistogram(ports, where, 24)).hasEarlier, undefined)
    await fill('more')
    const { from, step, counts, severe, hasEarlier } = await auditHistogram(ports, where, 24)
    assert.ok(hasEarlier && from > start() + 20 * HOUR)
    const field = { field: 'createdAt', from, step, size: 24 } as const
    assert.deepEqual(counts, await store.audits.histogram(where, field))
    assert.deepEqual(severe, await store.audits.histogram({ ...where, severity: 'High' }, field))
    const total = counts.reduce((sum, count) => sum + count, 0)
    assert.ok(total > 20_000 && total < 20_200, String(total))
    const createdAt = { gte: start() + 300 * HOUR }
    assert.equal((await auditHistogram(ports, { ...where, createdAt }, 24)).hasEarlier, undefined)
  })

  it('stay correct while several writers add rows and old ones are removed', async () => {
    await fill()
    const more = Array.from({ length: 40 }, (_, at) =>
      appendAudits(
        kit().store,
        TENANT,
        Array.from({ length: 60 }, (_row, step) => ({ ...draftAt(at * 60 + step), id: `more ${at} ${step}` })),
      ),
    )
    await Promise.all(more)
    const limit = start() + 150 * HOUR
    while ((await applyRetention(kit().ports, limit)) > 0);
    const kept = await kit().store.audits.count({ tenantId: TENANT })
    assert.ok(kept > 1_000 && kept < ROWS)
    const tallies = await kit().store.auditTallies.list({ tenantId: TENANT })
    const { talliedSeq = 0 } = (await kit().store.auditHeads.get(TENANT)) ?? {}
    const tallied = await kit().store.audits.count({ tenantId: TENANT, seq: { lt: talliedSeq + 1 } })
    assert.equal(
      tallies.reduce((sum, { total }) => sum + total, 0),
      tallied,
    )
    assert.ok(tallies.every(({ total }) => total > 0))
    for (const offset of [0, 5_500]) await expectSame({}, NEWEST, offset)
  })
}
