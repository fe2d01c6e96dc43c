import { useCallback, useMemo } from 'react'
import type { Member } from '../../contract/additions/members.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { MainButton, type PageButton, PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList } from '../../parts/record-list/record-list.tsx'
import { nameOfUser } from '../../rules/user-name.ts'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import type { MenuItem } from '../../ui/menu/menu.props.ts'
import { Menu } from '../../ui/menu/menu.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import type { UsersActions } from './users.actions.ts'
import { UsersBulkBar } from './users.bulk.tsx'
import { usersColumns } from './users.columns.tsx'
import css from './users.css'
import { Figures } from './users.figures.tsx'
import { UsersFilters } from './users.filters.tsx'
import type { UsersViewProps } from './users.props.ts'
import { hasFilters, type UsersQuery } from './users.query.ts'
import { rowMenu } from './users.row-menu.ts'
import { canFilter } from './users.state.ts'

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/users-dialogs.tsx')).then(({ UsersDialogs }) => UsersDialogs)

const mainOf = ({ state, actions, t }: UsersViewProps): PageButton | undefined =>
  state.viewer?.may.invite
    ? { label: t('inviteUserButton'), icon: 'user-plus', onSelect: actions.openInvite }
    : undefined

const InviteLinkButton = ({ state, actions, t }: UsersViewProps) =>
  state.viewer?.may.link && state.extras.link ? (
    <Button icon="link" onClick={() => actions.openDialog({ kind: 'link' })}>
      {t('inviteLinkButton')}
    </Button>
  ) : null

export const UsersView = (props: UsersViewProps) => {
  useSheet(css)
  const { state, t } = props
  const { list, viewer } = state
  return (
    <PageFrame
      className="fe-users"
      title={t('pageTitle')}
      description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })}
      main={mainOf(props)}
      controls={<InviteLinkButton {...props} />}
      menu={<MoreMenu {...props} />}
      isReady={list.phase === 'ready' || list.phase === 'failed'}
      dialogs={loadDialogs}
      page={props}
    >
      <Figures {...props} />
      <UsersList {...props} />
      <UsersBulkBar {...props} />
    </PageFrame>
  )
}

/** Menu of the actions for all users. */
const MoreMenu = ({ state, actions, t }: Pick<UsersViewProps, 'state' | 'actions' | 't'>) => {
  const may = state.viewer?.may
  const items: MenuItem[] = [
    ...(may?.invite
      ? [
          {
            id: 'import',
            label: t('importAction'),
            icon: 'upload' as const,
            onSelect: () => actions.openDialog({ kind: 'import' }),
          },
        ]
      : []),
    {
      id: 'export',
      label: t('exportAction'),
      icon: 'external',
      onSelect: () => void actions.exportAll(t),
    },
    ...(may?.link && canFilter(state)
      ? [
          {
            id: 'settings',
            label: t('settingsAction'),
            icon: 'settings' as const,
            onSelect: () => actions.openDialog({ kind: 'settings' }),
          },
        ]
      : []),
  ]
  return (
    <Menu
      align="end"
      label={t('moreActions')}
      items={items}
      trigger={<IconButton icon="dots" label={t('moreActions')} />}
    />
  )
}

/** Rounds 10,020 down to 10,000, because where counting stopped says nothing. */
const roundDown = (count: number): number => count - (count % 1000)

const UsersList = (props: UsersViewProps) => {
  const { state, actions, t } = props
  const { list, viewer } = state
  const { query } = list
  const viewerId = viewer?.id ?? ''
  const groups = state.extras.groups ? state.groups : undefined
  const accounts = query.subAccounts ? state.accounts : undefined
  const open = useCallback((user: Member) => openDetails(actions, user), [actions])
  const columns = useMemo(
    () => usersColumns({ t, viewerId, onOpen: open, groups, accounts }),
    [t, viewerId, open, groups, accounts],
  )
  // A row re-renders only if its menu may have changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the state that the menu reads
  const menu = useMemo(
    () => (user: Member) => rowMenu({ state, actions, t }, user),
    [state.viewer, state.extras, state.missing, state.busy, state.accounts, state.groups, actions, t],
  )
  const main = mainOf(props)
  return (
    <RecordList<Member, UsersQuery>
      list={list}
      label={t('pageTitle')}
      searchLabel={t('searchLabel')}
      searchPlaceholder={t('searchInputPlaceholder')}
      total={
        state.hasMore ? t('totalOver', { count: roundDown(list.totalItems) }) : t('total', { count: shownTotal(list) })
      }
      columns={columns}
      nameOf={nameOfUser}
      rowId={query.subAccounts ? rowIdOf : undefined}
      menu={menu}
      onOpen={open}
      onChange={actions.change}
      onSelect={query.subAccounts ? undefined : actions.select}
      onRetry={actions.reload}
      tools={<UsersFilters {...props} />}
      isFiltered={hasFilters(query)}
      noMatch={{
        title: t('noResultFound'),
        text: t('noResultFoundDescription'),
        clear: t('clearFilters'),
        onClear: actions.clearFilters,
      }}
      empty={{
        icon: 'users',
        title: t('noUsersYet'),
        text: t('noUsersYetDescription', { tenant: viewer?.tenantName ?? '' }),
        action: main && <MainButton {...main} />,
      }}
    />
  )
}

const openDetails = (actions: UsersActions, { id: userId, tenantId }: Member) =>
  actions.openDialog({ kind: 'details', userId, ...(tenantId && { tenantId }) })

/** Returns a unique row id, because with sub-accounts one user can have several rows. */
const rowIdOf = (user: Member): string => (user.tenantId ? `${user.id} ${user.tenantId}` : user.id)
