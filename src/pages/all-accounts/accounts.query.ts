const SORTS = ['name', 'createdAt', 'tenantId'] as const
export type AccountSort = (typeof SORTS)[number]

export const sortOf = (name: string | undefined): AccountSort | undefined => SORTS.find((known) => known === name)

/** What the list of accounts shows. */
export interface AccountsQuery {
  view: 'tree' | 'list'
  search: string
  sort: AccountSort
  order: 'ASC' | 'DESC'
}

export const DEFAULT_QUERY: AccountsQuery = { view: 'tree', search: '', sort: 'name', order: 'ASC' }
