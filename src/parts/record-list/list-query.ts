import type { ListQuery } from './list-state.ts'

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
