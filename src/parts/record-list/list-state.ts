/** What a list of named records shows. */
export interface ListQuery {
  search: string
  sort: 'name' | 'createdAt'
  order: 'ASC' | 'DESC'
  /** Index of the page, from 0. */
  page: number
  size: number
}

export interface ListState<Row> {
  query: ListQuery
  phase: 'first' | 'reloading' | 'ready' | 'failed'
  error?: string | undefined
  rows: readonly Row[]
  totalItems: number
  /** Ids taken out of sight while their removal can still be taken back. */
  leaving: readonly string[]
}

export const LIST_SIZES = [10, 20, 50, 100] as const

export const DEFAULT_LIST_QUERY: ListQuery = { search: '', sort: 'name', order: 'ASC', page: 0, size: 20 }

export const emptyList = <Row>(): ListState<Row> => ({
  query: DEFAULT_LIST_QUERY,
  phase: 'first',
  rows: [],
  totalItems: 0,
  leaving: [],
})

/** Any change but of the page itself returns to page 1. */
export const changeListQuery = (query: ListQuery, patch: Partial<ListQuery>): ListQuery => ({
  ...query,
  page: 0,
  ...patch,
})

export const listLoading = <Row>(list: ListState<Row>, query: ListQuery): ListState<Row> => ({
  ...list,
  query,
  phase: list.phase === 'first' ? 'first' : 'reloading',
  error: undefined,
})

export const listLoaded = <Row>(
  list: ListState<Row>,
  page: { items: readonly Row[]; totalItems: number },
): ListState<Row> => ({ ...list, phase: 'ready', error: undefined, rows: page.items, totalItems: page.totalItems })

/** What was there stays. */
export const listFailed = <Row>(list: ListState<Row>, error: string): ListState<Row> => ({
  ...list,
  phase: 'failed',
  error,
})

export const listLeaving = <Row>(list: ListState<Row>, id: string, isLeaving: boolean): ListState<Row> => ({
  ...list,
  leaving: isLeaving ? [...list.leaving, id] : list.leaving.filter((other) => other !== id),
})

export const shownRows = <Row extends { id: string }>(list: ListState<Row>): readonly Row[] =>
  list.leaving.length === 0 ? list.rows : list.rows.filter(({ id }) => !list.leaving.includes(id))

export const shownTotal = <Row extends { id: string }>(list: ListState<Row>): number =>
  Math.max(0, list.totalItems - (list.rows.length - shownRows(list).length))

/** Reads a deep link; whatever is unknown or odd keeps its default. */
export const listQueryFrom = (params: URLSearchParams): ListQuery => {
  const [sort, order] = params.get('sort')?.split(':') ?? []
  const page = Number(params.get('page') ?? 1)
  const size = Number(params.get('size'))
  return {
    search: params.get('search') ?? '',
    sort: sort === 'createdAt' ? 'createdAt' : 'name',
    order: order === 'desc' ? 'DESC' : 'ASC',
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    size: LIST_SIZES.find((known) => known === size) ?? DEFAULT_LIST_QUERY.size,
  }
}

/** The deep link of a query; defaults are left out. */
export const writeListQuery = (query: ListQuery, params: URLSearchParams): void => {
  if (query.search) params.set('search', query.search)
  if (query.sort !== 'name' || query.order !== 'ASC') params.set('sort', `${query.sort}:${query.order.toLowerCase()}`)
  if (query.size !== DEFAULT_LIST_QUERY.size) params.set('size', String(query.size))
  if (query.page > 0) params.set('page', String(query.page + 1))
}
