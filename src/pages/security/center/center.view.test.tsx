import { fireEvent, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { InsightCode, RecommendationCode, SecurityCategory } from '../../../entities/security-center.ts'
import type { Appearance } from '../../../feature/page-fields.ts'
import { createTranslator } from '../../../i18n/create-translator.ts'
import { type FindPageLink, PageLinksProvider } from '../../../parts/page-kit/page-links.ts'
import { insightsOf, recommendationsOf, type SecurityState } from '../../../rules/security-findings.ts'
import { securityScore, WORTH } from '../../../rules/security-score.ts'
import { expectNoAxeViolations } from '../../../testing/axe.tsx'
import { aUser } from '../../../testing/builders.ts'
import { type RenderedUi, renderUi } from '../../../testing/render.tsx'
import type { TabId } from '../security.state.ts'
import type { CenterActions } from './center.actions.ts'
import { centerMessages } from './center.messages.ts'
import { type CenterState, initialCenter } from './center.state.ts'
import { CenterView } from './center.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(centerMessages)

const off = { isActive: false, timeout: 60 }

const WORST: SecurityState = {
  users: { total: 38, enrolled: 16, breached: 3, stale: 6 },
  mfa: 'DontForce',
  lockout: { enabled: false, maxAttempts: 5 },
  passwordHistory: { enabled: false, historySize: 5 },
  sessions: {
    sessionTimeoutConfiguration: off,
    sessionIdleTimeoutConfiguration: off,
    sessionConcurrentConfiguration: { isActive: false, maxSessions: 1 },
  },
  ips: { list: null, count: 0 },
  domains: { list: null, count: 0 },
  ssoConnections: 0,
}

const may = {
  read: true,
  edit: true,
  seeUsers: true,
  changeUsers: true,
  removeUsers: true,
  readDomains: true,
  editDomains: true,
  deleteDomains: true,
}
const viewer = { id: 'ada', tenantId: 't', tenantName: 'Acme', keys: ['fe.*'], may }
const rows = [
  aUser({ id: 'ada', name: 'Ada Byron', email: 'ada@acme.test' }),
  { ...aUser({ id: 'mel', name: 'Mel Ortiz', email: 'mel@acme.test' }), mfaRequired: true, roleNames: ['Auditor'] },
  aUser({ id: 'ivo', name: '', email: 'ivo@acme.test', lastLogin: null }),
]
const ready = { phase: 'ready' as const, rows, totalItems: 3 }
const of = (state: SecurityState): CenterState => {
  const items = recommendationsOf(state)
  return {
    ...initialCenter,
    viewer,
    recommendations: { phase: 'ready', value: { score: securityScore(items), items } },
    insights: { phase: 'ready', value: insightsOf(state) },
    tables: {
      'breached-passwords': { ...initialCenter.tables['breached-passwords'], ...ready },
      'mfa-unenrolled': { ...initialCenter.tables['mfa-unenrolled'], ...ready },
      inactive: { ...initialCenter.tables.inactive, ...ready },
    },
  }
}
const worst = of(WORST)
const failed = { phase: 'failed' as const, error: 'No connection' }
const emptied = { ...initialCenter.tables, 'breached-passwords': { ...ready, ...initialCenter.tables.inactive } }
const selected = { ...worst.tables['breached-passwords'], selected: ['mel', 'ivo'] }
const dialogUsers = rows.slice(1)

const states: Record<string, CenterState> = {
  'first load': { ...initialCenter, viewer },
  everything: worst,
  'nothing to fix': { ...worst, recommendations: { phase: 'ready', value: { score: 100, items: [] } } },
  'failed score': { ...initialCenter, viewer, recommendations: failed, insights: failed },
  'failed reload': { ...worst, recommendations: { ...worst.recommendations, ...failed } },
  'failed table': { ...worst, tables: { ...worst.tables, 'breached-passwords': { ...emptied.inactive, ...failed } } },
  'empty table': {
    ...worst,
    tables: { ...worst.tables, 'breached-passwords': { ...emptied.inactive, phase: 'ready' } },
  },
  'selected users': { ...worst, tables: { ...worst.tables, 'breached-passwords': selected } },
  'users without a factor': { ...worst, shown: 'mfa-unenrolled' },
  adjusting: { ...worst, adjusting: 'ENABLE_IDLE_SESSION' },
  'running job': { ...worst, job: { kind: 'send', total: 9, done: 2, failed: [], isOver: false } },
  'failed job': {
    ...worst,
    job: { kind: 'remove', total: 1, done: 1, failed: [{ id: 'x', name: 'Mel', reason: 'No' }], isOver: true },
  },
  'accounts without administrator': {
    ...worst,
    leftAlone: {
      count: 4,
      accounts: [
        { tenantId: 'north', name: 'North', at: '2026-01-01T00:00:00.000Z' },
        { tenantId: 'south', name: 'South' },
      ],
    },
  },
  'send dialog': { ...worst, dialog: { kind: 'send', count: 3 } },
  'require dialog': { ...worst, dialog: { kind: 'require', users: dialogUsers, count: 2 } },
  'remove dialog': { ...worst, dialog: { kind: 'remove', users: dialogUsers, count: 2 }, formError: 'Try later' },
}

/** An open dialog would keep the focus in the next test. */
let shown: RenderedUi | undefined

interface Shown {
  appearance?: Appearance
  tabs?: readonly TabId[]
  /** Links to other pages; none by default. */
  find?: FindPageLink
}

const show = async (
  state: CenterState,
  { appearance = 'edit', tabs = ['sessions', 'general', 'ip', 'domains'], find = () => undefined }: Shown = {},
) => {
  const calls: unknown[][] = []
  const recording = new Proxy({} as CenterActions, {
    get:
      (_, name) =>
      (...given: unknown[]) =>
        calls.push([name, ...given]),
  })
  const view = await renderUi(
    <PageLinksProvider value={find}>
      <CenterView
        state={state}
        actions={recording}
        t={t}
        tenant="Acme"
        tabs={tabs}
        go={(...given) => calls.push(['go', ...given])}
        appearanceOf={() => appearance}
        onAdjust={({ code }) => calls.push(['adjust', code])}
      />
    </PageLinksProvider>,
  )
  shown = view
  return { ...view, view: within(view.root), calls }
}

const expandAll = async (root: HTMLElement) => {
  fireEvent.click(within(root).getByRole('button', { name: /^Show \d+ more$/ }))
  await within(root).findByRole('button', { name: 'Show fewer' })
}

describe('the tab of the security center', () => {
  afterEach(() => shown?.unmount())

  for (const [name, state] of Object.entries(states)) {
    it(`is accessible: ${name}`, async () => {
      await expectNoAxeViolations((await show(state)).host)
    })
  }

  it('shows the score, what raises it, and by how much', async () => {
    const { view, root } = await show(worst)
    view.getByRole('img', { name: 'Security score: 0 out of 100' })
    view.getByText('Follow the 10 recommendations below to raise your score by 100 points.')
    view.getByText('A stolen password alone is enough to sign in as 22 of 38 users.')
    expect(Boolean(view.queryByText('Set up single sign-on'))).to.equal(false)
    await expandAll(root)
    view.getByText('Set up single sign-on')
    const points = [...root.querySelectorAll('.fe-center-worth')].map((one) =>
      Number.parseInt(one.textContent ?? '', 10),
    )
    expect(points.reduce((sum, one) => sum + one, 0)).to.equal(100)
  })

  it('has a text for each recommendation and insight', async () => {
    const recommendations = Object.keys(WORTH) as RecommendationCode[]
    const category: SecurityCategory = 'MFA'
    const items = recommendations.map((code) => ({ code, severity: 'INFO' as const, category }))
    const { root, view } = await show({ ...worst, recommendations: { phase: 'ready', value: { score: 1, items } } })
    await expandAll(root)
    expect(root.querySelectorAll('.fe-center-item')).to.have.length(17)
    for (const code of recommendations) view.getByRole('heading', { name: t(code) })
    expect(root.textContent).not.to.match(/\{\{|undefined|NaN/)
    const codes = insightsOf(WORST).map(({ code }) => code) as InsightCode[]
    expect(codes).to.have.length(6 + 1)
  })

  it('offers the action of a card, or the way to its control', async () => {
    const { view, root, calls } = await show(worst)
    await expandAll(root)
    fireEvent.click(view.getByRole('button', { name: 'Set to 30 minutes' }))
    fireEvent.click(view.getByRole('button', { name: 'Set to 90 days' }))
    fireEvent.click(view.getByRole('button', { name: 'Set to 10 sessions' }))
    fireEvent.click(view.getByRole('button', { name: 'Send reset emails' }))
    fireEvent.click(view.getByRole('button', { name: 'Review: Require two-factor authentication' }))
    fireEvent.click(view.getByRole('button', { name: 'Review: Restrict IP addresses' }))
    expect(calls).to.deep.equal([
      ['adjust', 'ENABLE_IDLE_SESSION'],
      ['adjust', 'ENABLE_FORCE_RELOGIN'],
      ['adjust', 'ENABLE_SESSION_CONCURRENCY'],
      ['openDialog', { kind: 'send', count: 3 }],
      ['go', 'general', 'mfa'],
      ['go', 'ip', 'config'],
    ])
  })

  it('offers no changes to a user who may only read, and links to no hidden tab', async () => {
    const readOnly = {
      ...worst,
      viewer: { ...viewer, may: { ...may, edit: false, changeUsers: false, seeUsers: false } },
    }
    const { view, root } = await show(readOnly, { appearance: 'viewOnly', tabs: ['sessions'] })
    await expandAll(root)
    expect(Boolean(view.queryByRole('button', { name: /^Set to|^Send/ }))).to.equal(false)
    expect(view.getAllByRole('button', { name: /^Review/ })).to.have.length(3)
    expect(Boolean(view.queryByRole('table'))).to.equal(false)
  })

  it('neither suggests nor changes fields that the host hides', async () => {
    const { view } = await show(worst, { appearance: 'hidden' })
    expect(Boolean(view.queryByRole('button', { name: /^Set to|^Review|^Show \d+ more/ }))).to.equal(false)
    expect(Boolean(view.queryByText('Require two-factor authentication'))).to.equal(false)
  })

  it('names accounts without an administrator and since when, and opens the page of all accounts', async () => {
    const opened: string[] = []
    const find = (slug: string) => () => void opened.push(slug)
    const { view, root } = await show(states['accounts without administrator'] as CenterState, { find })
    view.getByText('4 sub-accounts without an administrator')
    view.getByText('North')
    view.getByText('and 2 more')
    expect(root.querySelector('time')?.dateTime).to.equal('2026-01-01T00:00:00.000Z')
    fireEvent.click(view.getByRole('button', { name: 'Go to All accounts' }))
    expect(opened).to.deep.equal(['all-accounts'])
    const without = await show(states['accounts without administrator'] as CenterState)
    expect(without.view.queryByRole('button', { name: 'Go to All accounts' })).to.equal(null)
  })

  it('shows a success message for an account with nothing to fix', async () => {
    const { view } = await show(states['nothing to fix'] as CenterState)
    view.getByText('Nothing to fix')
    view.getByText('Well protected')
    view.getByText('Acme follows every recommendation.')
  })

  it('fails part by part, and offers each to be loaded again', async () => {
    const { view, calls } = await show({ ...worst, insights: failed })
    view.getByRole('img', { name: /Security score/ })
    view.getByText('We couldn’t load the current configuration')
    fireEvent.click(view.getByRole('button', { name: 'Try again' }))
    expect(calls).to.deep.equal([['loadInsights']])
  })

  const failedTable = { ...worst.tables.inactive, rows: [], totalItems: 0, ...failed }
  const headingsOf = (root: HTMLElement) =>
    [...root.querySelectorAll<HTMLElement>('.fe-center-heading')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.textContent)
  const allFailed = { 'breached-passwords': failedTable, 'mfa-unenrolled': failedTable, inactive: failedTable }

  it('shows one message for several failed parts, without headings above it', async () => {
    const { view, root, calls } = await show({ ...worst, insights: failed, tables: allFailed })
    view.getByText('We couldn’t load the users')
    expect(headingsOf(root)).to.deep.equal(['Recommendations'])
    expect(view.queryByRole('tablist')).to.equal(null)
    fireEvent.click(view.getByRole('button', { name: 'Try again' }))
    expect(calls).to.deep.equal([['loadInsights'], ...Object.keys(allFailed).map((name) => ['reloadTable', name])])
  })

  it('names users that failed to load in their place while everything else loaded, and leads to none of them', async () => {
    const { view, root } = await show({ ...worst, tables: allFailed })
    expect(headingsOf(root)).to.deep.equal(['Recommendations', 'Current configuration', 'Users to review'])
    expect(view.getByRole('alert').textContent).to.contain('We couldn’t load the users')
    expect(view.queryByRole('button', { name: 'Show users' })).to.equal(null)
  })

  it('keeps the tabs of tables that loaded when a table and other parts failed, also for the arrow keys', async () => {
    const { view, calls, shadow } = await show({
      ...worst,
      insights: failed,
      tables: { ...worst.tables, 'mfa-unenrolled': failedTable },
    })
    const tab = view.getByRole('tab', { name: /Breached passwords/ })
    tab.focus()
    fireEvent.keyDown(tab, { key: 'ArrowRight' })
    expect(calls).to.deep.equal([['showTable', 'mfa-unenrolled']])
    expect(shadow.activeElement?.textContent).to.equal('Without a second factor')
    await shown?.unmount()

    const next = await show({
      ...worst,
      shown: 'mfa-unenrolled',
      recommendations: failed,
      insights: failed,
      tables: { ...worst.tables, 'mfa-unenrolled': failedTable },
    })
    expect(next.view.getAllByRole('tab').every((one) => one.checkVisibility())).to.equal(true)
    const panel = within(next.view.getByRole('tabpanel'))
    panel.getByText('We couldn’t load the users')
    fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
    expect(next.calls).to.deep.equal([['reloadTable', 'mfa-unenrolled']])
  })

  it('keeps a bulk action and its failures in view when all tables and other parts failed', async () => {
    const { view } = await show({
      ...(states['failed job'] as CenterState),
      recommendations: failed,
      insights: failed,
      tables: allFailed,
    })
    expect(view.getByText('Mel: No').checkVisibility()).to.equal(true)
    expect(view.getByRole('button', { name: 'Dismiss' }).checkVisibility()).to.equal(true)
    within(view.getByRole('tabpanel')).getByText('We couldn’t load the users')
  })

  it('offers a bulk action for whom it can do something', async () => {
    const without: CenterState = {
      ...worst,
      shown: 'mfa-unenrolled',
      tables: { ...worst.tables, 'mfa-unenrolled': { ...worst.tables.inactive, selected: ['mel', 'ivo'] } },
    }
    const { view, calls } = await show(without)
    view.getByText('Required at next sign-in')
    fireEvent.click(view.getByRole('button', { name: 'Require a second factor' }))
    // Mel must already add one.
    expect(calls).to.deep.equal([['openDialog', { kind: 'require', users: [rows[2]], count: 1 }]])
    const missing = await show({ ...without, missing: ['requireMfa'] })
    expect(Boolean(missing.view.queryByRole('checkbox'))).to.equal(false)
  })

  it('shows which users a removal affects before it is confirmed', async () => {
    const { view, calls } = await show(states['remove dialog'] as CenterState)
    view.getByRole('alertdialog', { name: 'Remove 2 users from Acme?' })
    view.getByText('Mel Ortiz and ivo@acme.test will lose access to Acme immediately.')
    fireEvent.click(view.getByRole('button', { name: 'Remove 2 users' }))
    expect(calls).to.deep.equal([['run', { kind: 'remove', users: dialogUsers, count: 2 }]])
  })

  it('names the user if a removal affects only one', async () => {
    const { view } = await show({ ...worst, dialog: { kind: 'remove', users: rows.slice(1, 2), count: 1 } })
    view.getByRole('alertdialog', { name: 'Remove Mel Ortiz from Acme?' })
    view.getByRole('button', { name: 'Remove Mel Ortiz' })
  })

  it('leads from the inactive users of the configuration to their table', async () => {
    const { view, root, calls, shadow } = await show(worst)
    fireEvent.click(view.getByRole('button', { name: 'Show users' }))
    expect(calls).to.deep.equal([['showTable', 'inactive']])
    expect(shadow.activeElement === root.querySelector('.fe-center-users')).to.equal(true)
  })
})
