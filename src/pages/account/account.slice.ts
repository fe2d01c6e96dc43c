import { accountAlias, settings } from '../../contract/accounts.ts'
import { metadata } from '../../contract/metadata.ts'
import type { Slice, SliceContext } from '../../feature/slice.ts'
import { HttpError } from '../../kernel/errors.ts'
import { BUSY, failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import { viewerOf } from '../../parts/viewer/viewer.ts'
import { type AccountDraft, hasOtherChanges, toBody, toDraft } from './account.draft.ts'
import { type LoginDraft, loginActions, toLoginDraft } from './account.login.ts'
import {
  type Ability,
  type AccountState,
  discarded,
  edited,
  initialAccount,
  isDirty,
  isLoginDirty,
  loaded,
  loginChanged,
  loginDiscarded,
  loginLoaded,
  noticed,
  saved,
} from './account.state.ts'

/** The permission each ability requires; the server decides again. */
const NEEDED: Readonly<Record<Ability, string>> = {
  read: 'fe.secure.read.accountSettings',
  edit: 'fe.secure.write.accountSettings',
  login: 'fe.account-settings.write.custom-login-box',
}

const FORBIDDEN = 403

type Apply = (...transitions: ((state: AccountState) => AccountState)[]) => void

const settingsActions = ({ get, deps }: SliceContext<AccountState>, apply: Apply) => {
  const api = deps.client({ settings, accountAlias })

  /** Returns the alias. Older and foreign backends lack the call, and its failure must not break the page. */
  const aliasOrNone = async (): Promise<string | undefined> => {
    try {
      return (await api.accountAlias.getAccountAlias()).alias
    } catch (error) {
      if (!isMissing(error)) deps.log.warn('The alias could not be loaded', error)
      return undefined
    }
  }

  /** Saves the alias with its own call. It stays saved if the call for the other settings fails. */
  const saveAlias = async (alias: string): Promise<void> => {
    const response = await api.accountAlias.saveAccountAlias({ body: { alias } })
    apply((state) => ({ ...state, alias: response.alias }))
  }

  const load = async (): Promise<void> => {
    if (get().phase === 'failed') apply((state) => ({ ...state, phase: 'loading', failure: IDLE }))
    try {
      apply(loaded(...(await Promise.all([api.settings.getAccountSettings(), aliasOrNone()]))))
    } catch (error) {
      const phase = error instanceof HttpError && error.status === FORBIDDEN ? 'forbidden' : 'failed'
      apply((state) => ({ ...state, phase, failure: failedWith(failureOf(error)) }))
    }
  }
  return {
    load,
    async open(): Promise<void> {
      const viewer = viewerOf(deps, NEEDED)
      // Values of the previous account must not be shown for another one.
      if (get().viewer?.tenantId !== viewer.tenantId) apply(() => initialAccount)
      apply((state) => ({ ...state, viewer, phase: viewer.may.read ? state.phase : 'forbidden' }))
      if (viewer.may.read) await load()
    },
    edit: (patch: Partial<AccountDraft>) => apply(edited(patch)),
    discard: () => apply(discarded),
    async save(): Promise<void> {
      const { settings: stored, alias, draft, saving } = get()
      if (!stored || saving.kind === 'busy' || !isDirty(get())) return
      const body = toBody(stored, draft)
      const changed = { ...body, ...(draft.alias.trim() !== (alias ?? '') && { alias: draft.alias.trim() }) }
      if (!deps.events.before('update-account', { id: stored.tenantId, ...changed })) return
      apply((state) => ({ ...state, saving: BUSY }))
      try {
        if (changed.alias !== undefined) await saveAlias(changed.alias)
        const hasMore = hasOtherChanges(draft, toDraft(stored, alias))
        const response = hasMore ? await api.settings.saveAccountSettings({ body }) : stored
        apply(saved(response), noticed('saved'))
        deps.events.after('update-account', { id: response.tenantId, ...changed })
        // The menu shows name and logo, and dates use the time zone.
        void deps.session
          .refresh()
          .catch((error: unknown) => deps.log.warn('The session could not be refreshed', error))
      } catch (error) {
        apply((state) => ({ ...state, saving: failedWith(failureOf(error)) }))
      }
    },
  }
}

const customLoginActions = ({ get, deps }: SliceContext<AccountState>, apply: Apply) => {
  const api = deps.client({ metadata }).metadata
  const loadLogin = async (): Promise<void> => {
    if (get().login.phase === 'loading') return
    if (get().login.phase !== 'ready') apply(loginChanged({ phase: 'loading', failure: IDLE }))
    try {
      apply(loginLoaded(toLoginDraft(await api.getAdminBoxMetadata())))
    } catch (error) {
      apply(loginChanged({ phase: 'failed', failure: failedWith(failureOf(error)) }))
    }
  }
  return {
    loadLogin,
    editLogin: (patch: Partial<LoginDraft>) => apply(loginChanged({ draft: { ...get().login.draft, ...patch } })),
    discardLogin: () => apply(loginDiscarded),
    /** Saves the login box and loads it again, because a new picture then has its own URL. */
    async saveLogin(): Promise<void> {
      const { stored, draft, saving } = get().login
      if (!stored || saving.kind === 'busy' || !isLoginDirty(get().login)) return
      const actions = loginActions(stored, draft)
      if (!deps.events.before('update-account', { loginBox: actions })) return
      apply(loginChanged({ saving: BUSY }))
      try {
        await api.updateAdminBoxMetadata({ body: { actions } })
        apply(loginChanged({ stored: draft, saving: IDLE }), noticed('loginSaved'))
        deps.events.after('update-account', { loginBox: actions })
        await loadLogin()
      } catch (error) {
        apply(loginChanged({ saving: failedWith(failureOf(error)) }))
      }
    },
  }
}

const build = (context: SliceContext<AccountState>) => {
  const { set, get } = context
  const apply: Apply = (...transitions) =>
    set(() => transitions.reduce((state, transition) => transition(state), get()))
  return { ...settingsActions(context, apply), ...customLoginActions(context, apply) }
}

export type AccountActions = ReturnType<typeof build>

export const accountSlice: Slice<AccountState, AccountActions> = (context) => build(context)
