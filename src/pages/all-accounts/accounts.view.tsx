import { lazy, Suspense, useMemo } from 'react'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './accounts.css'
import { AccountsTable } from './accounts.list.tsx'
import type { AccountsViewProps } from './accounts.props.ts'
import { isTree } from './accounts.state.ts'
import { CreateButton } from './create-button.tsx'

const loadDialogs = () => import('./dialogs/accounts-dialogs.tsx').then(({ AccountsDialogs }) => AccountsDialogs)
const Account = lazy(() => import('./account/account.view.tsx').then((part) => ({ default: part.AccountView })))

const VIEWS = [
  ['tree', 'toggleTextGraph'],
  ['list', 'toggleTextTable'],
] as const

const Toolbar = ({ state, actions, t }: Pick<AccountsViewProps, 'state' | 'actions' | 't'>) => {
  const { query, list } = state
  const isFlat = !isTree(query)
  return (
    <div className="fe-accounts-tools">
      <div className="fe-accounts-search">
        <SearchInput
          label={t('searchAccountPlaceholder')}
          placeholder={t('searchAccountPlaceholder')}
          value={query.search}
          onChange={(search) => void actions.change({ search })}
        />
      </div>
      <Segmented
        label={t('viewLabel')}
        value={query.view}
        options={VIEWS.map(([value, text]) => ({ value, label: t(text) }))}
        onChange={(view) => void actions.change({ view })}
      />
      <span className="fe-accounts-total" role="status">
        {isFlat && list.phase === 'ready' ? t('total', { count: list.total }) : ''}
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
      <AccountsTable {...props} parentId={state.root?.id} />
    </>
  )
}

export const AccountsView = (props: AccountsViewProps) => {
  useSheet(css)
  const { account, dialog, list, branches } = props.state
  const fallback = useMemo(() => <div className="fe-accounts" aria-busy="true" />, [])
  return (
    <div className="fe-accounts">
      {account ? (
        <Suspense fallback={fallback}>
          <Account {...props} account={account} />
        </Suspense>
      ) : (
        <AllAccounts {...props} />
      )}
      <LazyDialogs
        load={loadDialogs}
        isNeeded={dialog !== null}
        isCalm={list.phase !== 'loading' || Object.keys(branches).length > 0}
        onMissing={props.actions.dialogsMissing}
        props={props}
      />
    </div>
  )
}
