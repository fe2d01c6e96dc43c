import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import {
  type AccountsDialog,
  type AccountsQuery,
  type AccountsState,
  DEFAULT_QUERY,
  sortOf,
  viewOf,
} from './all-accounts.state.ts'

/** The list's query, and the open account with its tab. */
export interface AccountsPlace extends AccountsQuery {
  account?: string | undefined
  tab?: 'accounts' | undefined
}

const linkOf = (dialog: AccountsDialog) => {
  const { kind } = dialog
  if (kind === 'create') return { name: kind, id: dialog.parent.id }
  if (kind === 'add-users') return { name: kind, id: '' }
  return { name: kind, id: 'account' in dialog ? dialog.account.id : dialog.user.id }
}

export const accountsUrl: PageUrl<AccountsState, AccountsPlace> = {
  place: {
    read(params) {
      const [sort, order] = params.get('sort')?.split(':') ?? []
      return {
        view: viewOf(params.get('view') ?? undefined) ?? DEFAULT_QUERY.view,
        search: params.get('search') ?? '',
        sort: sortOf(sort) ?? DEFAULT_QUERY.sort,
        order: order === 'desc' ? 'DESC' : 'ASC',
        account: params.get('account') || undefined,
        tab: params.get('tab') === 'accounts' ? 'accounts' : undefined,
      }
    },
    write({ view, search, sort, order, account, tab }, params) {
      if (search) params.set('search', search)
      if (view !== DEFAULT_QUERY.view) params.set('view', view)
      if (sort !== DEFAULT_QUERY.sort || order !== DEFAULT_QUERY.order)
        params.set('sort', `${sort}:${order.toLowerCase()}`)
      if (account) params.set('account', account)
      if (account && tab) params.set('tab', tab)
    },
  },
  placeOf: ({ query, account }) => ({
    ...query,
    account: account?.id,
    tab: account?.tab === 'accounts' ? 'accounts' : undefined,
  }),
  linkOf,
}
