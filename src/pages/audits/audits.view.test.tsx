import { expect } from 'chai'
import type { Report } from '../../entities/reports.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import type { AuditsActions } from './audits.actions.ts'
import { FALLBACK_COLUMNS } from './audits.columns.tsx'
import { auditsMessages } from './audits.messages.ts'
import { type AuditsState, initialAudits, type ListedAudit } from './audits.state.ts'
import { AuditsView } from './audits.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(auditsMessages)
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may: { send: true } }
const HOUR = 3_600_000

const event: ListedAudit = {
  id: 'a',
  _id: 'a',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  time: '2026-01-01T00:00:00.000Z',
  email: 'ada@acme.test',
  user: 'ada',
  action: 'Group changed',
  resource: 'Groups',
  ip: '192.0.2.1',
  severity: 'High',
  json: [{ before: { name: 'Night', color: 'red' }, after: { name: 'Day', color: 'red' }, reason: 'asked' }],
  tenantId: 't',
  vendorId: 'v',
  description: 'Changed Night',
  userAgent: 'Firefox',
  seq: 12,
  hash: 'ab'.repeat(32),
}

const report: Report = {
  id: 'users',
  name: 'Users',
  description: 'Who is in the account',
  status: 'active',
  type: 'pdf',
  htmlTemplate: '',
  customerListApiUrl: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

const full: AuditsState = {
  ...initialAudits,
  viewer,
  columns: { value: FALLBACK_COLUMNS },
  stats: { value: { totalToday: 12, severeThisWeek: 3 } },
  histogram: { value: { from: 1_767_225_600_000, step: HOUR, counts: [0, 4, 9, 1], severe: [0, 0, 2, 0] } },
  seenSeq: 12,
  list: {
    ...initialAudits.list,
    phase: 'ready',
    rows: [event, { ...event, id: 'b', severity: 'Info' }],
    totalItems: 1_234,
  },
}
const listed = (patch: Partial<AuditsState['list']>): AuditsState => ({ ...full, list: { ...full.list, ...patch } })

const states: Record<string, AuditsState> = {
  'first load': { ...initialAudits, viewer },
  'full list': full,
  filtered: listed({
    query: { ...full.list.query, severity: 'High', email: 'ada@acme.test', dates: { from: 0, to: HOUR } },
  }),
  'too many events for one chart': {
    ...full,
    hasMore: true,
    histogram: { value: { from: 1_767_225_600_000, step: HOUR, counts: [0, 4, 9, 1], severe: [], hasEarlier: true } },
  },
  'new events': { ...full, isLive: true, fresh: 4 },
  empty: {
    ...listed({ rows: [], totalItems: 0 }),
    histogram: { value: { from: 0, step: 1, counts: [0], severe: [] } },
  },
  'no match': listed({ rows: [], totalItems: 0, query: { ...full.list.query, search: 'x' } }),
  'everything failed': {
    ...initialAudits,
    viewer,
    columns: { error: 'No connection' },
    stats: { error: 'No connection' },
    histogram: { error: 'No connection' },
    list: { ...initialAudits.list, phase: 'failed', error: 'No connection' },
  },
  forbidden: listed({ rows: [], totalItems: 0, phase: 'failed', error: 'Not yours', refused: 'user' }),
  exporting: { ...full, job: { kind: 'export', done: 400, total: 1_234 } },
  intact: { ...full, verdict: { problem: null, firstSeq: 3, lastSeq: 12 } },
  'tampered with': { ...full, verdict: { problem: { kind: 'altered', seq: 5 }, firstSeq: 1, lastSeq: 12 } },
  'preview of a report in preview mode': {
    ...full,
    makesPdf: false,
    reports: { phase: 'ready', items: [report], html: '<!doctype html><h1>Users</h1>' },
    dialog: { kind: 'preview', report },
  },
  details: { ...full, dialog: { kind: 'details', row: event } },
  dates: { ...full, dialog: { kind: 'dates' } },
  value: { ...full, dialog: { kind: 'value', name: 'email' } },
}

describe('how the audit log page looks', () => {
  const { show, areAccessible } = pageLooks<AuditsState>((state) => (
    <AuditsView state={state} actions={noActions<AuditsActions>()} t={t} />
  ))

  areAccessible(states)

  it('has the columns that the backend describes, with the names from the backend', async () => {
    const own = {
      ...FALLBACK_COLUMNS[1],
      name: 'resource',
      displayName: 'Where',
      isPredefined: false,
      type: 'AlphaNumeric',
    }
    const hidden = { ...FALLBACK_COLUMNS[4], showInTable: false }
    const columns = [FALLBACK_COLUMNS[2], own, hidden] as typeof FALLBACK_COLUMNS
    const { root } = await show({ ...full, columns: { value: columns } }, { scheme: 'light', width: '1280px' })
    const heads = [...root.querySelectorAll('thead th')].map((head) => head.textContent?.trim())
    expect(heads).to.deep.equal(['Action', 'Where'])
    expect(root.querySelector('tbody')?.textContent).to.include('Groups')
  })

  it('shows a note that the chart has only the newest events if too many match', async () => {
    const noteOf = async (name: string) => {
      const { root } = await show(states[name] as AuditsState, { scheme: 'light', width: '1280px' })
      return root.querySelector('figcaption p')?.textContent
    }
    expect(await noteOf('full list')).to.equal(undefined)
    expect(await noteOf('too many events for one chart')).to.include('only the newest')
  })

  it('ends a chart of days with the day of its last bar', async () => {
    const from = new Date(2024, 0, 1).getTime()
    const days = { from, step: 24 * HOUR, counts: [1, 0, 1_200], severe: [0, 0, 1] }
    const captionOf = async (histogram: typeof days) =>
      (await show({ ...full, histogram: { value: histogram } })).root.querySelector('figcaption')?.textContent
    expect(await captionOf(days)).to.equal('Jan 1, 2024 – Jan 3, 2024: 1,201 events, 1 severe')
    expect(await captionOf({ ...days, counts: [0, 0, 1] })).to.equal('Jan 1, 2024 – Jan 3, 2024: 1 event, 1 severe')
    const today = new Date()
    const recent = { ...days, from: today.getTime() - 4 * 24 * HOUR, step: 48 * HOUR }
    expect(await captionOf(recent)).to.include(`– ${today.toLocaleDateString('en-US', { dateStyle: 'medium' })}:`)
    expect(await captionOf({ ...days, step: HOUR })).to.match(/3:00.AM: 1,201 events/)
  })

  it('keeps the list in its place while the counts, the chart and the switch load', async () => {
    const topOf = async (state: AuditsState) => {
      const { root } = await show(state, { scheme: 'light', width: '1280px' })
      const list = root.querySelector('table')?.getBoundingClientRect()
      return list && Math.round(list.top)
    }
    const { columns, list } = full
    expect(await topOf({ ...initialAudits, viewer, columns, list })).to.equal(await topOf(full))
  })

  it('reports once that everything failed, and shows one message for failures around the list', async () => {
    const failuresOf = async (state: AuditsState) => {
      const { root } = await show(state)
      const buttons = [...root.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Try again')
      return [root.querySelectorAll('.fe-alert').length, buttons.length]
    }
    expect(await failuresOf(states['everything failed'] as AuditsState)).to.deep.equal([1, 1])
    const failed = { error: 'No connection' }
    const around = { columns: failed, stats: failed, histogram: failed }
    expect(await failuresOf({ ...full, ...around })).to.deep.equal([1, 1])
  })

  it('shows no placeholder for anything that failed or isn’t available', async () => {
    const placeholders = async (patch: Partial<AuditsState>) =>
      (await show({ ...full, ...patch })).root.querySelectorAll('.fe-skeleton').length
    const { seenSeq: _, ...unread } = full
    expect(await placeholders({})).to.equal(0)
    expect((await show(unread)).root.querySelectorAll('.fe-skeleton').length).to.equal(1)
    expect(await placeholders({ seenSeq: null, stats: { error: 'No' }, histogram: { error: 'No' } })).to.equal(0)
    expect(await placeholders({ histogram: {}, missing: ['getAuditHistogram'] })).to.equal(0)
  })

  it('offers to copy the account ID of an event, as its other identifiers', async () => {
    const tenantId = {
      ...FALLBACK_COLUMNS[2],
      name: 'tenantId',
      displayName: 'tenantId',
    } as (typeof FALLBACK_COLUMNS)[0]
    const { root } = await show({ ...(states.details as AuditsState), columns: { value: [tenantId] } })
    expect(root.querySelector('.fe-audits-fact button')?.getAttribute('aria-label')).to.equal('Copy Account ID')
  })

  it('shows what changed side by side', async () => {
    const { root } = await show(states.details as AuditsState, { scheme: 'light', width: '1280px' })
    const cells = [...root.querySelectorAll('.fe-audits-changes tbody tr')].map((line) =>
      [...line.children].map((cell) => cell.textContent),
    )
    expect(cells).to.deep.equal([
      ['name', 'Night', 'Day'],
      ['color', 'red', 'red'],
    ])
    expect(root.querySelector('.fe-audits-json')?.textContent).to.include('"reason": "asked"')
  })

  for (const text of ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '{{constructor}}'])
    it(`shows ${text} as text, wherever it is shown`, async () => {
      const json = [{ before: { [text]: text }, after: { [text]: [text] } }]
      const row = {
        ...event,
        email: text,
        action: text,
        ip: text,
        severity: text,
        createdAt: text,
        description: text,
        json,
      }
      const columns = FALLBACK_COLUMNS.map((column) => ({ ...column, displayName: text, isPredefined: false }))
      const hostile: AuditsState = {
        ...listed({ rows: [row] }),
        columns: { value: columns },
        dialog: { kind: 'details', row },
      }
      const screen = await show(hostile)
      expect(screen.shadow.querySelector('img, script')).to.equal(null)
      expect(screen.root.textContent).to.include(text)
    })
})
