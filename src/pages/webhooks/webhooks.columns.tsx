import type { Translate } from '../../i18n/messages.ts'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { formatDate } from '../../rules/account-date.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import type { WebhooksTexts } from './webhooks.messages.ts'
import { isWhollyPaused, type ListedWebhook, pausedText } from './webhooks.state.ts'

type Words = Translate<WebhooksTexts>

const Name = ({ webhook, onOpen }: { webhook: ListedWebhook; onOpen: (() => void) | undefined }) => (
  <span className="fe-webhooks-lines">
    {onOpen ? (
      <RowLink onClick={onOpen}>
        <Truncated text={webhook.name} />
      </RowLink>
    ) : (
      <Truncated text={webhook.name} />
    )}
    <span className="fe-webhooks-muted">
      <Truncated text={webhook.url} />
    </span>
  </span>
)

const Status = ({ webhook, t, tenant }: { webhook: ListedWebhook; t: Words; tenant: string }) => {
  const { isActive, status } = webhook
  const { dates } = useLocale()
  if (!isActive) return <Badge dot>{t('inactive')}</Badge>
  const paused = pausedText(webhook, t, tenant)
  if (paused) {
    return (
      <Tooltip text={paused} focusable>
        <Badge tone="warning" dot>
          {t(isWhollyPaused(webhook) ? 'paused' : 'partlyPaused')}
        </Badge>
      </Tooltip>
    )
  }
  if (!status?.failingSince) {
    return (
      <Badge tone="success" dot>
        {t('active')}
      </Badge>
    )
  }
  const date = formatDate(status.failingSince, { ...dates, time: 'short' })
  return (
    <Tooltip text={t('failingSince', { date })} focusable>
      <Badge tone="danger" dot>
        {t('failing')}
      </Badge>
    </Tooltip>
  )
}

const Deliveries = ({ webhook: { invocations, status }, t }: { webhook: ListedWebhook; t: Words }) => (
  <span className="fe-webhooks-lines">
    <span>{invocations}</span>
    {status && status.pending > 0 && (
      <span className="fe-webhooks-muted">{t('pending', { count: status.pending })}</span>
    )}
  </span>
)

export const webhooksColumns = (
  t: Words,
  tenant: string,
  onOpen?: (webhook: ListedWebhook) => void,
): Column<ListedWebhook>[] => [
  {
    id: 'name',
    header: t('nameHeader'),
    sortable: true,
    primary: true,
    width: '40%',
    cell: (webhook) => <Name webhook={webhook} onOpen={onOpen && (() => onOpen(webhook))} />,
  },
  {
    id: 'status',
    header: t('statusHeader'),
    phone: 'beside',
    width: '110px',
    cell: (webhook) => <Status webhook={webhook} t={t} tenant={tenant} />,
  },
  {
    id: 'events',
    header: t('eventsHeader'),
    phone: 'hidden',
    cell: ({ eventKeys }) => (
      <Tooltip text={eventKeys.join(', ')} focusable>
        <span>{t('eventCount', { count: eventKeys.length })}</span>
      </Tooltip>
    ),
  },
  {
    id: 'deliveries',
    header: t('deliveriesHeader'),
    width: '110px',
    cell: (webhook) => <Deliveries webhook={webhook} t={t} />,
  },
  {
    id: 'createdAt',
    header: t('createdHeader'),
    wide: true,
    sortable: true,
    width: '132px',
    cell: ({ createdAt }) => (
      <span className="fe-webhooks-muted">
        <RelativeTime at={createdAt} none="–" />
      </span>
    ),
  },
]
