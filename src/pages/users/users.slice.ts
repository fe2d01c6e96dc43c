import type { Member } from '../../contract/additions/members.ts'
import type { Translate } from '../../feature/messages.ts'
import type { Slice } from '../../feature/slice.ts'
import { importActions } from './import/import.slice.ts'
import { createUsersContext, type UsersContext } from './users.context.ts'
import { inviteActions, linkActions, settingsActions } from './users.invite.slice.ts'
import { listActions } from './users.list.slice.ts'
import { memberActions } from './users.members.slice.ts'
import type { UsersTexts } from './users.messages.ts'
import { editDraft, type InviteDraft, jobStopping, type UsersState } from './users.state.ts'

const jobActions = ({ apply, notify, ...context }: UsersContext) => ({
  editDraft: (patch: Partial<InviteDraft>) => apply(editDraft(patch)),
  stopJob: () => apply(jobStopping),
  dropJob: () => apply((state) => ({ ...state, job: undefined })),
  /** A chunk of its own: most visits export nothing. */
  async exportAll(t: Translate<UsersTexts>): Promise<void> {
    const loaded = await import('./users.more.ts').catch(() => undefined)
    if (loaded) await loaded.exportUsers({ ...context, apply, notify }, t)
    else notify('unavailable')
  },
  async exportSelected(members: readonly Member[], t: Translate<UsersTexts>): Promise<void> {
    const loaded = await import('./users.more.ts').catch(() => undefined)
    if (!loaded) return notify('unavailable')
    loaded.saveUsers(members, t)
    notify('exported', { count: members.length })
  },
})

const build = (context: UsersContext) => {
  const { openDialog, closeDialog, dialogsMissing } = context
  const { stop, ...list } = listActions(context)
  const { commitAll, ...members } = memberActions(context, list.reload)
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...members,
    ...jobActions(context),
    ...inviteActions(context, list),
    ...linkActions(context),
    ...settingsActions(context),
    ...importActions(context, list.reloadFromStart),
    close(): void {
      commitAll()
      stop()
      context.leave()
    },
  }
}

export type UsersActions = ReturnType<typeof build>

export const usersSlice: Slice<UsersState, UsersActions> = (context) => build(createUsersContext(context))
