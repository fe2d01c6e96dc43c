import assert from 'node:assert/strict'
import { it } from 'node:test'
import { auditLog, audits } from '../../contract/audits.ts'
import type { AuditRow } from '../../entities/audits.ts'
import { aDraft } from '../../testing/records.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import { AUDIT_COLUMNS } from '../domain/audit/audit-columns.ts'
import type { Kit } from './kit.test-kit.ts'

const HOUR = 3_600_000

const SEVERITIES = ['Info', 'Medium', 'High'] as const

/** Adds sixty rows, one per hour, the last one now. */
const fill = (kit: Kit) =>
  appendAudits(
    kit.store,
    'acme',
    Array.from({ length: 60 }, (_, at) =>
      aDraft({
        id: `row${at}`,
        email: at % 2 === 0 ? 'ada@acme.test' : 'mel@acme.test',
        action: at % 5 === 0 ? 'User removed' : 'User signed in',
        severity: SEVERITIES[at % 3] ?? 'Info',
        ip: `192.0.2.${at % 4}`,
        description: at === 7 ? 'Café =1+1' : `Event ${at}`,
        detail: JSON.stringify(at === 7 ? { before: { a: 1 }, after: { a: 2 }, actorEmail: 'boss@acme.test' } : {}),
        createdAt: kit.time.now - (59 - at) * HOUR,
      }),
    ),
  )

export const describeAudits = (kit: () => Kit): void => {
  /** The token is created first, because signing in writes a row. */
  const open = async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await kit().store.audits.delete({ tenantId: 'acme' })
    await kit().store.auditHeads.delete({ id: 'acme' })
    await fill(kit())
    const get = async (path: string, query: Record<string, string | number> = {}) => {
      const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const response = await kit().call('GET', `${path}?${search}`, { token })
      assert.equal(response.status, 200, JSON.stringify(response.body))
      return response.body
    }
    const list = async (query: Record<string, string | number> = {}) => {
      const body = await get(audits.listAudits.path, { offset: 0, count: 20, ...query })
      return {
        total: body.total as number,
        rows: body.data as AuditRow[],
        ids: body.data.map(({ _id }: AuditRow) => _id),
      }
    }
    return { token, get, list }
  }

  it('lists the newest rows first, by row offset, and as many as there are', async () => {
    const { list } = await open()
    const first = await list()
    assert.deepEqual([first.total, first.ids.length, first.ids[0], first.ids[19]], [60, 20, 'row59', 'row40'])
    const last = await list({ offset: 50, paginationMode: 'virtual' })
    assert.deepEqual([last.ids.length, last.ids[9]], [10, 'row0'])
    assert.deepEqual((await list({ offset: 60 })).ids, [])
  })

  it('sorts by every sortable column, both ways', async () => {
    const { list, get } = await open()
    const metadata = await get(audits.getAuditMetadata.path, { entityName: 'audits' })
    const sortable = metadata.rows[0].properties.filter(({ sortable }: { sortable: boolean }) => sortable)
    for (const { name } of sortable as { name: keyof AuditRow }[]) {
      const up = await list({ sortBy: name, sortDirection: 'asc', count: 60 })
      const down = await list({ sortBy: name, sortDirection: 'desc', count: 60 })
      assert.deepEqual(up.ids, [...down.ids].reverse(), name)
      const values = up.rows.map((row) => String(row[name]))
      assert.deepEqual(values, [...values].sort(), name)
    }
  })

  it('filters by each typed filter, alone and together', async () => {
    const { list } = await open()
    const totals = async (query: Record<string, string>) => (await list(query)).total
    const since = kit().time.now - 9 * HOUR
    assert.equal(await totals({ email: 'mel@acme.test' }), 30)
    assert.equal(await totals({ action: 'User removed' }), 12)
    assert.equal(await totals({ severity: 'High' }), 20)
    assert.equal(await totals({ severity: '["High","Medium"]' }), 40)
    assert.equal(await totals({ ip: '192.0.2.3' }), 15)
    assert.equal(await totals({ createdAt: JSON.stringify({ from: since }) }), 10)
    assert.equal(await totals({ createdAt: JSON.stringify({ from: new Date(since).toISOString(), to: since + 1 }) }), 1)
    assert.equal(await totals({ email: 'mel@acme.test', severity: 'High', action: 'User removed' }), 2)
    assert.equal(await totals({ email: 'absent@acme.test' }), 0)
  })

  it('finds text regardless of case and accents, in every searched field', async () => {
    const { list } = await open()
    assert.deepEqual((await list({ filter: 'CAFE' })).ids, ['row7'])
    assert.equal((await list({ filter: 'mel@' })).total, 30)
    assert.equal((await list({ filter: 'removed' })).total, 12)
    assert.equal((await list({ filter: '192.0.2.1' })).total, 15)
    assert.equal((await list({ filter: '100%' })).total, 0)
  })

  it('refuses filters it cannot read', async () => {
    const { token } = await open()
    for (const query of [
      'createdAt=yesterday',
      'createdAt=[1767225600000]',
      'severity=[1]',
      'sortBy=json',
      'offset=-1',
      'count=0',
    ]) {
      const { status } = await kit().call('GET', `${audits.listAudits.path}?offset=0&count=20&${query}`, { token })
      assert.equal(status, 400, query)
    }
  })

  it('shows what changed and who impersonated the user, once each', async () => {
    const { list } = await open()
    const [row] = (await list({ filter: 'café' })).rows
    assert.deepEqual(row?.json, [{ before: { a: 1 }, after: { a: 2 } }])
    assert.deepEqual(
      [row?.actorMail, row?.email, row?.severity, row?.seq],
      ['boss@acme.test', 'mel@acme.test', 'Medium', 8],
    )
  })

  it('counts today and the severe rows of the last seven days', async () => {
    const { get } = await open()
    const query = { sortBy: 'createdAt', sortDirection: 'desc', count: 20 }
    assert.deepEqual(await get(audits.getAuditStats.path, query), { totalToday: 1, severeThisWeek: 20 })
  })

  it('charts the filtered rows over time, with the severe ones', async () => {
    const { get } = await open()
    const whole = await get(auditLog.getAuditHistogram.path, { buckets: 6 })
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
    assert.deepEqual([whole.counts.length, sum(whole.counts), sum(whole.severe)], [6, 60, 20])
    const from = kit().time.now - 3 * HOUR
    const range = JSON.stringify({ from, to: from + 4 * HOUR })
    const part = await get(auditLog.getAuditHistogram.path, { buckets: 4, createdAt: range, email: 'mel@acme.test' })
    assert.deepEqual([part.from, part.step, part.counts], [from, HOUR, [0, 1, 0, 1]])
  })

  it('reports how many matching rows arrived since', async () => {
    const { get } = await open()
    const { seq } = await get(auditLog.getAuditNews.path)
    assert.equal(seq, 60)
    await kit().signIn('mel@acme.test')
    assert.deepEqual(await get(auditLog.getAuditNews.path, { after: seq }), { seq: 61, total: 1 })
    assert.equal((await get(auditLog.getAuditNews.path, { after: seq, severity: 'High' })).total, 0)
  })

  it('shows no row of another account', async () => {
    const { list } = await open()
    await appendAudits(kit().store, 'globex', [aDraft({ id: 'foreign', tenantId: 'globex', email: 'mel@acme.test' })])
    assert.equal((await list({ email: 'mel@acme.test', tenantId: 'globex' })).total, 30)
    assert.equal((await list({ filter: 'globex' })).total, 0)
  })

  for (const endpoint of ['csv/v2', 'csv'])
    it(`exports the whole filtered log as ${endpoint}, with the columns of the request and no formula`, async () => {
      const { token } = await open()
      const properties = [{ ...columnOf('description'), displayName: 'What' }, columnOf('email')]
      const path = `${audits.exportAudits.path.replace('{endpoint}', endpoint)}?offset=0&outputFileName=audits.csv`
      const send = (query: string) => kit().page('POST', path + query, exportOptions(token, { properties }))
      const whole = await send('')
      assert.match(whole.headers.get('Content-Type') ?? '', /^text\/csv/)
      const lines = whole.body.trimEnd().split('\r\n')
      assert.deepEqual([lines.length, lines[0], lines[1]], [61, '"What","User"', '"Event 59","mel@acme.test"'])
      assert.deepEqual((await send('&filter=caf')).body.trimEnd().split('\r\n').slice(1), [
        '"Café =1+1","mel@acme.test"',
      ])
    })

  it('exports the rows that existed when the export began in parts, without rows that arrived later', async () => {
    const { token } = await open()
    const path = auditLog.exportAuditPart.path
    const first = await kit().call('POST', path, { token, body: { format: 'csv' } })
    assert.deepEqual([first.status, first.body.rows, first.body.cursor], [200, 60, null])
    const log = Array.from({ length: 9_000 }, (_, at) => aDraft({ id: `more${at}`, description: `More ${at}` }))
    await appendAudits(kit().store, 'acme', log)
    let cursor: string | null | undefined
    let [rows, text, parts] = [0, '', 0]
    while (cursor !== null) {
      const { body } = await kit().call('POST', path, { token, body: { format: 'csv', ...(cursor && { cursor }) } })
      await kit().signIn('ada@acme.test')
      cursor = body.cursor as string | null
      rows += body.rows
      text += body.text
      parts += 1
    }
    // The export contains sixty rows, the row of the first export and 9,000 more.
    assert.deepEqual([rows, text.trimEnd().split('\r\n').length, parts > 1], [9_061, 9_062, true])
    assert.equal(new Set(text.match(/More \d+/g)).size, 9_000)
  })

  it('writes a row for an export, and refuses formats it does not know', async () => {
    const { token, list } = await open()
    await kit().call('POST', auditLog.exportAuditPart.path, { token, body: { format: 'csv' } })
    assert.equal((await list({ action: 'Audit log exported' })).total, 1)
    const path = `${audits.exportAudits.path.replace('{endpoint}', 'xml')}?offset=0&outputFileName=a.xml`
    assert.equal((await kit().call('POST', path, { token, body: { properties: [] } })).status, 404)
    // Tests an export without columns, and one with a column that the page's table doesn't have.
    for (const properties of [[], AUDIT_COLUMNS.filter(({ name }) => name === 'description')]) {
      const pdf = await kit().page('POST', path.replace('/xml', '/pdf'), {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ properties }),
      })
      assert.deepEqual([pdf.status, pdf.body.slice(0, 5)], [200, '%PDF-'], pdf.body.slice(0, 200))
    }
  })
}

const columnOf = (wanted: string) => {
  const column = AUDIT_COLUMNS.find(({ name }) => name === wanted)
  assert.ok(column)
  return column
}

const exportOptions = (token: string, body: unknown) => ({
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})
