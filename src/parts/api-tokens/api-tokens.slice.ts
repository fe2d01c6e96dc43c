import { itemsOf } from '../../contract/answers.ts'
import { team } from '../../contract/team.ts'
import { users } from '../../contract/users.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { HttpError, messageOf } from '../../kernel/errors.ts'
import { createListActions, pageOfAll } from '../record-list/list-actions.ts'
import type { ListQuery } from '../record-list/list-state.ts'
import { viewerOf } from '../viewer/viewer.ts'
import {
  type Ability,
  type ApiToken,
  addressOfTokens,
  closeDialog,
  created,
  initialTokens,
  noticed,
  openDialog,
  refused,
  saving,
  type TokenDraft,
  type TokensDialog,
  type TokensState,
  tokensAddressFrom,
} from './api-tokens.state.ts'
import type { TokenCalls } from './token-calls.ts'

export interface TokenScope {
  needed: Readonly<Record<Ability, string>>
  /** An account's tokens have roles; a person's own can do what she can. */
  hasRoles: boolean
  calls(deps: SliceContext<TokensState>['deps']): TokenCalls
}

/** The form leaves before the secret appears, so that one is not taken for the other. */
const DIALOG_GAP_MS = 200

const MAX_CREATORS = 100

const createContext = ({ set, get, deps }: SliceContext<TokensState>, scope: TokenScope) => ({
  get,
  deps,
  scope,
  calls: scope.calls(deps),
  apply: (...transitions: ((state: TokensState) => TokensState)[]) =>
    set(() => transitions.reduce((state, transition) => transition(state), get())),
})
type Context = ReturnType<typeof createContext>

/** The wire lists all tokens at once, so searching, sorting and turning pages ask nobody. */
const listing = ({ calls, get, apply }: Context, onLoaded: (tokens: readonly ApiToken[]) => void) => {
  let all: readonly ApiToken[] | undefined
  const fetchPage = async (query: ListQuery, signal: AbortSignal) => {
    if (!all) {
      all = await calls.list(signal)
      onLoaded(all)
    }
    return pageOfAll(all, query)
  }
  const list = createListActions<ApiToken>({
    get: () => get().list,
    put: (change) => apply((state) => ({ ...state, list: change(state.list) })),
    fetchPage,
  })
  return {
    ...list,
    find: (id: string | undefined) => all?.find((token) => token.id === id),
    forget: () => {
      all = undefined
    },
    reload: () => {
      all = undefined
      return list.reload()
    },
    /** What is known here already is not asked for again. */
    replace: (change: (tokens: readonly ApiToken[]) => readonly ApiToken[]) => {
      all = all && change(all)
      return list.reload()
    },
  }
}
type Listing = ReturnType<typeof listing>

/** Who may not list the roles can still give her own. */
const loadRoles = async ({ apply, deps }: Context): Promise<void> => {
  const own = (deps.session.current().user?.roles ?? []).map(({ id, name, description = '' }) => ({
    id,
    name,
    description,
  }))
  apply((state) => ({ ...state, roles: own }))
  try {
    const roles = itemsOf(await deps.client({ team }).team.listAssignableRoles())
    apply((state) => ({ ...state, roles }))
  } catch (error) {
    deps.log.info('Only the own roles can be given', error)
  }
}

const loadMakers = async ({ apply, deps }: Context, tokens: readonly ApiToken[]): Promise<void> => {
  const ids = [...new Set(tokens.flatMap(({ createdByUserId }) => createdByUserId ?? []))].slice(0, MAX_CREATORS)
  if (ids.length === 0) return
  try {
    const query = { _offset: 0, _limit: MAX_CREATORS, _includeSubTenants: false, ids: ids.join() }
    const { items } = await deps.client({ users }).users.listUsersV3({ query })
    const makers = Object.fromEntries(items.map(({ id, name, email }) => [id, name?.trim() || email]))
    apply((state) => ({ ...state, makers }))
  } catch (error) {
    deps.log.info('Makers of tokens are left out', error)
  }
}

const changing = ({ apply, get, deps, calls }: Context, list: Listing) => {
  const isBusy = () => get().saving
  const guarded = async (work: () => Promise<void>) => {
    apply(saving)
    try {
      await work()
    } catch (error) {
      apply(refused(messageOf(error)))
    }
  }
  return {
    async create(draft: TokenDraft): Promise<void> {
      const { kind } = get()
      const detail = { description: draft.description, roleIds: draft.roleIds }
      if (isBusy() || !kind || !deps.events.before('create-api-token', detail)) return
      await guarded(async () => {
        const { token, secret } = await calls.create(kind, draft)
        deps.events.after('create-api-token', { id: token.id, ...detail })
        apply((state) => closeDialog({ ...state, saving: false }))
        await wait(deps.clock, DIALOG_GAP_MS)
        await list.replace((tokens) => [token, ...tokens])
        apply(created(token, secret))
      })
    },
    async save(
      token: ApiToken,
      change: { description: string; roleIds: readonly string[] | undefined },
    ): Promise<void> {
      const { description, roleIds } = change
      if (isBusy() || !deps.events.before('update-api-token', { id: token.id, ...change })) return
      await guarded(async () => {
        try {
          await calls.update(token, { description, ...(roleIds && { roleIds: [...roleIds] }) })
        } catch (error) {
          // A backend without the call, or a token that is gone: either way nothing can be changed here.
          if (error instanceof HttpError && error.status === 404) apply((state) => ({ ...state, canEdit: false }))
          throw error
        }
        apply((state) => closeDialog({ ...state, saving: false }), noticed('saved', { name: description }))
        deps.events.after('update-api-token', { id: token.id, ...change })
        const after = { ...token, name: description, ...(roleIds && { roleIds }) }
        await list.replace((tokens) => tokens.map((one) => (one.id === token.id ? after : one)))
      })
    },
    async revoke(token: ApiToken): Promise<void> {
      if (isBusy() || !deps.events.before('delete-api-token', { id: token.id })) return
      await guarded(async () => {
        await calls.revoke(token)
        apply((state) => closeDialog({ ...state, saving: false }), noticed('revoked', { name: token.name }))
        deps.events.after('delete-api-token', { id: token.id })
        await list.replace((tokens) => tokens.filter(({ id }) => id !== token.id))
      })
    },
  }
}

/** What the address says of dialogs, once the tokens are known. */
const dialogsOf = ({ apply, get }: Context, list: Listing) => ({
  follow(search: string): void {
    const { isNew, tokenId, revokeId } = tokensAddressFrom(search)
    const token = list.find(tokenId ?? revokeId)
    const { viewer, kind, dialog } = get()
    if (isNew && viewer?.may.create && kind) apply(openDialog({ kind: 'create' }))
    else if (token && tokenId) apply(openDialog({ kind: 'edit', token }))
    else if (token && viewer?.may.revoke) apply(openDialog({ kind: 'revoke', token }))
    else if (tokenId || revokeId) apply(noticed('gone'))
    // The secret stands in no address: a step back must not take it away.
    else if (dialog?.kind !== 'secret') apply(closeDialog)
  },
})

const build = (context: Context) => {
  const { apply, get, deps, scope } = context
  const list = listing(context, (tokens) => {
    if (scope.hasRoles) void loadMakers(context, tokens)
  })
  const dialogs = dialogsOf(context, list)
  return {
    async open(search: string): Promise<void> {
      const viewer = viewerOf(deps, scope.needed)
      const { policy } = deps.settings()
      const kind =
        policy?.apiTokensEnabled === false ? undefined : (policy?.machineToMachineAuthStrategy ?? 'ClientCredentials')
      // Another account shows nothing of the one before.
      apply((state) => ({ ...(state.viewer?.tenantId === viewer.tenantId ? state : initialTokens), viewer, kind }))
      list.forget()
      const loadingRoles = scope.hasRoles ? loadRoles(context) : undefined
      await list.show(tokensAddressFrom(search).query)
      // A dialog that was opened while the list was on its way stays.
      if (get().list.phase === 'ready' && get().dialog === null) dialogs.follow(search)
      await loadingRoles
    },
    async follow(search: string): Promise<void> {
      if (search === addressOfTokens(get())) return
      await list.show(tokensAddressFrom(search).query)
      dialogs.follow(search)
    },
    change: list.change,
    reload: list.reload,
    openDialog: (dialog: TokensDialog) => apply(openDialog(dialog)),
    closeDialog: () => apply(closeDialog),
    ...changing(context, list),
    close(): void {
      list.stop()
      apply((state) => ({ ...state, saving: false, dialog: null }))
    },
  }
}

export type TokensActions = ReturnType<typeof build>

/** The actions of one of the two token pages. */
export const tokensSlice =
  (scope: TokenScope) =>
  (context: SliceContext<TokensState>): TokensActions =>
    build(createContext(context, scope))
