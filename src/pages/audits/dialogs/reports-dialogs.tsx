import { useEffect, useState } from 'react'
import type { Report } from '../../../entities/reports.ts'
import { isPlainDocument, trustedDocument } from '../../../kernel/trusted-scripts.ts'
import { normalizeEmail } from '../../../rules/email.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { AuditsViewProps } from '../audits.actions.ts'
import { daysOf, type Frequency, frequencyOf, PERIODS } from '../reports/reports.state.ts'

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

const FREQUENCIES: readonly Frequency[] = ['never', 'daily', 'weekly', 'monthly']

/** Sets how often the account's administrators receive a report. */
export const ScheduleDialog = ({ state, actions, t, report }: AuditsViewProps & { report: Report }) => {
  const [before] = useState({ frequency: frequencyOf(report), days: daysOf(report) })
  const [{ frequency, days }, setDraft] = useState(before)
  return (
    <FormDialog
      open
      title={t('scheduleTitle', { name: report.name })}
      description={t('scheduleText')}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={frequency !== before.frequency || days !== before.days}
      onSubmit={() => actions.scheduleReport(report, frequency, days)}
      onClose={actions.closeDialog}
    >
      <Field label={t('frequency')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            describedBy={describedBy}
            value={frequency}
            options={FREQUENCIES.map((value) => ({ value, label: t(value) }))}
            onChange={(value) => setDraft({ frequency: value, days })}
          />
        )}
      </Field>
      <Field label={t('period')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            describedBy={describedBy}
            value={String(days)}
            options={PERIODS.map((each) => ({ value: String(each), label: t('lastDays', { count: each }) }))}
            onChange={(value) => setDraft({ frequency, days: Number(value) })}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Sends a report once, with the file attached. */
export const SendDialog = ({ state, actions, t, report }: AuditsViewProps & { report: Report }) => {
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const to = typed.split(/[\s\x85,;]+/).filter(Boolean)
  const isWrong = to.length === 0 || !to.every(normalizeEmail)
  const submit = () => {
    setChecked(true)
    return isWrong ? false : actions.sendReport(report, to)
  }
  return (
    <FormDialog
      open
      title={t('sendTitle', { name: report.name })}
      description={t('sendText')}
      submitLabel={t('send')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={typed !== ''}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field
        label={t('recipients')}
        hint={t('recipientsHint')}
        error={isChecked && isWrong ? t('emailInvalid') : undefined}
      >
        {(ids) => (
          <TextInput
            {...ids}
            name="recipients"
            autoComplete="off"
            data-autofocus
            maxLength={2_000}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
