import type { SubTenantUser } from '../../entities/tenants.ts'
import type { Slice } from '../../feature/slice.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import { accountActions, userActions } from './all-accounts.account.ts'
import { type AccountsContext, createAccountsContext, type Places } from './all-accounts.calls.ts'
import { changeActions } from './all-accounts.changes.ts'
import {
  type AccountsActions,
  type AccountsDialog,
  type AccountsQuery,
  type AccountsState,
  ALL_USERS_PAGE,
  type AllUsers,
  type AllUsersRow,
  canMove,
  canSetStatus,
  showsAllUsers,
} from './all-accounts.state.ts'
import { treeActions } from './all-accounts.tree.ts'
import { type AccountsPlace, accountsUrl } from './all-accounts.url.ts'

const rowsOf = (user: SubTenantUser, places: Places | undefined): AllUsersRow[] =>
  user.tenants.map(({ tenantId, roles, activated }) => ({
    id: `${user.id} ${tenantId}`,
    user,
    accountId: tenantId,
    account: places?.get(tenantId),
    roles: roles.map(({ name }) => name),
    isInvited: activated === false,
  }))

/** Creates the actions that load the users of all accounts page by page. */
const allUsersActions = ({ api, apply, get, known, places }: AccountsContext) => {
  let running: AbortController | undefined
  const put = (patch: Partial<AllUsers>) => apply((state) => ({ ...state, allUsers: { ...state.allUsers, ...patch } }))

  return {
    /** Loads a page; the latest request wins. Returns `false` if this backend lacks the call. */
    async loadAllUsers(page = 0): Promise<boolean> {
      running?.abort()
      const own = new AbortController()
      running = own
      put({ phase: 'loading', error: undefined, page })
      const { search, order } = get().query
      const query = { _offset: page, _limit: ALL_USERS_PAGE, _filter: search.trim(), _sortBy: 'name', _order: order }
      try {
        const [found, all] = await Promise.all([
          known(
            'listAllUsers',
            () => api.subTenants.listAllUsers({ query }, { signal: own.signal }),
            async () => undefined,
          ),
          places(),
        ])
        if (running !== own) return true
        if (!found) return false
        const rows = found.items.flatMap((user) => rowsOf(user, all))
        put({ phase: 'ready', rows, total: found._metadata.totalItems })
      } catch (error) {
        if (running === own && !isAbort(error)) put({ phase: 'failed', error: messageOf(error) })
      }
      return true
    },
    stopAllUsers: () => running?.abort(),
  }
}

const partsOf = (context: AccountsContext) => {
  const tree = treeActions(context)
  const account = accountActions(context, tree)
  const allUsers = allUsersActions(context)
  /** Loads accounts or users, depending on the view. If this backend can't list all users, it loads accounts. */
  const show = async (): Promise<void> => {
    if (!showsAllUsers(context.get()) || !(await allUsers.loadAllUsers())) await tree.show()
  }
  return { tree, account, allUsers, show, changes: changeActions(context, tree), users: userActions(context, account) }
}

type Parts = ReturnType<typeof partsOf>
type Offered = Readonly<Record<string, AccountsDialog | false | undefined>>

/** Returns the dialog of a link, if the page offers it to this user. */
const linkedDialog =
  ({ get }: AccountsContext, { account }: Parts) =>
  async ({ name, id }: LinkedDialog<string>): Promise<AccountsDialog | undefined> => {
    const { viewer, root } = get()
    const may = viewer?.may
    if (name === 'add-users') return may?.addUsers ? { kind: name } : undefined
    if (name === 'roles' || name === 'remove-user') {
      const user = get().account?.users.rows.find((row) => row.id === id)
      const isOffered = name === 'roles' ? may?.setRoles : may?.removeUsers && id !== viewer?.id
      return user && isOffered ? { kind: name, user } : undefined
    }
    // Without an id, a new account is created in the active one.
    const row = name === 'create' && id === '' ? root : await account.findRow(id)
    if (!row) return undefined
    const isBelow = row.id !== root?.id
    const offered: Offered = {
      create: may?.write && { kind: 'create', parent: row },
      edit: may?.write && isBelow && { kind: 'edit', account: row },
      move: may?.write && isBelow && canMove(get()) && { kind: 'move', account: row },
      suspend: isBelow && !row.isSuspended && canSetStatus(get(), row) && { kind: 'suspend', account: row },
      resume: isBelow && row.isSuspended && canSetStatus(get(), row) && { kind: 'resume', account: row },
      status: isBelow && canSetStatus(get(), row) && { kind: 'status', account: row },
      delete: may?.remove && isBelow && { kind: 'delete', account: row },
    }
    return offered[name] || undefined
  }

/** Loads the list for the URL's query, and the account that the URL opens. */
const showPlace =
  (context: AccountsContext, { account, users, show }: Parts) =>
  async ({ account: id, tab, ...query }: AccountsPlace, isFirst: boolean): Promise<void> => {
    const { apply, get, forgetBearers } = context
    if (isFirst) {
      const { viewer } = get()
      forgetBearers()
      apply((state) => ({
        ...state,
        root: { id: viewer?.tenantId ?? '', name: viewer?.tenantName ?? '', isParent: true },
      }))
    }
    const old = get().query
    const isNew = (['view', 'search', 'sort', 'order'] as const).some((key) => old[key] !== query[key])
    apply((state) => ({ ...state, query }))
    const listed = isNew || isFirst ? show() : undefined
    const roles = isFirst ? users.loadRoles() : undefined
    if (!id) account.leaveAccount()
    else if (id !== get().account?.id) await account.enterAccount(id, tab)
    else apply((state) => ({ ...state, account: state.account && { ...state.account, tab: tab ?? 'users' } }))
    await Promise.all([listed, roles])
  }

export const accountsSlice: Slice<AccountsState, AccountsActions> = (given) => {
  const context = createAccountsContext(given)
  const { apply, openDialog, closeDialog, dialogsMissing } = context
  const parts = partsOf(context)
  const { tree, allUsers, account, changes, users } = parts
  const following = followUrl(context, {
    url: accountsUrl,
    show: showPlace(context, parts),
    dialogOf: linkedDialog(context, parts),
    gone: 'gone',
  })
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...following,
    ...tree,
    ...changes,
    ...account,
    ...users,
    ...allUsers,
    async change(patch: Partial<AccountsQuery>): Promise<void> {
      apply((state) => ({ ...state, query: { ...state.query, ...patch } }))
      await parts.show()
    },
    showTab: (tab: 'users' | 'accounts') =>
      apply((state) => ({ ...state, account: state.account && { ...state.account, tab } })),
    close(): void {
      tree.stop()
      allUsers.stopAllUsers()
      context.leave()
    },
  }
}
