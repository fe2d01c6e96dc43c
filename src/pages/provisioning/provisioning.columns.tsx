import type { Translate } from '../../i18n/messages.ts'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { Badge, type BadgeProps } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import type { ProvisioningTexts } from './provisioning.messages.ts'
import { type ConnectionStatus, type ListedConnection, statusOf } from './provisioning.state.ts'

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

export const provisioningColumns = (
  t: Words,
  onOpen: (connection: ListedConnection) => void,
): Column<ListedConnection>[] => [
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
