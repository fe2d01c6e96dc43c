import { useMemo } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { accountsColumns } from './all-accounts.columns.tsx'
import {
  ACCOUNTS_PAGE,
  type AccountRow,
  type AccountsViewProps,
  type Branch,
  canMove,
  canSetStatus,
  EMPTY_BRANCH,
  isTree,
  sortOf,
  type TreeLine,
  treeLines,
} from './all-accounts.state.ts'

/** Renders nothing for a user who may not create accounts. */
export const CreateButton = ({ state, actions, t }: Pick<AccountsViewProps, 'state' | 'actions' | 't'>) => {
  const { viewer, root } = state
  if (!viewer?.may.write || !root) return null
  return (
    <Button variant="primary" icon="plus" onClick={() => actions.openDialog({ kind: 'create', parent: root })}>
      {t('createNewAccount')}
    </Button>
  )
}

const only = (isThere: boolean | undefined, item: MenuItem): MenuItem[] => (isThere ? [item] : [])

/** Returns the actions that the user can perform on an account. */
export const accountMenu = ({ state, actions, t }: AccountsViewProps, account: AccountRow): MenuItem[] => {
  const { viewer, root } = state
  const isBelow = account.id !== root?.id
  return [
    ...only(state.account?.id !== account.id, {
      id: 'open',
      label: t('openAccountBtnText'),
      icon: 'eye',
      onSelect: () => void actions.enterAccount(account.id),
    }),
    ...only(isBelow, {
      id: 'switch',
      label: t('switchInto'),
      icon: 'sync',
      onSelect: () => void actions.switchInto(account),
    }),
    ...only(viewer?.may.write, {
      id: 'create',
      label: t('createHere'),
      icon: 'plus',
      onSelect: () => actions.openDialog({ kind: 'create', parent: account }),
    }),
    ...only(viewer?.may.write && isBelow, {
      id: 'edit',
      label: t('editBtnText'),
      icon: 'edit',
      onSelect: () => actions.openDialog({ kind: 'edit', account }),
    }),
    ...only(viewer?.may.write && isBelow && canMove(state), {
      id: 'move',
      label: t('moveBtnText'),
      icon: 'external',
      onSelect: () => actions.openDialog({ kind: 'move', account }),
    }),
    ...only(isBelow && canSetStatus(state, account), {
      id: 'status',
      label: t('statusBtnText'),
      icon: 'clock',
      onSelect: () => actions.openDialog({ kind: 'status', account }),
    }),
    ...only(isBelow && canSetStatus(state, account), {
      id: 'suspend',
      label: t(account.isSuspended ? 'resumeBtnText' : 'suspendBtnText'),
      icon: account.isSuspended ? 'unlock' : 'lock',
      danger: !account.isSuspended,
      separated: true,
      onSelect: () => actions.openDialog({ kind: account.isSuspended ? 'resume' : 'suspend', account }),
    }),
    ...only(viewer?.may.remove && isBelow, {
      id: 'delete',
      label: t('deleteBtnText'),
      icon: 'trash',
      danger: true,
      separated: true,
      onSelect: () => actions.openDialog({ kind: 'delete', account }),
    }),
  ]
}

const Nothing = ({ state, actions, t }: Pick<AccountsViewProps, 'state' | 'actions' | 't'>) =>
  state.query.search ? (
    <EmptyState
      icon="search"
      title={t('noAccountFound')}
      text={t('noAccountFoundDescription')}
      action={<Button onClick={() => void actions.change({ search: '' })}>{t('clearSearch')}</Button>}
    />
  ) : (
    <EmptyState
      icon="accounts"
      title={t('noAccountsYet')}
      text={t('noAccountsYetDescription')}
      action={<CreateButton state={state} actions={actions} t={t} />}
    />
  )

const flatLines = ({ rows }: Branch): TreeLine[] =>
  rows.map((row) => ({ kind: 'account', id: row.id, row, depth: 0, isOpen: false }))

const STATES = { loading: 'loading', more: 'ready', ready: 'ready', failed: 'error' } as const

/** Hides the tail lines while there are no rows, because the table's own body then shows the loading state. */
const shownLines = (lines: TreeLine[], branch: Branch): TreeLine[] => (branch.rows.length === 0 ? [] : lines)

interface TableProps extends AccountsViewProps {
  /** The account whose children are shown. */
  parentId: string | undefined
  /** Shows only the children, regardless of the list's search. */
  isInAccount?: boolean
}

const useColumns = ({ actions, t }: AccountsViewProps, asTree: boolean) =>
  useMemo(() => {
    const on = {
      toggle: (id: string) => void actions.toggle(id),
      more: (id: string) => void actions.loadMore(id),
      retry: (id: string) => void actions.retry(id),
      open: ({ id }: AccountRow) => void actions.enterAccount(id),
    }
    return accountsColumns({ t, on, isTree: asTree })
  }, [t, actions, asTree])

const MoreOfList = ({ actions, t, branch }: AccountsViewProps & { branch: Branch }) => {
  const left = branch.total - branch.rows.length
  if (left <= 0 || branch.phase === 'failed') return null
  return (
    <div className="fe-accounts-more">
      <Button busy={branch.phase === 'more'} onClick={() => void actions.loadMore(undefined)}>
        {t('showMoreBtnText', { count: Math.min(ACCOUNTS_PAGE, left) })}
      </Button>
    </div>
  )
}

export const AccountsTable = (props: TableProps) => {
  const { state, actions, t, parentId, isInAccount = false } = props
  const asTree = isInAccount || isTree(state.query)
  const branch = (asTree ? state.branches[parentId ?? ''] : state.list) ?? EMPTY_BRANCH
  const lines = asTree ? shownLines(treeLines(state, parentId ?? ''), branch) : flatLines(branch)
  const columns = useColumns(props, asTree)
  const { sort, order } = state.query
  return (
    <>
      <DataTable<TreeLine>
        label={t('pageTitle')}
        columns={columns}
        rows={lines}
        rowId={({ id }) => id}
        rowLabel={(line) => (line.kind === 'account' ? line.row.name : '')}
        state={STATES[branch.phase]}
        error={branch.error}
        onRetry={() => void actions.retry(asTree ? parentId : undefined)}
        empty={<Nothing {...props} />}
        sort={{ column: sort, direction: order === 'ASC' ? 'asc' : 'desc' }}
        onSort={({ column, direction }) => {
          const known = sortOf(column)
          if (known) void actions.change({ sort: known, order: direction === 'asc' ? 'ASC' : 'DESC' })
        }}
        rowMenu={(line) => (line.kind === 'account' ? accountMenu(props, line.row) : [])}
        hasMenu={({ kind }) => kind === 'account'}
        onOpen={(line) => line.kind === 'account' && void actions.enterAccount(line.row.id)}
      />
      {!asTree && <MoreOfList {...props} branch={branch} />}
    </>
  )
}
