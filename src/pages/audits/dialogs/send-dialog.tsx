import { useState } from 'react'
import type { Report } from '../../../entities/reports.ts'
import { normalizeEmail } from '../../../rules/email.ts'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { AuditsViewProps } from '../audits.props.ts'

/** Sends a report once, with the file attached. */
export const SendDialog = ({ state, actions, t, report }: AuditsViewProps & { report: Report }) => {
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const to = typed.split(/[\s,;]+/).filter(Boolean)
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
