import { useState } from 'react'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import type { ListedWebhook, TestResult } from '../webhooks.state.ts'

type Words = WebhooksViewProps['t']

const summaryOf = ({ isSuccess, statusCode, reason = '' }: TestResult, t: Words): string => {
  if (statusCode === undefined) return t('testUnsent', { reason })
  return t(isSuccess ? 'testPassed' : 'testFailed', { status: statusCode })
}

/** Sends a test event and shows the receiver's response. */
export const TestDialog = ({ state, actions, t, webhook }: WebhooksViewProps & { webhook: ListedWebhook }) => (
  <Dialog
    open
    title={t('testTitle', { name: webhook.name })}
    description={t('testText', { url: webhook.url })}
    onClose={actions.closeDialog}
    footer={
      <>
        <Button onClick={actions.closeDialog}>{t('close')}</Button>
        <Button variant="primary" busy={state.saving} onClick={() => actions.test(webhook)}>
          {t('sendTest')}
        </Button>
      </>
    }
  >
    <div className="fe-webhooks-stack" role="status">
      {state.test && <Result result={state.test} t={t} />}
    </div>
  </Dialog>
)

const Result = ({ result, t }: { result: TestResult; t: Words }) => (
  <>
    <Alert tone={result.isSuccess ? 'success' : 'danger'}>{summaryOf(result, t)}</Alert>
    {result.body !== undefined && (
      <>
        <b>{t('response')}</b>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <pre className="fe-webhooks-code" tabIndex={0}>
          {JSON.stringify(result.body, null, 2)}
        </pre>
      </>
    )}
  </>
)

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
