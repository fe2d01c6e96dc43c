import { useState } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { AuditsViewProps } from '../audits.actions.ts'
import type { FilterId } from '../audits.state.ts'
import { DetailsDrawer } from './details-drawer.tsx'
import { PreviewDialog, ReportsDialog, ScheduleDialog, SendDialog } from './reports-dialogs.tsx'

const MINUTE_MS = 60_000

/** Returns the value for the browser's date field: local time, to the minute. */
const fieldOf = (at: number | undefined): string => {
  if (at === undefined) return ''
  const offset = new Date(at).getTimezoneOffset() * MINUTE_MS
  return new Date(at - offset).toISOString().slice(0, 16)
}

const timeOf = (text: string): number | undefined => {
  const time = new Date(text).getTime()
  return Number.isNaN(time) ? undefined : time
}

/** A custom range; either end may be open. */
export const DatesDialog = ({ state, actions, t }: AuditsViewProps) => {
  const { dates } = state.list.query
  const [from, setFrom] = useState(fieldOf(dates?.from))
  const [to, setTo] = useState(fieldOf(dates?.to))
  const [error, setError] = useState<string>()
  const submit = () => {
    const range = { from: timeOf(from), to: timeOf(to) }
    const isEmpty = range.from === undefined && range.to === undefined
    const isReversed = range.from !== undefined && range.to !== undefined && range.to <= range.from
    if (isEmpty || isReversed) {
      setError(t(isEmpty ? 'datesRequired' : 'datesOrder'))
      return false
    }
    actions.closeDialog()
    return actions.change({ preset: undefined, dates: range })
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('datesTitle')}
      submitLabel={t('apply')}
      cancelLabel={t('cancel')}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('datesFrom')}>
        {(ids) => (
          <TextInput
            {...ids}
            type="datetime-local"
            name="from"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('datesTo')} error={error}>
        {(ids) => (
          <TextInput
            {...ids}
            type="datetime-local"
            name="to"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Asks for the value of a column's filter. */
export const ValueDialog = ({ state, actions, t, name }: AuditsViewProps & { name: FilterId }) => {
  const [value, setValue] = useState(state.list.query[name] ?? '')
  const [error, setError] = useState<string>()
  const submit = () => {
    if (!value.trim()) {
      setError(t('valueRequired'))
      return false
    }
    actions.closeDialog()
    return actions.change({ [name]: value.trim() })
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('valueTitle', { name: t(name) })}
      submitLabel={t('apply')}
      cancelLabel={t('cancel')}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t(name)} error={error}>
        {(ids) => <TextInput {...ids} name={name} value={value} onChange={(event) => setValue(event.target.value)} />}
      </Field>
    </FormDialog>
  )
}

/** Renders the dialog that is open. */
export const AuditsDialogs = (props: AuditsViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'details':
      return <DetailsDrawer {...props} row={dialog.row} />
    case 'dates':
      return <DatesDialog {...props} />
    case 'value':
      return <ValueDialog {...props} name={dialog.name} />
    case 'reports':
      return <ReportsDialog {...props} />
    case 'preview':
      return <PreviewDialog {...props} report={dialog.report} />
    case 'schedule':
      return <ScheduleDialog {...props} report={dialog.report} />
    case 'send':
      return <SendDialog {...props} report={dialog.report} />
  }
}
