import { useCallback, useMemo } from 'react'
import type { Translate } from '../../i18n/messages.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { type ListQuery, shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList, RowLink } from '../../parts/record-list/record-list.tsx'
import { Badge, type BadgeProps } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import type { IconName } from '../../ui/icon/icon.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { type ProvisioningViewProps, provisioningSlice } from './provisioning.actions.ts'
import css from './provisioning.css'
import { type ProvisioningTexts, provisioningMessages } from './provisioning.messages.ts'
import {
  type ConnectionStatus,
  initialProvisioning,
  type ListedConnection,
  type ProvisioningState,
  provisioningUrl,
  statusOf,
} from './provisioning.state.ts'

type Words = Translate<ProvisioningTexts>

const STATUS = {
  pending: { text: 'pendingStatusChip', tone: 'warning', hint: 'pendingHint' },
  linked: { text: 'linkedStatusChip', tone: 'success', hint: undefined },
  refusing: { text: 'refusingStatusChip', tone: 'warning', hint: 'refusingHint' },
  paused: { text: 'pausedStatusChip', tone: 'neutral', hint: 'pausedHint' },
  unconfirmed: { text: 'unconfirmedStatusChip', tone: 'warning', hint: 'unconfirmedHint' },
} as const satisfies Record<
  ConnectionStatus,
  { text: keyof ProvisioningTexts; tone: BadgeProps['tone']; hint: keyof ProvisioningTexts | undefined }
>

const Status = ({ connection, t }: { connection: ListedConnection; t: Words }) => {
  const { text, tone, hint } = STATUS[statusOf(connection)]
  const badge = (
    <Badge tone={tone} dot>
      {t(text)}
    </Badge>
  )
  if (hint === undefined) return badge
  return (
    <Tooltip text={t(hint)} focusable>
      {badge}
    </Tooltip>
  )
}

const Muted = ({ at, none }: { at: ListedConnection['lastSync']; none: string }) => (
  <span className="fe-provisioning-muted">
    <RelativeTime at={at} none={none} />
  </span>
)

const provisioningColumns = (t: Words, onOpen: (connection: ListedConnection) => void): Column<ListedConnection>[] => [
  {
    id: 'name',
    header: t('nameColumn'),
    sortable: true,
    primary: true,
    width: '30%',
    cell: (connection) => (
      <RowLink onClick={() => onOpen(connection)}>
        <Truncated text={connection.name} />
      </RowLink>
    ),
  },
  { id: 'source', header: t('providerColumn'), phone: 'hidden', cell: ({ source }) => t(source) },
  {
    id: 'status',
    header: t('statusColumn'),
    phone: 'beside',
    width: '120px',
    cell: (connection) => <Status connection={connection} t={t} />,
  },
  { id: 'users', header: t('usersColumn'), align: 'end', width: '90px', cell: ({ userCount }) => userCount },
  {
    id: 'lastSync',
    header: t('lastSyncColumn'),
    width: '132px',
    cell: ({ lastSync }) => <Muted at={lastSync} none={t('never')} />,
  },
  {
    id: 'createdAt',
    header: t('createdAtColumn'),
    wide: true,
    sortable: true,
    width: '132px',
    cell: ({ createdAt }) => <Muted at={createdAt} none="–" />,
  },
]

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/provisioning-dialogs.tsx')).then(({ ProvisioningDialogs }) => ProvisioningDialogs)

const mainOf = ({ state, actions, t }: ProvisioningViewProps): PageButton | undefined =>
  state.viewer?.may.edit
    ? { label: t('addConnection'), icon: 'plus', onSelect: () => actions.openDialog({ kind: 'new' }) }
    : undefined

const isComplete = ({ missing }: ProvisioningState): boolean => !missing.includes('listConnectionCounts')

const ProvisioningView = (props: ProvisioningViewProps) => {
  useSheet(css)
  const { state, actions, t } = props
  const { viewer, list } = state
  const main = mainOf(props)
  const hasGroups = isComplete(state)
  const open = useCallback(
    (connection: ListedConnection) =>
      hasGroups ? actions.openGroups(connection) : actions.openDialog({ kind: 'setup', connection }),
    [actions, hasGroups],
  )
  const columns = useMemo(() => provisioningColumns(t, open), [t, open])
  return (
    <PageFrame
      className="fe-provisioning"
      title={t('pageTitle')}
      description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })}
      main={main}
      isReady={list.phase === 'ready' || list.phase === 'failed'}
      dialogs={loadDialogs}
      page={props}
    >
      <RecordList<ListedConnection, ListQuery>
        list={list}
        label={t('pageTitle')}
        searchLabel={t('search')}
        total={t('total', { count: shownTotal(list) })}
        columns={columns}
        nameOf={({ name }) => name}
        menu={(connection) => connectionMenu(props, connection)}
        onOpen={open}
        onChange={actions.change}
        onRetry={actions.reload}
        empty={{
          icon: 'sync',
          title: t('emptyStateTitle'),
          text: t('emptyStateSubTitle'),
          action: main && <MainButton {...main} />,
        }}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText'), clear: t('clearSearch') }}
      />
    </PageFrame>
  )
}

type OfConnection = 'setup' | 'confirm' | 'rotate' | 'delete'

/** Returns the actions for one connection. */
const connectionMenu = ({ state, actions, t }: ProvisioningViewProps, connection: ListedConnection): MenuItem[] => {
  const may = state.viewer?.may
  const dialog = (kind: OfConnection, label: string, icon: IconName): MenuItem => ({
    id: kind,
    label,
    icon,
    onSelect: () => actions.openDialog({ kind, connection }),
  })
  const isActive = connection.syncToUserManagement
  const pause: MenuItem = {
    id: 'pause',
    label: isActive ? t('pauseConnectionAction') : t('resumeConnectionAction'),
    icon: isActive ? 'lock' : 'unlock',
    onSelect: () => actions.setPaused(connection, isActive),
  }
  const groups: MenuItem = {
    id: 'groups',
    label: t('groupsAction'),
    icon: 'groups',
    onSelect: () => actions.openGroups(connection),
  }
  return [
    ...(isComplete(state) ? [groups] : []),
    ...(may?.edit && connection.guarantee?.problem ? [dialog('confirm', t('confirmAction'), 'check')] : []),
    dialog('setup', t('setupAction'), 'settings'),
    ...(may?.edit && isComplete(state) ? [dialog('rotate', t('rotateAction'), 'refresh')] : []),
    ...(may?.edit ? [pause] : []),
    ...(may?.remove
      ? [{ ...dialog('delete', t('deleteConnectionAction'), 'trash'), danger: true, separated: true }]
      : []),
  ]
}

export const provisioningFeature = pageFeature({
  initial: initialProvisioning,
  slice: provisioningSlice,
  messages: provisioningMessages,
  url: provisioningUrl,
  typed: ({ list }) => list.query.search,
  View: ProvisioningView,
})
