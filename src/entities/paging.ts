export interface PageMeta {
  totalPages: number
  totalItems: number
}

/** Query strings of the adjacent pages; empty when there is none. */
export interface PageLinks {
  next: string
  prev: string
  first: string
  last: string
}

export interface PagedItems<Item> {
  items: Item[]
  _metadata: PageMeta
  _links?: PageLinks
}

export interface Items<Item> {
  items: Item[]
}

/** Some backends send the bare list, some wrap it; `itemsOf` of `contract/items-of.ts` reads both. */
export type ListOrItems<Item> = Item[] | Items<Item>

export type SortOrder = 'ASC' | 'DESC'
export type SortDirection = 'asc' | 'desc'

/** Query for a page of one kind of record; `offset` is the index of the page. */
export interface RecordsQuery {
  /** Part of the name, case-insensitive. */
  search?: string
  sort?: 'name' | 'createdAt'
  order?: 'ASC' | 'DESC'
  offset: number
  limit: number
}
