import type { ErrorCode } from '../../contract/error-codes.ts'
import { HttpError, isAbort, messageOf } from '../../kernel/errors.ts'
import { codeOf, isIpRefusal } from '../../rules/error-code.ts'
import {
  type AnyListQuery,
  changeListQuery,
  type ListPage,
  type ListQuery,
  type ListState,
  listFailed,
  listLoaded,
  listLoading,
} from './list-state.ts'

const FORBIDDEN = 403

/** Codes of this status that say more than that a permission is missing. */
const OTHER_CASES: readonly (ErrorCode | undefined)[] = [
  'suspended',
  'session-over',
  'sso-required',
  'second-factor',
  'own-proof-required',
]

const refusedTo = (error: unknown): ListState<unknown>['refused'] => {
  if (isIpRefusal(error)) return 'network'
  if (OTHER_CASES.includes(codeOf(error))) return undefined
  return error instanceof HttpError && error.status === FORBIDDEN ? 'user' : undefined
}

interface ListPorts<Row, Query extends AnyListQuery> {
  get(): ListState<Row, Query>
  put(change: (list: ListState<Row, Query>) => ListState<Row, Query>): void
  fetchPage(query: Query, signal: AbortSignal): Promise<ListPage<Row>>
  /** Returns the list after a failed load. @default everything */
  onFailed?(list: ListState<Row, Query>): ListState<Row, Query>
}

/** Creates the actions that load a list. Latest request wins; the previous one is aborted. */
export const createListActions = <Row extends { id: string }, Query extends AnyListQuery>({
  get,
  put,
  fetchPage,
  onFailed = (list) => list,
}: ListPorts<Row, Query>) => {
  let running: AbortController | undefined
  const show = async (query: Query): Promise<void> => {
    running?.abort()
    const own = new AbortController()
    running = own
    put((list) => listLoading(list, query))
    try {
      const page = await fetchPage(query, own.signal)
      if (running === own) put((list) => listLoaded(list, page))
    } catch (error) {
      if (running !== own || isAbort(error)) return
      put((list) => onFailed(listFailed(list, { error: messageOf(error), refused: refusedTo(error) })))
    }
  }
  return {
    show,
    change: (patch: Partial<Query>) => show(changeListQuery(get().query, patch)),
    reload: () => show(get().query),
    select: (ids: ReadonlySet<string>) => put((list) => ({ ...list, selected: [...ids] })),
    /** Called when the page is left: a pending response must not be shown. */
    stop(): void {
      running?.abort()
      running = undefined
    },
  }
}

/** Returns a page of records for a backend that lists them all at once. */
export const pageOfAll = <Row extends { name: string; createdAt?: unknown }>(
  all: readonly Row[],
  query: ListQuery,
): ListPage<Row> => {
  const wanted = query.search.trim().toLowerCase()
  const found = wanted ? all.filter(({ name }) => name.toLowerCase().includes(wanted)) : [...all]
  const sign = query.order === 'ASC' ? 1 : -1
  const textOf = (row: Row) => (query.sort === 'name' ? row.name : String(row.createdAt ?? ''))
  // Created once, because `localeCompare` is several times slower over thousands of rows.
  const { compare } = new Intl.Collator('en')
  found.sort((left, right) => sign * compare(textOf(left), textOf(right)))
  const from = query.page * query.size
  return { items: found.slice(from, from + query.size), totalItems: found.length }
}
