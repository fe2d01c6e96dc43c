import { produce } from 'immer'
import type { EndpointTable } from '../../contract/endpoint.ts'
import type { RecordEvent } from '../../feature/page-facts.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError, isRepeatable, messageOf } from '../../kernel/errors.ts'
import { failureOf } from '../failure/failure.ts'
import type { Notice, NoticeParts } from '../notices/use-notice.ts'
import { createListActions } from '../record-list/list-actions.ts'
import type { AnyListQuery, ListPage, ListState } from '../record-list/list-state.ts'
import { viewerOf } from '../viewer/viewer.ts'
import {
  type AnyPageState,
  accepted,
  atRest,
  type Change,
  closeDialog,
  noticed,
  openDialog,
  refused,
  saving,
} from './page-state.ts'

type Tables = Readonly<Record<string, EndpointTable>>
type Key<State extends AnyPageState> = NonNullable<State['notice']>['key'] & string

interface PageParts<State extends AnyPageState, Calls extends Tables> {
  /** The calls the page makes. */
  tables: Calls
  initial: State
  /** State in which every dialog starts; restored when the dialog closes. @default nothing */
  dialogStart?: Partial<State>
  /** Returns whether work shown in the open dialog is running, so that it can't be closed. @default never */
  isBusy?(state: State): boolean
}

/** A failed action, shown as a toast. */
interface FailedAction {
  /** Name of the action's subject. */
  name: string
  error: unknown
  retry?: (() => unknown) | undefined
}

const NOT_FOUND = 404

/** Returns whether an older or foreign backend lacks the call. */
export const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === NOT_FOUND

/**
 * Creates what the actions of every page share: state changes, notices, forms, dialogs, and calls that may be missing.
 */
export const createPageContext = <State extends AnyPageState, const Calls extends Tables>(
  { get, set, deps, page }: SliceContext<State>,
  { tables, initial, dialogStart, isBusy = () => false }: PageParts<State, Calls>,
) => {
  const apply = (...changes: Change<State>[]) => set((state) => changes.reduce((now, change) => change(now), state))
  /** The dialog stays open during a call, so that its result can be shown. */
  const close: Change<State> = (state) =>
    state.saving || isBusy(state) ? state : { ...closeDialog(state), ...dialogStart }
  const notify = (key: Key<State>, values?: Notice<string>['values'], parts?: NoticeParts) =>
    apply(noticed<State>(key, values, parts))
  const failWith = (key: Key<State>, { name, error, retry }: FailedAction) =>
    notify(key, { name }, { failure: failureOf(error), ...(isRepeatable(error) && { retry }) })
  const open = (dialog: NonNullable<State['dialog']>) =>
    apply(openDialog(dialog), (state) => ({ ...state, ...dialogStart }))
  return {
    get,
    deps,
    api: deps.client(tables),
    links: page?.links ?? [],
    apply,
    /** Changes values deep inside the state: the recipe writes to a draft of it. */
    change: (recipe: (draft: State) => void) => set((state) => produce(state, recipe)),
    notify,
    /**
     * Shows a toast with the failed action and the reason. `retry` repeats the action and is offered only if that is
     * safe.
     */
    fail: (name: string, error: unknown, retry?: () => unknown) => failWith('failed', { name, error, retry }),
    failWith,
    /** Called when the page opens. State of another account is cleared. */
    start(): void {
      const viewer = viewerOf(deps, page?.abilities ?? {})
      apply((state) => ({
        ...(state.viewer?.tenantId === viewer.tenantId ? atRest(state) : initial),
        viewer,
      }))
    },
    /** Called when the page is left. */
    leave: () => apply(atRest, (state) => ({ ...state, ...dialogStart })),
    /** Returns `false` if the host stopped the action. */
    before: (event: RecordEvent, detail: unknown) => deps.events.before(event, detail),
    after: (event: RecordEvent, detail: unknown) => deps.events.after(event, detail),
    /** Saves the open dialog or the page. On success the dialog closes; on failure it shows the reason. */
    async submit(work: () => Promise<unknown>): Promise<boolean> {
      if (get().saving) return false
      const { dialog } = get()
      apply(saving)
      try {
        await work()
        apply(accepted(dialog, close))
        return true
      } catch (error) {
        apply(refused(dialog, messageOf(error)))
        return false
      }
    },
    /**
     * Makes the call, unless this backend is known to lack it. Uses `otherwise` then, or if the call turns out to be
     * missing.
     */
    async known<Result>(name: string, call: () => Promise<Result>, otherwise: () => Promise<Result>): Promise<Result> {
      if (get().missing.includes(name)) return otherwise()
      try {
        return await call()
      } catch (error) {
        if (!isMissing(error)) throw error
        apply((state) => ({ ...state, missing: [...state.missing, name] }))
        return otherwise()
      }
    },
    openDialog: open,
    closeDialog: () => apply(close),
    /** Called when the chunk of the dialogs failed to load. */
    dialogsMissing: () => {
      const { dialog } = get()
      apply(close)
      notify('unavailable', {}, dialog ? { retry: () => open(dialog) } : {})
    },
  }
}

export type PageContext<State extends AnyPageState, Calls extends Tables> = ReturnType<
  typeof createPageContext<State, Calls>
>

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
