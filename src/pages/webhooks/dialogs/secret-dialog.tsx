import { useState } from 'react'
import { useUnsaved } from '../../../parts/unsaved/unsaved.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import type { ListedWebhook } from '../webhooks.state.ts'

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
