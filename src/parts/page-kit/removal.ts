import type { EndpointTable } from '../../contract/endpoint.ts'
import type { RecordEvent } from '../../feature/record-events.ts'
import { type AnyListQuery, type ListState, listLeaving, listWithout } from '../record-list/list-state.ts'
import { createUndoQueue } from '../undo/undo.ts'
import type { PageContext } from './page-context.ts'
import type { AnyPageState } from './page-state.ts'

interface WithList<Row> {
  list: ListState<Row, AnyListQuery>
}

interface RemovalParts<State extends AnyPageState, Row> {
  event: RecordEvent
  /** What the host's event says of a row. */
  detailOf(row: Row): unknown
  nameOf(row: Row): string
  remove(row: Row, options: { keepalive: boolean }): Promise<unknown>
  notice: NonNullable<State['notice']>['key']
  /** After the rows are gone, or were put back. @default nothing */
  done?(): Promise<void>
}

/** Removals that can be undone: rows are hidden at once; the server is notified when the time to undo is over. */
export const createRemoval = <
  Row extends { id: string },
  State extends AnyPageState & WithList<Row>,
  Calls extends Readonly<Record<string, EndpointTable>>,
>(
  { apply, deps, before, after, fail, notify, closeDialog }: PageContext<State, Calls>,
  { event, detailOf, nameOf, remove, notice, done }: RemovalParts<State, Row>,
) => {
  const queue = createUndoQueue(deps.clock)
  const put = (change: (list: State['list']) => ListState<Row, AnyListQuery>) =>
    apply((state) => ({ ...state, list: change(state.list) }))
  const removeOne = async (row: Row, options: { keepalive: boolean }): Promise<void> => {
    try {
      await remove(row, options)
      put((list) => listWithout(list, row.id))
      after(event, detailOf(row))
    } catch (error) {
      fail(nameOf(row), error)
    }
  }
  return {
    remove(...rows: readonly Row[]): void {
      const allowed = rows.filter((row) => before(event, detailOf(row)))
      const [first] = allowed
      if (!first) return
      const ids = allowed.map(({ id }) => id)
      closeDialog()
      put((list) => listLeaving(list, ids, true))
      const unhide = () => put((list) => listLeaving(list, ids, false))
      const commit = async (options: { keepalive: boolean }) => {
        // One after the other, but all at once while the page is closing.
        if (options.keepalive) await Promise.all(allowed.map((row) => removeOne(row, options)))
        else for (const row of allowed) await removeOne(row, options)
        unhide()
        await done?.()
      }
      notify(notice, { count: allowed.length, name: nameOf(first) }, queue.add({ undo: unhide, commit }))
    },
    undo: queue.undo,
    commit: (id: string) => void queue.commit(id),
    commitAll: queue.commitAll,
  }
}
