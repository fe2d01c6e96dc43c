import { useMemo } from 'react'
import type { UserV3 } from '../../entities/auth.ts'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { nameOfUser } from '../../rules/user-name.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type Column, DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { NameChips } from '../../ui/name-chips/name-chips.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Switch } from '../../ui/switch/switch.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { StatusBadges, userColumn } from './all-accounts.columns.tsx'
import { AccountsTable, accountMenu } from './all-accounts.list.tsx'
import { type AccountsViewProps, type OpenAccount, USERS_PAGE } from './all-accounts.state.ts'

export interface AccountViewProps extends AccountsViewProps {
  account: OpenAccount
}

const STATES = { loading: 'loading', ready: 'ready', failed: 'error' } as const

const rolesIn = (user: UserV3, accountId: string) =>
  user.tenants?.find(({ tenantId }) => tenantId === accountId)?.roles ?? []

type ColumnParts = Pick<AccountViewProps, 't' | 'actions'> & {
  accountId: string
  mayAccess: boolean
  busy: readonly string[]
}

const RolesCell = ({ user, accountId, t }: { user: UserV3; accountId: string } & Pick<AccountViewProps, 't'>) => (
  <NameChips
    names={rolesIn(user, accountId).map(({ name }) => name)}
    none={t('noRoles')}
    more={(count) => t('moreRoles', { count })}
  />
)

const JoinedCell = ({ user, t }: { user: UserV3 } & Pick<AccountViewProps, 't'>) =>
  user.activatedForTenant === false ? (
    <Badge tone="warning" dot>
      {t('pendingStatus')}
    </Badge>
  ) : (
    <span className="fe-accounts-muted">
      <RelativeTime at={user.createdAt} none={t('unknown')} />
    </span>
  )

const accessColumn = ({ t, actions, busy }: ColumnParts): Column<UserV3> => ({
  id: 'access',
  header: t('subAccountsAccessColumn'),
  cell: (user) => (
    <Switch
      hideLabel
      label={t('accessOf', { name: nameOfUser(user) })}
      checked={user.subAccountAccessAllowed === true}
      disabled={busy.includes(user.id)}
      onChange={(isOn) => void actions.setAccess(user, isOn)}
    />
  ),
})

const columnsOf = (parts: ColumnParts): Column<UserV3>[] => {
  const { t, accountId, mayAccess } = parts
  return [
    userColumn<UserV3>({ header: t('nameColumn'), userOf: (user) => user }),
    {
      id: 'roles',
      header: t('rolesColumn'),
      cell: (user) => <RolesCell user={user} accountId={accountId} t={t} />,
    },
    { id: 'joined', header: t('joinedColumn'), cell: (user) => <JoinedCell user={user} t={t} /> },
    ...(mayAccess ? [accessColumn(parts)] : []),
  ]
}

const userMenu = ({ state, actions, t }: AccountViewProps, user: UserV3): MenuItem[] => {
  const { viewer } = state
  const isSelf = user.id === viewer?.id
  const roles: MenuItem = {
    id: 'roles',
    label: t('editUserRolesBtnText'),
    icon: 'roles',
    onSelect: () => actions.openDialog({ kind: 'roles', user }),
  }
  const remove: MenuItem = {
    id: 'remove',
    label: t('deleteUserBtnText'),
    icon: 'trash',
    danger: true,
    separated: true,
    disabled: isSelf,
    ...(isSelf && { hint: t('deleteSelfHint') }),
    onSelect: () => actions.openDialog({ kind: 'remove-user', user }),
  }
  return [...(viewer?.may.setRoles ? [roles] : []), ...(viewer?.may.removeUsers ? [remove] : [])]
}

const NoUsers = ({ account, actions, t }: Pick<AccountViewProps, 'account' | 'actions' | 't'>) =>
  account.users.search ? (
    <EmptyState
      icon="search"
      title={t('noResultsFoundText')}
      text={t('noResultsFoundDescription')}
      action={
        <Button onClick={() => void actions.loadUsers(account.id, { search: '', page: 0 })}>{t('clearSearch')}</Button>
      }
    />
  ) : (
    <EmptyState icon="users" title={t('noUsersText')} text={t('noUsersDescription', { name: account.row.name })} />
  )

const UsersTable = (props: AccountViewProps) => {
  const { state, actions, t, account } = props
  const { users, id, busy } = account
  const mayAccess = state.viewer?.may.access === true
  const mayChange = state.viewer?.may.setRoles || state.viewer?.may.removeUsers
  const columns = useMemo(
    () => columnsOf({ t, actions, accountId: id, mayAccess, busy }),
    [t, actions, id, mayAccess, busy],
  )
  return (
    <DataTable<UserV3>
      label={t('usersTab')}
      columns={columns}
      rows={users.rows}
      rowId={(user) => user.id}
      rowLabel={nameOfUser}
      state={STATES[users.phase]}
      error={users.error}
      onRetry={() => void actions.loadUsers(id)}
      empty={<NoUsers {...props} />}
      sort={{ column: 'name', direction: users.order === 'ASC' ? 'asc' : 'desc' }}
      onSort={({ direction }) => void actions.loadUsers(id, { order: direction === 'asc' ? 'ASC' : 'DESC', page: 0 })}
      rowMenu={mayChange ? (user) => userMenu(props, user) : undefined}
      total={users.total}
      offset={users.page * USERS_PAGE}
    />
  )
}

/** The users of the account, ten per page. */
export const AccountUsers = (props: AccountViewProps) => {
  const { actions, t, account } = props
  const { users, id } = account
  return (
    <>
      <div className="fe-accounts-tools">
        <div className="fe-accounts-search">
          <SearchInput
            label={t('searchUserPlaceholder')}
            placeholder={t('searchUserPlaceholder')}
            value={users.search}
            onChange={(search) => void actions.loadUsers(id, { search, page: 0 })}
          />
        </div>
      </div>
      <UsersTable {...props} />
      {users.total > USERS_PAGE && (
        <Pagination
          offset={users.page * USERS_PAGE}
          limit={USERS_PAGE}
          total={users.total}
          limits={[USERS_PAGE]}
          disabled={users.phase === 'loading'}
          onChange={({ offset }) => void actions.loadUsers(id, { page: Math.floor(offset / USERS_PAGE) })}
        />
      )}
    </>
  )
}

const Path = ({ actions, t, account, state }: Pick<AccountViewProps, 'actions' | 't' | 'account' | 'state'>) => (
  <nav aria-label={t('pathLabel')}>
    <ol className="fe-accounts-path">
      <li>
        <Icon name="arrow-left" size="s" />
        <RowLink onClick={actions.leaveAccount}>{t('backToAll')}</RowLink>
      </li>
      {account.parents
        .filter(({ id }) => id !== state.root?.id)
        .map(({ id, name }) => (
          <li key={id}>
            <Icon name="chevron-right" size="s" />
            <RowLink onClick={() => void actions.enterAccount(id)}>{name}</RowLink>
          </li>
        ))}
    </ol>
  </nav>
)

const Facts = ({ account, t }: Pick<AccountViewProps, 'account' | 't'>) => {
  const { type, isSuspended, trialEndsAt, users, below } = account.row
  return (
    <div className="fe-accounts-facts">
      {(type || isSuspended || trialEndsAt) && <StatusBadges row={account.row} t={t} />}
      <span>{users === undefined ? '' : t('usersCountText', { count: users })}</span>
      <span>{below === undefined ? '' : t('subAccountsCount', { count: below })}</span>
    </div>
  )
}

const HeaderActions = (props: AccountViewProps) => {
  const { state, actions, t, account } = props
  const items = accountMenu(props, account.row)
  return (
    <>
      {state.viewer?.may.addUsers && (
        <Button variant="primary" icon="user-plus" onClick={() => actions.openDialog({ kind: 'add-users' })}>
          {t('inviteUsers')}
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          align="end"
          label={t('moreActions')}
          items={() => accountMenu(props, account.row)}
          trigger={<IconButton icon="dots" label={t('moreActions')} />}
        />
      )}
    </>
  )
}

const Inside = (props: AccountViewProps) => {
  const { actions, t, account } = props
  return (
    <Tabs
      label={account.row.name}
      active={account.tab}
      onChange={actions.showTab}
      tabs={[
        { id: 'users', label: t('usersTab') },
        { id: 'accounts', label: t('subAccountsTab') },
      ]}
    >
      {account.tab === 'users' ? (
        <AccountUsers {...props} />
      ) : (
        <AccountsTable {...props} parentId={account.id} isInAccount />
      )}
    </Tabs>
  )
}

/** One account: its path, its users and its sub-accounts. */
export const AccountView = (props: AccountViewProps) => {
  const { actions, t, account } = props
  const { phase, row } = account
  return (
    <>
      <Path {...props} />
      {phase === 'refused' ? (
        <EmptyState icon="lock" title={t('noPermissionTitle')} text={t('noPermissionDescription')} />
      ) : (
        <>
          <PageHeader title={row.name || t('loading')}>{phase === 'open' && <HeaderActions {...props} />}</PageHeader>
          <Facts {...props} />
          {phase === 'loading' && <Skeleton height="240px" />}
          {phase === 'failed' && (
            <Alert
              tone="danger"
              title={t('accountFailedTitle')}
              action={<Button onClick={() => void actions.retryAccount(account.id)}>{t('retry')}</Button>}
            >
              {account.error}
            </Alert>
          )}
          {phase === 'open' && <Inside {...props} />}
        </>
      )}
    </>
  )
}
