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
  state.saving ? state : { ...state, dialog: null, formError: undefined }

export const saving = <State extends AnyPageState>(state: State): State => ({
  ...state,
  saving: true,
  formError: undefined,
})

export const refused =
  <State extends AnyPageState>(formError: string): Change<State> =>
  (state) => ({ ...state, saving: false, formError })

type KeyOf<State extends AnyPageState> = NonNullable<State['notice']>['key']

export const noticed =
  <State extends AnyPageState>(key: KeyOf<State>, values: Notice<string>['values'] = {}, parts: NoticeParts = {}) =>
  (state: State): State => ({ ...state, notice: { seq: (state.notice?.seq ?? 0) + 1, key, values, ...parts } })
