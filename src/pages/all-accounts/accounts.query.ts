const SORTS = ['name', 'createdAt', 'tenantId'] as const
type AccountSort = (typeof SORTS)[number]

export const sortOf = (name: string | undefined): AccountSort | undefined => SORTS.find((known) => known === name)

const VIEWS = ['tree', 'list', 'users'] as const

export const viewOf = (name: string | undefined): AccountsQuery['view'] | undefined =>
  VIEWS.find((known) => known === name)

/** What the list shows: accounts, or the users of all of them. */
export interface AccountsQuery {
  view: (typeof VIEWS)[number]
  search: string
  sort: AccountSort
  order: 'ASC' | 'DESC'
}

export const DEFAULT_QUERY: AccountsQuery = { view: 'tree', search: '', sort: 'name', order: 'ASC' }
