import { useState } from 'react'
import type { Report } from '../../../entities/reports.ts'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Select } from '../../../ui/select/select.tsx'
import type { AuditsViewProps } from '../audits.props.ts'
import { daysOf, type Frequency, frequencyOf, PERIODS } from '../reports/reports.state.ts'

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
