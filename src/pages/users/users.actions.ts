import type { Member } from '../../contract/additions/members.ts'
import type { Slice } from '../../feature/slice.ts'
import type { Translate } from '../../i18n/messages.ts'
import { importActions } from './import/import.slice.ts'
import { createUsersContext, type UsersContext } from './users.calls.ts'
import { listActions } from './users.list.ts'
import { loadMore, type More, type WithMore } from './users.load-more.ts'
import { memberActions } from './users.members.slice.ts'
import type { UsersTexts } from './users.messages.ts'
import {
  editDraft,
  type InvitationSettings,
  type InviteDraft,
  jobStopping,
  newDraft,
  type UsersState,
} from './users.state.ts'

const jobActions = ({ apply }: UsersContext) => ({
  editDraft: (patch: Partial<InviteDraft>) => apply(editDraft(patch)),
  stopJob: () => apply(jobStopping),
  /** Clears the reason a form over the details was refused, before the next form opens. */
  dropError: () => apply((state) => ({ ...state, formError: undefined })),
  dropJob: () => apply((state) => ({ ...state, job: undefined })),
})

/** Creates the actions to export users and to set how they join, which most visits don't need. */
const rareActions = (context: UsersContext, withMore: WithMore) => {
  const withLink = (run: (link: ReturnType<More['linkActions']>) => Promise<void>) =>
    withMore(({ linkActions }) => run(linkActions(context)))
  return {
    exportAll: (t: Translate<UsersTexts>) => withMore(({ exportUsers }) => exportUsers(context, t)),
    exportSelected: (members: readonly Member[], t: Translate<UsersTexts>) =>
      withMore(async ({ saveUsers }) => {
        saveUsers(members, t)
        context.notify('exported', { count: members.length })
      }),
    loadLink: () => withLink(({ loadLink }) => loadLink()),
    createLink: () => withLink(({ createLink }) => createLink()),
    emailLink: () => withLink(({ emailLink }) => emailLink()),
    renewLink: (days: number) => withLink(({ renewLink }) => renewLink(days)),
    revokeLink: () => withLink(({ revokeLink }) => revokeLink()),
    loadSettings: () => withMore(({ settingsActions }) => settingsActions(context).loadSettings()),
    saveSettings: (settings: InvitationSettings) =>
      withMore(({ settingsActions }) => settingsActions(context).saveSettings(settings)),
  }
}

/** Creates the actions that load and change the details of one user. */
const detailActions = (context: UsersContext, withMore: WithMore, reloadFigures: () => Promise<void>) => {
  const run = <Result>(work: (details: ReturnType<More['detailsActions']>) => Promise<Result>) =>
    withMore(({ detailsActions }) => work(detailsActions(context, reloadFigures)))
  return {
    loadDetails: (member: Member) => run(({ loadDetails }) => loadDetails(member)),
    loadSecurity: (member: Member) => run(({ loadSecurity }) => loadSecurity(member)),
    loadActivity: (member: Member) => run(({ loadActivity }) => loadActivity(member)),
    saveRolesHere: (member: Member, roleIds: readonly string[]) =>
      run(({ saveRolesHere }) => saveRolesHere(member, roleIds)),
    saveGroupsHere: (member: Member, groupIds: readonly string[]) =>
      withMore(({ saveGroupsHere }) => saveGroupsHere(context, member, groupIds)),
    resetMfa: (member: Member) => run(({ resetMfa }) => resetMfa(member)),
  }
}

const build = (context: UsersContext) => {
  const { openDialog, closeDialog, dialogsMissing } = context
  const { stop, reloadFigures, ...list } = listActions(context)
  const withMore = loadMore(context)
  const { commitAll, ...members } = memberActions(context, { reload: list.reload, reloadFigures, withMore })
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...members,
    ...jobActions(context),
    openInvite(): void {
      const { deps, get } = context
      deps.events.after('invite-click', { email: deps.session.current().user?.email ?? '' })
      openDialog({ kind: 'invite', draft: newDraft(get().roles), failures: [] })
    },
    invite: (draft: InviteDraft) => withMore(({ inviteActions }) => inviteActions(context, list).invite(draft)),
    ...rareActions(context, withMore),
    ...detailActions(context, withMore, reloadFigures),
    selectAll: () => withMore(({ selectAll }) => selectAll(context)),
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
