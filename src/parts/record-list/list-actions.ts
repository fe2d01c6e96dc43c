import { isAbort, messageOf } from '../../kernel/errors.ts'
import { changeListQuery, type ListQuery, type ListState, listFailed, listLoaded, listLoading } from './list-state.ts'

interface ListPorts<Row> {
  get(): ListState<Row>
  put(change: (list: ListState<Row>) => ListState<Row>): void
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<{ items: readonly Row[]; totalItems: number }>
}

/** Loading one list, whatever it holds. The newest question wins: an older one still under way is given up. */
export const createListActions = <Row>({ get, put, fetchPage }: ListPorts<Row>) => {
  let running: AbortController | undefined
  const show = async (query: ListQuery): Promise<void> => {
    running?.abort()
    const own = new AbortController()
    running = own
    put((list) => listLoading(list, query))
    try {
      const page = await fetchPage(query, own.signal)
      if (running === own) put((list) => listLoaded(list, page))
    } catch (error) {
      if (running === own && !isAbort(error)) put((list) => listFailed(list, messageOf(error)))
    }
  }
  return {
    show,
    change: (patch: Partial<ListQuery>) => show(changeListQuery(get().query, patch)),
    reload: () => show(get().query),
    /** The page is left: an answer on its way must not land. */
    stop(): void {
      running?.abort()
      running = undefined
    },
  }
}

/** A page of records from a backend that lists them all at once. */
export const pageOfAll = <Row extends { name: string; createdAt?: unknown }>(all: readonly Row[], query: ListQuery) => {
  const wanted = query.search.trim().toLowerCase()
  const found = wanted ? all.filter(({ name }) => name.toLowerCase().includes(wanted)) : [...all]
  const sign = query.order === 'ASC' ? 1 : -1
  const textOf = (row: Row) => (query.sort === 'name' ? row.name : String(row.createdAt ?? ''))
  found.sort((left, right) => sign * textOf(left).localeCompare(textOf(right)))
  const from = query.page * query.size
  return { items: found.slice(from, from + query.size), totalItems: found.length }
}
