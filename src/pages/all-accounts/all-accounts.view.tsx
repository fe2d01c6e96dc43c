import { useMemo } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { LazyPart } from '../../parts/lazy-part/lazy-part.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { useBare } from '../../parts/record-list/use-bare.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { type Column, DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { NameChips } from '../../ui/name-chips/name-chips.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { accountsSlice } from './all-accounts.actions.ts'
import { userColumn } from './all-accounts.columns.tsx'
import css from './all-accounts.css'
import { AccountsTable, CreateButton } from './all-accounts.list.tsx'
import { accountsMessages } from './all-accounts.messages.ts'
import {
  type AccountsViewProps,
  ALL_USERS_PAGE,
  type AllUsersRow,
  canSeeAllUsers,
  EMPTY_BRANCH,
  initialAccounts,
  isTree,
  showsAllUsers,
} from './all-accounts.state.ts'
import { accountsUrl } from './all-accounts.url.ts'

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

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/accounts-dialogs.tsx')).then(({ AccountsDialogs }) => AccountsDialogs)
const loadAccount = () =>
  loadChunk(() => import('./all-accounts.account-view.tsx')).then(({ AccountView }) => AccountView)

const VIEWS = [
  ['tree', 'toggleTextGraph'],
  ['list', 'toggleTextTable'],
  ['users', 'toggleTextUsers'],
] as const

const totalOf = ({ state, t }: Pick<AccountsViewProps, 'state' | 't'>): string => {
  const { query, list, allUsers } = state
  if (showsAllUsers(state)) return allUsers.phase === 'ready' ? t('totalUsers', { count: allUsers.total }) : ''
  return !isTree(query) && list.phase === 'ready' ? t('total', { count: list.total }) : ''
}

const LIST_PHASES = { loading: 'first', more: 'ready', ready: 'ready', failed: 'failed' } as const

/** Without sub-accounts there is nothing to search, like in every empty list. */
const useBareAccounts = ({ state, t }: Pick<AccountsViewProps, 'state' | 't'>) => {
  const { query, branches, root, list } = state
  const { phase, rows, total } = (isTree(query) ? branches[root?.id ?? ''] : list) ?? EMPTY_BRANCH
  return useBare({
    list: { phase: LIST_PHASES[phase], rows, leaving: [], totalItems: total },
    label: t('pageTitle'),
    isFiltered: showsAllUsers(state) || query.search !== '',
  })
}

const Toolbar = ({ state, actions, t }: Pick<AccountsViewProps, 'state' | 'actions' | 't'>) => {
  const { query } = state
  const { isBare, isFlat } = useBareAccounts({ state, t })
  const areUsers = showsAllUsers(state)
  const view = areUsers || query.view === 'list' ? query.view : 'tree'
  const label = t(areUsers ? 'searchUserPlaceholder' : 'searchAccountPlaceholder')
  return (
    <div className="fe-accounts-tools" data-bare={isBare || undefined} data-flat={isFlat || undefined}>
      <div className="fe-accounts-search">
        <SearchInput
          label={label}
          placeholder={label}
          value={query.search}
          onChange={(search) => void actions.change({ search })}
        />
      </div>
      <Segmented
        label={t('viewLabel')}
        value={view}
        options={VIEWS.filter(([value]) => value !== 'users' || canSeeAllUsers(state)).map(([value, text]) => ({
          value,
          label: t(text),
        }))}
        // A search for users makes no sense for accounts, so switching clears it.
        onChange={(next) => void actions.change({ view: next, ...(areUsers !== (next === 'users') && { search: '' }) })}
      />
      <span className="fe-accounts-total" role="status">
        {totalOf({ state, t })}
      </span>
    </div>
  )
}

const AllAccounts = (props: AccountsViewProps) => {
  const { state, t } = props
  return (
    <>
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant: state.viewer?.tenantName ?? '' })}>
        <CreateButton {...props} />
      </PageHeader>
      <Toolbar {...props} />
      {showsAllUsers(state) ? <AllUsersTable {...props} /> : <AccountsTable {...props} parentId={state.root?.id} />}
    </>
  )
}

export const AccountsView = (props: AccountsViewProps) => {
  useSheet(css)
  const { state } = props
  const { account, dialog, list, branches } = state
  const fallback = useMemo(() => <div className="fe-accounts" aria-busy="true" />, [])
  return (
    <div className="fe-accounts">
      {account ? (
        <LazyPart load={loadAccount} fallback={fallback} props={{ ...props, account }} />
      ) : (
        <AllAccounts {...props} />
      )}
      <LazyDialogs
        load={loadDialogs}
        isNeeded={dialog !== null}
        isCalm={list.phase !== 'loading' || state.allUsers.phase !== 'loading' || Object.keys(branches).length > 0}
        onMissing={props.actions.dialogsMissing}
        props={props}
      />
    </div>
  )
}

export const allAccountsFeature = pageFeature({
  initial: initialAccounts,
  slice: accountsSlice,
  messages: accountsMessages,
  url: accountsUrl,
  typed: ({ query }) => query.search,
  View: AccountsView,
})
