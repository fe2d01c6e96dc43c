import type { Permission } from '../../entities/team.ts'
import type { Translate } from '../../i18n/messages.ts'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import type { RolesActions } from './roles.actions.ts'
import type { RolesTexts } from './roles.messages.ts'
import { isBuiltIn, type ListedRole } from './roles.state.ts'

interface ColumnParts {
  t: Translate<RolesTexts>
  permissions: readonly Permission[]
  isCounted: boolean
  actions: Pick<RolesActions, 'openDialog'>
}

export const rolesColumns = ({ t, permissions, isCounted, actions }: ColumnParts): Column<ListedRole>[] => {
  const all = permissions.find(({ key }) => key === 'fe.*')?.id
  const members: Column<ListedRole> = {
    id: 'members',
    header: t('membersHeader'),
    align: 'end',
    width: '96px',
    cell: (role) => (
      <RowLink
        className="fe-roles-count"
        label={`${t('membersTitle', { name: role.name })}: ${role.userCount ?? 0}`}
        onClick={() => actions.openDialog({ kind: 'members', role })}
      >
        {role.userCount ?? 0}
      </RowLink>
    ),
  }
  return [
    {
      id: 'name',
      header: t('nameHeader'),
      sortable: true,
      primary: true,
      width: '30%',
      cell: (role) => (
        <span className="fe-roles-lines">
          <span className="fe-roles-name">
            <RowLink onClick={() => actions.openDialog({ kind: 'edit', role })}>
              <Truncated text={role.name} />
            </RowLink>
            {role.isDefault && <Badge tone="accent">{t('defaultRole')}</Badge>}
            {isBuiltIn(role) && <Badge>{t('builtIn')}</Badge>}
          </span>
          <code className="fe-roles-key">{role.key}</code>
        </span>
      ),
    },
    {
      id: 'description',
      header: t('descriptionHeader'),
      phone: 'hidden',
      cell: (role) =>
        role.description ? (
          <Truncated text={role.description} />
        ) : (
          <span className="fe-roles-faint">{t('noDescription')}</span>
        ),
    },
    {
      id: 'permissions',
      header: t('permissionsHeader'),
      align: 'end',
      width: '116px',
      cell: (role) => (all && role.permissions.includes(all) ? t('everything') : role.permissions.length),
    },
    ...(isCounted ? [members] : []),
    {
      id: 'createdAt',
      header: t('createdHeader'),
      wide: true,
      sortable: true,
      width: '132px',
      cell: (role) => (
        <span className="fe-roles-muted">
          <RelativeTime at={role.createdAt} none="–" />
        </span>
      ),
    },
  ]
}
