import type { Translate } from '../../i18n/messages.ts'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { NameChips } from '../../ui/name-chips/name-chips.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import type { GroupsTexts } from './groups.messages.ts'
import { isManagedHere, type ListedGroup } from './groups.state.ts'

type Words = Translate<GroupsTexts>

/** Returns a hint about the directory that manages a group, and where to change it. */
export const directoryHint = ({ directory }: ListedGroup, t: Words): string =>
  directory ? t('directoryNameHint', { name: directory }) : t('directoryHint')

/** Renders the color as SVG, because a style attribute would violate a strict content security policy. */
export const ColorDot = ({ color }: { color: string | undefined }) => (
  <svg className="fe-groups-dot" viewBox="0 0 12 12" aria-hidden="true">
    <circle cx="6" cy="6" r="6" fill={color ?? '#64748b'} />
  </svg>
)

export const GroupRoles = ({ group, t }: { group: ListedGroup; t: Words }) => (
  <NameChips
    names={(group.roles ?? []).map(({ name }) => name)}
    none={t('emptyRolesMessage')}
    more={(count) => t('moreRoles', { count })}
  />
)

const Name = ({ group, onOpen }: { group: ListedGroup; onOpen: () => void }) => (
  <span className="fe-groups-who">
    <ColorDot color={group.color} />
    <span className="fe-groups-lines">
      <RowLink onClick={onOpen}>
        <Truncated text={group.name} />
      </RowLink>
      {group.description && (
        <span className="fe-groups-muted">
          <Truncated text={group.description} />
        </span>
      )}
    </span>
  </span>
)

export const groupsColumns = (t: Words, open: (group: ListedGroup) => void): Column<ListedGroup>[] => [
  {
    id: 'name',
    header: t('nameHeader'),
    sortable: true,
    primary: true,
    width: '34%',
    cell: (group) => <Name group={group} onOpen={() => open(group)} />,
  },
  { id: 'roles', header: t('rolesHeader'), phone: 'hidden', cell: (group) => <GroupRoles group={group} t={t} /> },
  {
    id: 'members',
    header: t('membersHeader'),
    align: 'end',
    width: '100px',
    cell: ({ userCount }) => <span className={userCount ? '' : 'fe-zero'}>{userCount ?? '–'}</span>,
  },
  {
    id: 'managedBy',
    header: t('managedByHeader'),
    phone: 'beside',
    width: '120px',
    cell: (group) =>
      isManagedHere(group) ? (
        <span className="fe-groups-admins">
          <Badge>{t('managedByAdmins')}</Badge>
        </span>
      ) : (
        <Tooltip text={directoryHint(group, t)} focusable>
          <Badge tone="info">{group.directory ?? t('managedByDirectory')}</Badge>
        </Tooltip>
      ),
  },
  {
    id: 'createdAt',
    header: t('createdHeader'),
    wide: true,
    sortable: true,
    width: '132px',
    cell: (group) => (
      <span className="fe-groups-muted">
        <RelativeTime at={group.createdAt} none="–" />
      </span>
    ),
  },
]
