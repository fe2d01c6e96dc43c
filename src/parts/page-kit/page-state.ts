import type { Notice, NoticeParts } from '../notices/use-notice.ts'
import type { Viewer } from '../viewer/viewer.ts'

/** State that every page of records has; each page adds its own. */
export interface PageState<Ability extends string, Dialog, Key extends string> {
  /** The signed-in user and their permissions on this page. */
  viewer?: Viewer<Ability>
  dialog: Dialog | null
  /** The open dialog waits for a call. */
  saving: boolean
  /** The reason the open form was refused. */
  formError?: string | undefined
  /**
   * The reason the page's own form was refused while a dialog was open. It becomes the `formError` when the dialog
   * closes.
   */
  pageError?: string | undefined
  notice?: Notice<Key>
  /** Calls that this backend lacks; features that need them are hidden. */
  missing: readonly string[]
}

/** State of any page. */
// biome-ignore lint/suspicious/noExplicitAny: each page has its own abilities, dialogs and notices
export type AnyPageState = PageState<any, any, any>

export const PAGE_AT_START = { dialog: null, saving: false, missing: [] } as const

export type Change<State> = (state: State) => State

export const openDialog =
  <State extends AnyPageState>(dialog: NonNullable<State['dialog']>): Change<State> =>
  (state) => ({ ...state, dialog, saving: false, formError: undefined })

/** The dialog stays open during a call, so that its result can be shown. */
export const closeDialog = <State extends AnyPageState>(state: State): State =>
  state.saving ? state : { ...state, dialog: null, formError: state.pageError, pageError: undefined }

/** Clears the dialog and any pending call when the page is opened or left. */
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

/** Returns whether the page itself was saved while another dialog opened, which must stay as it is. */
const isBehindDialog = (savedFrom: AnyPageState['dialog'], state: AnyPageState): boolean =>
  savedFrom === null && state.dialog !== null

/** Applies a successful save that began in this dialog or in the page. */
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
