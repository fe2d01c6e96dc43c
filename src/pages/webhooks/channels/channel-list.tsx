import { CardMark } from '../../../parts/card-list/card-list.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import type { IconName } from '../../../ui/icon/icon.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { WebhooksViewProps } from '../webhooks.actions.ts'
import { type ChannelsState, summaryOf, waitingCount } from './channels.state.ts'

type Channel = keyof ChannelsState

const CHANNELS: readonly Channel[] = ['email', 'sms', 'slack']

const ICONS: Readonly<Record<Channel, IconName>> = { email: 'mail', sms: 'phone', slack: 'send' }

/** Other channels that deliver events to users. A channel that the user may not see is left out. */
export const ChannelList = (props: WebhooksViewProps) => {
  const { state, t } = props
  const shown = CHANNELS.filter((channel) => state.channels[channel].phase !== 'hidden')
  const failed = shown.filter((channel) => state.channels[channel].phase === 'failed')
  if (shown.length === 0) return null
  if (failed.length > 1) return <Failed {...props} channels={failed} />
  return (
    <Card title={t('channelsTitle')} text={t('channelsText')}>
      <ul className="fe-webhooks-channels">
        {shown.map((channel) => (
          <Entry key={channel} {...props} channel={channel} />
        ))}
      </ul>
    </Card>
  )
}

/**
 * One message for all failed channels. It is left out if the list below failed too, because retrying that reloads the
 * channels.
 */
const Failed = ({ state, actions, t, channels }: WebhooksViewProps & { channels: readonly Channel[] }) => {
  if (state.list.phase === 'failed') return null
  const retry = () => {
    for (const channel of channels) void actions.loadChannel(channel)
  }
  return (
    <Alert tone="danger" title={t('channelsFailed')} action={<Button onClick={retry}>{t('tryAgain')}</Button>}>
      {channels.map((channel) => errorOf(state.channels[channel])).find(Boolean)}
    </Alert>
  )
}

const errorOf = (channel: ChannelsState[Channel]) => (channel.phase === 'failed' ? channel.error : undefined)

const Entry = ({ state, actions, t, channel }: WebhooksViewProps & { channel: Channel }) => {
  const loaded = state.channels[channel]
  const { events, isOn } = summaryOf(loaded)
  const waiting = channel === 'slack' ? 0 : waitingCount(channel, state.channels[channel], state.recipients[channel])
  return (
    <li className="fe-webhooks-channel" aria-busy={loaded.phase === 'loading'}>
      <CardMark icon={ICONS[channel]} />
      <div className="fe-webhooks-channel-row">
        <span className="fe-webhooks-lines fe-webhooks-key">
          <b>{t(`${channel}Channel`)}</b>
          <span className="fe-webhooks-muted">
            {loaded.phase === 'loading' && <Skeleton width="80px" />}
            {loaded.phase === 'failed' && <span className="fe-webhooks-error">{loaded.error}</span>}
            {loaded.phase === 'ready' && t('eventCount', { count: events })}
          </span>
          {waiting > 0 && <span className="fe-webhooks-muted">{t('recipientsWaiting', { count: waiting })}</span>}
        </span>
        {loaded.phase === 'ready' && (
          <>
            <Badge dot tone={isOn ? 'success' : undefined}>
              {t(isOn ? 'active' : 'inactive')}
            </Badge>
            <Button size="s" aria-label={t(`${channel}Manage`)} onClick={() => actions.openDialog({ kind: channel })}>
              {t('manage')}
            </Button>
          </>
        )}
        {loaded.phase === 'failed' && (
          <Button size="s" onClick={() => actions.loadChannel(channel)}>
            {t('tryAgain')}
          </Button>
        )}
      </div>
    </li>
  )
}
