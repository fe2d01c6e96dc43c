import { useEffect, useState } from 'react'
import type { Report } from '../../../entities/reports.ts'
import { isPlainDocument, trustedDocument } from '../../../kernel/trusted-scripts.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { AuditsViewProps } from '../audits.actions.ts'
import { daysOf, PERIODS } from '../reports/reports.state.ts'

/** A report as it is sent, for a selectable period, and as a file. */
export const PreviewDialog = (props: AuditsViewProps & { report: Report }) => {
  const { state, actions, t, report } = props
  const { html, error } = state.reports
  const [days, setDays] = useState(daysOf(report))
  const { previewReport } = actions
  useEffect(() => void previewReport(report, days), [previewReport, report, days])
  const footer = (
    <>
      <Button onClick={() => actions.openDialog({ kind: 'reports' })}>{t('back')}</Button>
      <Button icon="download" onClick={() => actions.downloadReport(report, days, 'html')}>
        {t('downloadHtml')}
      </Button>
      {state.makesPdf && (
        <Button variant="primary" icon="download" onClick={() => actions.downloadReport(report, days, 'pdf')}>
          {t('downloadPdf')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog
      open
      size="l"
      title={t('previewTitle', { name: report.name })}
      onClose={actions.closeDialog}
      footer={footer}
    >
      <div className="fe-audits-reports">
        <Select
          label={t('period')}
          value={String(days)}
          options={PERIODS.map((each) => ({ value: String(each), label: t('lastDays', { count: each }) }))}
          onChange={(value) => setDays(Number(value))}
        />
        {!state.makesPdf && <Alert>{t('noPdf')}</Alert>}
        {error !== undefined && (
          <Alert tone="danger">
            {error} <Button onClick={() => previewReport(report, days)}>{t('tryAgain')}</Button>
          </Alert>
        )}
        {error === undefined && html === undefined && <Skeleton height="320px" />}
        {html !== undefined && !isPlainDocument(html) && <Alert tone="warning">{t('previewActive')}</Alert>}
        {html !== undefined && isPlainDocument(html) && (
          <Frame title={t('previewOf', { name: report.name })} html={html} />
        )}
      </div>
    </Dialog>
  )
}

/** A frame without any permissions: no scripts, forms, popups, or access to this page. */
const Frame = ({ title, html }: { title: string; html: string }) => (
  <iframe
    ref={(frame) => {
      if (frame) frame.srcdoc = trustedDocument(html)
    }}
    title={title}
    sandbox=""
    className="fe-audits-frame"
  />
)
