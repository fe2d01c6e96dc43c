import { itemsOf } from '../../contract/answers.ts'
import type { UserV3 } from '../../entities/auth.ts'
import { messageOf } from '../../kernel/errors.ts'
import type { AccountActions } from './accounts.account.slice.ts'
import type { changeActions } from './accounts.changes.slice.ts'
import type { AccountsContext } from './accounts.context.ts'
import { noticed, putAccount, saved } from './accounts.state.ts'

export const nameOfUser = ({ name, email }: Pick<UserV3, 'name' | 'email'>): string => name?.trim() || email

export interface UsersDraft {
  emails: readonly string[]
  roleIds: readonly string[]
  allowAccess: boolean
}

/** The people of the account that is looked into. */
export const userActions = (
  context: AccountsContext,
  account: AccountActions,
  { guarded }: Pick<ReturnType<typeof changeActions>, 'guarded'>,
) => {
  const { api, apply, get, deps, bearerFor } = context

  const again = async (tenantId: string) => {
    await Promise.all([account.loadUsers(tenantId), account.refreshFigures(tenantId)])
  }

  return {
    addUsers: (draft: UsersDraft) =>
      guarded(async () => {
        const tenantId = get().account?.id ?? ''
        const body = {
          users: draft.emails.map((email) => ({ email })),
          tenantId,
          roleIds: [...draft.roleIds],
          allowSubAccountAccess: draft.allowAccess, // flows §32: false unless said
        }
        if (!deps.events.before('create-user', { ...body })) return apply(saved)
        await api.subTenants.addUsers({ body })
        apply(saved, noticed('usersAdded', { count: draft.emails.length }))
        deps.events.after('create-user', { ...body })
        await again(tenantId)
      }),
    setRoles: (user: UserV3, roleIds: readonly string[]) =>
      guarded(async () => {
        const tenantId = get().account?.id ?? ''
        const detail = { userId: user.id, tenantId, roleIds }
        if (!deps.events.before('update-user', detail)) return apply(saved)
        await api.subTenants.setUserRoles({
          path: { userId: user.id },
          body: { subTenantsRoles: [{ tenantId, roleIds: [...roleIds] }] },
        })
        apply(saved, noticed('rolesSaved', { name: nameOfUser(user) }))
        deps.events.after('update-user', detail)
        await account.loadUsers(tenantId)
      }),
    removeUser: (user: UserV3) =>
      guarded(async () => {
        const tenantId = get().account?.id ?? ''
        const detail = { userId: user.id, tenantId }
        if (!deps.events.before('delete-user', detail)) return apply(saved)
        await api.subTenants.removeUserFromTenants({ body: { userId: user.id, subTenants: [{ tenantId }] } })
        apply(saved, noticed('userRemoved', { name: nameOfUser(user) }))
        deps.events.after('delete-user', detail)
        await again(tenantId)
      }),
    /** In effect at once; put back when the server refuses. */
    async setAccess(user: UserV3, allowAccess: boolean): Promise<void> {
      const id = get().account?.id ?? ''
      const put = (isAllowed: boolean, isBusy: boolean) =>
        apply(
          putAccount(id, (now) => ({
            ...now,
            busy: isBusy ? [...now.busy, user.id] : now.busy.filter((one) => one !== user.id),
            users: {
              ...now.users,
              rows: now.users.rows.map((row) =>
                row.id === user.id ? { ...row, subAccountAccessAllowed: isAllowed } : row,
              ),
            },
          })),
        )
      if (get().account?.busy.includes(user.id)) return
      put(allowAccess, true)
      try {
        await api.subTenants.setSubAccountAccess(
          { path: { userId: user.id }, body: { allowAccess } },
          { jwt: await bearerFor(id) },
        )
        put(allowAccess, false)
        apply(noticed(allowAccess ? 'accessOn' : 'accessOff', { name: nameOfUser(user) }))
      } catch (error) {
        put(!allowAccess, false)
        apply(noticed('failed', { name: nameOfUser(user), reason: messageOf(error) }))
      }
    },
    /** Roles of the vendor count in every account; who may not list them can still give her own. */
    async loadRoles(): Promise<void> {
      const own = (deps.session.current().user?.roles ?? []).map(({ id, name, description = '' }) => ({
        id,
        name,
        description,
      }))
      try {
        const roles = itemsOf(await api.team.listAssignableRoles()).filter(({ tenantId }) => !tenantId)
        apply((state) => ({ ...state, roles }))
      } catch (error) {
        deps.log.info('Only the own roles can be given', error)
        apply((state) => ({ ...state, roles: own }))
      }
    },
  }
}
