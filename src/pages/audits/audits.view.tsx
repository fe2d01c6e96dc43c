import { useMemo } from 'react'
import { formatNumber } from '../../i18n/formatting.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { RecordList } from '../../parts/record-list/record-list.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Switch } from '../../ui/switch/switch.tsx'
import { type AuditsViewProps, auditsSlice } from './audits.actions.ts'
import { AuditsChart } from './audits.chart.tsx'
import { auditsColumns, FALLBACK_COLUMNS } from './audits.columns.tsx'
import css from './audits.css'
import { AuditsFilters } from './audits.filters.tsx'
import { auditsMessages } from './audits.messages.ts'
import { type AuditsQuery, auditsUrl, initialAudits, isFiltered, knows, type ListedAudit } from './audits.state.ts'
import { FreshEvents, JobBar, PartFailures, Verdict } from './audits.status.tsx'

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/audits-dialogs.tsx')).then(({ AuditsDialogs }) => AuditsDialogs)

export const AuditsView = (props: AuditsViewProps) => {
  useSheet(css)
  const { state, t } = props
  const { list, viewer } = state
  return (
    <PageFrame
      className="fe-audits"
      title={t('pageTitle')}
      description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })}
      controls={!list.refused && <Controls {...props} />}
      isReady={list.phase === 'ready' || list.phase === 'failed'}
      dialogs={loadDialogs}
      page={props}
    >
      {!list.refused && <Overview {...props} />}
      <AuditList {...props} />
    </PageFrame>
  )
}

const Controls = (props: AuditsViewProps) => {
  const { state, actions, t } = props
  const items: MenuItem[] = [
    { id: 'reports', label: t('reports'), icon: 'chart', onSelect: () => actions.openDialog({ kind: 'reports' }) },
    {
      id: 'csv',
      label: t('exportCsv'),
      icon: 'external',
      onSelect: () => void actions.exportAll('csv', t('exportCsv')),
    },
    {
      id: 'pdf',
      label: t('exportPdf'),
      icon: 'external',
      ...(!state.makesPdf && { disabled: true, hint: t('noPdf') }),
      onSelect: () => void actions.exportPdf(t('exportPdf')),
    },
  ]
  if (knows(state, 'exportAuditPart')) {
    const select = () => void actions.exportAll('jsonl', t('exportJsonl'))
    items.push({ id: 'jsonl', label: t('exportJsonl'), icon: 'external', onSelect: select })
  }
  if (knows(state, 'verifyAudits')) {
    const select = () => void actions.verify(t('verify'))
    items.push({ id: 'verify', label: t('verify'), icon: 'circle-check', separated: true, onSelect: select })
  }
  return (
    <>
      {state.seenSeq === undefined && <Skeleton width="84px" height="24px" />}
      {typeof state.seenSeq === 'number' && (
        <Switch label={t('live')} checked={state.isLive} onChange={(isLive) => actions.setLive(isLive)} />
      )}
      <Menu label={t('moreActions')} items={items} trigger={<IconButton icon="dots" label={t('moreActions')} />} />
    </>
  )
}

/** Everything around the rows. */
const Overview = (props: AuditsViewProps) => (
  <>
    <JobBar {...props} />
    <Verdict {...props} />
    <PartFailures {...props} />
    <Figures {...props} />
    <Chart {...props} />
    <FreshEvents {...props} />
  </>
)

/** Height of the chart with its caption, so that the list doesn't move. */
const CHART_HEIGHT = '87px'

const Chart = ({ state, actions, t }: AuditsViewProps) => {
  const { value, error } = state.histogram
  if (value) return <AuditsChart histogram={value} actions={actions} t={t} />
  if (error !== undefined || !knows(state, 'getAuditHistogram')) return null
  return (
    <div className="fe-audits-chart">
      <Skeleton height={CHART_HEIGHT} />
    </div>
  )
}

const Figures = ({ state, t }: AuditsViewProps) => {
  const { language } = useLocale()
  const { value, error } = state.stats
  if (!value && error !== undefined) return null
  if (!value) {
    return (
      <div className="fe-audits-stats">
        <Skeleton width="240px" height="24px" />
      </div>
    )
  }
  return (
    <dl className="fe-audits-stats">
      {(['totalToday', 'severeThisWeek'] as const).map((name) => (
        <div key={name}>
          <dt>{t(name, { count: value[name] })}</dt>
          <dd>{formatNumber(value[name], { language })}</dd>
        </div>
      ))}
    </dl>
  )
}

const AuditList = (props: AuditsViewProps) => {
  const { state, actions, t } = props
  const { language } = useLocale()
  const { list } = state
  const { totalItems: count } = list
  const total = formatNumber(count, { language })
  // The table waits for its columns, unless they can't be loaded.
  const all = state.columns.value ?? (state.columns.error ? FALLBACK_COLUMNS : undefined)
  const known = all ?? FALLBACK_COLUMNS
  const columns = useMemo(() => auditsColumns(known, t, actions), [known, t, actions])
  return (
    <RecordList<ListedAudit, AuditsQuery>
      list={all || list.phase === 'failed' ? list : { ...list, phase: 'first', rows: [] }}
      label={t('pageTitle')}
      searchLabel={t('search')}
      total={state.hasMore ? t('totalOver', { total }) : t('total', { count }).replace(String(count), total)}
      columns={columns}
      nameOf={({ action }) => action}
      onOpen={(row) => actions.openDialog({ kind: 'details', row })}
      onChange={actions.change}
      onRetry={actions.reload}
      tools={<AuditsFilters {...props} columns={known} />}
      isFiltered={isFiltered(list.query)}
      noMatch={{
        title: t('noEventsFoundMessage'),
        text: t('noEventsFoundText'),
        clear: t('clearFilters'),
        onClear: actions.clearFilters,
      }}
      empty={{ icon: 'audit', title: t('noEventsMessage'), text: t('noEventsText') }}
    />
  )
}

export const auditsFeature = pageFeature({
  initial: initialAudits,
  slice: auditsSlice,
  messages: auditsMessages,
  url: auditsUrl,
  typed: ({ list }) => list.query.search,
  View: AuditsView,
})
