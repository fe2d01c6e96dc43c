/** Search, sort order and page of a list of records. */
export interface ListQuery<Sort extends string = 'name' | 'createdAt'> {
  search: string
  sort: Sort
  order: 'ASC' | 'DESC'
  /** Index of the page, starting at 0. */
  page: number
  size: number
}

/** A query with any sort column. */
export type AnyListQuery = ListQuery<string>

export interface ListPage<Row> {
  items: readonly Row[]
  totalItems: number
}

export interface ListState<Row, Query extends AnyListQuery = ListQuery> {
  query: Query
  phase: 'first' | 'reloading' | 'ready' | 'failed'
  error?: string | undefined
  /** The API refused the list, either to this user or to their current network. */
  refused?: 'user' | 'network' | undefined
  rows: readonly Row[]
  totalItems: number
  /** Ids hidden while their removal can still be undone. */
  leaving: readonly string[]
  /** Ids selected for a bulk action. */
  selected: readonly string[]
  /** Ids of rows that were just added or changed. @default none */
  fresh?: readonly string[] | undefined
}

export const emptyList = <Row, Query extends AnyListQuery>(query: Query): ListState<Row, Query> => ({
  query,
  phase: 'first',
  rows: [],
  totalItems: 0,
  leaving: [],
  selected: [],
})

/** Applies a change to a query. Any change except of the page itself returns to page 1. */
export const changeListQuery = <Query extends AnyListQuery>(query: Query, patch: Partial<Query>): Query => ({
  ...query,
  page: 0,
  ...patch,
})

export const listLoading = <Row, Query extends AnyListQuery>(
  list: ListState<Row, Query>,
  query: Query,
): ListState<Row, Query> => ({
  ...list,
  query,
  phase: list.rows.length > 0 || list.phase === 'ready' ? 'reloading' : 'first',
  error: undefined,
  refused: undefined,
})

/** Stores the loaded rows. Rows that are no longer shown are deselected. */
export const listLoaded = <Row extends { id: string }, Query extends AnyListQuery>(
  list: ListState<Row, Query>,
  { items, totalItems }: ListPage<Row>,
): ListState<Row, Query> => ({
  ...list,
  phase: 'ready',
  error: undefined,
  fresh: undefined,
  rows: items,
  totalItems,
  selected: list.selected.filter((id) => items.some((row) => row.id === id)),
})

/** Stores a failure. The rows stay, unless the user may no longer see them. */
export const listFailed = <Row, Query extends AnyListQuery>(
  list: ListState<Row, Query>,
  { error, refused }: Pick<ListState<Row, Query>, 'error' | 'refused'>,
): ListState<Row, Query> => ({
  ...list,
  phase: 'failed',
  error,
  refused,
  ...(refused && { rows: [], totalItems: 0, selected: [] }),
})

export const listLeaving = <Row, Query extends AnyListQuery>(
  list: ListState<Row, Query>,
  ids: readonly string[],
  isLeaving: boolean,
): ListState<Row, Query> => ({
  ...list,
  leaving: isLeaving ? [...list.leaving, ...ids] : list.leaving.filter((id) => !ids.includes(id)),
  selected: list.selected.filter((id) => !ids.includes(id)),
})

export const listWithout = <Row extends { id: string }, Query extends AnyListQuery>(
  list: ListState<Row, Query>,
  id: string,
): ListState<Row, Query> =>
  list.rows.some((row) => row.id === id)
    ? {
        ...list,
        rows: list.rows.filter((row) => row.id !== id),
        totalItems: Math.max(0, list.totalItems - 1),
        selected: list.selected.filter((selected) => selected !== id),
      }
    : list

export const listPatched = <Row extends { id: string }, Query extends AnyListQuery>(
  list: ListState<Row, Query>,
  id: string,
  patch: Partial<Row>,
): ListState<Row, Query> => ({
  ...list,
  fresh: [id],
  rows: list.rows.map((row) => (row.id === id ? { ...row, ...patch } : row)),
})

type Shown<Row> = Pick<ListState<Row, AnyListQuery>, 'rows' | 'leaving'>

export const shownRows = <Row extends { id: string }>({ rows, leaving }: Shown<Row>): readonly Row[] =>
  leaving.length === 0 ? rows : rows.filter(({ id }) => !leaving.includes(id))

export const shownTotal = <Row extends { id: string }>(list: Shown<Row> & { totalItems: number }): number =>
  Math.max(0, list.totalItems - (list.rows.length - shownRows(list).length))

export const LIST_SIZES = [10, 20, 50, 100] as const

/** Reads a value from a URL and writes it back. */
export interface UrlCodec<Value> {
  /** Unknown or malformed values keep their defaults. */
  read(params: URLSearchParams): Value
  /** Default values are left out. */
  write(value: Value, params: URLSearchParams): void
}

interface ListQueryCodec<Sort extends string> extends UrlCodec<ListQuery<Sort>> {
  initial: ListQuery<Sort>
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value | undefined =>
  values.find((value) => value === text)

/** Creates the codec of a list's URL: `search=ada&sort=name:asc&size=50&page=2`. */
export const listQuery = <const Sort extends string>(
  sorts: readonly Sort[],
  first: { sort: NoInfer<Sort>; order: 'ASC' | 'DESC' },
): ListQueryCodec<Sort> => {
  const initial: ListQuery<Sort> = { search: '', page: 0, size: 20, ...first }
  return {
    initial,
    read(params) {
      const [column, direction] = params.get('sort')?.split(':') ?? []
      const sort = oneOf(sorts, column)
      const order = oneOf(['ASC', 'DESC'] as const, direction?.toUpperCase())
      const page = Number(params.get('page') ?? 1)
      const size = Number(params.get('size'))
      return {
        search: params.get('search') ?? '',
        sort: sort ?? initial.sort,
        order: sort ? (order ?? initial.order) : initial.order,
        page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
        size: LIST_SIZES.find((known) => known === size) ?? initial.size,
      }
    },
    write(query, params) {
      if (query.search) params.set('search', query.search)
      if (query.sort !== initial.sort || query.order !== initial.order)
        params.set('sort', `${query.sort}:${query.order.toLowerCase()}`)
      if (query.size !== initial.size) params.set('size', String(query.size))
      if (query.page > 0) params.set('page', String(query.page + 1))
    },
  }
}
