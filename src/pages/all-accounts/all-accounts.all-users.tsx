import { useMemo } from 'react'
import { RowLink } from '../../parts/record-list/row-link.tsx'
import { nameOfUser } from '../../rules/user-name.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type Column, DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { NameChips } from '../../ui/name-chips/name-chips.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { userColumn } from './all-accounts.columns.tsx'
import { type AccountsViewProps, EVERYONE_PAGE, type EveryoneRow } from './all-accounts.state.ts'

const STATES = { loading: 'loading', ready: 'ready', failed: 'error' } as const

/** Opens the user in their account, where roles are changed and users are removed. */
const openIn = ({ actions }: Pick<AccountsViewProps, 'actions'>, { accountId, user }: EveryoneRow) =>
  void actions.enterAccount(accountId, 'users', user.email)

const AccountCell = ({ row, actions }: Pick<AccountsViewProps, 'actions'> & { row: EveryoneRow }) => (
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

const columnsOf = ({ actions, t }: Pick<AccountsViewProps, 'actions' | 't'>): Column<EveryoneRow>[] => [
  userColumn<EveryoneRow>({
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
export const EveryoneTable = (props: AccountsViewProps) => {
  const { state, actions, t } = props
  const { phase, error, rows, page, total } = state.everyone
  const columns = useMemo(() => columnsOf({ actions, t }), [actions, t])
  const direction = state.query.order === 'ASC' ? 'asc' : 'desc'
  return (
    <>
      <DataTable<EveryoneRow>
        label={t('everyoneLabel')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={({ user }) => nameOfUser(user)}
        state={STATES[phase]}
        error={error}
        onRetry={() => void actions.loadEveryone(page)}
        empty={<NoOne {...props} />}
        sort={{ column: 'name', direction }}
        onSort={(sort) => void actions.change({ sort: 'name', order: sort.direction === 'asc' ? 'ASC' : 'DESC' })}
        onOpen={(row) => openIn(props, row)}
        total={total}
        offset={page * EVERYONE_PAGE}
      />
      {total > EVERYONE_PAGE && (
        <Pagination
          offset={page * EVERYONE_PAGE}
          limit={EVERYONE_PAGE}
          total={total}
          limits={[EVERYONE_PAGE]}
          disabled={phase === 'loading'}
          onChange={({ offset }) => void actions.loadEveryone(Math.floor(offset / EVERYONE_PAGE))}
        />
      )}
    </>
  )
}
