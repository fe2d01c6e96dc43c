import type { Notice, NoticeParts } from '../notices/use-notice.ts'
import type { Viewer } from '../viewer/viewer.ts'

/** What every page of records holds; a page adds its own. */
export interface PageState<Ability extends string, Dialog, Key extends string> {
  /** The signed-in user and what they may do here. */
  viewer?: Viewer<Ability>
  dialog: Dialog | null
  /** The open dialog waits for a call. */
  saving: boolean
  /** Why the open form was refused. */
  formError?: string | undefined
  /** Why the page's own form was refused while a dialog was open; it becomes the `formError` when that closes. */
  pageError?: string | undefined
  notice?: Notice<Key>
  /** Calls this backend does not know; what needs them is hidden. */
  missing: readonly string[]
}

/** Any page's state. */
// biome-ignore lint/suspicious/noExplicitAny: each page has its own abilities, dialogs and notices
export type AnyPageState = PageState<any, any, any>

export const PAGE_AT_START = { dialog: null, saving: false, missing: [] } as const

export type Change<State> = (state: State) => State

export const openDialog =
  <State extends AnyPageState>(dialog: NonNullable<State['dialog']>): Change<State> =>
  (state) => ({ ...state, dialog, saving: false, formError: undefined })

/** While a call is under way the dialog stays, so that its result has a place. */
export const closeDialog = <State extends AnyPageState>(state: State): State =>
  state.saving ? state : { ...state, dialog: null, formError: state.pageError, pageError: undefined }

/** The page is opened or left: nothing of a dialog or of a call under way stays. */
export const atRest = <State extends AnyPageState>(state: State): State => ({
  ...state,
  dialog: null,
  saving: false,
  formError: undefined,
  pageError: undefined,
})

export const saving = <State extends AnyPageState>(state: State): State => ({
  ...state,
  saving: true,
  formError: undefined,
})

/** What the page saves itself leaves a dialog that was opened meanwhile as it is. */
const isBehindDialog = (savedFrom: AnyPageState['dialog'], state: AnyPageState): boolean =>
  savedFrom === null && state.dialog !== null

/** A save worked that began in this dialog, or in the page. */
export const accepted =
  <State extends AnyPageState>(savedFrom: State['dialog'], close: Change<State>): Change<State> =>
  (state) =>
    isBehindDialog(savedFrom, state) ? state : close({ ...state, saving: false })

export const refused =
  <State extends AnyPageState>(savedFrom: State['dialog'], reason: string): Change<State> =>
  (state) =>
    isBehindDialog(savedFrom, state) ? { ...state, pageError: reason } : { ...state, saving: false, formError: reason }

type KeyOf<State extends AnyPageState> = NonNullable<State['notice']>['key']

export const noticed =
  <State extends AnyPageState>(key: KeyOf<State>, values: Notice<string>['values'] = {}, parts: NoticeParts = {}) =>
  (state: State): State => ({ ...state, notice: { seq: (state.notice?.seq ?? 0) + 1, key, values, ...parts } })
