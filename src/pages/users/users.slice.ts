import type { Slice } from '../../feature/slice.ts'
import { addressActions } from './users.address.slice.ts'
import { createUsersContext } from './users.context.ts'
import { inviteActions, linkActions } from './users.invite.slice.ts'
import { listActions } from './users.list.slice.ts'
import { memberActions } from './users.members.slice.ts'
import {
  closeDialog,
  editDraft,
  type InviteDraft,
  jobStopping,
  noticed,
  openDialog,
  type UsersDialog,
  type UsersState,
} from './users.state.ts'

const uiActions = ({ apply }: ReturnType<typeof createUsersContext>) => ({
  select: (ids: ReadonlySet<string>) => apply((state) => ({ ...state, selected: [...ids] })),
  openDialog: (dialog: UsersDialog) => apply(openDialog(dialog)),
  closeDialog: () => apply(closeDialog),
  editDraft: (patch: Partial<InviteDraft>) => apply(editDraft(patch)),
  /** Their chunk did not arrive. */
  dialogsMissing: () => {
    apply(closeDialog)
    apply(noticed('unavailable'))
  },
  stopJob: () => apply(jobStopping),
  dropJob: () => apply((state) => ({ ...state, job: undefined })),
})

const build = (context: ReturnType<typeof createUsersContext>) => {
  const list = listActions(context)
  const { commitAll, ...members } = memberActions(context, list.reload)
  const invite = inviteActions(context, list)
  const link = linkActions(context)
  return {
    ...uiActions(context),
    ...list,
    ...members,
    /** For the dialogs that bring their own actions when they are opened. */
    context: () => context,
    close(): void {
      commitAll()
      list.close()
    },
    ...invite,
    ...link,
    ...addressActions(context, { ...list, ...invite, ...link }),
  }
}

export type UsersActions = ReturnType<typeof build>

export const usersSlice: Slice<UsersState, UsersActions> = (context) => build(createUsersContext(context))
