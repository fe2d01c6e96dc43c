import type { AccountSettings } from '../../entities/tenants.ts'
import { IDLE, type Progress } from '../../parts/failure/failure.ts'
import { type Notice, nextNotice } from '../../parts/notices/use-notice.ts'
import type { Viewer } from '../../parts/viewer/viewer.ts'
import { type AccountDraft, isSame, toDraft } from './account.draft.ts'
import { isSameLogin, type LoginDraft } from './account.login.ts'

export type Ability = 'read' | 'edit' | 'login'

type NoticeKey = 'saved' | 'loginSaved'

interface LoginState {
  phase: 'idle' | 'loading' | 'ready' | 'failed'
  failure: Progress
  stored?: LoginDraft
  draft: LoginDraft
  saving: Progress
}

export interface AccountState {
  viewer?: Viewer<Ability>
  phase: 'loading' | 'ready' | 'failed' | 'forbidden'
  failure: Progress
  settings?: AccountSettings
  /** `undefined` if the backend can't change it. */
  alias?: string | undefined
  draft: AccountDraft
  saving: Progress
  login: LoginState
  notice?: Notice<NoticeKey>
}

const NO_LOGIN: LoginDraft = { logo: '', main: '', contrastText: '', placement: '' }

export const initialAccount: AccountState = {
  phase: 'loading',
  failure: IDLE,
  draft: toDraft({}),
  saving: IDLE,
  login: { phase: 'idle', failure: IDLE, draft: NO_LOGIN, saving: IDLE },
}

type Transition = (state: AccountState) => AccountState

export const isDirty = ({ settings, alias, draft }: Pick<AccountState, 'settings' | 'alias' | 'draft'>): boolean =>
  settings !== undefined && !isSame(draft, toDraft(settings, alias))

export const isLoginDirty = ({ stored, draft }: Pick<LoginState, 'stored' | 'draft'>): boolean =>
  stored !== undefined && !isSameLogin(stored, draft)

/** Stores the loaded settings; unsaved changes are kept. */
export const loaded =
  (settings: AccountSettings, alias?: string): Transition =>
  (state) => ({
    ...state,
    phase: 'ready',
    failure: IDLE,
    settings,
    alias,
    draft: isDirty(state) ? state.draft : toDraft(settings, alias),
  })

/** Merges the response into the known settings. */
export const saved =
  (response: AccountSettings): Transition =>
  (state) => {
    const settings = { ...state.settings, ...response }
    return { ...state, settings, draft: toDraft(settings, state.alias), saving: IDLE }
  }

export const edited =
  (patch: Partial<AccountDraft>): Transition =>
  (state) => ({ ...state, draft: { ...state.draft, ...patch } })

export const discarded: Transition = (state) =>
  state.settings ? { ...state, draft: toDraft(state.settings, state.alias), saving: IDLE } : state

export const loginChanged =
  (patch: Partial<LoginState>): Transition =>
  (state) => ({ ...state, login: { ...state.login, ...patch } })

export const loginLoaded =
  (stored: LoginDraft): Transition =>
  (state) => {
    const draft = isLoginDirty(state.login) ? state.login.draft : stored
    return { ...state, login: { phase: 'ready', failure: IDLE, saving: IDLE, stored, draft } }
  }

export const loginDiscarded: Transition = (state) =>
  state.login.stored ? { ...state, login: { ...state.login, draft: state.login.stored, saving: IDLE } } : state

export const noticed =
  (key: NoticeKey): Transition =>
  (state) => ({ ...state, notice: nextNotice(state.notice, key) })
