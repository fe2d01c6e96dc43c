import { useMemo } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { type ListQuery, shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList } from '../../parts/record-list/record-list.tsx'
import type { IconName } from '../../ui/icon/icon.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { ChannelList } from './channels/channel-list.tsx'
import type { ChannelsState } from './channels/channels.state.ts'
import { type WebhooksViewProps, webhooksSlice } from './webhooks.actions.ts'
import { webhooksColumns } from './webhooks.columns.tsx'
import css from './webhooks.css'
import { webhooksMessages } from './webhooks.messages.ts'
import { initialWebhooks, type ListedWebhook, type WebhooksDialog, webhooksUrl } from './webhooks.state.ts'

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
