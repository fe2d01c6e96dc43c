import type { Member } from '../../contract/users.ts'
import type { Group } from '../../entities/team.ts'
import type { Translate } from '../../i18n/messages.ts'
import { UserSummary } from '../../parts/user-summary/user-summary.tsx'
import { formatDate } from '../../rules/account-date.ts'
import { type MemberStatus, memberStatus } from '../../rules/member-status.ts'
import { Badge, type BadgeProps } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { NameChips } from '../../ui/name-chips/name-chips.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { factorOf, isFromDirectory, statusOf } from './users.member.ts'
import type { UsersTexts } from './users.messages.ts'

type Words = Translate<UsersTexts>

/** Returns which directory manages the user, for a control that is disabled for that reason. */
export const managedHint = ({ directory }: Pick<Member, 'directory'>, t: Words): string =>
  directory ? t('managedByHint', { name: directory }) : t('managedByDirectoryHint')

/** The columns are narrow, because names and emails need the space. */
const CHIPS_SHOWN = 1

const TONES: Readonly<Record<MemberStatus, BadgeProps['tone']>> = {
  deactivated: 'danger',
  active: 'success',
  invited: 'warning',
  unverified: 'warning',
  locked: 'danger',
  temporary: 'info',
}

export const STATUS_TEXT = {
  deactivated: 'statusDeactivated',
  active: 'statusActive',
  invited: 'statusInvited',
  unverified: 'statusUnverified',
  locked: 'statusLocked',
  temporary: 'statusTemporary',
} as const satisfies Record<MemberStatus, keyof UsersTexts>

export const FACTOR_TEXT = {
  none: 'factorNone',
  app: 'factorApp',
  sms: 'factorSms',
  email: 'factorEmail',
  passkey: 'factorPasskey',
  enrolled: 'factorEnrolled',
} as const satisfies Record<ReturnType<typeof factorOf>, keyof UsersTexts>

export const StatusBadge = ({ user, t }: { user: Member; t: Words }) => {
  const { dates } = useLocale()
  const status = statusOf(user)
  const until = status === 'temporary' && user.temporaryExpirationDate
  const date = until ? formatDate(until, dates) : ''
  return (
    <Badge tone={TONES[status]} dot>
      {date ? t('statusTemporaryUntil', { date }) : t(STATUS_TEXT[status])}
    </Badge>
  )
}

const RoleList = ({ user, t }: { user: Member; t: Words }) => (
  <NameChips
    names={(user.roles ?? []).map(({ name }) => name)}
    none={t('noRoles')}
    more={(count) => t('moreRoles', { count })}
    shown={CHIPS_SHOWN}
  />
)

/** The directory that manages the user. */
const SourceBadge = ({ user, t }: { user: Member; t: Words }) => (
  <Tooltip text={managedHint(user, t)} focusable>
    <Badge tone="info">{user.directory ?? t('providerDirectory')}</Badge>
  </Tooltip>
)

const GroupList = ({ user, groups, t }: { user: Member; groups: readonly Group[]; t: Words }) => {
  const names = (user.groups ?? []).map(({ id, name }) => name ?? groups.find((group) => group.id === id)?.name ?? '')
  return (
    <NameChips
      names={names.filter((name) => name !== '')}
      none="–"
      more={(count) => t('moreRoles', { count })}
      shown={CHIPS_SHOWN}
    />
  )
}

interface ColumnParts {
  t: Words
  viewerId: string
  onOpen(user: Member): void
  /** Groups of the account. Without them the column is left out. */
  groups: readonly Group[] | undefined
  /** Names of accounts. Without them all rows belong to one account. */
  accounts: Readonly<Record<string, string>> | undefined
}

export const usersColumns = ({ t, viewerId, onOpen, groups, accounts }: ColumnParts): Column<Member>[] => [
  {
    id: 'name',
    header: t('userHeader'),
    sortable: true,
    primary: true,
    avatar: true,
    orders: { asc: t('orderAscending'), desc: t('orderDescending') },
    cell: (user) => (
      <UserSummary user={user} onOpen={() => onOpen(user)}>
        {user.id === viewerId && <Badge tone="accent">{t('you')}</Badge>}
        {isFromDirectory(user) && <SourceBadge user={user} t={t} />}
      </UserSummary>
    ),
  },
  {
    id: 'status',
    header: t('statusHeader'),
    phone: 'beside' as const,
    cell: (user) => (
      <span data-status={statusOf(user)}>
        <StatusBadge user={user} t={t} />
      </span>
    ),
  },
  ...(accounts
    ? [
        {
          id: 'account',
          header: t('organizationHeader'),
          cell: (user: Member) => <Truncated text={accounts[user.tenantId] ?? user.tenantId} />,
        },
      ]
    : []),
  { id: 'roles', header: t('rolesHeader'), phone: 'hidden' as const, cell: (user) => <RoleList user={user} t={t} /> },
  ...(groups
    ? [
        {
          id: 'groups',
          header: t('groupsHeader'),
          wide: true,
          cell: (user: Member) => <GroupList user={user} groups={groups} t={t} />,
        },
      ]
    : []),
  {
    id: 'factor',
    header: t('factorHeader'),
    wide: true,
    cell: (user) => {
      const factor = factorOf(user)
      const text = factor === 'app' ? 'factorAppShort' : FACTOR_TEXT[factor]
      return <span className={factor === 'none' ? 'fe-users-faint' : undefined}>{t(text)}</span>
    },
  },
  {
    id: 'lastLogin',
    header: t('lastSeenHeader'),
    phone: 'hidden' as const,
    sortable: true,
    cell: (user) => <Muted at={user.lastLogin} none={t('neverSeen')} />,
  },
  {
    id: 'createdAt',
    header: t('joinedHeader'),
    wide: true,
    sortable: true,
    cell: (user) => <Joined user={user} t={t} />,
  },
]

/** Times within this limit are shown as "just now". */
const JUST_NOW_MS = 45_000

/** The date a user joined. Users who haven't accepted their invitation haven't joined. */
const Joined = ({ user, t }: { user: Member; t: Words }) => {
  const { now } = useLocale()
  const { createdAt } = user
  if (createdAt === undefined || memberStatus(user) !== 'invited') return <Muted at={createdAt} none="–" />
  const isNow = now() - new Date(createdAt).getTime() < JUST_NOW_MS
  return (
    <span className="fe-users-muted">
      {t(isNow ? 'invitedJustNow' : 'statusInvited')} {!isNow && <RelativeTime at={createdAt} />}
    </span>
  )
}

const Muted = ({ at, none }: { at: Member['lastLogin']; none: string }) => (
  <span className="fe-users-muted">
    <RelativeTime at={at} none={none} />
  </span>
)
