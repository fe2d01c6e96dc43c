import { useMemo } from 'react'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { nameOfUser } from '../../rules/user-name.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type Column, DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { NameChips } from '../../ui/name-chips/name-chips.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { userColumn } from './all-accounts.columns.tsx'
import { type AccountsViewProps, ALL_USERS_PAGE, type AllUsersRow } from './all-accounts.state.ts'

const STATES = { loading: 'loading', ready: 'ready', failed: 'error' } as const

/** Opens the user in their account, where roles are changed and users are removed. */
const openIn = ({ actions }: Pick<AccountsViewProps, 'actions'>, { accountId, user }: AllUsersRow) =>
  void actions.enterAccount(accountId, 'users', user.email)

const AccountCell = ({ row, actions }: Pick<AccountsViewProps, 'actions'> & { row: AllUsersRow }) => (
  <span className="fe-accounts-place">
    <RowLink onClick={() => void actions.enterAccount(row.accountId)}>
      <Truncated text={row.account?.name ?? row.accountId} />
    </RowLink>
    {row.account?.path && (
      <span className="fe-accounts-place-path">
        <Truncated text={row.account.path} />
      </span>
    )}
  </span>
)

const columnsOf = ({ actions, t }: Pick<AccountsViewProps, 'actions' | 't'>): Column<AllUsersRow>[] => [
  userColumn<AllUsersRow>({
    header: t('nameColumn'),
    userOf: ({ user }) => user,
    onOpen: (row) => openIn({ actions }, row),
    badgeOf: ({ isInvited }) =>
      isInvited && (
        <Badge tone="warning" dot>
          {t('pendingStatus')}
        </Badge>
      ),
  }),
  {
    id: 'account',
    header: t('accountColumn'),
    phone: 'beside',
    cell: (row) => <AccountCell row={row} actions={actions} />,
  },
  {
    id: 'roles',
    header: t('rolesColumn'),
    phone: 'hidden',
    cell: ({ roles }) => <NameChips names={roles} none={t('noRoles')} more={(count) => t('moreRoles', { count })} />,
  },
]

const NoOne = ({ state, actions, t }: Pick<AccountsViewProps, 'state' | 'actions' | 't'>) =>
  state.query.search ? (
    <EmptyState
      icon="search"
      title={t('noResultsFoundText')}
      text={t('noResultsFoundDescription')}
      action={<Button onClick={() => void actions.change({ search: '' })}>{t('clearSearch')}</Button>}
    />
  ) : (
    <EmptyState icon="users" title={t('noUsersText')} text={t('noEveryoneDescription')} />
  )

/** The users of all accounts, with their accounts and roles. */
export const AllUsersTable = (props: AccountsViewProps) => {
  const { state, actions, t } = props
  const { phase, error, rows, page, total } = state.allUsers
  const columns = useMemo(() => columnsOf({ actions, t }), [actions, t])
  const direction = state.query.order === 'ASC' ? 'asc' : 'desc'
  return (
    <>
      <DataTable<AllUsersRow>
        label={t('everyoneLabel')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={({ user }) => nameOfUser(user)}
        state={STATES[phase]}
        error={error}
        onRetry={() => void actions.loadAllUsers(page)}
        empty={<NoOne {...props} />}
        sort={{ column: 'name', direction }}
        onSort={(sort) => void actions.change({ sort: 'name', order: sort.direction === 'asc' ? 'ASC' : 'DESC' })}
        onOpen={(row) => openIn(props, row)}
        total={total}
        offset={page * ALL_USERS_PAGE}
      />
      {total > ALL_USERS_PAGE && (
        <Pagination
          offset={page * ALL_USERS_PAGE}
          limit={ALL_USERS_PAGE}
          total={total}
          limits={[ALL_USERS_PAGE]}
          disabled={phase === 'loading'}
          onChange={({ offset }) => void actions.loadAllUsers(Math.floor(offset / ALL_USERS_PAGE))}
        />
      )}
    </>
  )
}
