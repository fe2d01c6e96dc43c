import { expect } from 'chai'
import { auditLog, audits } from '../../contract/audits.ts'
import type { AuditColumn, AuditRow } from '../../entities/audits.ts'
import { canonical } from '../../parts/page-kit/page-url.ts'
import { settle } from '../../testing/clock.ts'
import { refused } from '../../testing/fake-send.ts'
import { mountSlice } from '../../testing/slice.ts'
import { auditsSlice, LIVE_MS } from './audits.actions.ts'
import { FALLBACK_COLUMNS } from './audits.columns.tsx'
import { auditsUrl, initialAudits, PRESETS } from './audits.state.ts'
import { auditsPage } from './index.ts'

const row = (id: string): AuditRow => ({
  _id: id,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  time: '2026-01-01T00:00:00.000Z',
  email: 'ada@acme.test',
  user: 'ada',
  action: 'User signed in',
  resource: 'Authentication',
  ip: '192.0.2.1',
  severity: 'Info',
  json: [],
  tenantId: 'acme',
  vendorId: 'v',
  seq: 7,
})

const metadata = (properties: AuditColumn[]) => ({
  rows: [
    {
      id: '1',
      entityName: 'audits',
      properties,
      theme: { id: '', name: '', styles: {} },
      vendorId: '',
      createdAt: '',
      updatedAt: '',
    },
  ],
})

const histogram = { from: 0, step: 10, counts: [1, 2, 3], severe: [0, 1, 0] }

const setUp = () => {
  const mounted = mountSlice(auditsSlice, initialAudits, { page: auditsPage })
  const { fake } = mounted
  fake.respond(audits.listAudits, () => ({ data: [row('a'), row('b')], total: 45 }))
  fake.respond(audits.getAuditStats, () => ({ totalToday: 3, severeThisWeek: 1 }))
  fake.respond(audits.getAuditMetadata, () => metadata([...FALLBACK_COLUMNS]))
  fake.respond(auditLog.getAuditHistogram, () => histogram)
  fake.respond(auditLog.getAuditNews, () => ({ seq: 50, total: 0 }))
  return mounted
}

/** Records the downloads of the page instead of clicking a link. */
const watchDownloads = () => {
  const files: { name: string; blob: Blob }[] = []
  const { createObjectURL } = URL
  const { click } = HTMLAnchorElement.prototype
  let latest: Blob | undefined
  URL.createObjectURL = (blob: Blob) => {
    latest = blob
    return createObjectURL.call(URL, blob)
  }
  HTMLAnchorElement.prototype.click = function save() {
    if (latest) files.push({ name: this.download, blob: latest })
  }
  return {
    files,
    stop: () => {
      URL.createObjectURL = createObjectURL
      HTMLAnchorElement.prototype.click = click
    },
  }
}

describe('what the audit log page does', () => {
  it('requests 20 rows from an offset, with each filter under its own name', async () => {
    const { actions, fake, clock } = setUp()
    await actions.open('page=3&severity=High&email=mel@acme.test&search=role&sort=action:asc&range=week')
    expect(fake.inputsOf(audits.listAudits)[0]?.query).to.deep.equal({
      filter: 'role',
      severity: 'High',
      email: 'mel@acme.test',
      createdAt: { from: clock.now() - PRESETS.week },
      sortBy: 'action',
      sortDirection: 'asc',
      offset: 40,
      count: 20,
      paginationMode: 'virtual',
    })
  })

  for (const [part, failing] of [
    ['stats', audits.getAuditStats],
    ['columns', audits.getAuditMetadata],
    ['histogram', auditLog.getAuditHistogram],
  ] as const)
    it(`keeps everything else when ${part} fails, and tries again`, async () => {
      const { actions, fake, state } = setUp()
      fake.respond(failing, () => refused('Down for repairs'))
      await actions.open('')
      const parts = ['stats', 'columns', 'histogram'] as const
      expect(parts.filter((name) => state()[name].error)).to.deep.equal([part])
      expect([state().list.phase, state().list.rows.length]).to.deep.equal(['ready', 2])
      setUpResponses(fake)
      await actions.retry(part)
      expect([state()[part].error, state()[part].value !== undefined]).to.deep.equal([undefined, true])
    })

  it('shows why there are no columns when the backend has none', async () => {
    const { actions, fake, state } = setUp()
    fake.respond(audits.getAuditMetadata, () => ({ rows: [] }))
    await actions.open('')
    expect(state().columns.error).to.equal('metadata not found: audits')
  })

  it('hides chart, live mode and their controls where the backend lacks the calls', async () => {
    const { actions, fake, state } = setUp()
    fake.respond(auditLog.getAuditHistogram, () => refused('Not found', 404))
    fake.respond(auditLog.getAuditNews, () => refused('Not found', 404))
    await actions.open('')
    const { missing, seenSeq, histogram: chart } = state()
    expect([[...missing].sort(), seenSeq, chart]).to.deep.equal([
      ['getAuditHistogram', 'getAuditNews'],
      null,
      { value: undefined },
    ])
  })

  it('reloads the chart for other filters, and not for another page', async () => {
    const { actions, fake } = setUp()
    await actions.open('')
    await actions.change({ page: 1 })
    expect(fake.inputsOf(auditLog.getAuditHistogram)).to.have.length(1)
    await actions.change({ severity: 'High' })
    expect(fake.inputsOf(auditLog.getAuditHistogram)[1]?.query).to.include({ severity: 'High' })
  })

  it('shows everything of one user and nothing else', async () => {
    const { actions, state } = setUp()
    await actions.open('severity=High&range=day&page=2')
    actions.openDialog({ kind: 'details', row: { ...row('a'), id: 'a' } })
    await actions.showOnly({ email: 'mel@acme.test' })
    const { query } = state().list
    expect([query.email, query.severity, query.preset, query.page, state().dialog]).to.deep.equal([
      'mel@acme.test',
      undefined,
      undefined,
      0,
      null,
    ])
  })

  it('announces new events while it is live, and shows them on request', async () => {
    const { actions, fake, state, clock } = setUp()
    await actions.open('email=ada@acme.test')
    fake.respond(auditLog.getAuditNews, () => ({ seq: 53, total: 3 }))
    actions.setLive(true)
    await clock.advance(LIVE_MS)
    expect([state().fresh, state().list.rows.length]).to.deep.equal([3, 2])
    expect(fake.inputsOf(auditLog.getAuditNews).at(-1)?.query).to.deep.equal({ email: 'ada@acme.test', after: 50 })
    await actions.refresh()
    expect([state().fresh, state().seenSeq]).to.deep.equal([0, 53])
    const asked = () => fake.inputsOf(auditLog.getAuditNews).length
    actions.close()
    const before = asked()
    await clock.advance(LIVE_MS * 3)
    expect([asked(), state().isLive]).to.deep.equal([before, false])
  })

  it('saves all parts of an export as one file, with the columns of the list', async () => {
    const { actions, fake, state } = setUp()
    await actions.open('severity=High')
    const parts = [
      { text: 'a\n', rows: 30, cursor: '46.30' },
      { text: 'b\n', rows: 15, cursor: null },
    ]
    fake.respond(auditLog.exportAuditPart, () => parts.shift() ?? refused('Too many'))
    const downloads = watchDownloads()
    await actions.exportAll('csv', 'Export')
    downloads.stop()
    const [first, second] = fake.inputsOf(auditLog.exportAuditPart)
    expect(first?.body).to.deep.equal({ format: 'csv', properties: [...FALLBACK_COLUMNS] })
    expect([first?.query, second?.body]).to.deep.equal([
      { severity: 'High', sortBy: 'createdAt', sortDirection: 'desc' },
      { format: 'csv', properties: [...FALLBACK_COLUMNS], cursor: '46.30' },
    ])
    const [file] = downloads.files
    expect([file?.name, await file?.blob.text()]).to.deep.equal(['audits.csv', 'a\nb\n'])
    expect([state().job, state().notice?.key, state().notice?.values]).to.deep.equal([
      undefined,
      'exported',
      { count: 45 },
    ])
  })

  it('requests the whole file from other backends', async () => {
    const { actions, fake } = setUp()
    await actions.open('')
    fake.respond(auditLog.exportAuditPart, () => refused('Not found', 404))
    fake.respond(audits.exportAudits, () => undefined)
    await actions.exportAll('csv', 'Export')
    const [input] = fake.inputsOf(audits.exportAudits)
    expect(input?.path).to.deep.equal({ endpoint: 'csv/v2' })
    expect(input?.query).to.deep.equal({
      sortBy: 'createdAt',
      sortDirection: 'desc',
      offset: 0,
      outputFileName: 'audits.csv',
    })
    expect(input?.body).to.deep.equal({ properties: [...FALLBACK_COLUMNS] })
  })

  it('saves nothing when the export is stopped or fails', async () => {
    const { actions, fake, state } = setUp()
    await actions.open('')
    const downloads = watchDownloads()
    fake.respond(auditLog.exportAuditPart, () => {
      actions.stopJob()
      return { text: 'a', rows: 1, cursor: '46.1' }
    })
    const stopped = actions.exportAll('csv', 'Export')
    fake.respond(auditLog.exportAuditPart, () => refused('Down for repairs'))
    await stopped
    await settle()
    await actions.exportAll('csv', 'Export')
    downloads.stop()
    expect([downloads.files, state().job]).to.deep.equal([[], undefined])
    expect(state().notice?.failure).to.deep.equal({ kind: 'refused', message: 'Down for repairs' })
  })

  it('verifies the log part by part and shows what was found', async () => {
    const { actions, fake, state } = setUp()
    await actions.open('')
    const part = { firstSeq: 1, lastSeq: 8_000, problem: null }
    const parts = [
      { ...part, from: 1, next: 5_001 },
      { ...part, from: 5_001, next: null, problem: { kind: 'altered' as const, seq: 6_000 } },
    ]
    fake.respond(auditLog.verifyAudits, () => parts.shift() ?? refused('Too many'))
    await actions.verify('Verify')
    expect(fake.inputsOf(auditLog.verifyAudits).map(({ query }) => query)).to.deep.equal([{ from: 0 }, { from: 5_001 }])
    expect(state().verdict).to.deep.equal({ problem: { kind: 'altered', seq: 6_000 }, firstSeq: 1, lastSeq: 8_000 })
  })

  for (const url of [
    '',
    'search=role&page=2',
    'sort=email%3Aasc&severity=High&email=ada%40acme.test&action=User+removed&ip=192.0.2.1',
    'range=month',
    'from=2026-01-01T00%3A00%3A00.000Z&to=2026-02-01T00%3A00%3A00.000Z',
    'size=50&audit=a1',
    'dates=',
    'value=email',
  ])
    it(`reads and writes the deep link "${url}"`, () => {
      expect(canonical(auditsUrl.place, auditsPage.links ?? [], url)).to.equal(url)
    })
})

const setUpResponses = (fake: ReturnType<typeof setUp>['fake']) => {
  fake.respond(audits.getAuditStats, () => ({ totalToday: 3, severeThisWeek: 1 }))
  fake.respond(audits.getAuditMetadata, () => metadata([...FALLBACK_COLUMNS]))
  fake.respond(auditLog.getAuditHistogram, () => histogram)
}
