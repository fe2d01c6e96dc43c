import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { RowLink } from '../../parts/record-list/row-link.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import type { AccountViewProps } from './account/account.props.ts'
import { AccountUsers } from './account/account.users.tsx'
import { StatusBadges } from './all-accounts.columns.tsx'
import { AccountsTable, accountMenu } from './all-accounts.list.tsx'

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
