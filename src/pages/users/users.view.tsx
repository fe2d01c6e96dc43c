import { useCallback, useMemo } from 'react'
import type { Member } from '../../contract/users.ts'
import { formatNumber } from '../../i18n/formatting.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { shownRows, shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList } from '../../parts/record-list/record-list.tsx'
import { nameOfUser } from '../../rules/user-name.ts'
import { BulkBar } from '../../ui/bulk-bar/bulk-bar.tsx'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/icon-button/icon-button.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { JobProgress } from './dialogs/job-progress.tsx'
import { usersSlice } from './users.actions.ts'
import { usersColumns } from './users.columns.tsx'
import css from './users.css'
import { Figures, UsersFilters } from './users.filters.tsx'
import { isFromDirectory, resendKind } from './users.member.ts'
import { usersMessages } from './users.messages.ts'
import { hasFilters, type UsersQuery } from './users.query.ts'
import { rowMenu } from './users.row-menu.ts'
import {
  canFilter,
  canSeeGroups,
  initialUsers,
  isWorking,
  MAX_SELECTED,
  type UsersActions,
  type UsersState,
  type UsersViewProps,
} from './users.state.ts'
import { usersUrl } from './users.url.ts'

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
  const groups = canSeeGroups(state) && state.extras.groups !== false ? state.groups : undefined
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

/** Returns the selected users of this page, or all matching users of every page. */
const chosenOf = ({ list, everyone }: UsersState): readonly Member[] =>
  everyone && list.selected.length > 0
    ? everyone.filter(({ id }) => !list.leaving.includes(id))
    : shownRows(list).filter(({ id }) => list.selected.includes(id))

/** Actions for all selected users, and their progress. */
const UsersBulkBar = ({ state, actions, t }: UsersViewProps) => {
  const { viewer, job, dialog, list, extras, groups } = state
  const { selected } = list
  const { language } = useLocale()
  const chosen = chosenOf(state)
  const total = shownTotal(list)
  const hasWholePage = selected.length > 0 && selected.length === shownRows(list).length
  const resendable = chosen.filter(resendKind)
  const removable = chosen.filter((member) => member.id !== viewer?.id && !isFromDirectory(member))
  return (
    <>
      {job && !dialog && <JobProgress job={job} t={t} onStop={actions.stopJob} onDone={actions.dropJob} />}
      <BulkBar count={chosen.length} onClear={() => actions.select(new Set())}>
        {hasWholePage && !state.everyone && total > selected.length && (
          <Button size="s" variant="ghost" disabled={isWorking(state)} onClick={() => void actions.selectAll()}>
            {total > MAX_SELECTED
              ? t('selectFirst', { count: formatNumber(MAX_SELECTED, { language }) })
              : t('selectAllMatching', { count: total })}
          </Button>
        )}
        {viewer?.may.editRoles && (
          <Button size="s" icon="roles" onClick={() => actions.openDialog({ kind: 'roles', members: chosen })}>
            {t('editRolesAction')}
          </Button>
        )}
        {viewer?.may.editGroups && extras.groups && groups.length > 0 && (
          <Button size="s" icon="groups" onClick={() => actions.openDialog({ kind: 'addToGroups', members: chosen })}>
            {t('addToGroupsAction')}
          </Button>
        )}
        <Button size="s" icon="external" onClick={() => void actions.exportSelected(chosen, t)}>
          {t('exportAction')}
        </Button>
        {viewer?.may.resend && resendable.length > 0 && (
          <Button size="s" icon="send" onClick={() => actions.resend(resendable)}>
            {t('resendInvitationAction')}
          </Button>
        )}
        {viewer?.may.remove && removable.length > 0 && (
          <Button
            size="s"
            variant="danger"
            icon="trash"
            onClick={() => actions.openDialog({ kind: 'remove', members: removable })}
          >
            {t('deleteUserAction')}
          </Button>
        )}
      </BulkBar>
    </>
  )
}

export const usersFeature = pageFeature({
  initial: initialUsers,
  slice: usersSlice,
  messages: usersMessages,
  url: usersUrl,
  typed: ({ list }) => list.query.search,
  View: UsersView,
})
