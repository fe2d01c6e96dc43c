import { itemsOf } from '../../contract/items-of.ts'
import type { UserV3 } from '../../entities/auth.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { type AccountChanges, checkLeftAlone } from '../../parts/left-alone/check-left-alone.ts'
import { sortByName } from '../../rules/sort-by-name.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import { type AccountsContext, isStatus } from './all-accounts.calls.ts'
import {
  type AccountRow,
  type AccountsState,
  EMPTY_USERS,
  endOf,
  type OpenAccount,
  putAccount,
  USERS_PAGE,
  type UsersDraft,
  type UsersOfAccount,
} from './all-accounts.state.ts'
import type { TreeActions } from './all-accounts.tree.ts'

const rowsOf = (state: AccountsState): AccountRow[] => [
  ...state.list.rows,
  ...Object.values(state.branches).flatMap(({ rows }) => rows),
]

const knownRow = (state: AccountsState, id: string): AccountRow | undefined =>
  id === state.root?.id ? state.root : rowsOf(state).find((row) => row.id === id)

const newAccount = (row: AccountRow, tab: OpenAccount['tab'], search: string): OpenAccount => ({
  id: row.id,
  phase: 'loading',
  row,
  parents: [],
  tab,
  users: { ...EMPTY_USERS, search },
  busy: [],
})

/** Creates the actions that open one account: its name, parents, figures and users. */
export const accountActions = (context: AccountsContext, tree: TreeActions) => {
  const { api, apply, get, deps, bearerFor } = context
  let running: AbortController | undefined

  const putUsers = (id: string, change: (users: UsersOfAccount) => UsersOfAccount) =>
    apply(putAccount(id, (account) => ({ ...account, users: change(account.users) })))

  const loadUsers = async (id: string, patch: Partial<Pick<UsersOfAccount, 'search' | 'page' | 'order'>> = {}) => {
    running?.abort()
    const own = new AbortController()
    running = own
    putUsers(id, (users) => ({ ...users, ...patch, phase: 'loading', error: undefined }))
    const { account } = get()
    if (!account) return
    const { search, page, order } = account.users
    const query = {
      _offset: page,
      _limit: USERS_PAGE,
      _includeSubTenants: false,
      _sortBy: 'name' as const,
      _order: order,
      ...(search.trim() && { _email: search.trim() }),
    }
    try {
      const options = { jwt: await bearerFor(id), signal: own.signal }
      const { items, _metadata } = await api.users.listUsersV3({ query }, options)
      if (running !== own) return
      putUsers(id, (users) => ({ ...users, phase: 'ready', rows: items, total: _metadata.totalItems }))
    } catch (error) {
      if (running !== own || isAbort(error)) return
      putUsers(id, (users) => ({ ...users, phase: 'failed', error: messageOf(error) }))
    }
  }

  const namedBy = async (jwt: string): Promise<string> => {
    const { name = '' } = await api.settings.getAccountSettings({}, { jwt })
    return name
  }

  /** Loads the parents that the user may see. If this fails, the path is left out. */
  const loadParents = async (id: string, jwt: string) => {
    const root = get().root
    try {
      const all = await api.subTenants.getParentTenants({}, { jwt })
      const ordered = [...all].sort((left, right) => left.level - right.level)
      const from = ordered.findIndex(({ tenantId }) => tenantId === root?.id)
      const parents = ordered
        .slice(Math.max(0, from))
        .map(({ tenantId, tenantName }) => ({ id: tenantId, name: tenantName }))
      apply(putAccount(id, (account) => ({ ...account, parents })))
    } catch (error) {
      deps.log.info('The accounts above are left out', error)
    }
  }

  const figures = async (id: string) => {
    const [[counts], [metadata]] = await Promise.all([
      api.subTenants.countUsers({ body: { tenantIds: [id] } }),
      api.subTenants.getHierarchyMetadata({ query: { _tenantIds: id } }),
    ])
    apply(
      putAccount(id, (account) => ({
        ...account,
        row: {
          ...account.row,
          users: counts?.totalUsers,
          below: metadata?.totalSubTenants,
          isParent: metadata?.isParent === true,
        },
      })),
    )
  }

  /**
   * Requests the bearer first, since it decides whether the user may open the account, then loads everything else at
   * once.
   */
  const enter = async (id: string): Promise<void> => {
    const fail = (phase: 'refused' | 'failed', error?: string) =>
      apply(putAccount(id, (account) => ({ ...account, phase, error })))
    try {
      const jwt = await bearerFor(id)
      const name = get().account?.row.name || (await namedBy(jwt))
      apply(putAccount(id, (account) => ({ ...account, phase: 'open', row: { ...account.row, name } })))
      await Promise.all([
        loadUsers(id),
        loadParents(id, jwt),
        figures(id).catch((error) => deps.log.info('Figures of the account are left out', error)),
        tree.loadBranch(id),
      ])
    } catch (error) {
      if (isStatus(error, 403)) fail('refused')
      else fail('failed', messageOf(error))
    }
  }

  return {
    /**
     * Opens an account. `search` filters its users, for example to the one that was opened in the list of all users.
     */
    async enterAccount(id: string, tab: OpenAccount['tab'] = 'users', search = ''): Promise<void> {
      const row = knownRow(get(), id) ?? { id, name: '', isParent: false }
      apply((state) => ({ ...state, account: newAccount(row, tab, search) }))
      await enter(id)
    },
    retryAccount: (id: string) => enter(id),
    leaveAccount(): void {
      running?.abort()
      running = undefined
      apply((state) => ({ ...state, account: undefined }))
    },
    loadUsers,
    /** Finds an account by its id alone, as in a deep link. */
    async findRow(id: string): Promise<AccountRow | undefined> {
      const known = knownRow(get(), id)
      if (known || id === '') return known
      try {
        return { id, name: await namedBy(await bearerFor(id)), isParent: false }
      } catch {
        return undefined
      }
    },
    refreshFigures: (id: string) =>
      figures(id).catch((error) => deps.log.info('Figures of the account are left out', error)),
  }
}

export type AccountActions = ReturnType<typeof accountActions>

/** Creates the actions for the users of the open account. */
export const userActions = (context: AccountsContext, account: AccountActions) => {
  const { api, apply, change, get, deps, bearerFor, before, after, submit, notify, fail, openDialog, closeDialog } =
    context

  const again = async (tenantId: string) => {
    await Promise.all([account.loadUsers(tenantId), account.refreshFigures(tenantId)])
  }

  /**
   * Applies the change at once and reverts it if the server refuses. The call is kept alive, so that leaving the page
   * doesn't lose it.
   */
  const setAccessIn = async (id: string, user: UserV3, allowAccess: boolean): Promise<void> => {
    if (get().account?.busy.includes(user.id)) return
    const put = (isAllowed: boolean, isBusy: boolean) =>
      change(({ account: open }) => {
        if (open?.id !== id) return
        open.busy = isBusy ? [...open.busy, user.id] : open.busy.filter((one) => one !== user.id)
        const row = open.users.rows.find((one) => one.id === user.id)
        if (row) row.subAccountAccessAllowed = isAllowed
      })
    put(allowAccess, true)
    try {
      await api.subTenants.setSubAccountAccess(
        { path: { userId: user.id }, body: { allowAccess } },
        { jwt: await bearerFor(id), keepalive: true },
      )
      put(allowAccess, false)
      notify(allowAccess ? 'accessOn' : 'accessOff', { name: nameOfUser(user) })
    } catch (error) {
      put(!allowAccess, false)
      fail(nameOfUser(user), error, () => setAccessIn(id, user, allowAccess))
    }
  }

  /** Returns whether sub-accounts would lose their last administrator. The switch is disabled meanwhile. */
  const needsQuestion = async (tenantId: string, user: UserV3): Promise<boolean> => {
    const mark = (isBusy: boolean) =>
      apply(
        putAccount(tenantId, (open) => ({
          ...open,
          busy: isBusy ? [...open.busy, user.id] : open.busy.filter((one) => one !== user.id),
        })),
      )
    mark(true)
    const { count } = await checkLeftAlone(context, endOf(user, tenantId))
    mark(false)
    return count > 0 && get().account?.id === tenantId
  }

  return {
    async addUsers(draft: UsersDraft): Promise<void> {
      const tenantId = get().account?.id ?? ''
      const body = {
        users: draft.emails.map((email) => ({ email })),
        tenantId,
        roleIds: [...draft.roleIds],
        allowSubAccountAccess: draft.allowAccess,
      }
      if (!before('create-user', { ...body })) return
      if (!(await submit(() => api.subTenants.addUsers({ body })))) return
      notify('usersAdded', { count: draft.emails.length })
      after('create-user', { ...body })
      await again(tenantId)
    },
    async setRoles(user: UserV3, roleIds: readonly string[]): Promise<void> {
      const tenantId = get().account?.id ?? ''
      const detail = { userId: user.id, tenantId, roleIds }
      if (!before('update-user', detail)) return
      const body = { subTenantsRoles: [{ tenantId, roleIds: [...roleIds] }] }
      if (!(await submit(() => api.subTenants.setUserRoles({ path: { userId: user.id }, body })))) return
      notify('rolesSaved', { name: nameOfUser(user) })
      after('update-user', detail)
      await account.loadUsers(tenantId)
    },
    async removeUser(user: UserV3): Promise<void> {
      const tenantId = get().account?.id ?? ''
      const detail = { userId: user.id, tenantId }
      if (!before('delete-user', detail)) return
      const body = { userId: user.id, subTenants: [{ tenantId }] }
      if (!(await submit(() => api.subTenants.removeUserFromTenants({ body })))) return
      notify('userRemoved', { name: nameOfUser(user) })
      after('delete-user', detail)
      await again(tenantId)
    },
    async setAccess(user: UserV3, allowAccess: boolean): Promise<void> {
      const id = get().account?.id ?? ''
      if (!allowAccess && (await needsQuestion(id, user))) openDialog({ kind: 'end-access', user })
      else await setAccessIn(id, user, allowAccess)
    },
    endAccess(user: UserV3): Promise<void> {
      closeDialog()
      return setAccessIn(get().account?.id ?? '', user, false)
    },
    checkChanges: (body: AccountChanges) => checkLeftAlone(context, body),
    /**
     * Loads the roles. Built-in roles are the same in every account; a user who may not list roles can still assign
     * their own.
     */
    async loadRoles(): Promise<void> {
      const own = (deps.session.current().user?.roles ?? []).map(({ id, name, description = '' }) => ({
        id,
        name,
        description,
      }))
      try {
        const assignable = itemsOf(await api.team.listAssignableRoles())
        const roles = sortByName(assignable.filter(({ tenantId }) => !tenantId))
        apply((state) => ({ ...state, roles }))
      } catch (error) {
        deps.log.info('Only the user’s own roles can be assigned', error)
        apply((state) => ({ ...state, roles: own }))
      }
    },
  }
}
