import { useState } from 'react'
import { jsonText } from '../../../kernel/safe-json.ts'
import { useUnsaved } from '../../../parts/unsaved/unsaved.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import type { ListedWebhook, TestResult } from '../webhooks.state.ts'
import { LogDrawer } from './log-drawer.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { SlackDialog } from './slack-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/**
 * Asks before the secret is rotated, then shows the new one once. Closing it other than by its button asks for
 * confirmation.
 */
export const SecretDialog = ({ state, actions, t, webhook }: WebhooksViewProps & { webhook: ListedWebhook }) => {
  const { secret } = state
  const [isLeaving, setLeaving] = useState(false)
  useUnsaved(secret !== undefined, actions.closeDialog)
  const confirm = (
    <>
      <Button onClick={actions.closeDialog}>{t('cancel')}</Button>
      <Button variant="primary" busy={state.saving} onClick={() => actions.rotate(webhook)}>
        {t('rotateConfirm')}
      </Button>
    </>
  )
  const done = (
    <Button variant="primary" onClick={actions.closeDialog}>
      {t('done')}
    </Button>
  )
  return (
    <Dialog
      open
      title={t('secretTitle', { name: webhook.name })}
      description={t('secretText')}
      onClose={() => (secret === undefined ? actions.closeDialog() : setLeaving(true))}
      footer={secret === undefined ? confirm : done}
    >
      {state.formError && <Alert tone="danger">{state.formError}</Alert>}
      {secret !== undefined && (
        <div className="fe-webhooks-stack">
          <Alert tone="warning">{t('secretShown')}</Alert>
          <Field label={t('secretKeyInputLabel')}>
            {({ id }) => (
              <span className="fe-webhooks-secret">
                <TextInput
                  id={id}
                  readOnly
                  spellCheck={false}
                  value={secret}
                  onFocus={(event) => event.target.select()}
                />
                <CopyButton size="m" text={secret} label={t('copySecret')} />
              </span>
            )}
          </Field>
        </div>
      )}
      <ConfirmDialog
        open={isLeaving}
        danger
        title={t('leaveSecretTitle')}
        text={t('leaveSecretText')}
        cancelLabel={t('leaveSecretStay')}
        confirmLabel={t('leaveSecretGo')}
        onClose={() => setLeaving(false)}
        onConfirm={actions.closeDialog}
      />
    </Dialog>
  )
}

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
          {jsonText(result.body, 2)}
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

/** Renders the dialog that is open. */
export const WebhooksDialogs = (props: WebhooksViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'edit':
      return <WebhookDialog key={dialog.webhook?.id ?? ''} {...props} webhook={dialog.webhook} />
    case 'test':
      return <TestDialog {...props} webhook={dialog.webhook} />
    case 'log':
      return <LogDrawer {...props} webhook={dialog.webhook} />
    case 'secret':
      return <SecretDialog {...props} webhook={dialog.webhook} />
    case 'resend':
      return <ResendDialog {...props} webhook={dialog.webhook} />
    case 'email':
    case 'sms':
      return <MessageDialog {...props} channel={dialog.kind} />
    case 'slack':
      return <SlackDialog {...props} />
    case 'delete':
      return <DeleteDialog {...props} webhook={dialog.webhook} />
  }
}

const DeleteDialog = ({ actions, t, webhook }: WebhooksViewProps & { webhook: ListedWebhook }) => (
  <ConfirmDialog
    open
    danger
    title={t('deleteTitle', { name: webhook.name })}
    text={t('deleteText', { url: webhook.url })}
    confirmLabel={t('deleteConfirm', { name: webhook.name })}
    cancelLabel={t('cancel')}
    onConfirm={() => actions.remove(webhook)}
    onClose={actions.closeDialog}
  />
)
