import type { EndpointTable } from '../../contract/endpoint.ts'
import type { RecordEvent } from '../../feature/page-facts.ts'
import { messageOf } from '../../kernel/errors.ts'
import { type AnyListQuery, type ListState, listLeaving, listWithout } from '../record-list/list-state.ts'
import { createUndoQueue } from '../undo/undo.ts'
import { isMissing, type PageContext } from './page-context.ts'
import type { AnyPageState } from './page-state.ts'

interface WithList<Row> {
  list: ListState<Row, AnyListQuery>
}

interface RemovalParts<State extends AnyPageState, Row> {
  event: RecordEvent
  /** Returns the details of a row for the host's event. */
  detailOf(row: Row): unknown
  nameOf(row: Row): string
  remove(row: Row, options: { keepalive: boolean }): Promise<unknown>
  notice: NonNullable<State['notice']>['key']
  /** Notice of rows that the server did not remove. */
  failed: NonNullable<State['notice']>['key']
  /** Called after the rows were removed or restored. @default nothing */
  done?(): Promise<void>
}

interface RemovalRun {
  keepalive: boolean
  /** The user repeats the removal after a failure. */
  isAgain: boolean
}

interface Refusal<Row> {
  row: Row
  error: unknown
}

/** Maximum number of names in a toast; the others are counted. */
const MAX_NAMES = 3

const listed = (names: readonly string[]): string => {
  const left = names.length - MAX_NAMES
  return names.slice(0, MAX_NAMES).join(', ') + (left > 0 ? ` +${left}` : '')
}

const byReason = <Row>(refusals: readonly Refusal<Row>[]): Iterable<readonly Refusal<Row>[]> => {
  const groups = new Map<string, Refusal<Row>[]>()
  for (const refusal of refusals) {
    const reason = messageOf(refusal.error)
    groups.set(reason, [...(groups.get(reason) ?? []), refusal])
  }
  return groups.values()
}

/**
 * Creates removals that can be undone. Rows are hidden at once, and the server is called when the time to undo has
 * passed.
 */
export const createRemoval = <
  Row extends { id: string },
  State extends AnyPageState & WithList<Row>,
  Calls extends Readonly<Record<string, EndpointTable>>,
>(
  { apply, deps, before, after, failWith, notify, closeDialog }: PageContext<State, Calls>,
  { event, detailOf, nameOf, remove, notice, failed, done }: RemovalParts<State, Row>,
) => {
  const queue = createUndoQueue(deps.clock)
  const put = (change: (list: State['list']) => ListState<Row, AnyListQuery>) =>
    apply((state) => ({ ...state, list: change(state.list) }))
  const hide = (rows: readonly Row[], isHidden: boolean) =>
    put((list) =>
      listLeaving(
        list,
        rows.map(({ id }) => id),
        isHidden,
      ),
    )
  const removeOne = async (row: Row, { isAgain, ...options }: RemovalRun): Promise<Refusal<Row>[]> => {
    try {
      await remove(row, options)
    } catch (error) {
      // The response to the first request was lost, or another user removed the row.
      if (!(isAgain && isMissing(error))) return [{ row, error }]
    }
    put((list) => listWithout(list, row.id))
    after(event, detailOf(row))
    return []
  }
  const report = (refusals: readonly Refusal<Row>[]) => {
    const [first] = refusals
    if (!first) return
    const rows = refusals.map(({ row }) => row)
    const retry = () => {
      hide(rows, true)
      return commit(rows, { keepalive: false, isAgain: true })
    }
    failWith(failed, { name: listed(rows.map(nameOf)), error: first.error, retry })
  }
  const commit = async (rows: readonly Row[], options: RemovalRun) => {
    const refusals: Refusal<Row>[] = []
    // Requests run one after the other, but all at once while the page is closing.
    if (options.keepalive) refusals.push(...(await Promise.all(rows.map((row) => removeOne(row, options)))).flat())
    else for (const row of rows) refusals.push(...(await removeOne(row, options)))
    hide(rows, false)
    for (const alike of byReason(refusals)) report(alike)
    await done?.()
  }
  return {
    remove(...rows: readonly Row[]): void {
      const allowed = rows.filter((row) => before(event, detailOf(row)))
      const [first] = allowed
      if (!first) return
      closeDialog()
      hide(allowed, true)
      const undo = queue.add({
        undo: () => hide(allowed, false),
        commit: (options) => commit(allowed, { ...options, isAgain: false }),
      })
      notify(notice, { count: allowed.length, name: nameOf(first) }, { undo })
    },
    undo: queue.undo,
    commit: (id: string) => void queue.commit(id),
    commitAll: queue.commitAll,
  }
}
