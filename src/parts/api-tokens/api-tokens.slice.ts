import { itemsOf } from '../../contract/items-of.ts'
import { team, users } from '../../contract/users.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { sortByName } from '../../rules/sort-by-name.ts'
import { createPageContext, isMissing, type PageContext, recordList } from '../page-kit/page-context.ts'
import { followUrl } from '../page-kit/page-url.ts'
import { pageOfAll } from '../record-list/list-actions.ts'
import type { ListQuery } from '../record-list/list-state.ts'
import type { LinkedDialog } from '../record-list/list-url.ts'
import type { TokensTexts } from './api-tokens.messages.ts'
import {
  type ApiToken,
  created,
  initialTokens,
  type TokenDraft,
  type TokensDialog,
  type TokensState,
  tokensUrl,
} from './api-tokens.state.ts'
import type { TokenCalls } from './token-calls.ts'

export interface TokenScope {
  /** Account tokens have roles; a personal token has all permissions of its user. */
  hasRoles: boolean
  calls(deps: SliceContext<TokensState>['deps']): TokenCalls
}

/** The form closes before the secret appears, so that users don't mistake one dialog for the other. */
const DIALOG_GAP_MS = 200

const MAX_CREATORS = 100

const tables = { team, users }

type Context = PageContext<TokensState, typeof tables> & { scope: TokenScope; calls: TokenCalls }

const contextOf = (context: SliceContext<TokensState>, scope: TokenScope): Context => ({
  ...createPageContext(context, { tables, initial: initialTokens }),
  scope,
  calls: scope.calls(context.deps),
})

/** The API returns all tokens at once, so searching, sorting and paging need no further request. */
const listing = (context: Context, onLoaded: (tokens: readonly ApiToken[]) => void) => {
  let all: readonly ApiToken[] | undefined
  const fetchPage = async (query: ListQuery, signal: AbortSignal) => {
    if (!all) {
      all = await context.calls.list(signal)
      onLoaded(all)
    }
    return pageOfAll(all, query)
  }
  const list = recordList(context, { fetchPage })
  return {
    ...list,
    find: (id: string) => all?.find((token) => token.id === id),
    forget: () => {
      all = undefined
    },
    reload: () => {
      all = undefined
      return list.reload()
    },
    /** Applies a change to the loaded tokens without another request. */
    replace: (change: (tokens: readonly ApiToken[]) => readonly ApiToken[]) => {
      all = all && change(all)
      return list.reload()
    },
  }
}
type Listing = ReturnType<typeof listing>

/** Loads the assignable roles. A user who may not list roles can still assign their own. */
const loadRoles = async ({ api, apply, deps }: Context): Promise<void> => {
  const own = (deps.session.current().user?.roles ?? []).map(({ id, name, description = '' }) => ({
    id,
    name,
    description,
  }))
  apply((state) => ({ ...state, roles: own }))
  try {
    const roles = sortByName(itemsOf(await api.team.listAssignableRoles()))
    apply((state) => ({ ...state, roles }))
  } catch (error) {
    deps.log.info('Only the user’s own roles can be assigned', error)
  }
}

const loadCreators = async ({ api, apply, deps }: Context, tokens: readonly ApiToken[]): Promise<void> => {
  const ids = [...new Set(tokens.flatMap(({ createdByUserId }) => createdByUserId ?? []))].slice(0, MAX_CREATORS)
  if (ids.length === 0) return
  try {
    const query = { _offset: 0, _limit: MAX_CREATORS, _includeSubTenants: false, ids: ids.join() }
    const { items } = await api.users.listUsersV3({ query })
    const creators = Object.fromEntries(items.map(({ id, name, email }) => [id, name?.trim() || email]))
    apply((state) => ({ ...state, creators }))
  } catch (error) {
    deps.log.info('The creators of tokens are left out', error)
  }
}

interface TokenChange {
  description: string
  roleIds: readonly string[] | undefined
}

const changing = (context: Context, list: Listing) => {
  const { apply, get, deps, calls, before, after, submit, notify, failWith } = context
  /** Updates a token. If the call is missing or the token was deleted meanwhile, editing is switched off. */
  const update = async (token: ApiToken, { description, roleIds }: TokenChange) => {
    try {
      await calls.update(token, { description, ...(roleIds && { roleIds: [...roleIds] }) })
    } catch (error) {
      if (isMissing(error)) apply((state) => ({ ...state, missing: [...state.missing, 'updateToken'] }))
      throw error
    }
  }
  return {
    async create(draft: TokenDraft): Promise<void> {
      const { kind } = get()
      const detail = { description: draft.description, roleIds: draft.roleIds }
      if (!kind || !before('create-api-token', detail)) return
      let made: Awaited<ReturnType<TokenCalls['create']>> | undefined
      const isSaved = await submit(async () => {
        made = await calls.create(kind, draft)
      })
      if (!isSaved || !made) return
      const { token, secret } = made
      after('create-api-token', { id: token.id, ...detail })
      await wait(deps.clock, DIALOG_GAP_MS)
      await list.replace((tokens) => [token, ...tokens])
      apply(created(token, secret))
    },
    async save(token: ApiToken, change: TokenChange): Promise<void> {
      const { description, roleIds } = change
      if (!before('update-api-token', { id: token.id, ...change })) return
      if (!(await submit(() => update(token, change)))) return
      notify('saved', { name: description })
      after('update-api-token', { id: token.id, ...change })
      const edited = { ...token, name: description, ...(roleIds && { roleIds }) }
      await list.replace((tokens) => tokens.map((one) => (one.id === token.id ? edited : one)))
    },
    /** Makes the signed-in user the guarantor of a token that has fewer permissions than its roles grant. */
    async vouch(token: ApiToken): Promise<void> {
      const userId = deps.session.current().user?.id
      if (!userId || !calls.vouch) return
      try {
        await calls.vouch(token, userId)
      } catch (error) {
        failWith('vouchFailed', { name: token.name, error })
        return
      }
      notify('vouched', { name: token.name })
      await list.reload()
    },
    async revoke(token: ApiToken): Promise<void> {
      if (!before('delete-api-token', { id: token.id })) return
      if (!(await submit(() => calls.revoke(token)))) return
      notify('revoked', { name: token.name })
      after('delete-api-token', { id: token.id })
      await list.replace((tokens) => tokens.filter(({ id }) => id !== token.id))
    },
  }
}

/** Returns the dialog of a link, if the page offers it to this user. */
const linkedDialog =
  ({ get }: Context, list: Listing) =>
  ({ name, id }: LinkedDialog<string>): TokensDialog | undefined => {
    const { viewer, kind } = get()
    if (name === 'new') return viewer?.may.create && kind ? { kind: 'create' } : undefined
    const token = list.find(id)
    if (!token) return undefined
    if (name === 'token') return { kind: 'edit', token }
    return viewer?.may.revoke ? { kind: 'revoke', token } : undefined
  }

const kindHere = ({ deps }: Context) => {
  const { policy } = deps.settings()
  return policy?.apiTokensEnabled === false ? undefined : (policy?.machineToMachineAuthStrategy ?? 'ClientCredentials')
}

const build = (context: Context) => {
  const { apply, scope, openDialog, closeDialog, dialogsMissing } = context
  const list = listing(context, (tokens) => {
    if (scope.hasRoles) void loadCreators(context, tokens)
  })
  const following = followUrl(context, {
    url: tokensUrl,
    show: (query, isFirst) => {
      if (isFirst) {
        apply((state) => ({ ...state, kind: kindHere(context) }))
        list.forget()
      }
      return Promise.all([list.show(query), ...(isFirst && scope.hasRoles ? [loadRoles(context)] : [])])
    },
    dialogOf: linkedDialog(context, list),
    gone: 'gone',
  })
  return {
    ...following,
    change: list.change,
    reload: list.reload,
    openDialog,
    closeDialog,
    dialogsMissing,
    ...changing(context, list),
    close(): void {
      list.stop()
      context.leave()
    },
  }
}

export type TokensActions = ReturnType<typeof build>

/** Creates the actions of one of the two token pages. */
export const tokensSlice =
  (scope: TokenScope) =>
  (context: SliceContext<TokensState>): TokensActions =>
    build(contextOf(context, scope))

export interface TokensViewProps extends FeatureProps<TokensState, TokensActions, TokensTexts> {
  /** Account tokens have roles. */
  hasRoles: boolean
}
