import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { ListedWebhook } from '../webhooks.state.ts'
import type { WebhooksViewProps } from '../webhooks.view.tsx'

/** Asks before the secret is rotated, then shows the new one once. */
export const SecretDialog = ({ state, actions, t, webhook }: WebhooksViewProps & { webhook: ListedWebhook }) => {
  const { secret } = state
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
      onClose={actions.closeDialog}
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
    </Dialog>
  )
}
