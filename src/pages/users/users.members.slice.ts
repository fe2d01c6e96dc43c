import type { Member } from '../../contract/additions.ts'
import type { Role } from '../../entities/team.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createUndoQueue } from '../../parts/undo/undo.ts'
import { isMissing, type UsersContext } from './users.context.ts'
import { nameOf, roleIdsOf } from './users.rows.ts'
import { busyWith, closeDialog, leave, noticed, removeUser, replaceUser, type UsersState } from './users.state.ts'

export const DAY_SECONDS = 86_400

const rolesFrom = ({ roles }: UsersState, ids: readonly string[], old: readonly Role[]): Role[] =>
  ids.flatMap((id) => {
    const known = old.find((role) => role.id === id)
    const offered = roles.find((role) => role.id === id)
    if (known || !offered) return known ?? []
    // Only id, key and name are drawn; the next load brings the whole role.
    return { isDefault: false, permissions: [], vendorId: '', createdAt: '', updatedAt: '', ...offered }
  })

/** What can be done to people already in the list. */
export const memberActions = (context: UsersContext, reload: () => Promise<void>) => {
  const { apply, get, api, deps, forOne, runJob, fail } = context
  const finish = (result: { failed: unknown[]; left: unknown[] }) => {
    if (result.failed.length === 0) apply(closeDialog)
  }

  const sendRoles = (id: string, roleIds: readonly string[]) =>
    // Seed 001 §4: cleared roles are sent as a single empty string.
    api.team.updateMember({ body: { id, roleIds: roleIds.length > 0 ? [...roleIds] : [''] } })

  /** Shown at once, put back when the server refuses (seed 001 §4). */
  const saveRolesOfOne = async (member: Member, roleIds: readonly string[]) => {
    const before = { roles: member.roles }
    apply(closeDialog, replaceUser(member.id, { roles: rolesFrom(get(), roleIds, member.roles) }))
    apply(busyWith(member.id, true))
    try {
      await sendRoles(member.id, roleIds)
      apply(noticed('rolesSaved', { name: nameOf(member), count: 1 }))
      deps.events.after('update-user', { userId: member.id, roleIds })
    } catch (error) {
      apply(replaceUser(member.id, before))
      fail(nameOf(member), error)
    }
    apply(busyWith(member.id, false))
  }

  const saveRolesOfMany = async (members: readonly Member[], roleIds: readonly string[]) => {
    const result = await runJob('roles', members, nameOf, async (member) => {
      await sendRoles(member.id, roleIds)
      apply(replaceUser(member.id, { roles: rolesFrom(get(), roleIds, member.roles) }))
      deps.events.after('update-user', { userId: member.id, roleIds })
    })
    finish(result)
    if (result.done.length > 0)
      apply(noticed('rolesSaved', { count: result.done.length, name: nameOf(result.done[0]) }))
  }

  const removeOne = async (member: Member, keepalive: boolean) => {
    await api.team.deleteMember({ path: { userId: member.id } }, { keepalive })
    apply(removeUser(member.id))
    deps.events.after('delete-user', { userId: member.id, email: member.email })
  }
  /** One after the other, but all at once while the page goes away. */
  const removeAll = async (members: readonly Member[], keepalive: boolean) => {
    const failed: { member: Member; error: unknown }[] = []
    const attempt = (member: Member) =>
      removeOne(member, keepalive).catch((error: unknown) => {
        failed.push({ member, error })
      })
    if (keepalive) await Promise.all(members.map(attempt))
    else for (const member of members) await attempt(member)
    return failed
  }

  const queue = createUndoQueue(deps.clock)
  const resendTo = (member: Member) =>
    member.activatedForTenant === false
      ? api.team.resendInvitation({ body: { email: member.email, provider: 'local' } })
      : api.team.resendActivation({ path: { userId: member.id }, body: {} })

  return {
    async saveRoles(members: readonly Member[], roleIds: readonly string[]): Promise<void> {
      const [only] = members
      const allowed = members.filter((member) =>
        deps.events.before('update-user', { userId: member.id, roleIds, before: roleIdsOf(member) }),
      )
      if (allowed.length === 0) return
      if (only && members.length === 1) await saveRolesOfOne(only, roleIds)
      else await saveRolesOfMany(allowed, roleIds)
    },
    /** Out of sight at once; the server hears of it when it can no longer be taken back. */
    remove(members: readonly Member[]): void {
      const viewer = get().viewer?.id
      const allowed = members.filter(
        ({ id, email }) => id !== viewer && deps.events.before('delete-user', { userId: id, email }),
      )
      if (allowed.length === 0) return
      const ids = allowed.map(({ id }) => id)
      apply(closeDialog, leave(ids, true))
      const commit = async ({ keepalive }: { keepalive: boolean }) => {
        const failed = await removeAll(allowed, keepalive)
        apply(leave(ids, false))
        for (const { member, error } of failed) fail(nameOf(member), error)
        if (get().viewer) await reload()
      }
      const undo = queue.add({ undo: () => apply(leave(ids, false)), commit })
      apply(noticed('removed', { count: allowed.length, name: nameOf(allowed[0]) }, undo))
    },
    undo: queue.undo,
    commit: (id: string) => void queue.commit(id),
    commitAll: queue.commitAll,
    async resend(members: readonly Member[]): Promise<void> {
      const [only] = members
      if (only && members.length === 1) {
        await forOne({ id: only.id, label: nameOf(only) }, () => resendTo(only), 'resent')
        return
      }
      const { done } = await runJob('resend', members, nameOf, resendTo)
      if (done.length > 0) apply(noticed('resent', { count: done.length, name: nameOf(done[0]) }))
    },
    async resendToAll(member: Member): Promise<void> {
      const call = () => api.invitation.resendInvitationToAllTenants({ body: { email: member.email } })
      await forOne({ id: member.id, label: nameOf(member) }, call, 'resent')
    },
    async unlock(member: Member): Promise<void> {
      apply(busyWith(member.id, true))
      try {
        await api.additions.unlockMember({ path: { userId: member.id } })
        apply(replaceUser(member.id, { isLocked: false }), noticed('unlocked', { name: nameOf(member) }))
        deps.events.after('update-user', { userId: member.id, isLocked: false })
      } catch (error) {
        if (isMissing(error)) apply((state) => ({ ...state, extras: { ...state.extras, unlock: false } }))
        apply(noticed('failed', { name: nameOf(member), reason: messageOf(error) }))
      }
      apply(busyWith(member.id, false))
    },
    async extend(member: Member, days: number): Promise<void> {
      apply(closeDialog)
      const call = async () => {
        const { temporaryExpirationDate } = await api.team.extendTemporaryUser({
          path: { userId: member.id },
          body: { expirationInSeconds: days * DAY_SECONDS },
        })
        apply(replaceUser(member.id, { temporaryExpirationDate }))
      }
      await forOne({ id: member.id, label: nameOf(member) }, call, 'extended')
    },
    async makePermanent(member: Member): Promise<void> {
      const call = async () => {
        await api.team.makeUserPermanent({ path: { userId: member.id } })
        apply(replaceUser(member.id, { temporaryExpirationDate: undefined }))
      }
      await forOne({ id: member.id, label: nameOf(member) }, call, 'madePermanent')
    },
  }
}
