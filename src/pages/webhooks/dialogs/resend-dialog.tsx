import { useState } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { WebhooksViewProps } from '../webhooks.props.ts'
import type { ListedWebhook } from '../webhooks.state.ts'

/** Sends the events since a given time again, for example after an outage of the receiver. */
export const ResendDialog = ({ state, actions, t, webhook }: WebhooksViewProps & { webhook: ListedWebhook }) => {
  const { now } = useLocale()
  const [since, setSince] = useState('')
  const [isChecked, setChecked] = useState(false)
  const start = new Date(since)
  const isWrong = Number.isNaN(start.getTime()) || start.getTime() > now()
  const submit = () => {
    setChecked(true)
    return isWrong ? false : actions.resend(webhook, start)
  }
  return (
    <FormDialog
      open
      title={t('resendTitle', { name: webhook.name })}
      description={t('resendText')}
      submitLabel={t('resendConfirm')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      <Field label={t('since')} error={isChecked && isWrong ? t('sinceRequired') : undefined}>
        {(ids) => (
          <TextInput
            {...ids}
            type="datetime-local"
            name="since"
            data-autofocus
            value={since}
            onChange={(event) => setSince(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
