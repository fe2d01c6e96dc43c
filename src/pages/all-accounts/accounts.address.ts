import { type LinkedDialog, linkedDialogFrom, writeLinkedDialog } from '../../parts/record-list/linked-dialog.ts'

export const SORTS = ['name', 'createdAt', 'tenantId'] as const
export type AccountSort = (typeof SORTS)[number]

/** Deep links: the list and how it is asked for, one account, and the dialog that is open. */
export interface AccountsAddress {
  view: 'tree' | 'list'
  search: string
  sort: AccountSort
  order: 'ASC' | 'DESC'
  /** The account that is looked into. */
  account?: string | undefined
  tab?: 'accounts' | undefined
  dialog?: LinkedDialog<DialogName> | undefined
}

const DIALOGS = ['create', 'edit', 'move', 'delete', 'add-users', 'roles', 'remove-user'] as const
export type DialogName = (typeof DIALOGS)[number]

export const DEFAULT_QUERY: AccountsAddress = { view: 'tree', search: '', sort: 'name', order: 'ASC' }

/** Whatever is unknown or odd keeps its default. */
export const accountsAddressFrom = (search: string): AccountsAddress => {
  const params = new URLSearchParams(search)
  const [sort, order] = params.get('sort')?.split(':') ?? []
  return {
    view: params.get('view') === 'list' ? 'list' : 'tree',
    search: params.get('search') ?? '',
    sort: SORTS.find((known) => known === sort) ?? DEFAULT_QUERY.sort,
    order: order === 'desc' ? 'DESC' : 'ASC',
    account: params.get('account') || undefined,
    tab: params.get('tab') === 'accounts' ? 'accounts' : undefined,
    dialog: linkedDialogFrom(params, DIALOGS),
  }
}

/** Defaults are left out. */
export const writeAccountsAddress = (address: AccountsAddress): string => {
  const { view, search, sort, order, account, tab, dialog } = address
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (view !== DEFAULT_QUERY.view) params.set('view', view)
  if (sort !== DEFAULT_QUERY.sort || order !== DEFAULT_QUERY.order) params.set('sort', `${sort}:${order.toLowerCase()}`)
  if (account) params.set('account', account)
  if (account && tab) params.set('tab', tab)
  writeLinkedDialog(dialog, params)
  return params.toString()
}
