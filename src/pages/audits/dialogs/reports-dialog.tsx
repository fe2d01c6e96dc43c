import { useEffect } from 'react'
import type { Report } from '../../../entities/reports.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { AuditsViewProps } from '../audits.props.ts'
import { frequencyOf } from '../reports/reports.state.ts'

/** The reports of the account with their actions. */
export const ReportsDialog = (props: AuditsViewProps) => {
  const { state, actions, t } = props
  const { phase, items, error } = state.reports
  const { loadReports } = actions
  useEffect(() => void loadReports(), [loadReports])
  return (
    <Dialog open title={t('reports')} description={t('reportsText')} onClose={actions.closeDialog}>
      <div className="fe-audits-reports" aria-busy={phase === 'loading'}>
        {phase === 'failed' && (
          <Alert tone="danger">
            {error} <Button onClick={() => loadReports()}>{t('tryAgain')}</Button>
          </Alert>
        )}
        {phase === 'loading' && items.length === 0 && <Skeleton height="120px" />}
        {phase === 'ready' && items.length === 0 && <EmptyState icon="chart" title={t('noReports')} />}
        {items.map((report) => (
          <Entry key={report.id} {...props} report={report} />
        ))}
      </div>
    </Dialog>
  )
}

const Entry = ({ state, actions, t, report }: AuditsViewProps & { report: Report }) => (
  <section className="fe-audits-report" aria-label={report.name}>
    <b>{report.name}</b>
    <span className="fe-audits-muted">{report.description}</span>
    {report.schedule?.active && <span className="fe-audits-muted">{t(frequencyOf(report))}</span>}
    <div className="fe-audits-report-buttons">
      <Button onClick={() => actions.openDialog({ kind: 'preview', report })}>{t('preview')}</Button>
      {state.viewer?.may.send && (
        <>
          <Button onClick={() => actions.openDialog({ kind: 'schedule', report })}>{t('schedule')}</Button>
          <Button onClick={() => actions.openDialog({ kind: 'send', report })}>{t('send')}</Button>
        </>
      )}
    </div>
  </section>
)
