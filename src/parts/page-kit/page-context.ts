import { produce } from 'immer'
import type { EndpointTable } from '../../contract/endpoint.ts'
import type { RecordEvent } from '../../feature/record-events.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError, isRepeatable, messageOf } from '../../kernel/errors.ts'
import { failureOf } from '../failure/failure.ts'
import type { Notice, NoticeParts } from '../notices/use-notice.ts'
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
  /** What every dialog starts with, besides itself; it is put back when the dialog closes. @default nothing */
  dialogStart?: Partial<State>
  /** Work that the open dialog shows is running, so that it can't be closed. @default never */
  isBusy?(state: State): boolean
}

/** An action that failed, for a toast. */
interface FailedAction {
  /** What it was done to. */
  name: string
  error: unknown
  retry?: (() => unknown) | undefined
}

const NOT_FOUND = 404

/** An older or foreign backend does not know the call. */
export const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === NOT_FOUND

/** What the actions of every page share: changing state, notices, forms, dialogs, and calls that may be missing. */
export const createPageContext = <State extends AnyPageState, const Calls extends Tables>(
  { get, set, deps, page }: SliceContext<State>,
  { tables, initial, dialogStart, isBusy = () => false }: PageParts<State, Calls>,
) => {
  const apply = (...changes: Change<State>[]) => set((state) => changes.reduce((now, change) => change(now), state))
  /** While a call is under way the dialog stays, so that its result has a place. */
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
    /** For a change deep inside the state: the recipe writes to a draft of it. */
    change: (recipe: (draft: State) => void) => set((state) => produce(state, recipe)),
    notify,
    /** A toast says what failed, and why; `retry` repeats it, and only of an action that can be repeated safely. */
    fail: (name: string, error: unknown, retry?: () => unknown) => failWith('failed', { name, error, retry }),
    failWith,
    /** The page is opened; nothing of another account stays. */
    start(): void {
      const viewer = viewerOf(deps, page?.abilities ?? {})
      apply((state) => ({
        ...(state.viewer?.tenantId === viewer.tenantId ? atRest(state) : initial),
        viewer,
      }))
    },
    /** The page is left. */
    leave: () => apply(atRest, (state) => ({ ...state, ...dialogStart })),
    /** `false` when the host stopped it. */
    before: (event: RecordEvent, detail: unknown) => deps.events.before(event, detail),
    after: (event: RecordEvent, detail: unknown) => deps.events.after(event, detail),
    /** Saves, from the open dialog or the page: the dialog closes when that worked, and shows the reason when it did not. */
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
    /** Makes the call unless this backend was found not to know it; then, or when that turns out now, the other. */
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
    /** The chunk of the dialogs did not arrive. */
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
