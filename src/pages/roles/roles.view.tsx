import { useMemo } from 'react'
import type { Permission } from '../../entities/team.ts'
import type { Translate } from '../../i18n/messages.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { type ListQuery, shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList, RowLink } from '../../parts/record-list/record-list.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { useUnsaved } from '../../ui/unsaved/unsaved-guard.ts'
import { type RolesActions, type RolesViewProps, rolesSlice } from './roles.actions.ts'
import css from './roles.css'
import { PermissionMatrix } from './roles.matrix.tsx'
import { type RolesTexts, rolesMessages } from './roles.messages.ts'
import { canCount, initialRoles, isBuiltIn, type ListedRole, rolesUrl } from './roles.state.ts'

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
        className={role.userCount ? 'fe-roles-count' : 'fe-roles-count fe-zero'}
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

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/roles-dialogs.tsx')).then(({ RolesDialogs }) => RolesDialogs)

const mainOf = ({ state, actions, t }: RolesViewProps): PageButton | undefined =>
  state.viewer?.may.create
    ? { label: t('addNewRoleButton'), icon: 'plus', onSelect: () => actions.openDialog({ kind: 'edit' }) }
    : undefined

export const RolesView = (props: RolesViewProps) => {
  useSheet(css)
  const { state, actions, t } = props
  const { list, tab, viewer } = state
  useUnsaved(Object.keys(state.drafts).length > 0, actions.discardMatrix)
  return (
    <PageFrame
      className="fe-roles"
      title={t('pageTitle')}
      description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })}
      main={mainOf(props)}
      isReady={list.phase === 'ready' || list.phase === 'failed'}
      dialogs={loadDialogs}
      page={props}
    >
      <Tabs
        label={t('viewLabel')}
        tabs={[
          { id: 'roles', label: t('listTab') },
          { id: 'matrix', label: t('matrixTab') },
        ]}
        active={tab}
        onChange={actions.showTab}
      >
        {tab === 'roles' ? <List {...props} /> : <PermissionMatrix {...props} />}
      </Tabs>
    </PageFrame>
  )
}

const List = (props: RolesViewProps) => {
  const { state, actions, t } = props
  const { list, permissions } = state
  const isCounted = canCount(state)
  const main = mainOf(props)
  const columns = useMemo(
    () => rolesColumns({ t, permissions, isCounted, actions }),
    [t, permissions, isCounted, actions],
  )
  return (
    <RecordList<ListedRole, ListQuery>
      list={list}
      label={t('pageTitle')}
      searchLabel={t('searchInputPlaceholder')}
      total={t('total', { count: shownTotal(list) })}
      columns={columns}
      nameOf={({ name }) => name}
      menu={(role) => roleMenu(props, role)}
      onOpen={(role) => actions.openDialog({ kind: 'edit', role })}
      onChange={actions.change}
      onRetry={actions.reload}
      empty={{
        icon: 'roles',
        title: t('noRolesYet'),
        text: t('noRolesYetDescription'),
        action: main && <MainButton {...main} />,
      }}
      noMatch={{ title: t('noResultFound'), text: t('noResultFoundDescription'), clear: t('clearSearch') }}
    />
  )
}

const only = (isThere: boolean | undefined, item: MenuItem): MenuItem[] => (isThere ? [item] : [])

/** Returns the actions that the user can perform on a role. */
const roleMenu = ({ state, actions, t }: RolesViewProps, role: ListedRole): MenuItem[] => {
  const may = state.viewer?.may
  const isOwn = !isBuiltIn(role)
  const canEdit = isOwn && may?.edit
  return [
    {
      id: 'edit',
      label: canEdit ? t('editRole') : t('viewRole'),
      icon: canEdit ? 'edit' : 'eye',
      onSelect: () => actions.openDialog({ kind: 'edit', role }),
    },
    ...only(may?.create, {
      id: 'duplicate',
      label: t('duplicateRole'),
      icon: 'plus',
      onSelect: () => actions.openDialog({ kind: 'edit', copyOf: role }),
    }),
    ...only(may?.seeUsers && canCount(state), {
      id: 'members',
      label: t('membersAction'),
      icon: 'users',
      onSelect: () => actions.openDialog({ kind: 'members', role }),
    }),
    ...only(canEdit, {
      id: 'default',
      label: role.isDefault ? t('makeNotDefault') : t('makeDefault'),
      icon: 'user-plus',
      onSelect: () => actions.setDefault(role, !role.isDefault),
    }),
    ...only(may?.remove, {
      id: 'delete',
      label: t('deleteRole'),
      icon: 'trash',
      danger: true,
      separated: true,
      disabled: !isOwn,
      ...(!isOwn && { hint: t('builtInHint') }),
      onSelect: () => actions.openDialog({ kind: 'delete', role }),
    }),
  ]
}

export const rolesFeature = pageFeature({
  initial: initialRoles,
  slice: rolesSlice,
  messages: rolesMessages,
  url: rolesUrl,
  typed: ({ list }) => list.query.search,
  View: RolesView,
})
