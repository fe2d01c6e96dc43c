import { itemsOf } from '../../contract/items-of.ts'
import type { UserV3 } from '../../entities/auth.ts'
import { sortByName } from '../../rules/sort-by-name.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import type { AccountActions } from './all-accounts.account.ts'
import type { AccountsContext } from './all-accounts.calls.ts'

interface UsersDraft {
  emails: readonly string[]
  roleIds: readonly string[]
  allowAccess: boolean
}

/** Creates the actions for the users of the open account. */
export const userActions = (context: AccountsContext, account: AccountActions) => {
  const { api, apply, change, get, deps, bearerFor, before, after, submit, notify, fail } = context

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
    setAccess: (user: UserV3, allowAccess: boolean) => setAccessIn(get().account?.id ?? '', user, allowAccess),
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
