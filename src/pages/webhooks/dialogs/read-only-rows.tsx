import { Badge } from '../../../ui/badge/badge.tsx'
import type { EventRow } from '../channels/channels.state.ts'
import type { WebhooksViewProps } from '../webhooks.props.ts'

interface ReadOnlyRowsProps extends Pick<WebhooksViewProps, 'state' | 't'> {
  rows: readonly (EventRow & { goesTo: string })[]
}

/** The events of a channel for a user who may not change them. */
export const ReadOnlyRows = ({ state, t, rows }: ReadOnlyRowsProps) => {
  if (rows.length === 0) return <p className="fe-webhooks-muted">{t('noChannelEvents')}</p>
  const events = state.categories.flatMap((category) => category.events ?? [])
  return (
    <ul className="fe-webhooks-channels">
      {rows.map(({ eventKey, enabled, goesTo }) => (
        <li key={eventKey} className="fe-webhooks-channel">
          <span className="fe-webhooks-lines fe-webhooks-key">
            <b>{events.find(({ key }) => key === eventKey)?.displayName ?? eventKey}</b>
            <span className="fe-webhooks-muted">{goesTo}</span>
          </span>
          <Badge dot tone={enabled ? 'success' : undefined}>
            {t(enabled ? 'active' : 'inactive')}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
