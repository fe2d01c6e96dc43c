import { Button } from '../../../ui/button/button.tsx'
import { type MessageChannel, silentRecipients } from '../channels/channels.state.ts'
import type { WebhooksViewProps } from '../webhooks.props.ts'

interface SilentRecipientsProps extends Pick<WebhooksViewProps, 'state' | 'actions' | 't'> {
  channel: MessageChannel
  typed: string
}

/** Recipients of an event who receive nothing yet, or no longer. */
export const SilentRecipients = ({ state, actions, t, channel, typed }: SilentRecipientsProps) => {
  const silent = silentRecipients(channel, state.recipients[channel], typed)
  if (silent.length === 0) return null
  return (
    <ul className="fe-webhooks-silent">
      {silent.map(({ id, target, state: agreed }) => (
        <li key={id}>
          <span className="fe-webhooks-lines">
            <span className="fe-webhooks-key">{target}</span>
            <span className="fe-webhooks-muted">
              {t(agreed === 'pending' ? 'recipientWaiting' : 'recipientStopped')}
            </span>
          </span>
          {agreed === 'pending' && (
            <Button
              disabled={state.saving}
              aria-label={t('resendConfirmationTo', { name: target })}
              onClick={() => actions.requestConfirmation(channel, id)}
            >
              {t('resendConfirmation')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
