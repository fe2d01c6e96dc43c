const SORTS = ['name', 'createdAt', 'tenantId'] as const
type AccountSort = (typeof SORTS)[number]

export const sortOf = (name: string | undefined): AccountSort | undefined => SORTS.find((known) => known === name)

const VIEWS = ['tree', 'list', 'users'] as const

export const viewOf = (name: string | undefined): AccountsQuery['view'] | undefined =>
  VIEWS.find((known) => known === name)

/** Query of the list of accounts, or of the users of all accounts. */
export interface AccountsQuery {
  view: (typeof VIEWS)[number]
  search: string
  sort: AccountSort
  order: 'ASC' | 'DESC'
}

export const DEFAULT_QUERY: AccountsQuery = { view: 'tree', search: '', sort: 'name', order: 'ASC' }
