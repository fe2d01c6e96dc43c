import type { EndpointTable } from '../../contract/endpoint.ts'
import { createListActions } from '../record-list/list-actions.ts'
import type { AnyListQuery, ListPage, ListState } from '../record-list/list-state.ts'
import type { PageContext } from './page-context.ts'
import type { AnyPageState } from './page-state.ts'

interface WithList<Row, Query extends AnyListQuery> {
  list: ListState<Row, Query>
}

interface RecordListParts<Row, Query extends AnyListQuery> {
  fetchPage(query: Query, signal: AbortSignal): Promise<ListPage<Row>>
  /** Returns the list after a failed load. @default everything */
  onFailed?(list: ListState<Row, Query>): ListState<Row, Query>
}

/** Creates the actions for the list in a page's state. */
export const recordList = <
  Row extends { id: string },
  Query extends AnyListQuery,
  State extends AnyPageState & WithList<Row, Query>,
  Calls extends Readonly<Record<string, EndpointTable>>,
>(
  { get, apply }: PageContext<State, Calls> & { get(): WithList<Row, Query> },
  parts: RecordListParts<Row, Query>,
) =>
  createListActions<Row, Query>({
    get: () => get().list,
    put: (change) => apply((state) => ({ ...state, list: change(state.list) })),
    ...parts,
  })
