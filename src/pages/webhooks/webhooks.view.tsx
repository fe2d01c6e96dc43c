import { useMemo } from 'react'
import type { Translate } from '../../i18n/messages.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { type ListQuery, shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList, RowLink } from '../../parts/record-list/record-list.tsx'
import { formatDate } from '../../rules/account-date.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import type { IconName } from '../../ui/icon/icon.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { ChannelList } from './channels/channel-list.tsx'
import type { ChannelsState } from './channels/channels.state.ts'
import { type WebhooksViewProps, webhooksSlice } from './webhooks.actions.ts'
import css from './webhooks.css'
import { type WebhooksTexts, webhooksMessages } from './webhooks.messages.ts'
import {
  initialWebhooks,
  isWhollyPaused,
  type ListedWebhook,
  pausedText,
  type WebhooksDialog,
  webhooksUrl,
} from './webhooks.state.ts'

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

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/webhooks-dialogs.tsx')).then(({ WebhooksDialogs }) => WebhooksDialogs)

const mainOf = ({ state, actions, t }: WebhooksViewProps): PageButton | undefined =>
  state.viewer?.may.edit
    ? { label: t('addWebhook'), icon: 'plus', onSelect: () => actions.openDialog({ kind: 'edit' }) }
    : undefined

const WebhooksView = (props: WebhooksViewProps) => {
  useSheet(css)
  const { state, actions, t } = props
  const { viewer, list } = state
  const main = mainOf(props)
  const canSeeLog = viewer?.may.seeLog === true
  const { openDialog } = actions
  const openLog = useMemo(
    () => (canSeeLog ? (webhook: ListedWebhook) => openDialog({ kind: 'log', webhook }) : undefined),
    [openDialog, canSeeLog],
  )
  const tenant = viewer?.tenantName ?? ''
  const columns = useMemo(() => webhooksColumns(t, tenant, openLog), [t, tenant, openLog])
  return (
    <PageFrame
      className="fe-webhooks"
      title={t('pageTitle')}
      description={t('pageDescription', { tenant })}
      main={main}
      isReady={list.phase === 'ready' || list.phase === 'failed'}
      dialogs={loadDialogs}
      page={props}
    >
      <ChannelList {...props} />
      <RecordList<ListedWebhook, ListQuery>
        list={list}
        label={t('pageTitle')}
        searchLabel={t('searchInputPlaceholder')}
        total={t('total', { count: shownTotal(list) })}
        columns={columns}
        nameOf={({ name }) => name}
        menu={(webhook) => webhookMenu(props, webhook)}
        onOpen={openLog}
        onChange={actions.change}
        onRetry={() => {
          void actions.reload()
          if (state.categories.length === 0) void actions.loadEvents()
          for (const channel of failedChannels(state)) void actions.loadChannel(channel)
        }}
        empty={{
          icon: 'webhook',
          title: t('noWebhooksYet'),
          text: t('noWebhooksYetDescription'),
          action: main && <MainButton {...main} />,
        }}
        noMatch={{ title: t('noResultFound'), text: t('noResultFoundDescription'), clear: t('clearSearch') }}
      />
    </PageFrame>
  )
}

const failedChannels = ({ channels }: WebhooksViewProps['state']) =>
  (['email', 'sms', 'slack'] as const).filter((channel) => channels[channel].phase === 'failed')

type OneWebhook = Exclude<WebhooksDialog['kind'], 'edit' | keyof ChannelsState>

/** Returns the actions for one webhook. */
const webhookMenu = ({ state, actions, t }: WebhooksViewProps, webhook: ListedWebhook): MenuItem[] => {
  const may = state.viewer?.may
  const dialog = (kind: OneWebhook | 'edit', label: string, icon: IconName): MenuItem => ({
    id: kind,
    label,
    icon,
    onSelect: () => actions.openDialog({ kind, webhook }),
  })
  const { isActive } = webhook
  const turn: MenuItem = {
    id: 'active',
    label: isActive ? t('turnOff') : t('turnOn'),
    icon: isActive ? 'lock' : 'unlock',
    onSelect: () => actions.setActive(webhook, !isActive),
  }
  const resend: MenuItem = {
    ...dialog('resend', t('resendEvents'), 'send'),
    disabled: !isActive,
    ...(!isActive && { hint: t('resendOff') }),
  }
  return [
    ...(may?.seeLog ? [dialog('log', t('viewLog'), 'audit')] : []),
    ...(may?.edit ? [dialog('edit', t('editWebhook'), 'edit'), dialog('test', t('testWebhook'), 'check')] : []),
    ...(may?.edit ? [dialog('secret', t('rotateSecret'), 'refresh'), turn] : []),
    ...(may?.edit && !state.missing.includes('webhooks') ? [resend] : []),
    ...(may?.remove ? [{ ...dialog('delete', t('deleteWebhook'), 'trash'), danger: true, separated: true }] : []),
  ]
}

export const webhooksFeature = pageFeature({
  initial: initialWebhooks,
  slice: webhooksSlice,
  messages: webhooksMessages,
  url: webhooksUrl,
  typed: ({ list }) => list.query.search,
  View: WebhooksView,
})
