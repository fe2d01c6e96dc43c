import { useMemo } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { LazyPart } from '../../parts/lazy-part/lazy-part.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { accountsSlice } from './all-accounts.actions.ts'
import { AllUsersTable } from './all-accounts.all-users.tsx'
import css from './all-accounts.css'
import { AccountsTable, CreateButton } from './all-accounts.list.tsx'
import { accountsMessages } from './all-accounts.messages.ts'
import { type AccountsViewProps, canSeeAllUsers, initialAccounts, isTree, showsAllUsers } from './all-accounts.state.ts'
import { accountsUrl } from './all-accounts.url.ts'

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

const Toolbar = ({ state, actions, t }: Pick<AccountsViewProps, 'state' | 'actions' | 't'>) => {
  const { query } = state
  const areUsers = showsAllUsers(state)
  const view = areUsers || query.view === 'list' ? query.view : 'tree'
  const label = t(areUsers ? 'searchUserPlaceholder' : 'searchAccountPlaceholder')
  return (
    <div className="fe-accounts-tools">
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
