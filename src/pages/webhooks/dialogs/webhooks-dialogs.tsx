import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import type { ListedWebhook } from '../webhooks.state.ts'
import { ResendDialog, TestDialog } from './delivery-dialogs.tsx'
import { LogDrawer } from './log-drawer.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { SlackDialog } from './slack-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

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
