import { useMemo } from 'react'
import type { Member, MemberSort } from '../../contract/additions.ts'
import type { FeatureProps } from '../../feature/define.ts'
import { formatNumber } from '../../i18n/formatting.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { Button } from '../../ui/button/button.tsx'
import { DataTable, type Sort } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { Menu, type MenuItem } from '../../ui/menu/menu.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { UsersBulkBar } from './users.bulk.tsx'
import { usersColumns } from './users.columns.tsx'
import type { UsersContext } from './users.context.ts'
import css from './users.css'
import type { InviteFields } from './users.invite.ts'
import type { UsersTexts } from './users.messages.ts'
import { hasFilters, PAGE_SIZES } from './users.query.ts'
import { rowMenu } from './users.row-menu.ts'
import { nameOf } from './users.rows.ts'
import type { UsersActions } from './users.slice.ts'
import { noticed, shownTotal, shownUsers, type UsersState } from './users.state.ts'
import { UsersToolbar } from './users.toolbar.tsx'

export interface UsersViewProps extends FeatureProps<UsersState, UsersActions, UsersTexts> {
  /** Which fields the invite dialog has besides the addresses. */
  fields: InviteFields
}

const TABLE_STATE = { first: 'loading', reloading: 'loading', ready: 'ready', failed: 'error' } as const

const loadDialogs = () => import('./dialogs/users-dialogs.tsx').then(({ UsersDialogs }) => UsersDialogs)

export const UsersView = (props: UsersViewProps) => {
  useSheet(css)
  const { state, actions, t } = props
  return (
    <div className="fe-users">
      <div className="fe-users-page">
        <PageHeader
          title={t('pageTitle')}
          description={t('pageDescription', { tenant: state.viewer?.tenantName ?? '' })}
        >
          <MoreMenu {...props} />
          {state.viewer?.may.link && state.extras.link && (
            <Button icon="link" onClick={actions.openLink}>
              {t('inviteLinkButton')}
            </Button>
          )}
          {state.viewer?.may.invite && (
            <Button variant="primary" icon="user-plus" onClick={actions.openInvite}>
              {t('inviteUserButton')}
            </Button>
          )}
        </PageHeader>
        <Figures {...props} />
        <UsersToolbar {...props} />
        <UsersTable {...props} />
        <UsersBulkBar {...props} />
      </div>
      <LazyDialogs
        load={loadDialogs}
        isNeeded={state.dialog !== null}
        isCalm={state.phase === 'ready' || state.phase === 'failed'}
        onMissing={actions.dialogsMissing}
        props={props}
      />
    </div>
  )
}

/** What concerns all of them, behind one button. */
const MoreMenu = ({ state, actions, t }: UsersViewProps) => {
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
      onSelect: () => void startExport(actions.context(), t),
    },
    ...(may?.link && state.extras.filters
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
  return <Menu label={t('moreActions')} items={items} trigger={<IconButton icon="dots" label={t('moreActions')} />} />
}

/** A chunk of its own: most visits export nothing. */
const startExport = async (context: UsersContext, t: UsersViewProps['t']) => {
  try {
    const { exportPeople } = await import('./dialogs/import/export-people.ts')
    await exportPeople(context, t)
  } catch {
    context.apply(noticed('unavailable'))
  }
}

/** The account in three numbers (flows §24, stats). */
const Figures = ({ state, t }: UsersViewProps) => {
  const { stats } = state
  const { language } = useLocale()
  if (!stats) return null
  const figures = [
    ['statTotal', stats.totalItems],
    ['statNew', stats.addedThisWeek],
    ['statAdmins', stats.superAdmins],
  ] as const
  return (
    <dl className="fe-users-stats">
      {figures.map(([key, count]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{formatNumber(count, { language })}</dd>
        </div>
      ))}
    </dl>
  )
}

const NoUsers = ({ state, actions, t }: UsersViewProps) =>
  hasFilters(state.query) ? (
    <EmptyState
      icon="search"
      title={t('noResultFound')}
      text={t('noResultFoundDescription')}
      action={<Button onClick={actions.clearFilters}>{t('clearFilters')}</Button>}
    />
  ) : (
    <EmptyState
      icon="users"
      title={t('noUsersYet')}
      text={t('noUsersYetDescription', { tenant: state.viewer?.tenantName ?? '' })}
      action={
        state.viewer?.may.invite && (
          <Button variant="primary" icon="user-plus" onClick={actions.openInvite}>
            {t('inviteUserButton')}
          </Button>
        )
      }
    />
  )

const UsersTable = (props: UsersViewProps) => {
  const { state, actions, t } = props
  const { query, viewer } = state
  const users = shownUsers(state)
  const totalItems = shownTotal(state)
  const viewerId = viewer?.id ?? ''
  const groups = state.extras.groups ? state.groups : undefined
  const accounts = query.subAccounts ? state.accounts : undefined
  const columns = useMemo(() => usersColumns({ t, viewerId, groups, accounts }), [t, viewerId, groups, accounts])
  const selection = useMemo(() => new Set(state.selected), [state.selected])
  const sort: Sort = { column: query.sort, direction: query.order === 'ASC' ? 'asc' : 'desc' }
  // A row is drawn again only when its menu could differ.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of the state that the menu reads
  const menu = useMemo(
    () => (user: Member) => rowMenu({ state, actions, t }, user),
    [state.viewer, state.extras, state.busy, actions, t],
  )
  return (
    <>
      <DataTable<Member>
        label={t('pageTitle')}
        columns={columns}
        rows={users}
        rowId={query.subAccounts ? placeOf : idOf}
        rowLabel={nameOf}
        state={TABLE_STATE[state.phase]}
        error={state.error}
        onRetry={actions.reload}
        empty={<NoUsers {...props} />}
        sort={sort}
        onSort={({ column, direction }) =>
          // Only these columns are sortable.
          actions.change({ sort: column as MemberSort, order: direction === 'asc' ? 'ASC' : 'DESC' })
        }
        {...(!query.subAccounts && { selection, onSelectionChange: actions.select })}
        rowMenu={menu}
        total={totalItems}
        offset={query.page * query.size}
      />
      {totalItems > 0 && (
        <Pagination
          offset={query.page * query.size}
          limit={query.size}
          total={totalItems}
          limits={PAGE_SIZES}
          disabled={state.phase === 'reloading'}
          onChange={({ offset, limit }) => actions.change({ size: limit, page: Math.floor(offset / limit) })}
        />
      )}
    </>
  )
}

const idOf = (user: Member): string => user.id

/** With sub-accounts one person may stand in several rows. */
const placeOf = (user: Member): string => (user.tenantId ? `${user.id} ${user.tenantId}` : user.id)
